import { useCallback, useEffect, useState } from 'react'

/** Counts seconds down to 0 by the clock, so that a tab that slept is right when it wakes. */
export function useCountdown() {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000))
  const isRunning = seconds > 0

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])

  const start = useCallback((wait: number) => {
    // One reading of the clock: between two of them no wait could become one of a second.
    const begun = Date.now()
    setNow(begun)
    setUntil(begun + wait * 1_000)
  }, [])
  return { seconds, start }
}
