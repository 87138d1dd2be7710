import type { ChatSummary } from '@heddle/contracts/chat'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { chatQueries } from '#shared/chats/chats.queries.ts'
import { useNow } from '#shared/hooks/use-now.ts'
import { groupChats } from './history-groups.ts'

// A chat that moved up between the reading of two pages comes in both; the first is the newer.
const isFirst = ({ id }: ChatSummary, index: number, chats: ChatSummary[]) => chats.findIndex((chat) => chat.id === id) === index

/** The history under its headings, and how to read more of it. */
export function useHistory() {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(chatQueries.list())
  const now = useNow()
  const chats = useMemo(() => data?.pages.flatMap((page) => page.chats).filter(isFirst) ?? [], [data])
  const sections = useMemo(() => groupChats(chats, now), [chats, now])
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  return { chats, sections, error, isPending, hasNextPage, isFetchingNextPage, loadMore, retry: () => void refetch() }
}
