// The modal remembers what had the focus only when it was there, closed, before it opened; and an entry of a menu, from which our
// dialogs are opened, is gone by the time that they close.

/** What has the focus now, or the button of the menu that has it: where it belongs when a dialog has closed. */
export function findFocusOrigin(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role=menu]')
  const origin = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return origin instanceof HTMLElement ? origin : null
}

/** Puts the focus back; where its origin has gone, to the content. */
export function returnFocus(origin: HTMLElement | null): void {
  const target = origin?.isConnected ? origin : document.querySelector('main')
  target?.focus({ preventScroll: true })
}
