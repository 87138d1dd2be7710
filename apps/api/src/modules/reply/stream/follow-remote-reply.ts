// A reply that another process makes, read from its row: told when the row has changed, and looking for itself in case a
// notification got lost.
import type { Message } from '@heddle/contracts/message/message'
import type { ReplyDoneEvent, ReplyStreamEvent } from '@heddle/contracts/reply/reply-stream'
import { AppError } from '../../../platform/errors/app-error.ts'
import { presentMessage } from '../../message/message.presenter.ts'
import { loadPath } from '../../message/message.sql.ts'
import { loadDoneEvent } from '../../message/done-event.ts'
import type { MessageStore } from '../../message/seal/message-store.ts'
import type { ReplyNotifications } from './notifications.ts'
import { pollIntervalMs } from '../reply.rules.ts'
import { findReply, type ReplyState } from '../../message/reply-state.sql.ts'

type RemoteDependencies = {
  readonly store: MessageStore
  readonly notifications: ReplyNotifications
  /** Ends the reply if its process fell silent. */
  readonly sweep: (chatId: string) => Promise<unknown>
}

/**
 * Yields a snapshot, then what is new at each save, then `done`. Ends without a `done` when `signal` is aborted; throws
 * `CHAT_NOT_FOUND` when the reply was deleted before the first look.
 */
export async function* followRemoteReply(
  { store, notifications, sweep }: RemoteDependencies,
  { replyId, chatId, readerId }: { replyId: string; chatId: string; readerId: string },
  signal: AbortSignal,
): AsyncGenerator<ReplyStreamEvent, undefined> {
  let hasChanged = false
  let wake = () => {}
  const change = () => {
    hasChanged = true
    wake()
  }
  const untilChange = () =>
    new Promise<void>((resolve) => {
      if (hasChanged || signal.aborted) return resolve()
      const timer = setTimeout(resolve, pollIntervalMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const unfollow = notifications.follow(replyId, change)
  signal.addEventListener('abort', change, { once: true })
  try {
    const [row] = await loadPath(store, { chatId, leafId: replyId, readerId, limit: 1, withSources: false })
    let seen: ReplyState | undefined
    while (!signal.aborted) {
      hasChanged = false
      const state = await findReply(store, replyId, readerId)
      if (state) {
        yield* seen ? newEvents(seen, state) : [toSnapshot(state)]
        seen = state
      }
      if (state?.status === 'generating') {
        if (state.leaseExpired) await sweep(state.chatId)
        await untilChange()
        continue
      }
      const done = state && (await loadDoneEvent(store, state, readerId))
      if (done) return yield done
      if (!row || !seen) throw new AppError('CHAT_NOT_FOUND')
      return yield toDoneOfDeleted(presentMessage(row), seen)
    }
  } finally {
    signal.removeEventListener('abort', change)
    unfollow()
  }
}

const toSnapshot = ({ id, content, reasoning, steps, sources }: ReplyState): ReplyStreamEvent => ({
  type: 'snapshot',
  reply_id: id,
  text: content,
  reasoning,
  steps: [...steps],
  sources: [...sources],
})

/** The chat was deleted meanwhile: what was read is all there is. */
const toDoneOfDeleted = (
  message: Message,
  { content, reasoning, steps, sources, version, remainingRequests }: ReplyState,
): ReplyDoneEvent => ({
  type: 'done',
  status: 'stopped',
  message: { ...message, content, reasoning, steps: [...steps], sources: [...sources], status: 'stopped' },
  usage: null,
  remaining_requests: remainingRequests,
  version,
})

/** What a reader of the older state lacks. A text only grows; should it not have, all of it is sent again. */
function* newEvents(older: ReplyState, newer: ReplyState): Generator<ReplyStreamEvent> {
  const keepsSources = older.sources.every(({ id }) => newer.sources.some((source) => source.id === id))
  if (!keepsSources || !newer.content.startsWith(older.content) || !newer.reasoning.startsWith(older.reasoning))
    return yield toSnapshot(newer)
  for (const step of newer.steps) {
    const before = older.steps.find(({ node_id }) => node_id === step.node_id)
    if (before?.status !== step.status) yield { type: 'step', step }
  }
  if (newer.sources.length > older.sources.length) yield { type: 'sources', sources: [...newer.sources] }
  const reasoning = newer.reasoning.slice(older.reasoning.length)
  const text = newer.content.slice(older.content.length)
  if (reasoning !== '') yield { type: 'reasoning', text: reasoning }
  if (text !== '') yield { type: 'delta', text }
}
