// The queries and mutations of chats, shared by the history and the chat page, with their cache updates.
import { type Chat, type ChatProfile, deleteChat, getChat, getChatProfile, setChatChoices, setChatTitle } from '@heddle/contracts/chat/chat'
import { queryChats } from '@heddle/contracts/chat/history'
import { limits } from '@heddle/contracts/limits'
import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { type ListedChats, putChatInLists, removeChatsFromLists } from './chat-lists.ts'
import { refetchFolders } from './folders.queries.ts'
import { keepKnownMessages } from './known-messages.ts'
import type { ChatExportRequest } from './save-chat.ts'

export const chatQueries = {
  all: ['chats'] as const,
  lists: ['chats', 'list'] as const,
  /** The tables of chats, a page each. */
  tables: ['chats', 'table'] as const,
  list: (listed: ListedChats = {}) =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.lists, listed],
      queryFn: ({ pageParam, signal }) =>
        call(queryChats, { body: pageParam === null ? { page_size: limits.chatPageSize, ...listed } : { page_token: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next_page_token ?? null,
      staleTime: listed.keywords === undefined ? 30_000 : 10_000,
      // The drawer or the page shows the error.
      meta: { silent: true },
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'detail', id],
      queryFn: async ({ signal, client, queryKey }) => {
        const { chat } = await call(getChat, { params: { id }, signal })
        return keepKnownMessages(client.getQueryData<Chat>(queryKey), chat)
      },
    }),
  profile: (id: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'profile', id],
      queryFn: async ({ signal }) => (await call(getChatProfile, { params: { id }, signal })).chat,
    }),
}

/** Updates a chat in the lists and on its page. */
export function putProfile(queryClient: QueryClient, profile: ChatProfile) {
  putChatInLists(queryClient, profile)
  queryClient.setQueryData<Chat>(chatQueries.detail(profile.id).queryKey, (chat) => chat && { ...chat, ...profile })
}

export function useRenameChat(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(setChatTitle, { params: { id: chatId }, body: { name } }),
    onSuccess: ({ chat }) => putProfile(queryClient, chat),
  })
}

/** Sets whether the owner's personal instructions go along with the questions of a chat. */
export function useSetChatInstructions(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uses_instructions: boolean) => call(setChatChoices, { params: { id: chatId }, body: { uses_instructions } }),
    onSuccess: ({ chat }) => putProfile(queryClient, chat),
  })
}

/** Saves a chat as a file. The code for it is loaded on first use. */
export function useExportChat(chatId: string) {
  return useMutation({ mutationFn: async (request: ChatExportRequest) => (await import('./save-chat.ts')).saveChat(chatId, request) })
}

/** The service responded without deleting the chat. */
export class ChatNotDeletedError extends Error {
  override name = 'ChatNotDeletedError'
}

export function useDeleteChat(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { success } = await call(deleteChat, { params: { id: chatId } })
      if (!success) throw new ChatNotDeletedError()
    },
    onSuccess: () => {
      removeChatsFromLists(queryClient, [chatId])
      return refetchFolders(queryClient)
    },
    meta: { silent: true },
  })
}
