// What the keyboard does beside Tab and Enter. A page says what a shortcut does while it is there; one listener hears the keys.
import { useEffect } from 'react'

/** `mod` is Cmd on a Mac and Ctrl elsewhere. A key alone works only outside text fields, and can be turned off (WCAG 2.1.4). */
export const shortcuts = [
  { id: 'help', keys: ['mod+/', '?'] },
  { id: 'newChat', keys: ['mod+shift+o'] },
  { id: 'search', keys: ['mod+k'] },
  { id: 'drawer', keys: ['mod+b'] },
  { id: 'composer', keys: ['mod+i'] },
  { id: 'stop', keys: ['mod+.'] },
  { id: 'copyReply', keys: ['mod+shift+l'] },
  { id: 'editQuestion', keys: ['mod+shift+e'] },
] as const

export type ShortcutId = (typeof shortcuts)[number]['id']

const handlers = new Map<ShortcutId, (() => void)[]>()
const singleKeysAt = 'single_key_shortcuts'

/** Says what a shortcut does while the component is there; the last one to say so is the one. */
export function useShortcut(id: ShortcutId, handle: (() => void) | null): void {
  useEffect(() => {
    if (!handle) return
    handlers.set(id, [...(handlers.get(id) ?? []), handle])
    return () => {
      handlers.set(id, (handlers.get(id) ?? []).toSpliced(handlers.get(id)?.lastIndexOf(handle) ?? -1, 1))
    }
  }, [id, handle])
}

/** Does what a shortcut does here; false where it does nothing. */
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

/** The shortcut that was pressed, if one was. */
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

/** Hears the keys of the whole application. */
export function useShortcutKeys(): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      // A key that chooses a word of Han or kana is none of ours.
      if (event.isComposing || event.repeat || event.defaultPrevented) return
      const id = findShortcut(event, isField(event.target))
      // An open dialog or menu has the keyboard.
      if (!id || document.querySelector('[aria-modal="true"], [role="menu"]')) return
      if (runShortcut(id)) event.preventDefault()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}
