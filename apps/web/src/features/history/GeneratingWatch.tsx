import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { putChatInLists } from '#entities/chat/chat-lists.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'

/** Watches the running replies of chats that are not open, so that their indicators end with them. */
export function GeneratingWatch({ chatIds }: { chatIds: readonly string[] }) {
  return chatIds.map((id) => <ReplyWatch key={id} chatId={id} />)
}

function ReplyWatch({ chatId }: { chatId: string }) {
  const queryClient = useQueryClient()
  const { data: profile } = useQuery({ ...chatQueries.profile(chatId), staleTime: 0, refetchInterval: 3_000, meta: { silent: true } })

  useEffect(() => {
    if (profile && !profile.is_generating) putChatInLists(queryClient, profile)
  }, [profile, queryClient])

  return null
}
