import { createChat } from '@heddle/contracts/chat/chat'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putChatInLists } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { refetchFolders } from '#entities/chat/folders.queries.ts'
import { call } from '#shared/api/client.ts'
import { NetworkError } from '#shared/api/errors.ts'

/** Loads what sends a message and reads its reply: the home page has none. */
export const loadSending = () =>
  import('../send-message.ts').catch((error: unknown) => {
    throw new NetworkError('What sends a message could not be loaded', { cause: error })
  })

type NewChat = EndpointRequest<typeof createChat>['body']['chat']

/** Creates the chat of a first message. */
export function useCreateChat() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (chat: NewChat) => {
      // Before there is a chat whose message could not be sent.
      await loadSending()
      return (await call(createChat, { body: { chat } })).chat
    },
    onSuccess: (chat) => {
      queryClient.setQueryData(chatQueries.detail(chat.id).queryKey, chat)
      putChatInLists(queryClient, chat)
      if (chat.folder_id !== null) void refetchFolders(queryClient)
    },
    meta: { failure: 'createChat' },
  })
}
