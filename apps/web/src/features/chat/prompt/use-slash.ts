import { type RefObject, useCallback, useEffect, useState } from 'react'
import { findSlash, type Slash } from './slash.ts'

/** Returns the slash of the last line, and what has been typed of a name while this was loaded. */
function findTypedSlash(text: string): Slash | null {
  let slash: Slash | null = null
  for (let end = text.lastIndexOf('\n') + 2; end <= text.length; end += 1) slash = findSlash(slash, text.slice(0, end), end, false)
  return slash
}

/** Returns the slash before the caret as the field is typed in, and a function that closes its list. */
export function useSlash(field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const [found, setFound] = useState(() => findTypedSlash(text))
  const close = useCallback(() => setFound(null), [])

  useEffect(() => {
    const element = field.current
    if (!element) return
    const abort = new AbortController()
    const handleInput = (event: Event) =>
      setFound((before) => findSlash(before, element.value, element.selectionStart, event instanceof InputEvent && event.isComposing))
    element.addEventListener('input', handleInput, { signal: abort.signal })
    return () => abort.abort()
  }, [field])

  // Another text than the one that it was found in has been set, as when the message was sent.
  return { slash: found?.text === text ? found : null, close }
}
