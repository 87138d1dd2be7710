// What people think of replies: said by the owner of the chat, read by administrators, who learn of the conversation only what
// the owner lets them.
import type { exportFeedback, giveFeedback, queryFeedback, summarizeFeedback } from '@heddle/contracts/feedback/feedback'
import { FeedbackFilters } from '@heddle/contracts/feedback/feedback'
import { limits } from '@heddle/contracts/limits'
import { acceptsFeedback, type MessageFeedback } from '@heddle/contracts/message/message'
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import { findRefusalCode } from '../../platform/database/refused-write.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canGiveFeedback, canReadChat } from '../../platform/permissions/chat.permissions.ts'
import type { Paging } from '../../platform/http/paging.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { FeedbackRepository } from './feedback.repository.ts'
import { boundConversation } from './feedback.rules.ts'
import { countFeedback, findFeedbackContext, loadConversation, saveFeedback } from './feedback.sql.ts'
import { findTimeZone } from '../../platform/database/time-zone.sql.ts'

type FeedbackDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly feedback: FeedbackRepository
  readonly paging: Paging
  readonly audit: AuditService
}

export type FeedbackService = ReturnType<typeof createFeedbackService>

export function createFeedbackService({ db, pool, feedback, paging, audit }: FeedbackDependencies) {
  const list = paging.defineList({
    name: 'feedback',
    filters: z.object(FeedbackFilters.shape),
    key: z.object({ id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  /** The message, if the actor may say something of the chat's replies. */
  async function getMessage(actor: Actor, chatId: string, messageId: string) {
    const context = await findFeedbackContext(pool, chatId, messageId)
    if (!context || !canReadChat(actor, context)) throw new AppError('CHAT_NOT_FOUND')
    if (!canGiveFeedback(actor, context)) throw new AppError('FORBIDDEN')
    if (!context.message) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    return context.message
  }

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
      return feedback.delete(messageId, actor.id)
    },

    async queryFeedback(actor: Actor, { page_size, page_token, ...filters }: z.output<typeof queryFeedback.schema.body>) {
      const page = list.read({ page_size, page_token }, filters)
      const found = await feedback.findPage(actor.tenantId, page.filters, { afterId: page.after?.id, take: page.size + 1 })
      return list.cut(page, found, ({ id }) => ({ id }))
    },

    async getFeedback(actor: Actor, id: string) {
      const found = await feedback.findInTenant(actor.tenantId, id)
      if (!found) throw new AppError('FEEDBACK_NOT_FOUND')
      const name = found.user.name as Prisma.InputJsonValue
      await audit.record(db, actor, { action: 'getFeedback', target: { type: 'feedback', id, name } })
      return found
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
