import type { Chat } from '@heddle/contracts/chat/chat'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import { addPage, findGap, findLastGap, type Gap, readPage, type Slots } from '#entities/chat/known-messages.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'

type Range = { readonly startIndex: number; readonly endIndex: number }

/**
 * Reads the messages that are missing in the viewport and near it, page after page; they become part of the cached chat. Returns the
 * error of the last page, and how to read it again.
 */
export function useMissingMessages(chatId: string, slots: Slots, visible: Range | null) {
  const queryClient = useQueryClient()
  const wanted = visible && findGap(slots, visible.startIndex, visible.endIndex)
  // One page at a time: while the reader drags the scrollbar, the pages in between are not read.
  const [gap, setGap] = useState<Gap | null>(null)
  const { error, isFetching, refetch } = useQuery({
    queryKey: [...chatQueries.all, 'page', chatId, gap],
    queryFn: async ({ signal }) => {
      if (!gap) return 0
      const page = await readPage(chatId, gap, signal).catch((failure: unknown) => {
        // Another branch is shown meanwhile.
        if (isUnknownEntity(failure)) void queryClient.invalidateQueries({ queryKey: chatQueries.detail(chatId).queryKey })
        throw failure
      })
      queryClient.setQueryData<Chat>(chatQueries.detail(chatId).queryKey, (chat) => chat && addPage(chat, gap.before, page))
      return page.length
    },
    enabled: gap !== null,
    staleTime: 0,
    gcTime: 0,
    // The conversation shows the error.
    meta: { silent: true },
  })
  const isSame = gap?.before === wanted?.before && gap?.from === wanted?.from
  if (!isSame && !isFetching) setGap(wanted)
  return { error, isLoading: isFetching, retry: () => void refetch() }
}

/** Reads all missing messages of the chat. */
export function useAllMessages(chatId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = chatQueries.detail(chatId)
  return useMutation({
    mutationFn: async () => {
      for (;;) {
        const gap = findLastGap(queryClient.getQueryData<Chat>(queryKey)?.messages ?? [])
        if (!gap) return
        const page = await readPage(chatId, gap)
        queryClient.setQueryData<Chat>(queryKey, (chat) => chat && addPage(chat, gap.before, page))
      }
    },
    meta: { failure: 'loadMessages' },
  })
}
