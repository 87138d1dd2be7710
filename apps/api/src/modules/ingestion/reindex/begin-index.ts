import type { Queryable } from '@heddle/db/client'
import { reindexQueue } from '@heddle/db/job-queues'
import { lexicalVersion } from '@heddle/retrieval/terms/lexical-terms'
import { randomUUIDv7 } from 'node:crypto'
import type { OpenJobSender } from '../../../platform/jobs/job-queue.ts'
import type { CollectionRepository } from '../../collection/collection.repository.ts'

type Dependencies = { readonly rows: CollectionRepository; readonly sender: OpenJobSender }
type NewIndex = Omit<Parameters<CollectionRepository['addIndex']>[1], 'termVersion' | 'jobId'> & { readonly collectionId: string }

/** Adds an index to a collection, with the job that builds it, in the transaction of the caller; one that is being built is given up. */
export async function beginIndex(tx: Queryable, { rows, sender }: Dependencies, tenantId: string, index: NewIndex): Promise<void> {
  await rows.retireUnfinishedIndexes(tx, index.collectionId)
  const jobId = randomUUIDv7()
  const indexVersionId = await rows.addIndex(tx, { ...index, termVersion: lexicalVersion, jobId })
  await sender.enqueue(tx, reindexQueue, { indexVersionId, jobId }, { id: jobId, group: tenantId })
}
