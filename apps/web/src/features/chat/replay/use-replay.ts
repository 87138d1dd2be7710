import { useEffect, useMemo, useState } from 'react'
import { type ReplayEvent, replayEvents } from './replayed-reply.ts'

export type ReplaySpeed = 1 | 4

const tickMs = 50

/** Plays events by their times. The replay begins paused, with the whole reply. */
export function useReplay(events: readonly ReplayEvent[]) {
  const endMs = events.at(-1)?.at_ms ?? 0
  const [elapsedMs, setElapsedMs] = useState(endMs)
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState<ReplaySpeed>(1)
  const isAtEnd = elapsedMs >= endMs

  useEffect(() => {
    if (!isPlaying) return
    let last = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      const passed = (now - last) * speed
      last = now
      setElapsedMs((elapsed) => Math.min(endMs, elapsed + passed))
    }, tickMs)
    return () => clearInterval(timer)
  }, [isPlaying, speed, endMs])
  if (isPlaying && isAtEnd) setIsPlaying(false)

  const count = isAtEnd ? events.length : events.filter(({ at_ms: at }) => at <= elapsedMs).length
  const reply = useMemo(() => replayEvents(events.slice(0, count)), [events, count])

  return {
    reply,
    count,
    elapsedMs,
    endMs,
    isPlaying,
    speed,
    setSpeed,
    /** Plays on, or from the beginning when the reply is whole. */
    play: () => {
      if (isAtEnd) setElapsedMs(0)
      setIsPlaying(endMs > 0)
    },
    pause: () => setIsPlaying(false),
    showAll: () => {
      setIsPlaying(false)
      setElapsedMs(endMs)
    },
  }
}
