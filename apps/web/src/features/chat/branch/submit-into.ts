// Submissions at an existing message: edit, regenerate and continue. Their replies are followed like that to a new message.
import type { Chat } from '@heddle/contracts/chat/chat'
import type { QueryClient } from '@tanstack/react-query'
import type { Choices } from '../choice/use-choices.ts'
import { toDraftScope, toEditScope, submitDraft } from '../draft/drafts.ts'
import { createMessageId } from '../draft/message-id.ts'
import type { ReplyStore } from '../reply/reply-store.ts'
import { getReplyStore } from '../reply/open-reply-stores.ts'

type Target = { queryClient: QueryClient; userId: string; chat: Pick<Chat, 'id' | 'version'> }

/** An edited question; without `fileIds` it keeps the files of the original. */
export type Edit = { messageId: string; content: string; fileIds?: string[]; choices?: Choices['body'] }
export type Regeneration = { messageId: string; choices?: Choices['body'] }
export type ContinuationTarget = { messageId: string }

/** Submits an edited question. */
export function submitEdit({ messageId, content, fileIds, choices, ...into }: Target & Edit): void {
  const scope = toDraftScope(into.userId, into.chat.id)
  const store = findIdleStore(into)
  if (!store) return
  const { version } = into.chat
  const submitted = submitDraft(toEditScope(scope, messageId), content, version)
  store.submit({
    kind: 'edit',
    messageId,
    body: { ...choices, ...submitted, content, version, ...(fileIds && { file_ids: fileIds }) },
  })
}

/** Submits the question again for another reply. */
export function submitRegeneration({ messageId, choices, ...into }: Target & Regeneration): void {
  findIdleStore(into)?.submit({
    kind: 'regenerate',
    messageId,
    body: { ...choices, version: into.chat.version, client_message_id: createMessageId() },
  })
}

/** Continues the last reply, which was stopped or interrupted. */
export function submitContinuation({ messageId, ...into }: Target & ContinuationTarget): void {
  findIdleStore(into)?.submit({ kind: 'continue', messageId, body: { version: into.chat.version, client_message_id: createMessageId() } })
}

/** Returns the store of the chat; null while a reply is running. */
function findIdleStore({ queryClient, userId, chat }: Target): ReplyStore | null {
  const store = getReplyStore(queryClient, chat.id, toDraftScope(userId, chat.id))
  return store.getStatus().phase === 'idle' ? store : null
}
