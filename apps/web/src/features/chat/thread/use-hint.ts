import { useEffect, useEffectEvent, useRef } from 'react'
import { notify } from '#shared/notify/notify.ts'
import { isField, isMac } from '#shared/shortcuts/shortcuts.ts'

/**
 * The browser finds and selects only what is on the page: who asks it to, by Ctrl or Cmd and `letter`, is told once what has all
 * of a long chat. In a field the letter A means the field.
 */
export function useHint(letter: 'a' | 'f', hint: string): void {
  const wasSaid = useRef(false)
  const handleKey = useEffectEvent(({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) => {
    const isAsked = key.toLowerCase() === letter && (isMac() ? metaKey : ctrlKey) && !altKey && !shiftKey
    if (wasSaid.current || !isAsked || (letter === 'a' && isField(target))) return
    wasSaid.current = true
    notify({ message: hint })
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => handleKey(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}
