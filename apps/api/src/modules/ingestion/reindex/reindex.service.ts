// Starts and abandons the build of another index. Who calls has the permission `manage_knowledge`.
import type { reindexCollection } from '@heddle/contracts/collection/collection'
import type { PrismaClient } from '@heddle/db/client'
import { reindexQueue } from '@heddle/db/job-queues'
import type { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { JobSender } from '../../../platform/jobs/job-queue.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toCollectionTarget } from '../../collection/collection.audit.ts'
import { presentIndexSettings } from '../../collection/collection.presenter.ts'
import type { CollectionRepository, CollectionView } from '../../collection/collection.repository.ts'
import type { CollectionService } from '../../collection/collection.service.ts'
import { beginIndex } from './begin-index.ts'

type ReindexDependencies = {
  readonly db: PrismaClient
  readonly rows: CollectionRepository
  readonly collections: CollectionService
  readonly jobs: JobSender
  readonly audit: AuditService
}

export type ReindexService = ReturnType<typeof createReindexService>

export function createReindexService({ db, rows, collections, jobs, audit }: ReindexDependencies) {
  return {
    async reindexCollection(
      actor: Actor,
      id: string,
      { index: given }: z.output<typeof reindexCollection.schema.body>,
    ): Promise<CollectionView> {
      const sender = await jobs.open()
      return db.$transaction(async (tx) => {
        if (!(await collections.lockCollection(tx, actor.tenantId, id))) throw new AppError('COLLECTION_NOT_FOUND')
        const { collection, totals } = await collections.getCollection(actor, id, tx)
        if (totals.isReindexing) throw new AppError('COLLECTION_IS_REINDEXING')
        const settings = { ...presentIndexSettings(collection.activeIndex), ...given }
        const { embedding_model: embeddingModel } = settings
        if (embeddingModel !== null && !(await rows.hasModel(tx, actor.tenantId, 'embedding', embeddingModel)))
          throw new AppError('MODEL_NOT_FOUND')
        await beginIndex(tx, { rows, sender }, actor.tenantId, {
          collectionId: id,
          chunkStrategy: settings.chunk_strategy,
          chunkTokens: settings.chunk_tokens,
          overlapTokens: settings.overlap_tokens,
          embeddingModel,
          createdById: actor.id,
        })
        await audit.record(tx, actor, { action: 'reindexCollection', target: toCollectionTarget(collection), after: settings })
        return collections.getCollection(actor, id, tx)
      })
    },

    /** Changes nothing when there is no such index. */
    async abandonReindex(actor: Actor, id: string): Promise<CollectionView> {
      const sender = await jobs.open()
      return db.$transaction(async (tx) => {
        if (!(await collections.lockCollection(tx, actor.tenantId, id))) throw new AppError('COLLECTION_NOT_FOUND')
        const { collection } = await collections.getCollection(actor, id, tx)
        const jobIds = await rows.retireUnfinishedIndexes(tx, id)
        if (jobIds.length > 0) await sender.cancel(tx, reindexQueue, jobIds)
        await audit.record(tx, actor, { action: 'abandonReindex', target: toCollectionTarget(collection) })
        return collections.getCollection(actor, id, tx)
      })
    },
  }
}
