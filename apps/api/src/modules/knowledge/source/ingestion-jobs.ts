// The jobs that a source is ingested by. The job that a source names is the only one that may change its state.
import type { SourceKind } from '@heddle/contracts/knowledge/source'
import type { Queryable } from '@heddle/db/client'
import { ingestQueue, syncQueue } from '@heddle/db/job-queues'
import type { OpenJobSender } from '../../../jobs/job-queue.ts'

/** The tenants take turns at the worker. */
type WaitingSource = { readonly id: string; readonly jobId: string; readonly tenantId: string }

/** What an administrator waits for comes before what a schedule has asked for. */
export const priorities = { person: 1, schedule: 0 } as const

/** Adds the job that ingests the latest content of a queued source. */
export async function enqueueIngestion(
  tx: Queryable,
  jobs: OpenJobSender,
  { id, jobId, tenantId }: WaitingSource,
  priority: number = priorities.person,
): Promise<void> {
  await jobs.enqueue(tx, ingestQueue, { sourceId: id, jobId }, { id: jobId, priority, group: tenantId })
}

/**
 * Adds the first job of a queued source: a web page is fetched before it is ingested. A source of a paused collection waits without
 * one, until the collection goes on.
 */
export async function enqueueSource(
  tx: Queryable,
  jobs: OpenJobSender,
  { kind, ...source }: WaitingSource & { readonly kind: SourceKind },
  priority: number = priorities.person,
): Promise<void> {
  if (kind !== 'url') return enqueueIngestion(tx, jobs, source, priority)
  await jobs.enqueue(tx, syncQueue, { sourceId: source.id, jobId: source.jobId }, { id: source.jobId, priority, group: source.tenantId })
}

/** Adds the first jobs of many queued sources: that of a page without a content visits it. */
export async function enqueueSources(
  tx: Queryable,
  jobs: OpenJobSender,
  sources: readonly (WaitingSource & { readonly hasContent: boolean })[],
): Promise<void> {
  for (const [queue, hasContent] of [
    [ingestQueue, true],
    [syncQueue, false],
  ] as const) {
    const waiting = sources.filter((source) => source.hasContent === hasContent)
    const toJob = ({ id, jobId, tenantId }: WaitingSource) => ({
      id: jobId,
      data: { sourceId: id, jobId },
      priority: priorities.person,
      group: tenantId,
    })
    if (waiting.length > 0) await jobs.enqueueAll(tx, queue, waiting.map(toJob))
  }
}

/** Ends the jobs of sources; one that runs is told by its signal. */
export async function cancelIngestion(tx: Queryable, jobs: OpenJobSender, jobIds: readonly (string | null)[]): Promise<void> {
  const ids = jobIds.filter((id) => id !== null)
  if (ids.length === 0) return
  for (const queue of [ingestQueue, syncQueue]) await jobs.cancel(tx, queue, ids)
}
