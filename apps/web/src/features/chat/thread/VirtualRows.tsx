import type { Message } from '@heddle/contracts/message/message'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toSlots } from '#entities/chat/known-messages.ts'
import { LoadingMessages, MissingRow } from './MissingRow.tsx'
import { MessageRow, type MessageRowProps, toRowKey } from './MessageRow.tsx'
import { estimateHeight, unknownHeight } from './row-height.ts'
import type { TargetMessage } from './target-message.ts'
import classes from './Thread.module.css'
import { useHint } from './use-hint.ts'
import { useMissingMessages } from './use-missing-messages.ts'
import { isNearEnd } from './use-follow-end.ts'
import { usePrinting } from './use-printing.ts'

type VirtualRowsProps = Pick<MessageRowProps, 'store' | 'isOwner'> & {
  chatId: string
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

/** Questions and replies alternate. */
const findRole = (index: number) => (index % 2 === 0 ? 'user' : 'assistant')

/**
 * The messages of a long chat; only those near the viewport are rendered. They are in the flow of the page, with gaps for the others, so
 * that printing and reading aloud continue from one to the next.
 */
export function VirtualRows({ chatId, messages, store, isOwner, ...where }: VirtualRowsProps) {
  const { scroller, opensAt, target, recentTarget, onLeaveEnd, onToEnd } = where
  const { t } = useTranslation('chat')
  const list = useRef<HTMLDivElement>(null)
  const [above, setAbove] = useState(0)
  const [focused, setFocused] = useState<string | null>(null)
  const slots = useMemo(() => toSlots(messages), [messages])
  const isPrinting = usePrinting(chatId, messages)
  const focusedIndex = messages.find(({ id }) => id === focused)?.index ?? -1
  // What a message was first taken for stays until it is measured: another estimate would move the messages below it.
  const [estimates] = useState(() => new Map<number, number>())
  const estimateSize = (index: number) => {
    const message = slots[index]
    const size = estimates.get(index) ?? (message ? estimateHeight(message) : unknownHeight[findRole(index)])
    estimates.set(index, size)
    return size
  }

  const virtualizer = useVirtualizer<HTMLElement, HTMLDivElement>({
    count: slots.length,
    overscan,
    scrollMargin: above,
    getScrollElement: () => scroller,
    estimateSize,
    initialOffset: () => (opensAt === 'start' ? 0 : slots.reduce((sum, _, index) => sum + estimateSize(index), 0)),
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
  const targetIndex = target ? (target.foundAt ?? messages.find(({ id }) => id === target.messageId)?.index ?? -1) : -1
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

  useKeptScroll(scroller, isPrinting, onToEnd)
  useHint(isOwner ? t('page.selectInLong') : t('page.selectInLongReader'))

  function handleFocus(event: FocusEvent<HTMLElement>) {
    setFocused(event.target.closest<HTMLElement>('[data-message]')?.dataset['message'] ?? null)
  }

  const rows = virtualizer.getVirtualItems()
  const missing = useMissingMessages(chatId, slots, virtualizer.range)
  const end = rows.at(-1)?.end ?? above
  return (
    <>
      <LoadingMessages {...missing} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only tracks the focus */}
      <div
        ref={list}
        role="list"
        className={classes.rows}
        style={{ paddingBottom: Math.max(0, virtualizer.getTotalSize() + above - end) }}
        onFocus={handleFocus}
        onBlur={() => setFocused(null)}
      >
        {rows.map(({ index, start, size }, at) => {
          const message = slots[index]
          const gapBefore = start - (rows[at - 1]?.end ?? above)
          if (!message) return <MissingRow key={index} role={findRole(index)} height={size} gapBefore={gapBefore} />
          return (
            <MessageRow
              key={toRowKey(message)}
              ref={virtualizer.measureElement}
              message={message}
              store={store}
              isOwner={isOwner}
              isTarget={message.id === recentTarget}
              index={index}
              of={slots.length}
              gapBefore={gapBefore}
            />
          )
        })}
      </div>
    </>
  )
}

/**
 * Printing lays everything out again, and measures all rows: afterwards the scroll position is restored. The end is where the rows have
 * moved it, and the jump back from paper counts as no reader's.
 */
function useKeptScroll(scroller: HTMLElement, isPrinting: boolean, onToEnd: () => void) {
  const kept = useRef({ top: 0, isEnd: false })
  useEffect(() => {
    if (!isPrinting) return
    return () => {
      if (kept.current.isEnd) onToEnd()
      else scroller.scrollTo({ top: kept.current.top })
      // Chromium restores the position by itself, without an event: the virtualizer may have read that of the paper, which is 0.
      scroller.dispatchEvent(new Event('scroll'))
    }
  }, [scroller, isPrinting, onToEnd])
  useEffect(() => {
    const remember = () => {
      kept.current = { top: scroller.scrollTop, isEnd: isNearEnd(scroller) }
    }
    window.addEventListener('beforeprint', remember, { capture: true })
    return () => window.removeEventListener('beforeprint', remember, { capture: true })
  }, [scroller])
}
