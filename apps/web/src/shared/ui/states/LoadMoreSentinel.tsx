import { useEffect, useRef } from 'react'

type LoadMoreSentinelProps = { isActive: boolean; onReached: () => void }

/** Calls `onReached` when the end of a scrolled list comes into view. */
export function LoadMoreSentinel({ isActive, onReached }: LoadMoreSentinelProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isActive || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onReached()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isActive, onReached])
  return <div ref={element} aria-hidden style={{ height: 1 }} />
}
