import { createStore } from '../external-store.ts'

/** Whether the title of the browser's tab is marked, because something has happened while the page was hidden. */
export const titleMark = createStore(false)

/** Marks the title until the page is seen. */
export function markTitle(): void {
  titleMark.set(true)
  document.addEventListener('visibilitychange', () => titleMark.set(false), { once: true })
}
