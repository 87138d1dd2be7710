// The lists of chats in the cache: what each is of, and what a changed chat changes in them.
import type { ChatProfile, ChatSummary } from '@heddle/contracts/chat/chat'
import type { ChatFilters, queryChats } from '@heddle/contracts/chat/history'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

/** What a list is of; the words make it a search. */
export type ListedChats = ChatFilters & { keywords?: string }

/** All that are not archived. */
export const activeChats = { is_archived: false } as const satisfies ListedChats
export const archivedChats = { is_archived: true } as const satisfies ListedChats
export const pinnedChats = { is_archived: false, is_pinned: true } as const satisfies ListedChats
/** What the drawer lists by date. */
export const unfiledChats = { is_archived: false, is_pinned: false, folder_id: null } as const satisfies ListedChats
export const createFolderList = (folderId: string) => ({ is_archived: false, folder_id: folderId }) as const satisfies ListedChats

export type ListedChat = EndpointResponse<typeof queryChats>['chats'][number]
type ChatList = InfiniteData<EndpointResponse<typeof queryChats>, string | null>

const listKey = ['chats', 'list'] as const
const tableKey = ['chats', 'table'] as const

const isFirst = ({ id }: ChatSummary, index: number, chats: ListedChat[]) => chats.findIndex((chat) => chat.id === id) === index

/** Returns the chats of all pages. A chat that moved up between two reads is in both pages; the first one is newer. */
export const flattenChats = (list: InfiniteData<ChatList['pages'][number]> | undefined): ListedChat[] =>
  list?.pages.flatMap((page) => page.chats).filter(isFirst) ?? []

/** Returns the chats of all pages, the last changed first: one that was put into the list is at its beginning. */
export const sortByChange = (chats: readonly ListedChat[]): ListedChat[] =>
  chats.toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at))

const ownFilters = ['folder_id', 'is_pinned', 'is_archived', 'is_shared'] as const

/** Returns whether a chat belongs to a list; null where only the server can tell. */
function belongsTo(listed: ListedChats, chat: ChatSummary): boolean | null {
  if (ownFilters.some((name) => listed[name] !== undefined && listed[name] !== chat[name])) return false
  return Object.keys(listed).every((name) => ownFilters.some((own) => own === name)) ? true : null
}

const summarize = (chat: ChatSummary): ChatSummary => ({
  id: chat.id,
  title: chat.title,
  explicitly_public: chat.explicitly_public,
  is_shared: chat.is_shared,
  folder_id: chat.folder_id,
  is_pinned: chat.is_pinned,
  is_archived: chat.is_archived,
  is_generating: chat.is_generating,
  created_at: chat.created_at,
  updated_at: chat.updated_at,
  abilities: chat.abilities,
})

/** Returns the chat as it is now; the marks of the old title are dropped with it. */
const renew = (known: ListedChat, chat: ChatSummary): ListedChat => ({
  ...summarize(chat),
  ...(known.match && { match: { ...known.match, title_marks: known.title === chat.title ? known.match.title_marks : [] } }),
})

function putChat(list: ChatList, listed: ListedChats, chat: ChatSummary): ChatList {
  const belongs = belongsTo(listed, chat)
  const isListed = list.pages.some((page) => page.chats.some(({ id }) => id === chat.id))
  if (!isListed && belongs !== true) return list
  return {
    ...list,
    pages: list.pages.map((page, index) => ({
      ...page,
      chats:
        belongs === false
          ? page.chats.filter(({ id }) => id !== chat.id)
          : !isListed && index === 0
            ? [summarize(chat), ...page.chats]
            : page.chats.map((known) => (known.id === chat.id ? renew(known, chat) : known)),
    })),
  }
}

/** A chat, and whether it is a temporary one, which no list has. */
type Listable = ChatSummary & Partial<Pick<ChatProfile, 'temporary_until'>>

/** Updates a chat in all lists: it is added to those that it belongs to now, and removed from the others. */
export function putChatInLists(queryClient: QueryClient, chat: Listable): void {
  if (chat.temporary_until) return
  for (const [key, list] of queryClient.getQueriesData<ChatList>({ queryKey: listKey })) {
    if (list) queryClient.setQueryData<ChatList>(key, putChat(list, key[listKey.length] ?? {}, chat))
  }
  void queryClient.invalidateQueries({ queryKey: tableKey })
}

/** Removes deleted chats from all lists. */
export function removeChatsFromLists(queryClient: QueryClient, ids: readonly string[]): void {
  queryClient.setQueriesData<ChatList>(
    { queryKey: listKey },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, chats: page.chats.filter(({ id }) => !ids.includes(id)) })) },
  )
  void queryClient.invalidateQueries({ queryKey: tableKey })
}

/** Reads the lists and tables again that are shown. */
export const refetchLists = (queryClient: QueryClient) =>
  Promise.all([listKey, tableKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
