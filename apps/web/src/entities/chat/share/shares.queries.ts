// The shares of chats: of one chat, of all own ones, and what others share with the user.
import {
  type ChatShare,
  createChatShare,
  endChatShare,
  endOwnShares,
  findShareCandidates,
  type OwnShare,
  previewChatShare,
  queryChatShares,
  queryOwnShares,
  querySharedWithMe,
  type ShareInput,
  updateChatShare,
} from '@heddle/contracts/chat/share'
import { limits } from '@heddle/contracts/limits'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'
import { refetchLists } from '../chat-lists.ts'
import { chatQueries, putProfile } from '../chats.queries.ts'

const shareKey = ['chat-shares'] as const

export const shareQueries = {
  /** The shares of a chat that go on: fewer than a page can have. */
  ofChat: (chatId: string) =>
    queryOptions({
      queryKey: [...shareKey, 'chat', chatId],
      queryFn: async ({ signal }) =>
        (await call(queryChatShares, { params: { id: chatId }, body: { page_size: limits.sharesPerChat }, signal })).shares,
      meta: { silent: true },
    }),
  /** Users and groups to share with, by a part of the name. */
  candidates: (keyword: string) =>
    queryOptions({
      queryKey: ['share-candidates', keyword],
      queryFn: async ({ signal }) =>
        (await call(findShareCandidates, { body: { keyword, page_size: limits.maxPageSize }, signal })).candidates,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      meta: { silent: true },
    }),
  /** What the readers of a share would not see. */
  preview: (chatId: string, share: ShareInput) =>
    queryOptions({
      queryKey: ['share-preview', chatId, share],
      queryFn: ({ signal }) => call(previewChatShare, { params: { id: chatId }, body: { share, page_size: 10 }, signal }),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** One page of what the user has shared. */
  own: (asked: { page_size: number; page_token: string | undefined }) =>
    queryOptions({
      queryKey: [...shareKey, 'own', asked],
      queryFn: async ({ signal }): Promise<TablePage<OwnShare>> => {
        const { shares, ...page } = await call(queryOwnShares, { body: asked, signal })
        return { rows: shares, ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** The chats of others. */
  withMe: () =>
    infiniteQueryOptions({
      queryKey: ['shared-with-me'],
      queryFn: ({ pageParam, signal }) =>
        call(querySharedWithMe, { body: pageParam === null ? { page_size: limits.chatPageSize } : { page_token: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next_page_token ?? null,
      meta: { silent: true },
    }),
}

/** Reads the shares again, and the chat for its mark. */
async function refetchShares(queryClient: QueryClient, chatId: string) {
  const [profile] = await Promise.all([
    queryClient.fetchQuery({ ...chatQueries.profile(chatId), staleTime: 0 }),
    queryClient.invalidateQueries({ queryKey: shareKey }),
  ])
  putProfile(queryClient, profile)
}

/** Begins a share, or changes the one that has the id. */
export function useSaveShare(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ shareId, share }: { shareId: string | null; share: ShareInput }): Promise<ChatShare> =>
      shareId === null
        ? (await call(createChatShare, { params: { id: chatId }, body: { share } })).share
        : (await call(updateChatShare, { params: { id: chatId, shareId }, body: { share } })).share,
    onSuccess: () => refetchShares(queryClient, chatId),
    meta: { silent: true },
  })
}

export function useEndChatShare() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ chatId, shareId }: { chatId: string; shareId: string }) => call(endChatShare, { params: { id: chatId, shareId } }),
    onSuccess: (_, { chatId }) => refetchShares(queryClient, chatId),
    meta: { silent: true },
  })
}

export function useEndOwnShares() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(endOwnShares),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: shareKey }),
        queryClient.invalidateQueries({ queryKey: [...chatQueries.all, 'detail'] }),
        refetchLists(queryClient),
      ]),
    meta: { silent: true },
  })
}
