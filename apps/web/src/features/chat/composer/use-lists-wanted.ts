import { startTransition, useEffect, useState } from 'react'
import { slash } from '../prompt/slash.ts'

/** Milliseconds until the page has what it shows, and what it may want next is loaded. */
const quietMs = 2_000

/** In a transition: React holds a part back for 300 ms where it shows the place of the part until it is there. */
const load = (setWanted: (isWanted: true) => void) => startTransition(() => setWanted(true))

/**
 * Returns whether the lists below a slash and an at sign are loaded, which follow the field by themselves then: when the field has one of
 * these signs, or when the page is quiet, so that the first list is as fast as any other. `note` is told what is in the field.
 */
export function useListsWanted(draft: string) {
  // A draft may end in a prompt that was chosen on another page.
  const [isWanted, setWanted] = useState(() => slash.test(draft.slice(draft.lastIndexOf('\n') + 1)))
  useEffect(() => {
    const timer = setTimeout(load, quietMs, setWanted)
    return () => clearTimeout(timer)
  }, [])
  return { isWanted, note: (text: string) => /[/／@＠]/.test(text) && load(setWanted) }
}
