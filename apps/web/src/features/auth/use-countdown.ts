import { useCallback, useEffect, useState } from 'react'

/** Counts seconds down to 0 by the clock, which stays correct while the tab is suspended. */
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
    // The clock is read once, because a second read could add a second.
    const begun = Date.now()
    setNow(begun)
    setUntil(begun + wait * 1_000)
  }, [])
  return { seconds, start }
}
