import type { Chat } from '@heddle/contracts/chat/chat'
import type { Message } from '@heddle/contracts/message/message'
import type { Comparison } from '@heddle/contracts/reply/comparison'
import { stopGeneration } from '@heddle/contracts/reply/reply'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useEffect, useMemo } from 'react'
import { call } from '#shared/api/client.ts'
import { comparisonQuery, followComparedReply } from '../reply/comparisons.ts'

/** The comparison that the shown path ends with, to be drawn in the place of its last message. */
export type ShownComparison = {
  readonly chat: Chat
  readonly last: Message
  /** Null while it is read. */
  readonly comparison: Comparison | null
}

export const ShownComparisonContext = createContext<ShownComparison | null>(null)

const isRunning = ({ candidates }: Comparison) => candidates.some(({ reply }) => reply?.status === 'generating')

/** Returns the comparison with what the chat knows of its reply on the shown path. */
const withLast = (comparison: Comparison, last: Message): Comparison => ({
  ...comparison,
  candidates: comparison.candidates.map((candidate) => (candidate.reply?.id === last.id ? { ...candidate, reply: last } : candidate)),
})

/** Follows the replies that the chat of the user ends with beside each other; the reply store of the chat follows the one on the shown path. */
export function useComparison(chat: Chat) {
  const queryClient = useQueryClient()
  const last = chat.messages.at(-1)
  const id = chat.abilities.write ? last?.comparison_id : undefined
  const read = useQuery({ ...comparisonQuery(chat.id, id ?? ''), enabled: id !== undefined })
  const stop = useMutation({ mutationFn: () => call(stopGeneration, { params: { id: chat.id } }) })
  const known = read.data
  const isShown = id !== undefined && !read.error

  const shown = useMemo<ShownComparison | null>(
    () => (isShown && last ? { chat, last, comparison: known ? withLast(known, last) : null } : null),
    [isShown, chat, last, known],
  )

  useEffect(() => {
    for (const { reply } of shown?.comparison?.candidates ?? [])
      if (reply?.status === 'generating' && reply.id !== shown?.last.id) followComparedReply(queryClient, chat, reply)
  }, [queryClient, chat, shown])

  return {
    shown,
    isRunning: shown !== null && (shown.comparison === null || isRunning(shown.comparison)),
    isStopping: stop.isPending,
    stop: () => stop.mutate(),
  }
}
