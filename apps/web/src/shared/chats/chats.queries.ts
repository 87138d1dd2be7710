// What the history and the chat page both read and change, with what each change does to the cache.
import {
  type Chat,
  type ChatProfile,
  type ChatSummary,
  deleteChat,
  getChat,
  getChatProfile,
  queryChats,
  shareChat,
} from '@heddle/contracts/chat'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import { limits } from '@heddle/contracts/limits'
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'

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
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'detail', id],
      queryFn: async ({ signal }) => (await call(getChat, { params: { id }, signal })).chat,
    }),
  profile: (id: string) =>
    queryOptions({
      queryKey: [...chatQueries.all, 'profile', id],
      queryFn: async ({ signal }) => (await call(getChatProfile, { params: { id }, signal })).chat,
    }),
}

type ChatList = InfiniteData<EndpointResponse<typeof queryChats>, string | null>

const summarize = ({ id, title, explicitly_public, is_generating, created_at, updated_at, abilities }: ChatSummary): ChatSummary => ({
  id,
  title,
  explicitly_public,
  is_generating,
  created_at,
  updated_at,
  abilities,
})

/** Puts a chat into the history, or changes it there; the history sorts by `updated_at` when it is shown. */
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

function takeChatOutOfHistory(queryClient: QueryClient, chatId: string) {
  queryClient.setQueryData<ChatList>(
    chatQueries.list().queryKey,
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, chats: page.chats.filter(({ id }) => id !== chatId) })) },
  )
}

function putProfile(queryClient: QueryClient, profile: ChatProfile) {
  putChatInHistory(queryClient, profile)
  queryClient.setQueryData<Chat>(chatQueries.detail(profile.id).queryKey, (chat) => chat && { ...chat, ...profile })
}

/** Shares a chat with every signed-in user of the tenant, or takes it back. */
export function useShareChat(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isPublic: boolean) => call(shareChat, { params: { id: chatId }, body: { explicitly_public: isPublic } }),
    onSuccess: ({ chat }) => putProfile(queryClient, chat),
    meta: { silent: true },
  })
}

/** The service answered, but did not delete. */
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
    onSuccess: () => takeChatOutOfHistory(queryClient, chatId),
    meta: { silent: true },
  })
}
