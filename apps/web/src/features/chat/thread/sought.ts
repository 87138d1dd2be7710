import { useEffect, useState } from 'react'

/** A message to scroll to; `key` is another each time. */
export type Sought = { readonly messageId: string; readonly key: string }

const markedForMs = 2_500

/** The message that was looked for a moment ago. */
export function useJustSought(sought: Sought | null): string | null {
  const [isOverFor, setIsOverFor] = useState<Sought | null>(null)
  useEffect(() => {
    if (!sought) return
    const timer = setTimeout(() => setIsOverFor(sought), markedForMs)
    return () => clearTimeout(timer)
  }, [sought])
  return sought && sought !== isOverFor ? sought.messageId : null
}
