// Creates a collection from a file, with all of its sources queued or not at all. Who calls has the permission `manage_knowledge`.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import type {
  CollectionImportQuestion,
  CollectionManifest,
  importCollection,
  ManifestSource,
} from '@heddle/contracts/collection/collection-file'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUIDv7 } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { promisedType } from '../../../platform/files/file-name.ts'
import { cancelRemovals, removeSoon } from '../../../platform/files/file-removal.sql.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { storeFile } from '../../../platform/files/store-file.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { ReceiveFiles } from '../../../platform/http/upload-intake.ts'
import { createUploadRunner } from '../../../platform/http/watched-upload.ts'
import type { JobSender, OpenJobSender } from '../../../platform/jobs/job-queue.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toCollectionTarget } from '../collection.audit.ts'
import type { CollectionRepository, CollectionView } from '../collection.repository.ts'
import { auditedCollectionFields, type CollectionService, type NewCollection } from '../collection.service.ts'
import { enqueueSources } from '../source/ingestion.jobs.ts'
import { toSourceColumns } from '../source/source-properties.ts'
import { textFileName } from '../source/source.rules.ts'
import { writeReplacements } from '../source/source.sql.ts'
import { findNextVisit } from '../source/web/visit-times.ts'
import { hasOriginal, type SourceWithOriginal } from './manifest.ts'
import { type CollectionArchive, openArchive } from './read-archive.ts'

type ImportDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly files: FileStore
  readonly jobs: JobSender
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  readonly stopping: AbortSignal
  readonly rows: CollectionRepository
  readonly collections: CollectionService
  readonly audit: AuditService
  readonly authority: StreamAuthority
}

type Choices = z.output<typeof importCollection.schema.querystring>
type ImportResult = { readonly collection: CollectionView | null; readonly questions: CollectionImportQuestion[] }

/** A source of the file with the ids that it is inserted under. */
type NewSource = { readonly source: ManifestSource; readonly id: string; readonly jobId: string; readonly versionId: string }

/** Each import holds a connection and a zip on the disk. */
const concurrentImports = { maxPerUser: 1, maxTotal: 4 }

/** Milliseconds: a collection has up to 20,000 sources, which are inserted in one transaction. */
const insertTimeout = 120_000
const rowsPerInsert = 500

/** Returns the model that was chosen, else that of the file. */
const chooseModel = (choice: string | undefined, wish: string | null) => (choice === undefined ? wish : choice || null)

function* cutIntoParts<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerInsert) yield rows.slice(from, from + rowsPerInsert)
}

/** Returns ids in their order, as lists are sorted by them. */
const createIds = (count: number): string[] => Array.from({ length: count }, () => randomUUIDv7()).toSorted()

function describeContent(source: SourceWithOriginal): { readonly name: string; readonly mediaType: FileMediaType } {
  if (source.kind === 'text') return { name: textFileName(source.title), mediaType: 'text/markdown' }
  const { name } = source.original
  const mediaType = promisedType(name)
  if (mediaType === undefined) throw new AppError('FILE_TYPE_NOT_ACCEPTED')
  return { name, mediaType }
}

export type CollectionImportService = ReturnType<typeof createCollectionImportService>

