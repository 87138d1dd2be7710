import { type RefObject, useCallback, useEffect, useState } from 'react'
import { type CommandSign, findCommand, type TypedCommand } from './typed-command.ts'

/** Returns the command of the last line, and what has been typed of a name while this was loaded. */
function findLastCommand(sign: CommandSign, text: string): TypedCommand | null {
  let command: TypedCommand | null = null
  for (let end = text.lastIndexOf('\n') + 2; end <= text.length; end += 1)
    command = findCommand(sign, command, text.slice(0, end), end, false)
  return command
}

/** Returns the command before the caret as the field is typed in, and a function that closes its list. */
export function useTypedCommand(sign: CommandSign, field: RefObject<HTMLTextAreaElement | null>, text: string) {
  const [found, setFound] = useState(() => findLastCommand(sign, text))
  const close = useCallback(() => setFound(null), [])

  useEffect(() => {
    const element = field.current
    if (!element) return
    const abort = new AbortController()
    const handleInput = (event: Event) =>
      setFound((before) =>
        findCommand(sign, before, element.value, element.selectionStart, event instanceof InputEvent && event.isComposing),
      )
    element.addEventListener('input', handleInput, { signal: abort.signal })
    return () => abort.abort()
  }, [sign, field])

  // Another text than the one that it was found in has been set, as when the message was sent.
  return { command: found?.text === text ? found : null, close }
}
