import { useCallback, useRef, useState } from 'react'

/** This near to the end counts as being there. */
const nearPx = 32
/** From further away than so many screens there is no gliding: everything between would have to be shown. */
const maxScreens = 3
/** So long after a gesture a scroll is taken for its effect. */
const handMs = 300

/**
 * Keeps a growing content's end in view while the reader is there, and leaves a reader who scrolls up alone.
 * `scroller` and `content` are refs for the two elements, `element` is the first of them; a conversation that is only read opens at
 * its start.
 */
export function useFollowEnd(opensAt: 'start' | 'end') {
  const [isAway, setIsAway] = useState(false)
  const [shownElement, setShownElement] = useState<HTMLElement | null>(null)
  const element = useRef<HTMLElement | null>(null)
  const content = useRef<HTMLDivElement | null>(null)
  const follows = useRef(opensAt === 'end')

  const toEnd = useCallback((behavior: ScrollBehavior = 'instant') => {
    follows.current = true
    setIsAway(false)
    if (!element.current) return
    const { scrollTop, scrollHeight, clientHeight } = element.current
    const isFar = scrollHeight - scrollTop > (maxScreens + 1) * clientHeight
    element.current.scrollTo({ top: scrollHeight, behavior: isFar ? 'instant' : behavior })
  }, [])

  /** The reader was taken elsewhere. */
  const leaveEnd = useCallback(() => {
    follows.current = false
  }, [])

  const scroller = useCallback((node: HTMLElement | null) => {
    element.current = node
    setShownElement(node)
    if (!node) return
    const listening = new AbortController()
    const { signal } = listening
    let lastTop = node.scrollTop
    let lastHeight = node.scrollHeight
    let touchedAt = -Infinity

    function leaveOrReturn() {
      if (!node) return
      const { scrollTop, scrollHeight, clientHeight } = node
      const distance = scrollHeight - clientHeight - scrollTop
      // Content that shrinks moves the view up as well, even when it grows back before the event: only the reader's own hand, or a
      // jump in a content that has not changed, leaves the end. Find in page jumps half a screen at least, as it centres what is out
      // of view. A wheel's first steps are still near the end, so that the direction counts there.
      const isByHand = performance.now() - touchedAt < handMs
      const isJump = scrollHeight === lastHeight && lastTop - scrollTop >= clientHeight / 2
      if (scrollTop < lastTop && distance > 1 && (isByHand || isJump)) follows.current = false
      else if (distance <= nearPx) follows.current = true
      else if (scrollTop < lastTop && follows.current) node.scrollTop = scrollHeight
      lastTop = scrollTop
      lastHeight = scrollHeight
      setIsAway(!follows.current && distance > nearPx)
    }

    const touch = () => {
      touchedAt = performance.now()
    }
    function handleWheel(event: WheelEvent) {
      touch()
      if (event.deltaY < 0 && node && node.scrollHeight > node.clientHeight) follows.current = false
    }

    node.addEventListener('scroll', leaveOrReturn, { passive: true, signal })
    node.addEventListener('wheel', handleWheel, { passive: true, signal })
    // Dragging the scrollbar; a pointer that only passes by is no hand.
    node.addEventListener('pointermove', ({ buttons }) => buttons !== 0 && touch(), { passive: true, signal })
    for (const gesture of ['touchmove', 'keydown', 'pointerdown']) node.addEventListener(gesture, touch, { passive: true, signal })
    const observer = new ResizeObserver(() => {
      if (follows.current) node.scrollTop = node.scrollHeight
      else leaveOrReturn()
    })
    observer.observe(node)
    if (content.current) observer.observe(content.current)
    return () => {
      listening.abort()
      observer.disconnect()
      element.current = null
    }
  }, [])

  return { scroller, element: shownElement, content, isAway, toEnd, leaveEnd }
}