export function createCollectionImportService(dependencies: ImportDependencies) {
  const { db, pool, files, jobs, log, now, rows, collections, audit } = dependencies
  const runUpload = createUploadRunner(dependencies, concurrentImports)

  /** Returns the models of the file that the tenant does not have, where no other one was chosen. */
  async function findQuestions(actor: Actor, { collection }: CollectionManifest, choices: Choices): Promise<CollectionImportQuestion[]> {
    const wishes = [
      { kind: 'embedding', name: collection.embedding_model, choice: choices.embedding_model },
      { kind: 'rerank', name: collection.rerank_model, choice: choices.rerank_model },
    ] as const
    const questions: CollectionImportQuestion[] = []
    for (const { kind, name, choice } of wishes)
      if (name !== null && choice === undefined && !(await rows.hasModel(db, actor.tenantId, kind, name))) questions.push({ kind, name })
    return questions
  }

  /** When a page is visited next: its content counts from the visit on the other site. */
  function planVisit(source: ManifestSource) {
    if (source.kind !== 'url') return {}
    const { url, recurrence, checked_at: visited, original } = source
    if (original === null) return { url }
    const checkedAt = new Date(Math.min(now().getTime(), Date.parse(visited ?? now().toISOString())))
    return { url, checkedAt, dueAt: findNextVisit(checkedAt, { recurrenceSeconds: recurrence, failures: 0 }) }
  }

  /** Writes the sources of a new collection, with their contents, edits and jobs. */
  async function insertSources(tx: Queryable, actor: Actor, collectionId: string, sources: readonly NewSource[], sender: OpenJobSender) {
    const ids = new Map(sources.map(({ source, id }) => [source.key, id]))
    const columns = sources.map(({ source, id, jobId }) => {
      const { kind, title, folder, tags, language, enabled, valid_from, valid_until, reading = {} } = source
      const recurrence = source.kind === 'url' ? source.recurrence : null
      const properties = toSourceColumns({ title, tags, language, enabled, valid_from, valid_until, recurrence })
      return {
        ...properties,
        ...planVisit(source),
        id,
        collectionId,
        kind,
        title,
        folder: folder ?? null,
        reading,
        jobId,
        createdById: actor.id,
      }
    })
    for (const data of cutIntoParts(columns)) await tx.source.createMany({ data })
    const versions = sources.flatMap(({ source, id, versionId }) => {
      if (!hasOriginal(source)) return []
      const { size: sizeBytes, sha256: bytesHash } = source.original
      return [{ id: versionId, sourceId: id, storageKey: toStorageKey(actor, versionId), ...describeContent(source), sizeBytes, bytesHash }]
    })
    for (const data of cutIntoParts(versions)) await tx.sourceVersion.createMany({ data })
    const edits = sources.flatMap(({ source, id }) => {
      const editIds = createIds(source.edits.length)
      return source.edits.map(({ original_text: originalText, text, enabled }, index) => {
        return { id: editIds[index], sourceId: id, originalText, text, enabled, editedById: actor.id }
      })
    })
    for (const data of cutIntoParts(edits)) await tx.chunkEdit.createMany({ data })
    const replacements = sources.flatMap(({ source, id }) => {
      const replacedById = source.replaced_by === null ? undefined : ids.get(source.replaced_by)
      return replacedById === undefined ? [] : [{ id, replacedById }]
    })
    for (const part of cutIntoParts(replacements)) await writeReplacements(tx, part)
    for (const part of cutIntoParts(sources)) {
      const waiting = part.map(({ source, id, jobId }) => ({ id, jobId, tenantId: actor.tenantId, hasContent: hasOriginal(source) }))
      await enqueueSources(tx, sender, waiting)
    }
    return ids
  }

  const toStorageKey = ({ tenantId }: Actor, versionId: string) => `${tenantId}/${versionId}`

  /** Stores the originals, and inserts all that the file has. What is refused leaves nothing. */
  async function create(actor: Actor, archive: CollectionArchive, given: NewCollection, folder: string, signal: AbortSignal) {
    const { manifest } = archive
    const sourceIds = createIds(manifest.sources.length)
    const sources = manifest.sources.map((source, index) => {
      return { source, id: sourceIds[index] ?? randomUUIDv7(), jobId: randomUUIDv7(), versionId: randomUUIDv7() }
    })
    const sender = await jobs.open()
    const stored: string[] = []
    try {
      for (const { source, versionId } of sources) {
        if (!hasOriginal(source)) continue
        const path = join(folder, 'original')
        await archive.extract(source, path)
        const storageKey = toStorageKey(actor, versionId)
        stored.push(storageKey)
        await storeFile({ pool, files, log }, storageKey, path)
        await rm(path)
      }
      signal.throwIfAborted()
      return await db.$transaction(
        async (tx) => {
          const { collection } = await collections.insertCollection(tx, actor, given)
          const ids = await insertSources(tx, actor, collection.id, sources, sender)
          const questionIds = createIds(manifest.questions.length)
          const questions = manifest.questions.map(({ source, text: question, ...rest }, index) => {
            const sourceId = source === null ? null : (ids.get(source) ?? null)
            return { id: questionIds[index], collectionId: collection.id, sourceId, question, ...rest }
          })
          for (const data of cutIntoParts(questions)) await tx.collectionQuestion.createMany({ data })
          if (!(await cancelRemovals(tx, stored))) throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 15 } })
          // Thousands of rows take a while, in which the caller may have left or lost the permission.
          signal.throwIfAborted()
          const after = { ...auditedCollectionFields(collection), sources: sources.length, questions: questions.length }
          await audit.record(tx, actor, { action: 'importCollection', target: toCollectionTarget(collection), after })
          return collections.getCollection(actor, collection.id, tx)
        },
        { timeout: insertTimeout },
      )
    } catch (error) {
      await removeSoon(pool, stored)
      throw error
    }
  }

  async function importFile(actor: Actor, choices: Choices, path: string, folder: string, signal: AbortSignal): Promise<ImportResult> {
    const archive = await openArchive(path, signal)
    try {
      const { manifest } = archive
      const questions = await findQuestions(actor, manifest, choices)
      if (questions.length > 0) return { collection: null, questions }
      const given = {
        ...manifest.collection,
        group_id: choices.group_id,
        embedding_model: chooseModel(choices.embedding_model, manifest.collection.embedding_model),
        rerank_model: chooseModel(choices.rerank_model, manifest.collection.rerank_model),
      }
      return { collection: await create(actor, archive, given, folder, signal), questions }
    } finally {
      archive.close()
    }
  }

  return {
    /** Returns the collection, or what has to be chosen first. `disconnected` is aborted when the client disconnects: then nothing is created. */
    importCollection(actor: Actor, choices: Choices, receive: ReceiveFiles, disconnected: AbortSignal): Promise<ImportResult> {
      return runUpload(actor, disconnected, async (folder, signal) => {
        // Before the file is received, which may take minutes.
        await collections.assertPlacement(actor, {
          group_id: choices.group_id,
          embedding_model: choices.embedding_model || null,
          rerank_model: choices.rerank_model || null,
        })
        const [received] = await receive(folder, signal)
        if (!received || received.isCut) throw new AppError('FILE_TOO_LARGE')
        return importFile(actor, choices, received.path, folder, signal)
      })
    },
  }
}
