import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { flattenChats, type ListedChats } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { groupChats } from './history-groups.ts'

/** Returns a list of chats under its headings, and a function that loads more. */
export function useHistory(listed: ListedChats) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(chatQueries.list(listed))
  const now = useNow()
  const chats = useMemo(() => flattenChats(data), [data])
  const sections = useMemo(() => groupChats(chats, now), [chats, now])
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  return { chats, sections, error, isPending, hasNextPage, isFetchingNextPage, loadMore, retry: () => void refetch() }
}

/** Returns the current time, updated every minute, so that "today" changes at midnight. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
