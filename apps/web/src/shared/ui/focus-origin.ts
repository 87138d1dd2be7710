// Mantine's modal restores the focus only if it was mounted before it opened, and our dialogs are opened from menu entries, which are
// removed before the dialog closes.

/** Returns the element to focus when a dialog closes: the focused element, or the button of its menu. */
export function findFocusOrigin(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role=menu]')
  const origin = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return origin instanceof HTMLElement ? origin : null
}

/** Moves the focus back to its origin, or to the content if the origin was removed. */
export function returnFocus(origin: HTMLElement | null): void {
  const target = origin?.isConnected ? origin : document.querySelector('main')
  target?.focus({ preventScroll: true })
}
