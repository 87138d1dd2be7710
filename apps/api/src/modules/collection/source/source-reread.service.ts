// Has the original of a source read again, also in another way: as a new content, beside the one that is searched meanwhile.
import type { ReadingSettings } from '@heddle/contracts/document/reading'
import { listCorrectable, type updateSourceReading } from '@heddle/contracts/collection/source'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUIDv7 } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { cancelRemoval, removeSoon } from '../../../platform/files/file-removal.sql.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openStoredFile, storeFile, toUnavailable } from '../../../platform/files/store-file.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'
import type { JobSender } from '../../../platform/jobs/job-queue.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { cancelIngestion, enqueueIngestion } from './ingestion.jobs.ts'
import { toAuditedFields, toSourceTarget } from './source.audit.ts'
import { presentSource } from './source.presenter.ts'
import type { SourceRepository, SourceRow } from './source.repository.ts'
import { canCancel } from './source.rules.ts'
import { lockCollection } from './source.sql.ts'

type SourceRereadDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly rows: SourceRepository
  readonly files: FileStore
  readonly jobs: JobSender
  readonly audit: AuditService
  readonly log: FastifyBaseLogger
}

type ReadingUpdate = z.output<typeof updateSourceReading.schema.body>

type Rereading = {
  /** The source as it has to be still. */
  readonly seen: { readonly id: string; readonly revision?: number; readonly jobId?: string | null }
  readonly change: Prisma.SourceUncheckedUpdateManyInput
  /** Refuses what another call has changed meanwhile. */
  readonly refuse: (current: SourceRow) => AppError
  readonly record: (tx: Queryable, after: SourceRow) => Promise<void>
}

/** Throws `BAD_REQUEST` for a correction that the content of the source has no use for. */
function assertCorrectable({ kind, versions: [latest] }: SourceRow, reading: ReadingSettings) {
  const known = listCorrectable(kind, latest?.mediaType ?? null)
  const fields = (Object.keys(reading) as (keyof ReadingSettings)[])
    .filter((field) => reading[field] !== undefined && !known.includes(field))
    .map((field) => ({ path: `body/reading/${field}`, message: 'Not of this source' }))
  if (fields.length > 0) throw new AppError('BAD_REQUEST', { params: { fields } })
}

export type SourceRereadService = ReturnType<typeof createSourceRereadService>

export function createSourceRereadService({ db, pool, rows, files, jobs, audit, log }: SourceRereadDependencies) {
  async function getSource(actor: Actor, collectionId: string, id: string): Promise<SourceRow> {
    if (!(await rows.hasCollection(actor.tenantId, collectionId))) throw new AppError('COLLECTION_NOT_FOUND')
    const source = await rows.find(collectionId, id)
    if (!source) throw new AppError('SOURCE_NOT_FOUND')
    return source
  }

  /** Stores a copy of a kept file, as each content has a file of its own. */
  async function copyStored(from: string, to: string) {
    await withUploadFolder(async (folder) => {
      const path = join(folder, 'original')
      await pipeline(await openStoredFile(files, from), createWriteStream(path)).catch((cause: unknown) => {
        throw toUnavailable(cause)
      })
      await storeFile({ pool, files, log }, to, path)
    })
  }

  /** Adds the latest original as a new content, with its job; a job that the source has ends. */
  async function reread(actor: Actor, { collectionId, id, versions }: SourceRow, { seen, change, refuse, record }: Rereading) {
    const [latest] = versions
    if (!latest) throw new AppError('SOURCE_NOT_FOUND')
    const [versionId, jobId] = [randomUUIDv7(), randomUUIDv7()]
    const storageKey = `${actor.tenantId}/${versionId}`
    const sender = await jobs.open()
    await copyStored(latest.storageKey, storageKey)
    try {
      return await db.$transaction(async (tx) => {
        const collection = await lockCollection(tx, actor.tenantId, collectionId)
        if (!collection) throw new AppError('COLLECTION_NOT_FOUND')
        const before = await rows.find(collectionId, id, tx)
        if (!before) throw new AppError('SOURCE_NOT_FOUND')
        const queued = { ...change, state: 'queued', jobId, failure: Prisma.DbNull } as const
        if (!(await rows.update(tx, seen, queued))) throw refuse(before)
        await cancelIngestion(tx, sender, [before.jobId])
        const { name, mediaType, sizeBytes, bytesHash } = latest
        await rows.createVersion(tx, { id: versionId, sourceId: id, storageKey, name, mediaType, sizeBytes, bytesHash })
        if (!(await cancelRemoval(tx, storageKey))) throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 15 } })
        if (!collection.isPaused) await enqueueIngestion(tx, sender, { id, jobId, tenantId: actor.tenantId })
        const after = await rows.find(collectionId, id, tx)
        if (!after) throw new AppError('SOURCE_NOT_FOUND')
        await record(tx, after)
        return after
      })
    } catch (error) {
      await removeSoon(pool, [storageKey])
      throw error
    }
  }

  return {
    /** A source whose ingestion is running, or that has no original yet, stays as it is. */
    async rereadSource(actor: Actor, collectionId: string, id: string): Promise<SourceRow> {
      const source = await getSource(actor, collectionId, id)
      if (source.versions.length === 0 || canCancel(source.state)) return source
      return reread(actor, source, {
        seen: { id, jobId: source.jobId },
        change: {},
        refuse: () => new AppError('CONFLICT'),
        record: (tx) => audit.record(tx, actor, { action: 'rereadSource', target: toSourceTarget(source) }),
      })
    },

    /** Keeps how the source is read from now on, and reads it so, also in place of an ingestion that is running. */
    async updateSourceReading(actor: Actor, collectionId: string, id: string, { revision, reading }: ReadingUpdate): Promise<SourceRow> {
      const before = await getSource(actor, collectionId, id)
      assertCorrectable(before, reading)
      return reread(actor, before, {
        seen: { id, revision },
        change: { reading, revision: { increment: 1 } },
        refuse: (current) => new AppError('REVISION_MISMATCH', { params: { current: presentSource(current) } }),
        record: (tx, after) =>
          audit.record(tx, actor, {
            action: 'updateSourceReading',
            target: toSourceTarget(after),
            before: toAuditedFields(before),
            after: toAuditedFields(after),
          }),
      })
    },
  }
}
