// The connections of every process of the product: each wait for the database has a time-out.
import pg from 'pg'
import { findCopy, sendCopy } from './copy-query.ts'

export type DatabaseTimeouts = {
  /** Maximum milliseconds for a connection, new or from the pool. */
  readonly connectMs: number
  /** Maximum milliseconds for the response to one statement. */
  readonly responseMs: number
}

/** Together they leave a call enough of its 15 s to respond with 503. */
export const servingTimeouts: DatabaseTimeouts = { connectMs: 5_000, responseMs: 8_000 }

/** For jobs, for which no request waits: deleting a user with all chats may take longer. */
export const jobTimeouts: DatabaseTimeouts = { connectMs: 5_000, responseMs: 30_000 }

/** The server cancels a slow statement itself, which keeps the connection usable; after this delay it counts as frozen. */
const cancelMs = 500

/**
 * A client that copies the rows of `copyRows`, and that closes its connection when a response is late.
 * `query_timeout` alone leaves the connection in use: the response is still pending, a transaction may be open, and its ROLLBACK would wait
 * as long again.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      const copy = findCopy(args[0])
      const result = copy ? sendCopy(copy, query) : query(...args)
      // A pool queries with a callback, without a promise, and closes the connection after any error itself.
      if (result instanceof Promise) result.catch((error: unknown) => isResponseTimeout(error) && void this.end())
      return result
    }) as typeof this.query
  }
}

const isResponseTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

/**
 * Returns the configuration of a client or a pool. It acts as the role to which the migrations granted only what the product needs:
 * it cannot change the audit log.
 */
export const createConnectionConfig = (url: string, { connectMs, responseMs }: DatabaseTimeouts = servingTimeouts) => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  statement_timeout: responseMs,
  query_timeout: responseMs + cancelMs,
  // Detects a lost server also on a connection that only listens.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Compiling a statement takes longer than any of ours runs.
  options: '-c role=heddle_app -c jit=off',
})

/** Connections that stay open while nothing is asked: a new one costs the next request a login, and empty caches. */
const minIdle = 3
/**
 * Milliseconds that the others stay open: one that is new plans each statement five times for its values before it keeps a plan, which
 * took a fifth of PostgreSQL's time in a burst of replies after ten quiet seconds.
 */
const idleMs = 600_000

/**
 * Returns a pool that connects on first use. Its owner handles `error`, which a lost idle connection emits. Statements that one client
 * is given without waiting are sent together, and executed in their order.
 */
export const createPool = (url: string, max: number, timeouts?: DatabaseTimeouts): pg.Pool =>
  new pg.Pool({
    ...createConnectionConfig(url, timeouts),
    max,
    min: Math.min(max, minIdle),
    idleTimeoutMillis: idleMs,
    pipeline: true,
    Client: BoundedClient,
  })
