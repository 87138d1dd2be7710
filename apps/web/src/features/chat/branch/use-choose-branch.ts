import { type Chat, chooseBranch } from '@heddle/contracts/chat/chat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { announceChatChange } from '#entities/chat/chat-changes.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { addPage, keepKnownMessages, readPage } from '#entities/chat/known-messages.ts'
import { call } from '#shared/api/client.ts'
import { changeChat } from '../reply/chat-cache.ts'

/** Switches to the branch of a sibling: `siblings.previous_id` or `siblings.next_id` of the visible message. */
export function useChooseBranch(chatId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = chatQueries.detail(chatId)
  return useMutation({
    mutationFn: async ({ messageId }: { messageId: string }) => {
      const version = queryClient.getQueryData<Chat>(queryKey)?.version ?? 0
      const { chat } = await call(chooseBranch, { params: { id: chatId }, body: { message_id: messageId, version } })
      const [first] = chat.messages
      if (!first || chat.messages.some(({ id }) => id === messageId)) return chat
      // The end of a long branch: the chosen message is far before it.
      return addPage(chat, first.id, await readPage(chatId, { before: first.id, around: messageId }))
    },
    onSuccess: (chat) => {
      announceChatChange(chatId)
      return changeChat(queryClient, chatId, (known) => keepKnownMessages(known, chat))
    },
    // The cached chat was outdated.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}
