// What the database knows of the queues and the sources. Prisma cannot say it: the jobs are in the schema of the queue.
import { failedJobs } from '@heddle/db/job-queues'
import type { Pool } from 'pg'

type JobCount = { readonly queue: string; readonly state: string; readonly count: number; readonly waitingSeconds: number | null }
type SourceCount = { readonly state: string; readonly count: number }

/** Counts the jobs that wait or run, those that failed for good in the last month, and how long the first of a queue has been due. */
export async function countJobs(pool: Pool): Promise<readonly JobCount[]> {
  const { rows } = await pool.query<JobCount>(
    `SELECT name AS queue, state::text, count(*)::int AS count,
       extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now()))::float8 AS "waitingSeconds"
     FROM pgboss.job WHERE state < 'completed' AND name <> $1 GROUP BY name, state
     UNION ALL
     SELECT coalesce(source_name, $1), 'failed', count(*)::int, NULL FROM pgboss.job WHERE name = $1 GROUP BY source_name`,
    [failedJobs],
  )
  return rows
}

/** Counts the sources of all collections by their state. */
export async function countSourcesByState(pool: Pool): Promise<readonly SourceCount[]> {
  const { rows } = await pool.query<SourceCount>(
    'SELECT state::text, count(*)::int AS count FROM source WHERE collection_id IS NOT NULL GROUP BY state',
  )
  return rows
}
