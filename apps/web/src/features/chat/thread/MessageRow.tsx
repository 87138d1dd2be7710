import type { Message } from '@heddle/contracts/message/message'
import { lazy, memo, type Ref, Suspense, use, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { loadWithTexts } from '#i18n/load-with-texts.ts'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { ShownComparisonContext } from '../comparison/use-comparison.ts'
import { AssistantMessage } from '../message/AssistantMessage.tsx'
import { UserMessage } from '../message/UserMessage.tsx'
import type { ReplyStore } from '../reply/reply-store.ts'
import classes from './Thread.module.css'

const ComparedReplies = lazy(async () => ({
  default: (await loadWithTexts(() => import('../comparison/ComparedReplies.tsx'), 'comparison')).ComparedReplies,
}))

export type MessageRowProps = {
  message: Message
  store: ReplyStore | null
  isOwner: boolean
  /** Whether the address names this message: it takes the focus and is marked for a moment. */
  isTarget: boolean
  ref?: Ref<HTMLDivElement>
  /** In a virtual list: the index of this row, … */
  index?: number
  /** … the number of rows, … */
  of?: number
  /** … and the pixels of the rows between it and the previous rendered one. */
  gapBefore?: number
}

/** Returns the key of a row: that of replies beside each other stays, whichever of them is on the shown path. */
export const toRowKey = ({ id, comparison_id: comparisonId }: Message): string => comparisonId ?? id

/** One message of a conversation. */
export const MessageRow = memo(function MessageRow({ message, store, isOwner, isTarget, index, of, gapBefore = 0, ref }: MessageRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => row.current, [])
  // The tabindex stays, because the row would lose the focus without it.
  const [wasTarget, setWasTarget] = useState(isTarget)
  if (isTarget && !wasTarget) setWasTarget(true)

  useEffect(() => {
    if (!isTarget) return
    // After the composer, which takes the focus when the page opens.
    const frame = requestAnimationFrame(() => row.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [isTarget])

  return (
    <div
      ref={row}
      className={classes.message}
      tabIndex={wasTarget ? -1 : undefined}
      data-message={message.id}
      data-role={message.role}
      data-target={isTarget || undefined}
      data-settled={(index === undefined && message.status !== 'generating') || undefined}
      {...(index !== undefined && { role: 'listitem', 'data-index': index, 'aria-posinset': index + 1, 'aria-setsize': of })}
      style={gapBefore === 0 ? undefined : { marginTop: gapBefore }}
    >
      {/* A message that suspends must not unmount the others and lose the scroll position. */}
      <CrashBoundary resetKeys={[message]}>
        <Suspense>
          {message.role === 'user' ? (
            <UserMessage content={message.content} message={message} />
          ) : (
            store && <Reply message={message} store={store} isOwner={isOwner} />
          )}
        </Suspense>
      </CrashBoundary>
    </div>
  )
})

type ReplyProps = { message: Message; store: ReplyStore; isOwner: boolean }

/** A reply, with those that were made beside it while the chat has not gone on. */
function Reply({ message, store, isOwner }: ReplyProps) {
  const shown = use(ShownComparisonContext)
  if (shown?.last.id === message.id) return <ComparedReplies shown={shown} store={store} />
  return <AssistantMessage message={message} store={store} isOwner={isOwner} />
}
