// The changes of folders, apart from their query: the first page has none of them.
import { type ChatFolder, createChatFolder, deleteChatFolder, updateChatFolder } from '@heddle/contracts/chat/folder'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { refetchLists } from './chat-lists.ts'
import { refetchFolders } from './folders.queries.ts'

export function useCreateFolder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (folder: EndpointRequest<typeof createChatFolder>['body']['folder']) =>
      (await call(createChatFolder, { body: { folder } })).folder,
    onSuccess: () => refetchFolders(queryClient),
    meta: { silent: true },
  })
}

type FolderChange = { folder: ChatFolder; change: EndpointRequest<typeof updateChatFolder>['body']['folder'] }

export function useUpdateFolder({ silent = true }: { silent?: boolean } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ folder: { id, revision }, change }: FolderChange) =>
      call(updateChatFolder, { params: { id }, body: { revision, folder: change } }),
    // Also after a failure: another tab may have changed it.
    onSettled: () => refetchFolders(queryClient),
    meta: { silent },
  })
}

export function useDeleteFolder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, withChats }: { id: string; withChats: boolean }) =>
      call(deleteChatFolder, { params: { id }, query: withChats ? { with_chats: 'true' } : {} }),
    onSuccess: (_, { withChats }) =>
      Promise.all([
        refetchFolders(queryClient),
        refetchLists(queryClient),
        // The open chat may have been in it: without its data, the page says what became of it.
        queryClient[withChats ? 'resetQueries' : 'invalidateQueries']({ queryKey: ['chats', 'detail'] }),
      ]),
    meta: { silent: true },
  })
}
