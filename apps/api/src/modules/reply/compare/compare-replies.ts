// One question to several: each is accepted, reserved and counted by itself, and one that is refused leaves the others.
import type { Candidate, CompareRepliesBody } from '@heddle/contracts/reply/comparison'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import { toErrorDetail } from '../../../platform/errors/error-detail.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { presentMessage } from '../../message/message.presenter.ts'
import type { MessageService } from '../../message/message.service.ts'
import { loadPath } from '../../message/message.sql.ts'
import { findReply } from '../../message/reply-state.sql.ts'
import type { MessageStore } from '../../message/seal/message-store.ts'
import { createSharedRetrieval, type ShareRetrieval } from '../../run/ports/shared-retrieval.ts'
import type { Accepted, ReplyRequest } from '../accept/accept-message.ts'
import { saveRefusals } from '../accept/accept-message.sql.ts'

type ComparerDependencies = {
  readonly store: MessageStore & { readonly db: Pool }
  readonly messages: Pick<MessageService, 'getComparison'>
  readonly log: FastifyBaseLogger
  /** Takes one of them; answers the id of the reply when the same submit has begun it before. */
  readonly begin: (actor: Actor, chatId: string, request: ReplyRequest, shareRetrieval: ShareRetrieval) => Promise<Accepted | string>
}

export function createComparer({ store, messages, log, begin }: ComparerDependencies) {
  async function present(actor: Actor, chatId: string, shownReplyId: string) {
    const [question, reply] = await loadPath(store, { chatId, leafId: shownReplyId, readerId: actor.id, limit: 2, withSources: true })
    const state = await findReply(store, shownReplyId, actor.id)
    // The submit was that of another message, or the chat is gone.
    if (!question || !reply?.comparisonId || !state) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    return {
      comparison: await messages.getComparison(actor, chatId, reply.comparisonId),
      user_message: presentMessage(question),
      reply: presentMessage(reply),
      version: state.version,
      conversation_id: state.conversationId,
      title: state.title,
    }
  }

  return async function compareReplies(actor: Actor, chatId: string, { candidates, is_blind: isBlind, ...message }: CompareRepliesBody) {
    const positions = isBlind ? shuffle(candidates) : candidates
    const comparisonId = randomUUIDv7()
    const shareRetrieval = createSharedRetrieval()
    const begun: Accepted[] = []
    const failures = new Map<number, unknown>()
    for (const [position, candidate] of positions.entries()) {
      const compared = { comparisonId, position, size: positions.length, isBlind, earlier: begun.length }
      const request = begun[0] ? askBeside(message, candidate, begun[0]) : ({ kind: 'send', body: { ...message, ...candidate } } as const)
      const accepted = await begin(actor, chatId, { ...request, compared }, shareRetrieval).catch((error: unknown) => {
        if (!(error instanceof AppError)) log.error({ err: error, chatId }, 'One of several replies could not be begun')
        failures.set(position, error)
        return null
      })
      if (typeof accepted === 'string') return present(actor, chatId, accepted)
      if (accepted) begun.push(accepted)
    }
    const [shown] = begun
    if (!shown) throw failures.get(0)
    const refusals = Object.fromEntries([...failures].map(([position, error]) => [position, toErrorDetail(error)]))
    if (failures.size > 0) await saveRefusals(store.db, comparisonId, refusals)
    return present(actor, chatId, shown.reply.id)
  }
}

type Question = Omit<CompareRepliesBody, 'candidates' | 'is_blind'>

/** The submit is that of the question; its other replies have ids of their own. */
const askBeside = ({ content: _content, file_ids: _files, ...asked }: Question, candidate: Candidate, { questionId }: Accepted) =>
  ({ kind: 'compare', messageId: questionId, body: { ...asked, ...candidate, client_message_id: randomUUID() } }) as const

const shuffle = <T>(list: readonly T[]): T[] =>
  list
    .map((value) => ({ value, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
