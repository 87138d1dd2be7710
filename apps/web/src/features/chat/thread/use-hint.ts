import { useEffect, useEffectEvent, useRef } from 'react'
import { notify } from '#shared/notify/notify.ts'
import { isField, isMac } from '#shared/shortcuts/shortcuts.ts'

/** Shows a hint once when the user presses Ctrl or Cmd with A outside of fields: the browser selects only the rendered rows of a long chat. */
export function useHint(hint: string): void {
  const wasSaid = useRef(false)
  const handleKey = useEffectEvent(({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) => {
    const isAsked = key.toLowerCase() === 'a' && (isMac() ? metaKey : ctrlKey) && !altKey && !shiftKey
    if (wasSaid.current || !isAsked || isField(target)) return
    wasSaid.current = true
    notify({ message: hint })
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => handleKey(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}
