// The global snackbar: shown from anywhere, rendered by SnackbarHost.
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

let shown: readonly ShownSnackbar[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly ShownSnackbar[]) {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a snackbar. A message that is already on the screen is not added again; its timeout restarts. */
export function notify({ message, title, timeout = defaultTimeout, kind = 'info' }: Snackbar): void {
  lastId += 1
  const others = shown.filter((snackbar) => snackbar.message !== message || snackbar.title !== title)
  set([...others, { id: lastId, message, title, timeout, kind }].slice(-maxShown))
}

export const snackbarStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => shown,
  dismiss: (id: number) => set(shown.filter((snackbar) => snackbar.id !== id)),
}
