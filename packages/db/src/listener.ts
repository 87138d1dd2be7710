import { BoundedClient, createConnectionConfig } from './connection.ts'

export type ListenerOptions = {
  /** A `postgresql://` connection string. */
  readonly url: string
  /** The name of the connection in `pg_stat_activity`. */
  readonly applicationName: string
  readonly channels: readonly string[]
  readonly onNotification: (channel: string, payload: string) => void
  /** Called whenever listening starts or resumes: earlier notifications may be lost. */
  readonly onListening: () => void
  /** Called when the connection failed; another attempt follows. */
  readonly onError: (error: Error) => void
}

export type Listener = {
  /** Resolves after the first attempt to connect, successful or not. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const reconnectMs = { first: 200, max: 5_000 }

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/**
 * Listens to channels of PostgreSQL on its own connection, and reconnects whenever it is lost. A notification may be lost with the
 * connection, so the caller also polls.
 */
export function createListener(options: ListenerOptions): Listener {
  const { url, applicationName, channels, onNotification, onListening, onError } = options
  let client: BoundedClient | undefined
  let timer: NodeJS.Timeout | undefined
  let delay = reconnectMs.first
  let isClosed = false

  function reconnect() {
    client = undefined
    if (isClosed || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, delay)
    timer.unref()
    delay = Math.min(reconnectMs.max, delay * 2)
  }

  async function connect() {
    const next = new BoundedClient({ ...createConnectionConfig(url), application_name: applicationName })
    let isLost = false
    const reconnectOnce = () => {
      if (isLost) return
      isLost = true
      next.end().catch(() => {})
      reconnect()
    }
    next.on('error', (error) => {
      onError(error)
      reconnectOnce()
    })
    next.on('end', reconnectOnce)
    next.on('notification', ({ channel, payload = '' }) => onNotification(channel, payload))
    try {
      await next.connect()
      await next.query(channels.map((channel) => `LISTEN ${next.escapeIdentifier(channel)}`).join('; '))
    } catch (error) {
      onError(toError(error))
      return reconnectOnce()
    }
    if (isClosed) return void next.end().catch(() => {})
    client = next
    delay = reconnectMs.first
    onListening()
  }

  return {
    start: connect,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
