// The global snackbar: shown from anywhere, rendered by SnackbarHost.
import { createStore } from '../external-store.ts'

export type Snackbar = {
  message: string
  title?: string
  /** Milliseconds until it closes by itself. */
  timeout?: number
  kind?: 'info' | 'success' | 'error'
}

export type ShownSnackbar = Required<Omit<Snackbar, 'title'>> & { id: number; title?: string }

const defaultTimeout = 5_000
const maxShown = 3

const { subscribe, read, set } = createStore<readonly ShownSnackbar[]>([])
let lastId = 0

/** Shows a snackbar. A message that is already on the screen is not added again; its timeout restarts. */
export function notify({ message, title, timeout = defaultTimeout, kind = 'info' }: Snackbar): void {
  lastId += 1
  const others = read().filter((snackbar) => snackbar.message !== message || snackbar.title !== title)
  set([...others, { id: lastId, message, title, timeout, kind }].slice(-maxShown))
}

export const snackbarStore = {
  subscribe,
  read,
  dismiss: (id: number) => set(read().filter((snackbar) => snackbar.id !== id)),
}
