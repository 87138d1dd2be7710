import type { FeedbackFilters as WireFilters, FeedbackRowKind } from '@heddle/contracts/feedback/feedback'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import type { z } from 'zod'
import { lockFeedback } from './feedback.sql.ts'

export type FeedbackConditions = z.output<typeof WireFilters>

const columns = {
  id: true,
  createdAt: true,
  updatedAt: true,
  rating: true,
  reason: true,
  assistantId: true,
  assistantName: true,
  modelName: true,
  messageIndex: true,
  user: { select: { id: true, name: true } },
  dealtWithAt: true,
  dealtWithBy: { select: { id: true, name: true } },
  rows: {
    select: { kind: true, rowId: true, dataset: { select: { id: true, name: true } } },
    orderBy: [{ kind: 'asc' }, { rowId: 'asc' }],
  },
} as const satisfies Prisma.MessageFeedbackSelect

export type FeedbackColumns = Prisma.MessageFeedbackGetPayload<{ select: typeof columns }>

/** With the rows that the draft still has, and their numbers. */
type NumberedFeedback = Omit<FeedbackColumns, 'rows'> & {
  readonly rows: (FeedbackColumns['rows'][number] & { readonly rowNo: number })[]
}

export type FeedbackRow = NumberedFeedback & { readonly hasConversation: boolean }

async function numberRows<Found extends FeedbackColumns>(on: Queryable, found: readonly Found[]) {
  const ids = found.flatMap(({ rows }) => rows.map(({ rowId }) => rowId))
  const numbered = ids.length === 0 ? [] : await findRowNos(on, ids)
  const numbers = new Map(numbered.map(({ id, rowNo }) => [id, rowNo]))
  const number = (row: FeedbackColumns['rows'][number]) => {
    const rowNo = numbers.get(row.rowId)
    return rowNo === undefined ? [] : [{ ...row, rowNo }]
  }
  return found.map((each) => ({ ...each, rows: each.rows.flatMap(number) }))
}

const findRowNos = (on: Queryable, ids: string[]) =>
  on.datasetRow.findMany({ where: { id: { in: ids }, versionTo: null }, select: { id: true, rowNo: true } })

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>

export function createFeedbackRepository(db: PrismaClient) {
  return {
    /** Of a tenant, the latest first, and of the conversations only whether there is one. */
    async findPage(
      tenantId: string,
      filters: FeedbackConditions,
      { afterId, take }: { afterId: string | undefined; take: number },
    ): Promise<FeedbackRow[]> {
      const { rating, assistant_id, model_name, user_id, has_reason, is_dealt_with, from, to } = filters
      const found = await db.messageFeedback.findMany({
        where: {
          tenantId,
          ...(rating && { rating }),
          ...(assistant_id !== undefined && { assistantId: assistant_id }),
          ...(model_name !== undefined && { modelName: model_name }),
          ...(user_id !== undefined && { userId: user_id }),
          ...(has_reason !== undefined && { reason: has_reason ? { not: null } : null }),
          ...(is_dealt_with !== undefined && { dealtWithAt: is_dealt_with ? { not: null } : null }),
          createdAt: { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lt: to }) },
          ...(afterId !== undefined && { id: { lt: afterId } }),
        },
        select: columns,
        orderBy: { id: 'desc' },
        take,
      })
      const told = await db.messageFeedback.findMany({
        where: { id: { in: found.map(({ id }) => id) }, conversation: { not: Prisma.DbNull } },
        select: { id: true },
      })
      const withConversation = new Set(told.map(({ id }) => id))
      return (await numberRows(db, found)).map((row) => ({ ...row, hasConversation: withConversation.has(row.id) }))
    },

    async findInTenant(tenantId: string, id: string, on: Queryable = db) {
      const found = await on.messageFeedback.findFirst({ where: { id, tenantId }, select: { ...columns, conversation: true } })
      if (!found) return null
      const [numbered] = await numberRows(on, [found])
      return numbered ?? null
    },

    /** Locks what a user says of a reply, and returns it. */
    async lockGiven(on: Queryable, messageId: string, userId: string) {
      const where = { messageId_userId: { messageId, userId } }
      const given = await on.messageFeedback.findUnique({ where, select: { id: true } })
      if (!given) return null
      await lockFeedback(on, given.id)
      return on.messageFeedback.findUnique({ where, select: { ...columns, conversation: true } })
    },

    forgetConversation: (on: Queryable, id: string) =>
      on.messageFeedback.update({ where: { id }, data: { conversation: Prisma.DbNull }, select: { id: true } }),

    /** Marks it as dealt with or as open; false when it is so already. The caller has locked it: the time of the user's last word stays. */
    async setDealtWith(on: Queryable, { id, updatedAt }: FeedbackColumns, dealtWith: { at: Date; byId: string } | null): Promise<boolean> {
      const { count } = await on.messageFeedback.updateMany({
        where: { id, dealtWithAt: dealtWith ? null : { not: null } },
        data: { dealtWithAt: dealtWith?.at ?? null, dealtWithById: dealtWith?.byId ?? null, updatedAt },
      })
      return count > 0
    },

    addRow: (on: Queryable, row: { feedbackId: string; kind: FeedbackRowKind; datasetId: string; rowId: string }) =>
      on.feedbackRow.create({ data: row }),

    /** False when there was none. */
    async delete(on: Queryable, messageId: string, userId: string): Promise<boolean> {
      const { count } = await on.messageFeedback.deleteMany({ where: { messageId, userId } })
      return count > 0
    },
  }
}
