import type { Chat } from '@heddle/contracts/chat/chat'
import type { QueryClient } from '@tanstack/react-query'
import { toAllowedChoices } from './choice/allowed-choices.ts'
import type { Choices } from './choice/use-choices.ts'
import { toDraftScope, submitDraft } from './draft/drafts.ts'
import { takeFilesToSend } from './files/upload-file.ts'
import { getReplyStore } from './reply/open-reply-stores.ts'

type Sending = { queryClient: QueryClient; userId: string; chat: Pick<Chat, 'id' | 'version'>; content: string; choices: Choices['body'] }

/** Sends a message into a chat and follows its reply. */
export function sendMessageToChat({ queryClient, userId, chat, content, choices }: Sending): void {
  const scope = toDraftScope(userId, chat.id)
  const store = getReplyStore(queryClient, chat.id, scope)
  // The text stays in the composer while another reply is running.
  if (store.getStatus().phase !== 'idle') return
  const submitted = submitDraft(scope, content, chat.version)
  const file_ids = takeFilesToSend(queryClient, chat.id, scope)
  const files = file_ids.length > 0 ? { file_ids } : {}
  store.submit({
    kind: 'send',
    body: { ...toAllowedChoices(choices, 'assistant_id' in submitted), ...files, ...submitted, content, version: chat.version },
  })
}
