// Takes new sources: their bytes go into the file store, and a job of the worker ingests them.
import type { createSource } from '@heddle/contracts/knowledge/source'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import type { FastifyBaseLogger } from 'fastify'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { promisedType, refusalOf } from '../../../files/file-name.ts'
import { cancelRemoval, removeSoon } from '../../../files/file-removal.sql.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { storeFile } from '../../../files/store-file.ts'
import { AppError } from '../../../http/app-error.ts'
import { createConcurrencyLimit } from '../../../http/concurrency-limit.ts'
import { type ReceivedFile, type ReceiveFiles, withUploadFolder } from '../../../http/upload-intake.ts'
import type { JobSender } from '../../../jobs/job-queue.ts'
import type { Actor } from '../../../permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { enqueueIngestion } from './ingestion-jobs.ts'
import type { SourceRepository, SourceRow } from './source.repository.ts'
import { textFileName, titleOf } from './source.rules.ts'
import { lockCollection } from './source.sql.ts'
import { assertValidity, toSourceColumns } from './source-properties.ts'
import { toAuditedFields, toAuditTarget } from './source.audit.ts'

type SourceIntakeDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly rows: SourceRepository
  readonly files: FileStore
  readonly jobs: JobSender
  readonly audit: AuditService
  readonly stopping: AbortSignal
  readonly log: FastifyBaseLogger
}

type NewSourceBody = z.output<typeof createSource.schema.body>

/** Content on this machine that becomes a source. */
type Content = {
  readonly kind: 'file' | 'text'
  readonly path: string
  readonly name: string
  readonly mediaType: string
  readonly size: number
}

type Addition = {
  readonly action: 'createSource' | 'uploadSources'
  readonly collectionId: string
  readonly content: Content
  readonly columns: ReturnType<typeof toSourceColumns> & { readonly title: string }
  readonly allowsDuplicate: boolean
}

export type AddOutcome = { readonly name: string } & ({ readonly source: SourceRow } | { readonly error: AppError })

/** Each upload holds a connection and a folder. */
const concurrentUploads = { maxPerUser: 6, maxTotal: 24 }

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export type SourceIntakeService = ReturnType<typeof createSourceIntakeService>

export function createSourceIntakeService(dependencies: SourceIntakeDependencies) {
  const { db, pool, rows, files, jobs, audit, stopping, log } = dependencies
  const concurrency = createConcurrencyLimit(concurrentUploads)

  async function assertCollection(actor: Actor, id: string) {
    if (!(await rows.hasCollection(actor.tenantId, id))) throw new AppError('COLLECTION_NOT_FOUND')
  }

  /** Stores the content and inserts its source. Whatever is refused leaves nothing. */
  async function addSource(actor: Actor, { action, collectionId, content, columns, allowsDuplicate }: Addition): Promise<SourceRow> {
    const { tenantId } = actor
    const [id, versionId, jobId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    const storageKey = `${tenantId}/${versionId}`
    const bytesHash = await hashFile(content.path)
    const sender = await jobs.open()
    await storeFile({ pool, files, log }, storageKey, content.path)
    try {
      return await db.$transaction(async (tx) => {
        const collection = await lockCollection(tx, tenantId, collectionId)
        if (!collection) throw new AppError('COLLECTION_NOT_FOUND')
        if ((await rows.count(tx, collectionId)) >= limits.sourcesPerCollection)
          throw new AppError('SOURCE_TOO_MANY', { params: { max: limits.sourcesPerCollection } })
        const duplicate = allowsDuplicate ? null : await rows.findDuplicate(tx, collectionId, bytesHash)
        if (duplicate) throw new AppError('SOURCE_DUPLICATE', { params: duplicate })
        const replacedById = columns.replacedById
        if (typeof replacedById === 'string' && !(await rows.find(collectionId, replacedById, tx))) throw new AppError('SOURCE_NOT_FOUND')
        const { kind, name, mediaType, size } = content
        const version = { id: versionId, storageKey, name, mediaType, sizeBytes: size, bytesHash }
        await rows.create(tx, { ...columns, id, collectionId, kind, jobId, createdById: actor.id, version })
        if (!(await cancelRemoval(tx, storageKey))) throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 15 } })
        if (!collection.isPaused) await enqueueIngestion(tx, sender, { id, jobId })
        const source = await rows.find(collectionId, id, tx)
        if (!source) throw new AppError('SOURCE_NOT_FOUND')
        await audit.record(tx, actor, {
          action,
          target: toAuditTarget(source),
          after: { collection_id: collectionId, ...toAuditedFields(source) },
        })
        return source
      })
    } catch (error) {
      await removeSoon(pool, [storageKey])
      throw error
    }
  }

  /** A file that is refused keeps no other from being added; what is no refusal ends the upload. */
  async function tryToAdd(actor: Actor, collectionId: string, received: ReceivedFile, allowsDuplicate: boolean): Promise<AddOutcome> {
    const { name, path, size } = received
    try {
      const refusal = refusalOf(received)
      const mediaType = promisedType(name)
      if (refusal !== null || mediaType === undefined) throw new AppError(refusal ?? 'FILE_TYPE_NOT_ACCEPTED')
      const content = { kind: 'file', path, name, mediaType, size } as const
      const columns = { title: titleOf(name) }
      return { name, source: await addSource(actor, { action: 'uploadSources', collectionId, content, columns, allowsDuplicate }) }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'COLLECTION_NOT_FOUND') throw error
      return { name, error }
    }
  }

  return {
    async createSource(actor: Actor, collectionId: string, { source: given, allow_duplicate }: NewSourceBody): Promise<SourceRow> {
      await assertCollection(actor, collectionId)
      const { kind, text, title } = given
      const columns = { ...toSourceColumns(given), title }
      assertValidity({ validFrom: null, validUntil: null, ...columns })
      return withUploadFolder(async (folder) => {
        const path = join(folder, 'text')
        await writeFile(path, text)
        return addSource(actor, {
          action: 'createSource',
          collectionId,
          content: { kind, path, name: textFileName(title), mediaType: 'text/markdown', size: Buffer.byteLength(text) },
          columns,
          allowsDuplicate: allow_duplicate ?? false,
        })
      })
    },

    /** `left` is aborted when the client disconnects: what was added until then stays. */
    async uploadSources(
      actor: Actor,
      collectionId: string,
      receive: ReceiveFiles,
      options: { left: AbortSignal; allowsDuplicate: boolean },
    ) {
      await assertCollection(actor, collectionId)
      const end = concurrency.beginWithin(actor.id)
      const signal = AbortSignal.any([options.left, stopping])
      try {
        return await withUploadFolder(async (folder) => {
          const outcomes: AddOutcome[] = []
          for (const received of await receive(folder, signal)) {
            signal.throwIfAborted()
            outcomes.push(await tryToAdd(actor, collectionId, received, options.allowsDuplicate))
          }
          return outcomes
        })
      } catch (error) {
        if (signal.aborted) throw new AppError('SERVICE_UNAVAILABLE', { cause: error, params: { retry_after: 5 } })
        throw error
      } finally {
        end()
      }
    },
  }
}
