import { useCallback, useRef, useState } from 'react'

/** Within this distance the view counts as being at the end. */
const nearPx = 32

export const isNearEnd = ({ scrollTop, scrollHeight, clientHeight }: Element): boolean => scrollHeight - clientHeight - scrollTop <= nearPx

/** Beyond this distance the view jumps, because smooth scrolling would render everything between. */
const maxScreens = 3
/** A scroll within this time after a gesture counts as caused by it. */
const handMs = 300

/**
 * Follows the end of growing content while the reader is there, until they scroll up. `scroller` and `content` are refs for the two
 * elements, `element` is the scroller; a read-only conversation opens at its start.
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

  /** Stops following after a programmatic scroll. */
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

    function remember() {
      if (!node) return
      const { scrollTop, scrollHeight, clientHeight } = node
      const distance = scrollHeight - clientHeight - scrollTop
      lastTop = scrollTop
      lastHeight = scrollHeight
      setIsAway(!follows.current && distance > nearPx)
    }

    function leaveOrReturn() {
      if (!node) return
      const { scrollTop, scrollHeight, clientHeight } = node
      const distance = scrollHeight - clientHeight - scrollTop
      // Shrinking content scrolls up as well, even when it grows back before the event: only a gesture, or a jump in unchanged
      // content, leaves the end. Find in page jumps at least half a screen, as it centers the match. The first steps of a wheel are
      // still near the end, so the direction counts there.
      const isByHand = performance.now() - touchedAt < handMs
      const isJump = scrollHeight === lastHeight && lastTop - scrollTop >= clientHeight / 2
      if (scrollTop < lastTop && distance > 1 && (isByHand || isJump)) follows.current = false
      else if (distance <= nearPx) follows.current = true
      else if (scrollTop < lastTop && follows.current) node.scrollTop = scrollHeight
      remember()
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
    // Dragging the scrollbar; a passing pointer is no gesture.
    node.addEventListener('pointermove', ({ buttons }) => buttons !== 0 && touch(), { passive: true, signal })
    for (const gesture of ['touchmove', 'keydown', 'pointerdown']) node.addEventListener(gesture, touch, { passive: true, signal })
    // What has not come yet is as short as what ends here: only a scroll returns to the end.
    const observer = new ResizeObserver(() => {
      if (follows.current) node.scrollTop = node.scrollHeight
      else remember()
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
