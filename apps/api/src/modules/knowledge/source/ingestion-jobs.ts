// The jobs that a source is ingested by. The job that a source names is the only one that may change its state.
import type { Queryable } from '@heddle/db/client'
import { ingestQueue } from '@heddle/db/job-queues'
import type { OpenJobSender } from '../../../jobs/job-queue.ts'

type WaitingSource = { readonly id: string; readonly jobId: string }

/** Adds the job of a queued source. A source of a paused collection waits without one, until the collection goes on. */
export async function enqueueIngestion(tx: Queryable, jobs: OpenJobSender, { id, jobId }: WaitingSource): Promise<void> {
  await jobs.enqueue(tx, ingestQueue, { sourceId: id, jobId }, { id: jobId })
}

/** Ends the jobs of sources; one that runs is told by its signal. */
export async function cancelIngestion(tx: Queryable, jobs: OpenJobSender, jobIds: readonly (string | null)[]): Promise<void> {
  const ids = jobIds.filter((id) => id !== null)
  if (ids.length > 0) await jobs.cancel(tx, ingestQueue, ids)
}
