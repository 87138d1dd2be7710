import { useCallback, useRef, useState } from 'react'

/** This near to the end counts as being there. */
const nearPx = 32

/**
 * Keeps a growing content's end in view while the reader is there, and leaves a reader who scrolls up alone.
 * `scroller` and `content` are refs for the two elements.
 */
export function useFollowEnd() {
  const [isAway, setIsAway] = useState(false)
  const element = useRef<HTMLElement | null>(null)
  const content = useRef<HTMLDivElement | null>(null)
  const follows = useRef(true)

  const toEnd = useCallback((behavior: ScrollBehavior = 'instant') => {
    follows.current = true
    setIsAway(false)
    element.current?.scrollTo({ top: element.current.scrollHeight, behavior })
  }, [])

  const scroller = useCallback((node: HTMLElement | null) => {
    element.current = node
    if (!node) return
    const listening = new AbortController()
    let lastTop = node.scrollTop

    function leaveOrReturn() {
      if (!node) return
      const distance = node.scrollHeight - node.clientHeight - node.scrollTop
      // A wheel scrolls up in small steps, each still near the end: the direction counts, not the distance.
      if (node.scrollTop < lastTop && distance > 1) follows.current = false
      else if (distance <= nearPx) follows.current = true
      lastTop = node.scrollTop
      setIsAway(!follows.current && distance > nearPx)
    }

    function handleWheel(event: WheelEvent) {
      if (event.deltaY < 0 && node && node.scrollHeight > node.clientHeight) follows.current = false
    }

    node.addEventListener('scroll', leaveOrReturn, { passive: true, signal: listening.signal })
    node.addEventListener('wheel', handleWheel, { passive: true, signal: listening.signal })
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

  return { scroller, content, isAway, toEnd }
}
