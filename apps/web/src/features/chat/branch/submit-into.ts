// What a user asks for at a message that is already there; its reply is followed as that to a new one.
import type { Chat } from '@heddle/contracts/chat'
import type { QueryClient } from '@tanstack/react-query'
import type { Choices } from '../choice/use-choices.ts'
import { toDraftScope, toEditScope, submitDraft } from '../draft/drafts.ts'
import { createMessageId } from '../draft/message-id.ts'
import type { ReplyStore } from '../reply/reply-store.ts'
import { getReplyStore } from '../reply/reply-stores.ts'

type Target = { queryClient: QueryClient; userId: string; chat: Pick<Chat, 'id' | 'version'> }

/** The words of an edited question; without `fileIds`, the files of the one that it replaces go with it. */
export type Edit = { messageId: string; content: string; fileIds?: string[]; choices?: Choices['body'] }
export type Regeneration = { messageId: string; choices?: Choices['body'] }
export type Continuation = { messageId: string }

/** Asks an edited question. */
export function submitEdit({ messageId, content, fileIds, choices, ...into }: Target & Edit): void {
  const scope = toDraftScope(into.userId, into.chat.id)
  const store = findIdleStore(into)
  if (!store) return
  const { version } = into.chat
  const client_message_id = submitDraft(toEditScope(scope, messageId), content, version)
  store.submit({
    kind: 'edit',
    messageId,
    body: { ...choices, content, version, client_message_id, ...(fileIds && { file_ids: fileIds }) },
  })
}

/** Asks for another reply to the same question. */
export function submitRegeneration({ messageId, choices, ...into }: Target & Regeneration): void {
  findIdleStore(into)?.submit({
    kind: 'regenerate',
    messageId,
    body: { ...choices, version: into.chat.version, client_message_id: createMessageId() },
  })
}

/** Has the last reply, which was stopped or interrupted, go on. */
export function submitContinuation({ messageId, ...into }: Target & Continuation): void {
  findIdleStore(into)?.submit({ kind: 'continue', messageId, body: { version: into.chat.version, client_message_id: createMessageId() } })
}

/** Null while a reply is under way: there is one at a time. */
function findIdleStore({ queryClient, userId, chat }: Target): ReplyStore | null {
  const store = getReplyStore(queryClient, chat.id, toDraftScope(userId, chat.id))
  return store.getStatus().phase === 'idle' ? store : null
}
