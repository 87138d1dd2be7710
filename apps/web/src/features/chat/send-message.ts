import type { Chat } from '@heddle/contracts/chat/chat'
import type { QueryClient } from '@tanstack/react-query'
import { toAllowedChoices } from './choice/allowed-choices.ts'
import type { Choices } from './choice/use-choices.ts'
import { type DraftComparison, draftStore, toDraftScope, submitDraft } from './draft/drafts.ts'
import { takeFilesToSend } from './files/upload-file.ts'
import { getReplyStore } from './reply/open-reply-stores.ts'

type Sending = { queryClient: QueryClient; userId: string; chat: Pick<Chat, 'id' | 'version'>; content: string; choices: Choices['body'] }

/** Sends a message into a chat and follows its reply, or those of several beside each other. */
export function sendMessageToChat({ queryClient, userId, chat, content, choices }: Sending): void {
  const scope = toDraftScope(userId, chat.id)
  const store = getReplyStore(queryClient, chat.id, scope)
  // The text stays in the composer while another reply is running.
  if (store.getStatus().phase !== 'idle') return
  const comparison = draftStore.comparison(scope)
  const submitted = submitDraft(scope, content, chat.version)
  const file_ids = takeFilesToSend(queryClient, chat.id, scope)
  const files = file_ids.length > 0 ? { file_ids } : {}
  if (comparison) {
    const { model: _, ...others } = choices
    const { client_message_id } = submitted
    const body = { ...others, ...files, ...toCandidates(comparison), client_message_id, content, version: chat.version }
    return store.submit({ kind: 'compare', body })
  }
  store.submit({
    kind: 'send',
    body: { ...toAllowedChoices(choices, 'assistant_id' in submitted), ...files, ...submitted, content, version: chat.version },
  })
}

const toCandidates = ({ candidates, is_blind }: DraftComparison) => ({
  is_blind,
  candidates: candidates.map(({ assistant, model }) => ({ assistant_id: assistant.id, ...(model && { model: { id: model.id } }) })),
})
