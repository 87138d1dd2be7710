import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onChatChange } from '#entities/chat/chat-changes.ts'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import type { ReplyStore } from './reply-store.ts'

/**
 * Reads the chat again when another tab has changed it, and when the window gets the focus, as another device may have. Not while a reply
 * is running here: its stream is complete, and a read would restore the files that are being sent.
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
