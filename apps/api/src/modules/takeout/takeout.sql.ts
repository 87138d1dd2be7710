// Takeouts that no job writes any more. Prisma cannot say it: the jobs are in the schema of the queue.
import type { ErrorDetail } from '@heddle/contracts/errors'
import { takeoutQueue } from '@heddle/db/job-queues'
import type { Pool } from 'pg'

/** Ends takeouts whose job the queue has given up, as when its workers were killed. */
export async function failLostTakeouts(pool: Pool, error: ErrorDetail, expiresAt: Date): Promise<void> {
  await pool.query(
    `UPDATE takeout t SET state = 'failed', error = $1, expires_at = $2 WHERE t.state IN ('waiting', 'running')
       AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = '${takeoutQueue}' AND j.id = t.job_id AND j.state < 'completed')`,
    [JSON.stringify(error), expiresAt],
  )
}
