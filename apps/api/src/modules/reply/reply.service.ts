// Sending, following and stopping: who may, and which reply it is. What a reply does by itself is the supervisor's.
import type { ContinueReplyBody, RegenerateReplyBody, SendMessageBody } from '@heddle/contracts/reply/reply'
import { limits } from '@heddle/contracts/limits'
import type { ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { AppError } from '../../platform/errors/app-error.ts'
import { createConcurrencyLimit } from '../../platform/http/concurrency-limit.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canReadChat, canWriteChat, isExcerpt } from '../../platform/permissions/chat.permissions.ts'
import type { StreamAuthority } from '../../platform/permissions/stream-authority.ts'
import type { SweepOrphanedReplies } from './sweep/orphan-sweeper.ts'
import type { FindRunnableGraph } from '../workflow/runnable-graphs.ts'
import type { MessageService } from '../message/message.service.ts'
import { loadPath } from '../message/message.sql.ts'
import { loadDoneEvent } from '../message/done-event.ts'
import {
  type Accepted,
  type ReplyRequest,
  acceptedEvent,
  assertTarget,
  namedAssistant,
  createMessageAcceptor,
} from './accept/accept-message.ts'
import { createComparer } from './compare/compare-replies.ts'
import { followRemoteReply } from './stream/follow-remote-reply.ts'
import type { LoadContextFiles } from '../run/files/context-files.ts'
import type { EventLog } from '../run/event-log.ts'
import type { RunSupervisor } from './supervise/run-supervisor.ts'
import type { ReplyNotifications } from './stream/notifications.ts'
import { requestStop } from './supervise/stop-request.sql.ts'
import { findChatForReply, findReply } from '../message/reply-state.sql.ts'
import { findSendContext } from './accept/send-context.sql.ts'
import type { ShareRetrieval } from '../run/ports/shared-retrieval.ts'
import { hideSteps } from '../message/hide-steps.ts'
import { withholdKnowledge } from '../message/citation/withhold-knowledge.ts'
import { hideLater } from '../message/excerpt.ts'
import type { MessageStore } from '../message/seal/message-store.ts'
import { titleFromQuestion } from './accept/title-from-question.ts'

/** Without it, each stream would create an error with its stack. */
const streamEnded = new Error('The stream has ended')

/** Opens the events of a reply for one reader; the signal is aborted when the reader disconnects. */
export type OpenReply = (signal: AbortSignal) => AsyncIterable<ReplyStreamEvent>

type ReplyServiceDependencies = {
  readonly messages: Pick<MessageService, 'getComparison'>
  readonly log: FastifyBaseLogger
  readonly store: MessageStore & { readonly db: Pool }
  readonly supervisor: RunSupervisor
  readonly loadFiles: LoadContextFiles
  readonly findRunnableGraph: FindRunnableGraph
  readonly notifications: ReplyNotifications
  readonly authority: StreamAuthority
  readonly sweep: SweepOrphanedReplies
  readonly stopping: AbortSignal
}

export type ReplyService = ReturnType<typeof createReplyService>

export function createReplyService(dependencies: ReplyServiceDependencies) {
  const { store, supervisor, notifications, authority, sweep, stopping } = dependencies
  const accept = createMessageAcceptor(dependencies)

  /** The streams that users read from this process. */
  const openStreams = createConcurrencyLimit({ maxPerUser: limits.openRepliesPerUser })

  /** The stream of one reader: it ends when the reader leaves, or may no longer read. */
  function openFor(
    actor: Actor,
    right: { readonly chatId: string; readonly replyId?: string },
    open: (ended: AbortSignal) => AsyncIterable<ReplyStreamEvent>,
  ): OpenReply {
    return (signal) => {
      const ended = new AbortController()
      const end = () => ended.abort(streamEnded)
      const unwatch = authority.watch(actor, right, end)
      const endReading = openStreams.begin(actor.id)
      signal.addEventListener(
        'abort',
        () => {
          unwatch()
          endReading()
          end()
        },
        { once: true },
      )
      return open(ended.signal)
    }
  }

  function followHere(
    log: EventLog,
    opening: readonly ReplyStreamEvent[],
    from: 'start' | 'now',
    { isBlind }: { readonly isBlind: boolean },
  ) {
    return (ended: AbortSignal): AsyncIterable<ReplyStreamEvent> => {
      const feed = from === 'start' ? log.followFromStart(opening) : log.followFromNow(opening)
      ended.addEventListener('abort', feed.close, { once: true })
      return isBlind ? hideSteps(feed) : feed
    }
  }

  /** Joins a reply wherever it is made; one that has ended is a single `done`. */
  async function joinReply(actor: Actor, chatId: string, replyId: string, opening: readonly ReplyStreamEvent[] = []): Promise<OpenReply> {
    const state = await findReply(store, replyId, actor.id)
    if (state?.chatId !== chatId) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    const right = { chatId, replyId }
    if (state.status === 'generating' && state.leaseExpired && (await sweep(chatId)) > 0) return joinReply(actor, chatId, replyId, opening)
    if (state.status !== 'generating') {
      const done = await loadDoneEvent(store, state, actor.id)
      if (!done) throw new AppError('CHAT_NOT_FOUND')
      return openFor(actor, right, () => inOrder(opening, [done]))
    }
    const log = supervisor.find(state.runId)
    if (log) {
      const follow = followHere(log, opening, 'now', state)
      return openFor(actor, right, state.ownerId === actor.id ? follow : (ended) => withholdKnowledge(follow(ended)))
    }
    return openFor(actor, right, (ended) => {
      const reply = { replyId, chatId, readerId: actor.id }
      return inOrder(opening, followRemoteReply({ store, notifications, sweep }, reply, AbortSignal.any([ended, stopping])))
    })
  }

  /** The reply that an earlier call with the same submit has begun. */
  async function joinAccepted(actor: Actor, chatId: string, replyId: string): Promise<OpenReply> {
    const state = await findReply(store, replyId, actor.id)
    if (!state) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    const [question, reply] = await loadPath(store, { chatId, leafId: replyId, readerId: actor.id, limit: 2, withSources: true })
    if (!question || !reply) throw new AppError('CHAT_PUSH_MESSAGE_FAILED')
    return joinReply(actor, chatId, replyId, [acceptedEvent(question, reply, state)])
  }

  /** Takes what the owner of the chat asks; answers the id of the reply when the same submit has begun it before. */
  async function begin(actor: Actor, chatId: string, request: ReplyRequest, shareRetrieval?: ShareRetrieval): Promise<Accepted | string> {
    const targetId = request.kind === 'send' ? null : request.messageId
    const context = await findSendContext(store, {
      chatId,
      assistantId: namedAssistant(request),
      clientMessageId: request.body.client_message_id,
      targetId,
      readerId: actor.id,
    })
    if (!context || !canReadChat(actor, context)) throw new AppError('CHAT_NOT_FOUND')
    if (!canWriteChat(actor, context)) throw new AppError('FORBIDDEN')
    assertTarget(request, context)
    if (context.acceptedReplyId) return context.acceptedReplyId
    const swept = context.leaseExpired ? await sweep(chatId) : 0
    // Ending an orphan is a change of ours: a sender who saw the chat just before it is not behind.
    if (swept > 0) return begin(actor, chatId, seenBefore(request, context.version, swept), shareRetrieval)
    return accept(actor, context, request, shareRetrieval)
  }

  /** Takes what the owner of the chat asks, and opens the reply; the same submit again joins its reply. */
  async function answer(actor: Actor, chatId: string, request: ReplyRequest): Promise<OpenReply> {
    // Before anything is begun: a stream that may not be opened must not begin a reply either.
    openStreams.assertFree(actor.id)
    const accepted = await begin(actor, chatId, request)
    if (typeof accepted === 'string') return joinAccepted(actor, chatId, accepted)
    return openFor(actor, { chatId }, followHere(accepted.log, accepted.opening, 'start', accepted.reply))
  }

  return {
    /** Ends the replies of a chat whose process fell silent. Returns how many it was that ended. */
    endOrphans: (chatId: string) => sweep(chatId),

    /** The title that a chat has of its first question until it is given another. */
    titleFromQuestion,

    sendMessage: (actor: Actor, chatId: string, body: SendMessageBody) => answer(actor, chatId, { kind: 'send', body }),

    editMessage: (actor: Actor, chatId: string, messageId: string, body: SendMessageBody) =>
      answer(actor, chatId, { kind: 'edit', messageId, body }),

    regenerateReply: (actor: Actor, chatId: string, messageId: string, body: RegenerateReplyBody) =>
      answer(actor, chatId, { kind: 'regenerate', messageId, body }),

    continueReply: (actor: Actor, chatId: string, messageId: string, body: ContinueReplyBody) =>
      answer(actor, chatId, { kind: 'continue', messageId, body }),

    async rejoinReply(actor: Actor, chatId: string): Promise<OpenReply> {
      openStreams.assertFree(actor.id)
      const chat = await findChatForReply(store.db, chatId, actor.id)
      if (!chat || !canReadChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
      if (chat.lastReplyId === null) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
      const open = await joinReply(actor, chatId, chat.lastReplyId)
      return isExcerpt(chat) ? (signal) => hideLater(open(signal)) : open
    },

    compareReplies: createComparer({ ...dependencies, begin }),

    /** Joins one of several replies. Other readers than the owner follow that on the shown path. */
    async followReply(actor: Actor, chatId: string, replyId: string): Promise<OpenReply> {
      openStreams.assertFree(actor.id)
      const chat = await findChatForReply(store.db, chatId, actor.id)
      if (!chat || !canWriteChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
      return joinReply(actor, chatId, replyId)
    },

    async stopGeneration(actor: Actor, chatId: string): Promise<boolean> {
      const chat = await findChatForReply(store.db, chatId, actor.id)
      if (!chat || !canReadChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
      if (!canWriteChat(actor, chat)) throw new AppError('FORBIDDEN')
      const runIds = await requestStop(store.db, chatId)
      for (const runId of runIds) supervisor.stop(runId)
      // Those that no process runs any more end here.
      return runIds.length > 0 && (await sweep(chatId)) < runIds.length
    },
  }
}

const seenBefore = (request: ReplyRequest, version: number, changes: number): ReplyRequest =>
  request.body.version === version ? ({ ...request, body: { ...request.body, version: version + changes } } as ReplyRequest) : request

async function* inOrder<T>(first: readonly T[], then: AsyncIterable<T> | readonly T[]): AsyncGenerator<T, undefined> {
  yield* first
  yield* then
}
