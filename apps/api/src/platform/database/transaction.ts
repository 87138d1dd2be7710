import type { Pool, PoolClient } from 'pg'

/**
 * Runs `act` in a transaction of its own; `begin` may add statements, such as a lock. The first statements of `act` are sent with
 * them: should the transaction not begin, they fail too.
 */
export async function inTransaction<T>(pool: Pool, act: (client: PoolClient) => Promise<T>, begin = 'BEGIN'): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  const recordFailure = (error: Error) => {
    failure = error
  }
  // The pool listens only to idle connections: without this listener, a restart of the database would end the process.
  client.on('error', recordFailure)
  try {
    const [, result] = await Promise.all([client.query(begin), act(client)])
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((cause: unknown) => {
      failure ??= cause instanceof Error ? cause : new Error(String(cause))
    })
    throw error
  } finally {
    // A broken connection is discarded, and keeps its listener: it may still emit errors.
    if (!failure) client.off('error', recordFailure)
    client.release(failure)
  }
}
