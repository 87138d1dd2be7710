// The queries and mutations of chats, shared by the history and the chat page, with their cache updates.
import {
  type Chat,
  type ChatProfile,
  type ChatSummary,
  deleteChat,
  getChat,
  getChatProfile,
  setChatTitle,
  shareChat,
} from '@heddle/contracts/chat/chat'
import { queryChats } from '@heddle/contracts/chat/history'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { limits } from '@heddle/contracts/limits'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { keepKnownMessages } from './known-messages.ts'
import type { ExportFormat } from './save-chat.ts'

export const chatQueries = {
  all: ['chats'] as const,
  list: () =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.all, 'list'],
      queryFn: ({ pageParam, signal }) =>
        call(queryChats, { body: pageParam === null ? { page_size: limits.chatPageSize } : { page_token: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next_page_token ?? null,
      staleTime: 30_000,
      // The drawer or the page shows the error.
      meta: { silent: true },
    }),
  search: (keywords: string) =>
    infiniteQueryOptions({
      queryKey: [...chatQueries.all, 'search', keywords],
      queryFn: ({ pageParam, signal }) =>
        call(queryChats, {
          body: pageParam === null ? { page_size: limits.chatPageSize, keywords } : { page_token: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next_page_token ?? null,
      staleTime: 10_000,
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

type ListedChat = EndpointResponse<typeof queryChats>['chats'][number]
type ChatList = InfiniteData<EndpointResponse<typeof queryChats>, string | null>

const isFirst = ({ id }: ChatSummary, index: number, chats: ListedChat[]) => chats.findIndex((chat) => chat.id === id) === index

/** Returns the chats of all pages. A chat that moved up between two reads is in both pages; the first one is newer. */
export const flattenChats = (list: InfiniteData<ChatList['pages'][number]> | undefined): ListedChat[] =>
  list?.pages.flatMap((page) => page.chats).filter(isFirst) ?? []

const summarize = ({ id, title, explicitly_public, is_generating, created_at, updated_at, abilities }: ChatSummary): ChatSummary => ({
  id,
  title,
  explicitly_public,
  is_generating,
  created_at,
  updated_at,
  abilities,
})

/** Adds a chat to the history or updates it there; the history is sorted by `updated_at` when it is shown. */
export function putChatInHistory(queryClient: QueryClient, chat: ChatSummary): void {
  queryClient.setQueryData<ChatList>(chatQueries.list().queryKey, (list) => {
    if (!list) return list
    const isListed = list.pages.some((page) => page.chats.some(({ id }) => id === chat.id))
    return {
      ...list,
      pages: list.pages.map((page, index) => ({
        ...page,
        chats:
          !isListed && index === 0
            ? [summarize(chat), ...page.chats]
            : page.chats.map((listed) => (listed.id === chat.id ? summarize(chat) : listed)),
      })),
    }
  })
}

/** Updates the chats in the history and in the results of all searches. */
function updateListedChats(queryClient: QueryClient, change: (chats: ListedChat[]) => ListedChat[]) {
  const changePages = (list: ChatList | undefined) =>
    list && { ...list, pages: list.pages.map((page) => ({ ...page, chats: change(page.chats) })) }
  for (const kind of ['list', 'search']) queryClient.setQueriesData<ChatList>({ queryKey: [...chatQueries.all, kind] }, changePages)
}

const removeChatFromHistory = (queryClient: QueryClient, chatId: string) =>
  updateListedChats(queryClient, (chats) => chats.filter(({ id }) => id !== chatId))

/** Returns the chat as it is now; the marks of the old title are dropped with it. */
const renew = (listed: ListedChat, chat: ChatSummary): ListedChat => ({
  ...summarize(chat),
  ...(listed.match && { match: { ...listed.match, title_marks: listed.title === chat.title ? listed.match.title_marks : [] } }),
})

function putProfile(queryClient: QueryClient, profile: ChatProfile) {
  putChatInHistory(queryClient, profile)
  updateListedChats(queryClient, (chats) => chats.map((listed) => (listed.id === profile.id ? renew(listed, profile) : listed)))
  queryClient.setQueryData<Chat>(chatQueries.detail(profile.id).queryKey, (chat) => chat && { ...chat, ...profile })
}

/** Shares a chat with every signed-in user of the tenant, or stops sharing it. */
export function useShareChat(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isPublic: boolean) => call(shareChat, { params: { id: chatId }, body: { explicitly_public: isPublic } }),
    onSuccess: ({ chat }) => putProfile(queryClient, chat),
    meta: { silent: true },
  })
}

export function useRenameChat(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(setChatTitle, { params: { id: chatId }, body: { name } }),
    onSuccess: ({ chat }) => putProfile(queryClient, chat),
  })
}

/** Saves a chat as a file. The code for it is loaded on first use. */
export function useExportChat(chatId: string) {
  return useMutation({ mutationFn: async (format: ExportFormat) => (await import('./save-chat.ts')).saveChat(chatId, format) })
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
    onSuccess: () => removeChatFromHistory(queryClient, chatId),
    meta: { silent: true },
  })
}
