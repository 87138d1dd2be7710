import type { Message } from '@heddle/contracts/message'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { MessageRow, type MessageRowProps } from './MessageRow.tsx'
import { estimateHeight } from './row-height.ts'
import type { TargetMessage } from './target-message.ts'
import classes from './Thread.module.css'
import { useHint } from './use-hint.ts'

type VirtualRowsProps = Pick<MessageRowProps, 'store' | 'isOwner'> & {
  messages: readonly Message[]
  scroller: HTMLElement
  opensAt: 'start' | 'end'
  target: TargetMessage | null
  recentTarget: string | null
  /** Called when the view leaves the end, … */
  onLeaveEnd: () => void
  /** … or moves to it. */
  onToEnd: () => void
}

/** Rows rendered beyond the viewport, for the next turn of the wheel. */
const overscan = 3

/**
 * The messages of a long chat; only those near the viewport are rendered. They are in the flow of the page, with gaps for the others, so
 * that printing and reading aloud continue from one to the next.
 */
export function VirtualRows({ messages, store, isOwner, scroller, opensAt, target, recentTarget, onLeaveEnd, onToEnd }: VirtualRowsProps) {
  const { t } = useTranslation('chat')
  const list = useRef<HTMLDivElement>(null)
  const [above, setAbove] = useState(0)
  const [focused, setFocused] = useState<string | null>(null)
  const isPrinting = usePrinting()
  const focusedIndex = focused === null ? -1 : messages.findIndex(({ id }) => id === focused)

  const virtualizer = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: messages.length,
    overscan,
    scrollMargin: above,
    getScrollElement: () => scroller,
    getItemKey: useCallback((index: number) => messages[index]?.id ?? index, [messages]),
    estimateSize: useCallback((index: number) => (messages[index] ? estimateHeight(messages[index]) : 0), [messages]),
    initialOffset: () => (opensAt === 'start' ? 0 : messages.reduce((sum, message) => sum + estimateHeight(message), 0)),
    initialRect: { width: scroller.clientWidth, height: scroller.clientHeight },
    measureElement: (row, entry) => entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height,
    rangeExtractor: useCallback(
      (range: Range) => {
        if (isPrinting) return Array.from({ length: range.count }, (_, index) => index)
        const near = defaultRangeExtractor(range)
        // Keeps the focused message, which may be scrolled out of the viewport.
        if (focusedIndex === -1 || near.includes(focusedIndex)) return near
        return [...near, focusedIndex].toSorted((one, other) => one - other)
      },
      [isPrinting, focusedIndex],
    ),
  })

  useLayoutEffect(() => {
    if (!list.current) return
    setAbove(list.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop)
  }, [scroller])

  // An unmeasured row is measured when it is rendered, and the offset is computed again.
  const targetIndex = target ? messages.findIndex(({ id }) => id === target.messageId) : -1
  const isThere = targetIndex !== -1
  useLayoutEffect(() => {
    if (!isThere) return
    // Without rows the beginning counted as the end.
    onLeaveEnd()
    virtualizer.scrollToIndex(targetIndex, { align: 'start' })
    // The same message may be the target again, and other messages may be inserted before it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [virtualizer, target, isThere])

  // The browser's smooth scrolling would pass every message, and be interrupted by each one that is measured.
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const isFar = event.key === 'Home' || event.key === 'End'
      if (!isFar || event.target !== scroller || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (event.key === 'End') return onToEnd()
      onLeaveEnd()
      scroller.scrollTo({ top: 0, behavior: 'instant' })
    }
    scroller.addEventListener('keydown', handleKey)
    return () => scroller.removeEventListener('keydown', handleKey)
  }, [scroller, onLeaveEnd, onToEnd])

  useKeptScroll(scroller, isPrinting)
  useHint('f', t('page.findInLong'))
  useHint('a', isOwner ? t('page.selectInLong') : t('page.selectInLongReader'))

  function handleFocus(event: FocusEvent<HTMLElement>) {
    setFocused(event.target.closest<HTMLElement>('[data-message]')?.dataset['message'] ?? null)
  }

  const rows = virtualizer.getVirtualItems()
  const end = rows.at(-1)?.end ?? above
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only tracks the focus
    <div
      ref={list}
      role="list"
      className={classes.rows}
      style={{ paddingBottom: Math.max(0, virtualizer.getTotalSize() + above - end) }}
      onFocus={handleFocus}
      onBlur={() => setFocused(null)}
    >
      {rows.map(({ index, key, start }, at) => {
        const message = messages[index]
        if (!message) return null
        return (
          <MessageRow
            key={key}
            ref={virtualizer.measureElement}
            message={message}
            store={store}
            isOwner={isOwner}
            isTarget={message.id === recentTarget}
            index={index}
            of={messages.length}
            gapBefore={start - (rows[at - 1]?.end ?? above)}
          />
        )
      })}
    </div>
  )
}

/** Printing lays everything out again: afterwards the scroll position is restored. */
function useKeptScroll(scroller: HTMLElement, isPrinting: boolean) {
  const scrollTop = useRef(0)
  useEffect(() => {
    if (!isPrinting) return
    return () => scroller.scrollTo({ top: scrollTop.current })
  }, [scroller, isPrinting])
  useEffect(() => {
    const remember = () => {
      scrollTop.current = scroller.scrollTop
    }
    window.addEventListener('beforeprint', remember, { capture: true })
    return () => window.removeEventListener('beforeprint', remember, { capture: true })
  }, [scroller])
}

/** Returns whether the page is being printed: all rows have to be rendered before the event ends. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('beforeprint', () => flushSync(() => setIsPrinting(true)), { signal })
    window.addEventListener('afterprint', () => setIsPrinting(false), { signal })
    return () => listening.abort()
  }, [])
  return isPrinting
}
