// A collection whose postings have the terms of an earlier version is found by some of the questions only: its index is built again.
import type { PrismaClient } from '@heddle/db/client'
import type { Prisma } from '@heddle/db/generated/client'
import { lexicalVersion } from '@heddle/retrieval/terms/lexical-terms'
import type { JobSender } from '../../../platform/jobs/job-queue.ts'
import type { CollectionRepository } from '../../collection/collection.repository.ts'
import type { CollectionService } from '../../collection/collection.service.ts'
import { beginIndex } from './begin-index.ts'

type Dependencies = {
  readonly db: PrismaClient
  readonly rows: CollectionRepository
  readonly lockCollection: CollectionService['lockCollection']
  readonly jobs: JobSender
}

/** Collections of one sweep: the next goes on. */
const perSweep = 100

/** What is built now is left to its end, and what could not be built with these terms is not begun again. */
const isOutdated = {
  activeIndex: { termVersion: { not: lexicalVersion } },
  indexes: { none: { OR: [{ state: 'building' }, { state: 'failed', termVersion: lexicalVersion }] } },
} satisfies Prisma.CollectionWhereInput

/** Has the indexes of other terms built again with their settings; the vectors of their chunks are kept. */
export const createOutdatedIndexSweep =
  ({ db, rows, lockCollection, jobs }: Dependencies) =>
  async (): Promise<void> => {
    const outdated = await db.collection.findMany({
      where: isOutdated,
      select: { id: true, tenantId: true },
      orderBy: { id: 'asc' },
      take: perSweep,
    })
    if (outdated.length === 0) return
    const sender = await jobs.open()
    for (const { id, tenantId } of outdated) {
      await db.$transaction(async (tx) => {
        if (!(await lockCollection(tx, tenantId, id))) return
        const collection = await tx.collection.findFirst({ where: { ...isOutdated, id }, select: { activeIndex: true } })
        if (!collection?.activeIndex) return
        const { chunkStrategy, chunkTokens, overlapTokens, embeddingModel } = collection.activeIndex
        const settings = { chunkStrategy, chunkTokens, overlapTokens, embeddingModel }
        await beginIndex(tx, { rows, sender }, tenantId, { collectionId: id, ...settings })
      })
    }
  }
