import type { ReplyDoneEvent } from '@heddle/contracts/reply/reply-stream'
import { presentMessage } from './message.presenter.ts'
import { loadPath } from './message.sql.ts'
import { errorDetail } from '../../platform/errors/error-detail.ts'
import type { ReplyState } from './reply-state.sql.ts'
import type { MessageStore } from './seal/message-store.ts'

/** The `done` of a reply that has ended, as its row tells it to one reader, or to all; null when it has been deleted since. */
export async function loadDoneEvent(store: MessageStore, state: ReplyState, readerId: string | null): Promise<ReplyDoneEvent | null> {
  const [message] = await loadPath(store, { chatId: state.chatId, leafId: state.id, readerId, limit: 1, withSources: true })
  if (!message || message.status === 'generating') return null
  const presented = presentMessage(message)
  const error = presented.error ?? (message.status === 'interrupted' ? errorDetail('CHAT_REPLY_INTERRUPTED') : null)
  return {
    type: 'done',
    status: message.status,
    message: presented,
    usage: state.usage,
    remaining_requests: state.remainingRequests,
    version: state.version,
    ...(error && { error }),
  }
}
