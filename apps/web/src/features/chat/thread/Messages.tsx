import type { Message } from '@heddle/contracts/message'
import { lazy, useLayoutEffect, useState } from 'react'
import { useMarkdownLoaded } from '#shared/markdown/Markdown.tsx'
import type { ReplyStore } from '../reply/reply-store.ts'
import { MessageRow } from './MessageRow.tsx'
import { type Sought, useJustSought } from './sought.ts'

const loadVirtualRows = () => import('./VirtualRows.tsx')
const VirtualRows = lazy(async () => ({ default: (await loadVirtualRows()).VirtualRows }))

type MessagesProps = {
  messages: readonly Message[]
  store: ReplyStore | null
  isOwner: boolean
  /** Only those near the view are there. */
  isLong: boolean
  /** Null until it is on the page. */
  scroller: HTMLElement | null
  opensAt: 'start' | 'end'
  sought: Sought | null
  onLeaveEnd: () => void
  onToEnd: () => void
}

/** What has been said so far. Suspends until it can come whole. */
export function Messages({ messages, store, isOwner, isLong, scroller, opensAt, sought, onLeaveEnd, onToEnd }: MessagesProps) {
  if (isLong) loadVirtualRows().catch(() => undefined)
  // Of the first replies only: what is on the page is not taken away again because of one that comes.
  const [hasReplies] = useState(() => messages.some(({ role, content }) => role === 'assistant' && content !== ''))
  useMarkdownLoaded(hasReplies)
  const isSoughtThere = sought !== null && messages.some(({ id }) => id === sought.messageId)
  const justSought = useJustSought(isSoughtThere ? sought : null)

  useLayoutEffect(() => {
    if (isLong || !scroller || !sought || !isSoughtThere) return
    onLeaveEnd()
    scroller.querySelector(`[data-message="${CSS.escape(sought.messageId)}"]`)?.scrollIntoView({ block: 'start' })
  }, [isLong, scroller, sought, isSoughtThere, onLeaveEnd])

  if (!isLong)
    return messages.map((message) => (
      <MessageRow key={message.id} message={message} store={store} isOwner={isOwner} isSought={message.id === justSought} />
    ))
  if (!scroller) return null
  const where = { scroller, opensAt, sought, justSought, onLeaveEnd, onToEnd }
  return <VirtualRows messages={messages} store={store} isOwner={isOwner} {...where} />
}
