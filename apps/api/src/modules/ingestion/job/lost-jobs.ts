// Gives what waits without a job a new one, after a pause for instance; what has lost its job by failures ends as failed. All workers may do
// so at once.
import { errorMessages } from '@heddle/contracts/error-messages'
import type { Prisma } from '@heddle/db/generated/client'
import { reindexQueue } from '@heddle/db/job-queues'
import { randomUUIDv7 } from 'node:crypto'
import type { Dependencies } from '../../../platform/dependencies.ts'
import { enqueueSource } from '../../collection/source/ingestion.jobs.ts'
import { findLostIndexes, findLostSources, type LostIndex, type LostSource } from './lost-jobs.sql.ts'

const maxAtOnce = 200

const interrupted = { code: 'SOURCE_INTERRUPTED', message: errorMessages.SOURCE_INTERRUPTED } as const

export function createLostJobSweep({ db, jobs }: Pick<Dependencies, 'db' | 'jobs'>) {
  async function restoreSource({ id, jobId, tenantId, kind, hasContent, isGivenUp }: LostSource) {
    const where: Prisma.SourceWhereInput = { id, jobId, state: { in: ['queued', 'parsing', 'chunking', 'embedding'] } }
    if (isGivenUp) {
      await db.source.updateMany({ where, data: { state: 'failed', failure: interrupted } })
      return
    }
    const sender = await jobs.open()
    const next = randomUUIDv7()
    await db.$transaction(async (tx) => {
      const { count } = await tx.source.updateMany({ where, data: { state: 'queued', jobId: next } })
      // A page that was never fetched is fetched, and what has a content is ingested.
      if (count === 1) await enqueueSource(tx, sender, { id, jobId: next, tenantId, kind: hasContent ? 'file' : kind })
    })
  }

  async function restoreIndex({ id, jobId, tenantId, isGivenUp }: LostIndex) {
    const where = { id, jobId, state: 'building' } as const
    if (isGivenUp) {
      await db.indexVersion.updateMany({ where, data: { state: 'failed', failure: interrupted } })
      return
    }
    const sender = await jobs.open()
    const next = randomUUIDv7()
    await db.$transaction(async (tx) => {
      const { count } = await tx.indexVersion.updateMany({ where, data: { jobId: next } })
      if (count === 1) await sender.enqueue(tx, reindexQueue, { indexVersionId: id, jobId: next }, { id: next, group: tenantId })
    })
  }

  return async function restoreLostJobs(): Promise<void> {
    for (const source of await findLostSources(db, maxAtOnce)) await restoreSource(source)
    for (const index of await findLostIndexes(db, maxAtOnce)) await restoreIndex(index)
  }
}
