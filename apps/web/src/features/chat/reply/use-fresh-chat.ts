import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onChatChange } from '#entities/chat/chat-changes.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import type { ReplyStore } from './reply-store.ts'

/**
 * Reads the chat again when another tab has changed it, and when the window gets the focus: another device may have. While a reply
 * is under way here its stream says all there is, and a reading would bring back the files that are being sent.
 */
export function useFreshChat(chatId: string, store: ReplyStore): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const { queryKey } = chatQueries.detail(chatId)
    const isIdle = () => store.getStatus().phase === 'idle'
    const stopListening = onChatChange((changed) => {
      if (changed === chatId && isIdle()) void queryClient.invalidateQueries({ queryKey })
    })
    const handleFocus = () => isIdle() && void queryClient.refetchQueries({ queryKey, stale: true })
    window.addEventListener('focus', handleFocus)
    return () => {
      stopListening()
      window.removeEventListener('focus', handleFocus)
    }
  }, [queryClient, chatId, store])
}
