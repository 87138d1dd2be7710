import type { Pool, PoolClient } from 'pg'

/** Runs `act` in a transaction of its own; `begin` may do more in the same round trip, such as taking a lock. */
export async function inTransaction<T>(pool: Pool, act: (client: PoolClient) => Promise<T>, begin = 'BEGIN'): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  const recordFailure = (error: Error) => {
    failure = error
  }
  // The pool listens only to idle connections: without this, a database that restarts now would end the process.
  client.on('error', recordFailure)
  try {
    await client.query(begin)
    const result = await act(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((cause: unknown) => {
      failure ??= cause instanceof Error ? cause : new Error(String(cause))
    })
    throw error
  } finally {
    // A connection that broke, or could not even roll back, is thrown away; it may still say so while it goes.
    if (!failure) client.off('error', recordFailure)
    client.release(failure)
  }
}
