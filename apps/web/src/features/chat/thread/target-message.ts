import { useEffect, useState } from 'react'

/** A message to scroll to; `key` differs for each navigation. */
export type TargetMessage = {
  readonly messageId: string
  readonly key: string
  /** Set by a search in the chat, which marks the words, and keeps the focus. The message may not have been read. */
  readonly foundAt?: number
}

const markMs = 2_500

/** Returns the id of the target for a moment after the navigation; null afterwards. */
export function useRecentTarget(target: TargetMessage | null): string | null {
  const [expired, setExpired] = useState<TargetMessage | null>(null)
  useEffect(() => {
    if (!target) return
    const timer = setTimeout(() => setExpired(target), markMs)
    return () => clearTimeout(timer)
  }, [target])
  return target && target !== expired ? target.messageId : null
}
