// What people think of replies: said by the owner of the chat, read by administrators, who learn of the conversation only what
// the owner lets them.
import type {
  createFeedbackRow,
  exportFeedback,
  giveFeedback,
  queryFeedback,
  summarizeFeedback,
  updateFeedback,
} from '@heddle/contracts/feedback/feedback'
import { FeedbackFilters } from '@heddle/contracts/feedback/feedback'
import { limits } from '@heddle/contracts/limits'
import { acceptsFeedback, type MessageFeedback } from '@heddle/contracts/message/message'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { findRefusalCode } from '../../platform/database/refused-write.ts'
import { type Actor, type ActorAccess, hasPermission } from '../../platform/permissions/actor.ts'
import { canGiveFeedback, canReadChat } from '../../platform/permissions/chat.permissions.ts'
import type { Paging } from '../../platform/http/paging.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { DatasetService } from '../dataset/dataset.service.ts'
import type { RowService } from '../dataset/row/row.service.ts'
import type { FeedbackColumns, FeedbackRepository } from './feedback.repository.ts'
import { type OwnFeedback, presentFeedbackItem, presentOwnFeedback } from './feedback.presenter.ts'
import { boundConversation } from './feedback.rules.ts'
import { countFeedback, findFeedbackContext, loadConversation, lockFeedback, saveFeedback } from './feedback.sql.ts'
import { forgetQuestions } from './forget-questions.ts'
import { toRowCells } from './row-cells.ts'
import { findTimeZone } from '../../platform/database/time-zone.sql.ts'

const rowsPerRead = 500

type FeedbackDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly feedback: FeedbackRepository
  readonly paging: Paging
  readonly audit: AuditService
  readonly datasets: DatasetService
  readonly datasetRows: RowService
  readonly now: () => Date
}

/** All that a user has said of replies, the latest first. */
async function listGiven(feedback: FeedbackRepository, { id, tenantId }: ActorAccess): Promise<OwnFeedback[]> {
  const given: OwnFeedback[] = []
  let afterId: string | undefined
  for (;;) {
    const page = await feedback.findPage(tenantId, { user_id: id }, { afterId, take: rowsPerRead })
    given.push(...page.map(presentOwnFeedback))
    afterId = page.at(-1)?.id
    if (page.length < rowsPerRead) return given
  }
}

export type FeedbackService = ReturnType<typeof createFeedbackService>

