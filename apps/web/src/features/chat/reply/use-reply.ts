import type { Chat } from '@heddle/contracts/chat'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { ReplyStore } from './reply-store.ts'
import { getReplyStore } from './reply-stores.ts'

export function useReplyStore(chatId: string, scope: string): ReplyStore {
  return getReplyStore(useQueryClient(), chatId, scope)
}

export const useReplyStatus = (store: ReplyStore) => useSyncExternalStore(store.subscribe, store.getStatus)

/** Follows the reply that the chat says is being made: after a reload, or when another tab has asked. */
export function useRejoin(store: ReplyStore, chat: Chat): void {
  const last = chat.messages.at(-1)
  const generating = last?.role === 'assistant' && last.status === 'generating' ? last : null
  const { phase } = useReplyStatus(store)
  useEffect(() => {
    if (!generating || phase !== 'idle') return
    const { id, content, reasoning, steps, sources } = generating
    store.rejoin(id, { text: content, reasoning, steps, sources })
  }, [store, generating, phase])
}
