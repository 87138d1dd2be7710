// The embedded PostgreSQL of `pnpm start`. When it ends by itself it is restarted on the same port, so that the API keeps its address and
// responds with 503 until then.
import { setTimeout as delay } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

export type RestartLimit = { readonly maxRestarts: number; readonly withinMs: number }

const defaultLimit: RestartLimit = { maxRestarts: 3, withinMs: 10 * 60_000 }

/** Starts PostgreSQL like `startEmbeddedPostgres`. `ended` resolves when it has ended and is not restarted. */
export async function keepPostgresRunning(
  directory: string,
  log: (text: string) => void,
  { maxRestarts, withinMs }: RestartLimit = defaultLimit,
): Promise<EmbeddedPostgres> {
  let server = await startEmbeddedPostgres(directory)
  const { port } = server
  const stopping = new AbortController()
  let restarts: number[] = []
  let restarting = Promise.resolve()

  async function restart() {
    restarts.push(performance.now())
    log(`PostgreSQL has ended by itself. Starting it again (${restarts.length} of ${maxRestarts} times in ${withinMs / 60_000} minutes) …`)
    try {
      server = await startEmbeddedPostgres(directory, {}, server)
      log('PostgreSQL runs again.')
    } catch (error) {
      log(error instanceof Error ? error.message : String(error))
      await delay(1_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function watch() {
    for (;;) {
      await server.ended
      restarts = restarts.filter((at) => performance.now() - at < withinMs)
      if (stopping.signal.aborted || restarts.length >= maxRestarts) return
      restarting = restart()
      await restarting
    }
  }

  const ended = watch()
  return {
    url: server.url,
    port,
    get pid() {
      return server.pid
    },
    ended,
    stop: async () => {
      stopping.abort()
      await restarting
      await server.stop()
      await ended
    },
  }
}
