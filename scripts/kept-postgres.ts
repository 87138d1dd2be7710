// The embedded PostgreSQL of `pnpm start`. When it ends by itself it is started again on the same port, so that those who
// use it need no other address: until it is back they answer 503.
import { setTimeout as delay } from 'node:timers/promises'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

export type RestartLimit = { readonly most: number; readonly withinMs: number }

const defaultLimit: RestartLimit = { most: 3, withinMs: 10 * 60_000 }

/** Starts PostgreSQL as `startEmbeddedPostgres` does. `ended` settles when it has ended and is not started again. */
export async function keepPostgresRunning(
  directory: string,
  say: (text: string) => void,
  { most, withinMs }: RestartLimit = defaultLimit,
): Promise<EmbeddedPostgres> {
  let server = await startEmbeddedPostgres(directory)
  const { port } = server
  const stopping = new AbortController()
  let restarts: number[] = []
  let restarting = Promise.resolve()

  async function restart() {
    restarts.push(performance.now())
    say(`PostgreSQL has ended by itself. Starting it again (${restarts.length} of ${most} times in ${withinMs / 60_000} minutes) …`)
    try {
      server = await startEmbeddedPostgres(directory, {}, server)
      say('PostgreSQL runs again.')
    } catch (error) {
      say(error instanceof Error ? error.message : String(error))
      await delay(1_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function watch() {
    for (;;) {
      await server.ended
      restarts = restarts.filter((at) => performance.now() - at < withinMs)
      if (stopping.signal.aborted || restarts.length >= most) return
      restarting = restart()
      await restarting
    }
  }

  const ended = watch()
  return {
    url: server.url,
    port,
    ended,
    stop: async () => {
      stopping.abort()
      await restarting
      await server.stop()
      await ended
    },
  }
}
