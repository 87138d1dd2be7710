// Keyboard shortcuts. Mounted components register the handlers; one listener receives the keys.
import { useEffect } from 'react'

/** `mod` is Cmd on a Mac and Ctrl elsewhere. A key alone works only outside text fields, and can be turned off (WCAG 2.1.4). */
export const shortcuts = [
  { id: 'help', keys: ['mod+/', '?'] },
  { id: 'newChat', keys: ['mod+shift+o'] },
  { id: 'palette', keys: ['mod+k'] },
  { id: 'find', keys: ['mod+f'] },
  { id: 'drawer', keys: ['mod+b'] },
  { id: 'composer', keys: ['mod+i'] },
  { id: 'stop', keys: ['mod+.'] },
  { id: 'copyReply', keys: ['mod+shift+l'] },
  { id: 'editQuestion', keys: ['mod+shift+e'] },
] as const

export type ShortcutId = (typeof shortcuts)[number]['id']

const handlers = new Map<ShortcutId, (() => void)[]>()
const singleKeysAt = 'single_key_shortcuts'

/** Registers the handler of a shortcut while the component is mounted; the last one registered is called. */
export function useShortcut(id: ShortcutId, handle: (() => void) | null): void {
  useEffect(() => {
    if (!handle) return
    handlers.set(id, [...(handlers.get(id) ?? []), handle])
    return () => {
      handlers.set(id, (handlers.get(id) ?? []).toSpliced(handlers.get(id)?.lastIndexOf(handle) ?? -1, 1))
    }
  }, [id, handle])
}

/** Calls the handler of a shortcut; returns false without one. */
export function runShortcut(id: ShortcutId): boolean {
  const handle = handlers.get(id)?.at(-1)
  handle?.()
  return handle !== undefined
}

export const singleKeys = {
  areOn: () => localStorage.getItem(singleKeysAt) !== 'off',
  turn: (isOn: boolean) => localStorage.setItem(singleKeysAt, isOn ? 'on' : 'off'),
}

export const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Returns the shortcut of a key press; null when it is none. */
export function findShortcut(pressed: Pressed, isTyping: boolean): ShortcutId | null {
  const [mod, other] = isMac() ? [pressed.metaKey, pressed.ctrlKey] : [pressed.ctrlKey, pressed.metaKey]
  if (other || pressed.altKey) return null
  const name = mod ? `mod+${pressed.shiftKey && /^[a-z]$/i.test(pressed.key) ? 'shift+' : ''}${pressed.key.toLowerCase()}` : pressed.key
  const isAlone = !mod
  if (isAlone && (isTyping || !singleKeys.areOn())) return null
  return shortcuts.find(({ keys }) => (keys as readonly string[]).includes(name))?.id ?? null
}

export const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Listens to the keys of the application. */
export function useShortcutKeys(): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      // A key during the composition of Han or kana is no shortcut.
      if (event.isComposing || event.repeat || event.defaultPrevented) return
      const id = findShortcut(event, isField(event.target))
      // An open dialog or menu handles the keys.
      if (!id || document.querySelector('[aria-modal="true"], [role="menu"]')) return
      if (runShortcut(id)) event.preventDefault()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}
