// Attempts that are not counted. Prisma cannot say it: the jobs are in the schema of the queue, and pg-boss changes no job that runs. As in
// its own statements, the number of the attempt keeps a worker from changing the job when another has it.
import type { Pool } from 'pg'

export type Attempt = { readonly queue: string; readonly id: string; readonly retryCount: number }

/** Gives a running job as many retries as its queue has; returns the number after which it fails, null when another worker has it. */
export async function renewAttempts(pool: Pool, { queue, id, retryCount }: Attempt): Promise<number | null> {
  const { rows } = await pool.query<{ retryLimit: number }>(
    `UPDATE pgboss.job j SET retry_limit = j.retry_count + q.retry_limit FROM pgboss.queue q
     WHERE q.name = j.name AND j.name = $1 AND j.id = $2 AND j.retry_count = $3 AND j.state = 'active'
     RETURNING j.retry_limit AS "retryLimit"`,
    [queue, id, retryCount],
  )
  return rows[0]?.retryLimit ?? null
}

type Delay = { readonly backoffFactor: number; readonly minSeconds: number }

/** Ends an attempt that failed: the next one waits longer with each since the attempts were renewed, as pg-boss' own back-off cannot. */
export async function delayJob(pool: Pool, { queue, id, retryCount }: Attempt, { backoffFactor, minSeconds }: Delay): Promise<void> {
  await pool.query(
    `UPDATE pgboss.job j SET state = 'retry', heartbeat_on = NULL, start_after = now() + interval '1 second' * greatest($5::float,
       least(j.retry_delay_max, j.retry_delay * power($4::float, greatest(q.retry_limit - (j.retry_limit - j.retry_count), 0))))
     FROM pgboss.queue q WHERE q.name = j.name AND j.name = $1 AND j.id = $2 AND j.retry_count = $3 AND j.state = 'active'`,
    [queue, id, retryCount, backoffFactor, minSeconds],
  )
}

/** Has a running job wait for another worker, with the attempts that it had. */
export async function giveBackJob(pool: Pool, { queue, id, retryCount }: Attempt): Promise<void> {
  // Later, as the process that stops may still fetch jobs for a moment.
  await pool.query(
    `UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, start_after = now() + interval '2 seconds', heartbeat_on = NULL
     WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`,
    [queue, id, retryCount],
  )
}

/** Has the workers of a queue look for a job at once, in every process: on the channel that pg-boss notifies of a new one. */
export async function wakeWorkers(pool: Pool, queue: string): Promise<void> {
  await pool.query(`SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), $1)`, [queue])
}
