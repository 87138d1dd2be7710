// The keys and the clipboard of the builder, apart from those of the canvas.
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react'
import { isField, isMac, singleKeys } from '#shared/shortcuts/shortcuts.ts'
import { copyNodes } from './graph/clipboard.ts'
import type { Builder } from './use-builder.tsx'
import type { useNodeActions } from './use-node-actions.ts'

type Targets = ReturnType<typeof useNodeActions> & {
  readonly root: RefObject<HTMLElement | null>
  readonly search: RefObject<HTMLInputElement | null>
}

/** Listens to copy, cut and paste; returns the handler of the keys inside `root`. */
export function useBuilderKeys({ draft, undo, redo, selected, select }: Builder, { actions, pasteText, root, search }: Targets) {
  function handleKey(event: KeyboardEvent) {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const key = event.key.toLowerCase()
    const isTyping = isField(event.target)
    const hasOwnUndo = isTyping && !isDraftField(event.target)
    if (isMac() ? event.metaKey : event.ctrlKey) {
      if ((key === 'z' || key === 'y') && !hasOwnUndo) {
        event.preventDefault()
        if (key === 'y' || event.shiftKey) redo?.()
        else undo?.()
      } else if (key === 'f') {
        event.preventDefault()
        search.current?.focus()
      } else if (key === 'a' && !isTyping) {
        event.preventDefault()
        select(draft.graph.nodes.map(({ id }) => id))
      }
    } else if (key === '/' && !isTyping && singleKeys.areOn()) {
      event.preventDefault()
      search.current?.focus()
    } else if ((key === 'delete' || key === 'backspace') && !isTyping && !isTextSelected() && selected.size > 0) {
      event.preventDefault()
      actions.remove([...selected])
    }
  }

  const handleCopy = useEffectEvent((event: ClipboardEvent) => {
    if (isElsewhere(event, root.current) || selected.size === 0 || isTextSelected()) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', copyNodes(draft, selected))
    if (event.type === 'cut') actions.remove([...selected])
  })
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isElsewhere(event, root.current) && pasteText(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    for (const type of ['copy', 'cut'] as const) document.addEventListener(type, (event) => handleCopy(event), { signal })
    document.addEventListener('paste', (event) => handlePaste(event), { signal })
    return () => listening.abort()
  }, [])

  return handleKey
}

/** Whether what is typed in a field is part of the draft at once: its undo is that of the draft. */
const isDraftField = (target: EventTarget) =>
  target instanceof Element && target.closest('[data-form-of]') !== null && !target.closest('[data-own-undo]')

/** To select nodes by a drag with Shift may select a line break beside the canvas, which is not shown. */
const isTextSelected = () => Boolean(window.getSelection()?.toString().trim())

/** Whether an event is not for the nodes. After a click on the canvas, that of the clipboard reaches the page itself. */
function isElsewhere({ target }: ClipboardEvent, root: HTMLElement | null): boolean {
  const isInside = target === document.body || (target instanceof Node && root?.contains(target))
  return !isInside || isField(target) || document.querySelector('[aria-modal="true"]') !== null
}
