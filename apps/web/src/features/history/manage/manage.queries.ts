import { changeChats } from '@heddle/contracts/chat/bulk'
import { queryChats } from '@heddle/contracts/chat/history'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ListedChat, type ListedChats, refetchLists, removeChatsFromLists } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { refetchFolders } from '#entities/chat/folders.queries.ts'
import type { ExportFormat } from '#entities/chat/save-chat.ts'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

type TableQuery = { listed: ListedChats; pageSize: number; pageToken: string | undefined }

export const createTableQuery = ({ listed, pageSize, pageToken }: TableQuery) =>
  queryOptions({
    queryKey: [...chatQueries.tables, listed, pageSize, pageToken],
    queryFn: async ({ signal }): Promise<TablePage<ListedChat>> => {
      const body = pageToken === undefined ? { ...listed, page_size: pageSize } : { page_token: pageToken }
      const { chats, ...page } = await call(queryChats, { body, signal })
      return { rows: chats, ...page }
    },
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })

type ChangeOfChats = EndpointRequest<typeof changeChats>['body']

/** Does the same with many chats; returns what became of each. Goes on after the page is left. */
export function useChangeChats() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ change, keepalive = false }: { change: ChangeOfChats; keepalive?: boolean }) =>
      (await call(changeChats, { body: change, keepalive })).results,
    onSuccess: (results, { change }) => {
      if (change.action !== 'delete') return
      const deleted = results.filter(({ state }) => state === 'done').map(({ id }) => id)
      removeChatsFromLists(queryClient, deleted)
      for (const id of deleted) queryClient.removeQueries({ queryKey: chatQueries.detail(id).queryKey })
    },
    onSettled: () =>
      Promise.all([
        refetchLists(queryClient),
        refetchFolders(queryClient),
        queryClient.invalidateQueries({ queryKey: [...chatQueries.all, 'detail'] }),
      ]),
  })
}

/** Saves chats as a zip. The code for it is loaded on first use. */
export const useExportChats = () =>
  useMutation({
    mutationFn: async ({ ids, format }: { ids: readonly string[]; format: ExportFormat }) =>
      (await import('#entities/chat/save-chat.ts')).saveChats(ids, format),
  })
