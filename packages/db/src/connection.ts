// How every process of the product connects: no wait for the database is without an end.
import pg from 'pg'

export type DatabaseTimeouts = {
  /** Milliseconds to get a connection, new or from the pool. */
  readonly connectMs: number
  /** Milliseconds to the answer of one statement. */
  readonly responseMs: number
}

/** Both together leave a call enough of its 15 s to answer 503. */
export const servingTimeouts: DatabaseTimeouts = { connectMs: 5_000, responseMs: 8_000 }

/** For jobs, for which no one waits: deleting a user with all chats may take longer than an answer to a request. */
export const jobTimeouts: DatabaseTimeouts = { connectMs: 5_000, responseMs: 30_000 }

/** The server cancels a slow statement itself, and its connection stays usable; a server that does not even do that is frozen. */
const cancelMs = 500

/**
 * A client that closes its connection when an answer does not come in time. `query_timeout` alone leaves the connection in
 * use: the late answer is still to come, a transaction may be open, and its ROLLBACK would wait as long again.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => {
      const result = query(...args)
      // With a callback there is no promise: that is how a pool queries, which closes the connection after any error.
      if (result instanceof Promise) result.catch((error: unknown) => isResponseTimeout(error) && void this.end())
      return result
    }) as typeof this.query
  }
}

const isResponseTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

/**
 * The configuration of a client or a pool. It acts as the role that the migrations gave only what the product needs: it
 * cannot change the audit log.
 */
export const createConnectionConfig = (url: string, { connectMs, responseMs }: DatabaseTimeouts = servingTimeouts) => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  statement_timeout: responseMs,
  query_timeout: responseMs + cancelMs,
  // A server that is gone without a word is noticed on a connection that only listens, too.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: '-c role=heddle_app',
})

/** Returns a pool that connects when it is first used. Its owner handles `error`, which an idle connection emits that is lost. */
export const createPool = (url: string, max: number, timeouts?: DatabaseTimeouts): pg.Pool =>
  new pg.Pool({ ...createConnectionConfig(url, timeouts), max, Client: BoundedClient })
