import type { Chat } from '@heddle/contracts/chat/chat'
import type { Message } from '@heddle/contracts/message/message'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { toLiveReply } from './live-reply.ts'
import type { ReplyStore } from './reply-store.ts'
import { getReplyStore } from './open-reply-stores.ts'
import { listPendingMessages } from './submission.ts'

export function useReplyStore(chatId: string, scope: string): ReplyStore {
  return getReplyStore(useQueryClient(), chatId, scope)
}

export const useReplyStatus = (store: ReplyStore) => useSyncExternalStore(store.subscribe, store.getStatus)

/** Follows the chat's running reply: after a reload, or when another tab has asked. */
export function useRejoin(store: ReplyStore, chat: Chat): void {
  const last = chat.messages.at(-1)
  const generating = last?.role === 'assistant' && last.status === 'generating' ? last : null
  const { phase } = useReplyStatus(store)
  const { version } = chat
  useEffect(() => {
    if (!generating || phase !== 'idle') return
    store.rejoin(generating.id, toLiveReply(generating), version)
  }, [store, generating, phase, version])
}

/** Returns the chat's messages, changed by a submission that is being sent. */
export function useShownMessages(store: ReplyStore, { messages }: Pick<Chat, 'messages'>): readonly Message[] {
  const { submission } = useReplyStatus(store)
  return useMemo(() => listPendingMessages(submission, messages), [submission, messages])
}
