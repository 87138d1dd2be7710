import type { Message } from '@heddle/contracts/message/message'
import { lazy, useLayoutEffect, useState } from 'react'
import { useMarkdownLoaded } from '#shared/markdown/Markdown.tsx'
import type { ReplyStore } from '../reply/reply-store.ts'
import { MessageRow, toRowKey } from './MessageRow.tsx'
import { type TargetMessage, useRecentTarget } from './target-message.ts'

const loadVirtualRows = () => import('./VirtualRows.tsx')
const VirtualRows = lazy(async () => ({ default: (await loadVirtualRows()).VirtualRows }))

type MessagesProps = {
  chatId: string | null
  messages: readonly Message[]
  store: ReplyStore | null
  isOwner: boolean
  /** Only the rows near the viewport are rendered. */
  isLong: boolean
  /** Null until it is mounted. */
  scroller: HTMLElement | null
  opensAt: 'start' | 'end'
  target: TargetMessage | null
  onLeaveEnd: () => void
  onToEnd: () => void
}

/** The messages of the chat. Suspends until the code for Markdown is loaded. */
export function Messages({ chatId, messages, store, isOwner, isLong, scroller, opensAt, target, onLeaveEnd, onToEnd }: MessagesProps) {
  if (isLong) loadVirtualRows().catch(() => undefined)
  // Only for the replies of the first render: a later reply does not suspend the messages on the page.
  const [hasReplies] = useState(() => messages.some(({ role, content }) => role === 'assistant' && content !== ''))
  useMarkdownLoaded(hasReplies)
  const isTargetThere = target !== null && messages.some(({ id }) => id === target.messageId)
  const recentTarget = useRecentTarget(isTargetThere && target.foundAt === undefined ? target : null)

  useLayoutEffect(() => {
    if (isLong || !scroller || !target || !isTargetThere) return
    onLeaveEnd()
    scroller.querySelector(`[data-message="${CSS.escape(target.messageId)}"]`)?.scrollIntoView({ block: 'start' })
  }, [isLong, scroller, target, isTargetThere, onLeaveEnd])

  if (!isLong)
    return messages.map((message) => (
      <MessageRow key={toRowKey(message)} message={message} store={store} isOwner={isOwner} isTarget={message.id === recentTarget} />
    ))
  if (!scroller || chatId === null) return null
  const where = { scroller, opensAt, target, recentTarget, onLeaveEnd, onToEnd }
  return <VirtualRows chatId={chatId} messages={messages} store={store} isOwner={isOwner} {...where} />
}
