// The jobs that a source is ingested by. The job that a source names is the only one that may change its state.
import type { SourceKind } from '@heddle/contracts/collection/source'
import type { Queryable } from '@heddle/db/client'
import { ingestQueue, syncQueue } from '@heddle/db/job-queues'
import type { OpenJobSender } from '../../../platform/jobs/job-queue.ts'

/** The tenants take turns at the worker. */
type WaitingSource = { readonly id: string; readonly jobId: string; readonly tenantId: string }

/** What an administrator waits for comes before what a schedule has asked for. */
export const priorities = { person: 1, schedule: 0 } as const

/** Bytes by which a content waits a second longer, and the most that it waits for its size. */
const bytesPerSecond = 10_000
const maxSizeSeconds = 30 * 60

const epoch = Date.UTC(2026, 0) / 1_000
/** More than the seconds until the numbers of the queue, which have 32 bits, end. */
const scheduleOffset = 1_000_000_000

/**
 * Returns the priority of a content at the worker: the earlier the time by which it is due, the higher. Small contents are due soon and large
 * ones later, so that a book holds up no page that was added with it, and no stream of pages holds up a book for long.
 */
function rankContent(priority: number, sizeBytes: number): number {
  const due = Math.floor(Date.now() / 1_000 - epoch + Math.min(sizeBytes / bytesPerSecond, maxSizeSeconds))
  return -due - (priority === priorities.person ? 0 : scheduleOffset)
}

async function loadSizes(tx: Queryable, sourceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const versions = await tx.sourceVersion.findMany({
    where: { sourceId: { in: [...sourceIds] } },
    select: { sourceId: true, sizeBytes: true },
    orderBy: { id: 'asc' },
  })
  return new Map(versions.map(({ sourceId, sizeBytes }) => [sourceId, sizeBytes]))
}

/** Adds the job that ingests the latest content of a queued source. */
export async function enqueueIngestion(
  tx: Queryable,
  jobs: OpenJobSender,
  { id, jobId, tenantId }: WaitingSource,
  priority: number = priorities.person,
): Promise<void> {
  const size = (await loadSizes(tx, [id])).get(id) ?? 0
  const options = { id: jobId, priority: rankContent(priority, size), group: tenantId }
  await jobs.enqueue(tx, ingestQueue, { sourceId: id, jobId }, options)
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
  const contents = sources.filter(({ hasContent }) => hasContent)
  const pages = sources.filter(({ hasContent }) => !hasContent)
  const toJob = ({ id, jobId, tenantId }: WaitingSource, priority: number) => ({
    id: jobId,
    data: { sourceId: id, jobId },
    priority,
    group: tenantId,
  })
  if (contents.length > 0) {
    const sizes = await loadSizes(
      tx,
      contents.map(({ id }) => id),
    )
    const ranked = contents.map((source) => toJob(source, rankContent(priorities.person, sizes.get(source.id) ?? 0)))
    await jobs.enqueueAll(tx, ingestQueue, ranked)
  }
  if (pages.length > 0) {
    const visits = pages.map((source) => toJob(source, priorities.person))
    await jobs.enqueueAll(tx, syncQueue, visits)
  }
}

/** Ends the jobs of sources; one that runs is told by its signal. */
export async function cancelIngestion(tx: Queryable, jobs: OpenJobSender, jobIds: readonly (string | null)[]): Promise<void> {
  const ids = jobIds.filter((id) => id !== null)
  if (ids.length === 0) return
  for (const queue of [ingestQueue, syncQueue]) await jobs.cancel(tx, queue, ids)
}