export function createFeedbackService({ db, pool, feedback, paging, audit, datasets, datasetRows, now }: FeedbackDependencies) {
  const list = paging.defineList({
    name: 'feedback',
    filters: z.object(FeedbackFilters.shape),
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  /** The message, if the actor may say something of the chat's replies. */
  async function getMessage(actor: Actor, chatId: string, messageId: string) {
    const context = await findFeedbackContext(pool, chatId, messageId, actor.id)
    if (!context || !canReadChat(actor, context)) throw new AppError('CHAT_NOT_FOUND')
    if (!canGiveFeedback(actor, context)) throw new AppError('FORBIDDEN')
    if (!context.message) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    if (context.isTemporary) throw new AppError('CHAT_IS_TEMPORARY')
    return context.message
  }

  async function findInTenant(actor: Actor, id: string, on: Queryable) {
    const found = await feedback.findInTenant(actor.tenantId, id, on)
    if (!found) throw new AppError('FEEDBACK_NOT_FOUND')
    return found
  }

  /** Locks a feedback; throws when its user has said another word than the one that was read. */
  async function lockRead(tx: Queryable, actor: Actor, id: string, updatedAt: string) {
    await lockFeedback(tx, id)
    const found = await findInTenant(actor, id, tx)
    if (found.updatedAt.getTime() !== Date.parse(updatedAt))
      throw new AppError('REVISION_MISMATCH', { params: { current: presentFeedbackItem(found) } })
    return found
  }

  /** Takes a conversation back that the next word no longer includes. */
  async function withdrawConversation(
    actor: Actor,
    messageId: string,
    { rating, include_conversation: isIncluded }: z.output<typeof giveFeedback.schema.body>,
  ) {
    if (isIncluded) return
    await db.$transaction(async (tx) => {
      const given = await feedback.lockGiven(tx, messageId, actor.id)
      if (!given || given.conversation === null || (isIncluded === undefined && given.rating === rating)) return
      await forgetQuestions(given, (text) => datasetRows.forgetText(tx, actor, text))
      await feedback.forgetConversation(tx, given.id)
    })
  }

  const toTarget = ({ id, user }: FeedbackColumns) => ({ type: 'feedback', id, name: user.name as Prisma.InputJsonValue }) as const

  return {
    async giveFeedback(
      actor: Actor,
      chatId: string,
      messageId: string,
      body: z.output<typeof giveFeedback.schema.body>,
    ): Promise<MessageFeedback> {
      const message = await getMessage(actor, chatId, messageId)
      if (!message.isEndedReply || !message.isShown || message.depth !== body.message_index)
        throw new AppError('CHAT_INVALID_MESSAGE_INDEX')
      if (!acceptsFeedback(message.status, message.hasText)) throw new AppError('CHAT_FEEDBACK_FAILED')
      await withdrawConversation(actor, messageId, body)
      const saved = await inTransaction(pool, async (client) => {
        const conversation = body.include_conversation ? boundConversation(await loadConversation(client, messageId)) : null
        return saveFeedback(client, {
          id: randomUUIDv7(),
          messageId,
          userId: actor.id,
          rating: body.rating,
          reason: body.reason === '' ? null : body.reason,
          conversation: body.include_conversation === undefined ? undefined : conversation,
        })
      }).catch((cause: unknown) => {
        // The reply went away while it was written.
        if (findRefusalCode(cause) !== 'CONFLICT') throw cause
        throw new AppError('CHAT_FEEDBACK_FAILED', { cause })
      })
      if (!saved) throw new AppError('CHAT_FEEDBACK_FAILED')
      return saved
    },

    async removeFeedback(actor: Actor, chatId: string, messageId: string): Promise<boolean> {
      await getMessage(actor, chatId, messageId)
      return db.$transaction(async (tx) => {
        const given = await feedback.lockGiven(tx, messageId, actor.id)
        if (given) await forgetQuestions(given, (text) => datasetRows.forgetText(tx, actor, text))
        return feedback.delete(tx, messageId, actor.id)
      })
    },

    async queryFeedback(actor: Actor, { page_size, page_token, ...filters }: z.output<typeof queryFeedback.schema.body>) {
      const page = list.read({ page_size, page_token }, filters)
      const found = await feedback.findPage(actor.tenantId, page.filters, { afterId: page.after?.id, take: page.size + 1 })
      return list.cut(page, found, ({ id }) => ({ id }))
    },

    listOwnFeedback: (owner: ActorAccess) => listGiven(feedback, owner),

    async getFeedback(actor: Actor, id: string) {
      const found = await findInTenant(actor, id, db)
      await audit.record(db, actor, { action: 'getFeedback', target: toTarget(found) })
      return found
    },

    async updateFeedback(
      actor: Actor,
      id: string,
      { is_dealt_with: isDealtWith, updated_at: updatedAt }: z.output<typeof updateFeedback.schema.body>,
    ) {
      return db.$transaction(async (tx) => {
        const found = await lockRead(tx, actor, id, updatedAt)
        const isChanged = await feedback.setDealtWith(tx, found, isDealtWith ? { at: now(), byId: actor.id } : null)
        const [before, after] = [{ is_dealt_with: isDealtWith !== isChanged }, { is_dealt_with: isDealtWith }]
        await audit.record(tx, actor, { action: 'updateFeedback', target: toTarget(found), before, after })
        return findInTenant(actor, id, tx)
      })
    },

    /** Adds the row to the draft of a dataset of its kind; the feedback is dealt with by it. */
    async createFeedbackRow(actor: Actor, id: string, { row, updated_at: updatedAt }: z.output<typeof createFeedbackRow.schema.body>) {
      if (!hasPermission(actor, 'read_feedback')) throw new AppError('FORBIDDEN')
      const { kind } = row
      return db.$transaction(async (tx) => {
        const found = await lockRead(tx, actor, id, updatedAt)
        const dataset = await datasets.lockDataset(tx, actor, row.dataset_id)
        if (dataset.kind !== kind) throw new AppError('DATASET_NOT_FOUND')
        if (found.rows.some((each) => each.kind === kind)) throw new AppError('FEEDBACK_ROW_EXISTS')
        const given = [{ cells: toRowCells(row) }]
        const origin = { feedback_id: id }
        const { added } = await datasetRows.addDatasetRows(tx, actor, { dataset, given, action: 'createFeedbackRow', origin })
        for (const { id: rowId } of added) await feedback.addRow(tx, { feedbackId: id, kind, datasetId: dataset.id, rowId })
        await feedback.setDealtWith(tx, found, { at: now(), byId: actor.id })
        return findInTenant(actor, id, tx)
      })
    },

    async summarizeFeedback(actor: Actor, { time_zone = 'UTC', ...filters }: z.output<typeof summarizeFeedback.schema.body>) {
      const timeZone = await findTimeZone(pool, time_zone)
      if (timeZone === null) {
        const fields = [{ path: 'body/time_zone', message: 'No time zone' }]
        throw new AppError('BAD_REQUEST', { params: { fields } })
      }
      return countFeedback(pool, actor.tenantId, filters, timeZone)
    },

    /** Returns how to read its pages; tells the audit log first. */
    async exportFeedback(actor: Actor, filters: z.output<typeof exportFeedback.schema.querystring>) {
      await audit.record(db, actor, { action: 'exportFeedback', after: filters })
      return (afterId: string | undefined, take: number) => feedback.findPage(actor.tenantId, filters, { afterId, take })
    },
  }
}
