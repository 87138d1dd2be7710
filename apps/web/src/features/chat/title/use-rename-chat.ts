import { setChatTitle } from '@heddle/contracts/chat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { changeChat } from '../reply/chat-cache.ts'

export function useRenameChat(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(setChatTitle, { params: { id: chatId }, body: { name } }),
    onSuccess: ({ chat: { title, updated_at } }) => changeChat(queryClient, chatId, (chat) => ({ ...chat, title, updated_at })),
  })
}
