import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { lockRun } from './answer.sql.ts'

const withVerdict = { verdictBy: { select: { id: true, name: true } } } as const

export type AnswerRecord = Prisma.EvalAnswerGetPayload<{ include: typeof withVerdict }>

type RowRecord = Pick<Prisma.EvalRunRowGetPayload<object>, 'rowId' | 'rowNo' | 'cells'>

/** A row with its answers that have ended. */
export type AskedRow = RowRecord & { readonly answers: readonly AnswerRecord[] }

type RowPosition = { readonly rowNo: number; readonly rowId: string }

export type AnswerRepository = ReturnType<typeof createAnswerRepository>

export function createAnswerRepository(db: PrismaClient) {
  async function joinAnswers(runId: string, rows: readonly RowRecord[]): Promise<AskedRow[]> {
    const answers = await db.evalAnswer.findMany({
      where: { runId, rowId: { in: rows.map(({ rowId }) => rowId) }, outcome: { not: 'running' } },
      include: withVerdict,
      orderBy: { repeat: 'asc' },
    })
    const byRow = Map.groupBy(answers, ({ rowId }) => rowId)
    return rows.map((row) => ({ ...row, answers: byRow.get(row.rowId) ?? [] }))
  }

  return {
    lockRun,

    /** The rows with these ids, in the order of these. */
    async findRows(runId: string, rowIds: readonly string[]): Promise<AskedRow[]> {
      const found = await db.evalRunRow.findMany({ where: { runId, rowId: { in: [...rowIds] } } })
      const rows = new Map((await joinAnswers(runId, found)).map((row) => [row.rowId, row]))
      return rowIds.flatMap((id) => rows.get(id) ?? [])
    },

    /** The rows after a position, in their order. */
    async findRowsAfter(runId: string, after: RowPosition | null, take: number): Promise<AskedRow[]> {
      const isAfter = after && {
        OR: [{ rowNo: { gt: after.rowNo } }, { rowNo: after.rowNo, rowId: { gt: after.rowId } }],
      }
      const orderBy = [{ rowNo: 'asc' }, { rowId: 'asc' }] as const
      return joinAnswers(runId, await db.evalRunRow.findMany({ where: { runId, ...isAfter }, orderBy: [...orderBy], take }))
    },

    /** An answer that a person may judge: one that has ended with a text. */
    findAnswer: (tx: Queryable, runId: string, rowId: string, repeat: number): Promise<AnswerRecord | null> =>
      tx.evalAnswer.findFirst({ where: { runId, rowId, repeat, outcome: 'finished' }, include: withVerdict }),

    updateAnswer: (
      tx: Queryable,
      { runId, rowId, repeat }: Pick<AnswerRecord, 'runId' | 'rowId' | 'repeat'>,
      data: Prisma.EvalAnswerUncheckedUpdateInput,
    ): Promise<AnswerRecord> =>
      tx.evalAnswer.update({ where: { runId_rowId_repeat: { runId, rowId, repeat } }, data, include: withVerdict }),
  }
}
