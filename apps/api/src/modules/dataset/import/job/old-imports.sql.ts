// Imports that nothing waits for any more. Prisma cannot say it: the jobs are in the schema of the queue, and times are those of the database.
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { Pool } from 'pg'

/** Removes imports after a day. A trigger has the store remove their files. */
export async function removeOldImports(pool: Pool): Promise<void> {
  await pool.query(`DELETE FROM dataset_import WHERE created_at < now() - interval '1 day' AND state <> 'applying'`)
}

/** Ends imports whose job the queue has given up, as when its workers were killed. */
export async function failLostImports(pool: Pool, failure: ErrorDetail): Promise<void> {
  await pool.query(
    `UPDATE dataset_import i SET state = 'failed', failure = $1 WHERE i.state IN ('reading', 'checking', 'applying')
       AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'dataset-import' AND j.id = i.job_id AND j.state < 'completed')`,
    [JSON.stringify(failure)],
  )
}
