// How a user keeps a chat, apart from the queries of chats: the first page changes none.
import { setChatSettings } from '@heddle/contracts/chat/chat'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { putProfile } from './chats.queries.ts'
import { refetchFolders } from './folders.queries.ts'

type ChatSettings = EndpointRequest<typeof setChatSettings>['body']

/** Moves a chat into a folder or out of it, pins it or archives it. */
export function useSetChatSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: ChatSettings & { id: string }) => call(setChatSettings, { params: { id }, body }),
    onSuccess: ({ chat }) => {
      putProfile(queryClient, chat)
      return refetchFolders(queryClient)
    },
  })
}
