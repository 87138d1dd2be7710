import { deleteChat, getChatProfile, keepChat } from '@heddle/contracts/chat/chat'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chatQueries, putProfile } from '#entities/chat/chats.queries.ts'
import { call } from '#shared/api/client.ts'
import { isUnknownEntity } from '#shared/api/errors.ts'

/** Turns a temporary chat into one that stays. */
export function useKeepChat(chatId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(keepChat, { params: { id: chatId } }),
    onSuccess: ({ chat }) => putProfile(queryClient, chat),
  })
}

/** Ends a temporary chat; `leave` leaves its page, and then the browser forgets what it has of it. */
export function useEndChat(chatId: string, leave: () => Promise<void> | void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteChat, { params: { id: chatId } }),
    onSuccess: async () => {
      await leave()
      queryClient.removeQueries({ queryKey: chatQueries.detail(chatId).queryKey })
    },
  })
}

/** The longest time of a timer. */
const maxDelayMs = 2 ** 31 - 1

/** Looks at the chat again when it should have ended: its page says so, or the end has moved with a use since. */
export function useEndOfChat(chatId: string, until: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    async function look() {
      try {
        const { chat } = await call(getChatProfile, { params: { id: chatId } })
        putProfile(queryClient, chat)
      } catch (error) {
        if (isUnknownEntity(error)) await queryClient.resetQueries({ queryKey: chatQueries.detail(chatId).queryKey })
      }
    }
    const delay = Math.min(maxDelayMs, Math.max(1_000, Date.parse(until) - Date.now() + 1_000))
    const timer = setTimeout(() => void look(), delay)
    return () => clearTimeout(timer)
  }, [queryClient, chatId, until])
}
