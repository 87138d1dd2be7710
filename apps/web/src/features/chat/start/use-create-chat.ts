import { createChat } from '@heddle/contracts/chat/chat'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chatQueries, putChatInHistory } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'

type NewChat = EndpointRequest<typeof createChat>['body']['chat']

/** Creates the chat of a first message. */
export function useCreateChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (chat: NewChat) => (await call(createChat, { body: { chat } })).chat,
    onSuccess: (chat) => {
      queryClient.setQueryData(chatQueries.detail(chat.id).queryKey, chat)
      putChatInHistory(queryClient, chat)
    },
    meta: { failure: 'createChat' },
  })
}
