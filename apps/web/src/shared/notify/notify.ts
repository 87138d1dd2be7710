import { notifications } from '@mantine/notifications'

export type Snackbar = {
  message: string
  title?: string
  /** Milliseconds until it goes by itself. */
  timeout?: number
  kind?: 'info' | 'success' | 'error'
}

const colors = { info: 'gray', success: 'teal', error: 'red' } as const
const defaultTimeout = 5_000

/** Shows the snackbar. The same words are never shown twice at once. */
export function notify({ message, title, timeout = defaultTimeout, kind = 'info' }: Snackbar): void {
  const id = `${kind}:${title ?? ''}:${message}`
  const content = { id, message, title, color: colors[kind], autoClose: timeout, withCloseButton: true }
  notifications.hide(id)
  notifications.show(content)
}
