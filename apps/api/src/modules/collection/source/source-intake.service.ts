// Takes new sources, and new contents of old ones: their bytes go into the file store, and a job of the worker ingests them.
import type { createSource } from '@heddle/contracts/collection/source'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import type { FastifyBaseLogger } from 'fastify'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import type { z } from 'zod'
import { findRefusal, printableName, promisedType } from '../../../platform/files/file-name.ts'
import { cancelRemoval, removeSoon } from '../../../platform/files/file-removal.sql.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { storeFile } from '../../../platform/files/store-file.ts'
import { unpackArchive } from '../../../platform/files/unpack-archive.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { ReceivedFile } from '../../../platform/files/received-file.ts'
import { type ReceiveFiles, withUploadFolder } from '../../../platform/http/upload-intake.ts'
import { createUploadRunner } from '../../../platform/http/watched-upload.ts'
import type { JobSender, OpenJobSender } from '../../../platform/jobs/job-queue.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { HttpError } from '@heddle/workflow/model/ports'
import { assertAllowedUrl } from '../../../platform/fetching/guarded-request.ts'
import type { AllowedHostService } from '../../tenant/allowed-host/allowed-host.service.ts'
import { enqueueSource } from './ingestion.jobs.ts'
import { toSourceError } from './web/page-fetcher.ts'
import { findPagePermission } from './web/page-permission.ts'
import { toAddressTitle } from './web/page-title.ts'
import type { NewSource, SourceRepository, SourceRow } from './source.repository.ts'
import { textFileName, toTitle } from './source.rules.ts'
import { lockCollection } from './source.sql.ts'
import { assertValidity, toSourceColumns } from './source-properties.ts'
import { toAuditedFields, toSourceTarget } from './source.audit.ts'

type SourceIntakeDependencies = {
  readonly db: PrismaClient
  readonly pool: Pool
  readonly rows: SourceRepository
  readonly files: FileStore
  readonly jobs: JobSender
  readonly allowedHosts: AllowedHostService
  readonly audit: AuditService
  readonly authority: StreamAuthority
  readonly stopping: AbortSignal
  readonly log: FastifyBaseLogger
}

type NewSourceBody = z.output<typeof createSource.schema.body>
type NewText = Extract<NewSourceBody['source'], { kind: 'text' }>
type NewPage = Extract<NewSourceBody['source'], { kind: 'url' }>
type Duplicate = { readonly id: string; readonly title: string }

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
  readonly columns: ReturnType<typeof toSourceColumns> & { readonly title: string; readonly folder?: string | null }
  readonly allowsDuplicate: boolean
}

type OpenedFile = ReceivedFile & { readonly folder: string | null }
type RefusedFile = { readonly name: string; readonly error: AppError }
export type AddOutcome = { readonly name: string; readonly source: SourceRow } | RefusedFile

/** Each upload holds a connection and a folder. */
const concurrentUploads = { maxPerUser: 6, maxTotal: 24 }

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const isZip = ({ name }: ReceivedFile) => /\.zip$/i.test(name)

/** Names of skipped entries that are told; of more there is the number. */
const maxToldNames = 3

const toSkipped = (name: string, skipped: readonly string[]): RefusedFile[] => {
  const names = skipped.slice(0, maxToldNames).map(printableName).join(', ') + (skipped.length > maxToldNames ? ', …' : '')
  return skipped.length === 0 ? [] : [{ name, error: new AppError('FILE_ENTRIES_SKIPPED', { params: { count: skipped.length, names } }) }]
}

/** Returns one path of folders as it may be shown; null for none. */
const joinFolders = (...parts: readonly (string | null)[]) =>
  printableName(parts.filter((part) => part).join('/'))
    .trim()
    .slice(0, limits.folderCharacters)
    .toWellFormed() || null

/** Returns the file, or the files in it when it is a zip, with what was skipped of it; a zip that is refused is refused whole. */
async function openReceived(received: OpenedFile, workFolder: string, signal: AbortSignal): Promise<(OpenedFile | RefusedFile)[]> {
  if (!isZip(received)) return [received]
  const { name, path, isCut } = received
  try {
    if (isCut) throw new AppError('FILE_TOO_LARGE')
    const { files, skipped } = await unpackArchive(path, await mkdtemp(join(workFolder, 'zip-')), signal)
    const unpacked = files.map((file) => ({ ...file, folder: joinFolders(received.folder, name, file.folder) }))
    return [...unpacked, ...toSkipped(name, skipped)]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return [{ name, error }]
  }
}

export type SourceIntakeService = ReturnType<typeof createSourceIntakeService>

export function createSourceIntakeService(dependencies: SourceIntakeDependencies) {
  const { db, pool, rows, files, jobs, allowedHosts, audit, log } = dependencies
  const runUpload = createUploadRunner(dependencies, concurrentUploads)

  async function assertCollection(actor: Actor, id: string) {
    if (!(await rows.hasCollection(actor.tenantId, id))) throw new AppError('COLLECTION_NOT_FOUND')
  }

  /** Inserts a source of the collection and its job. `findDuplicate` returns the source that has the same already. */
  async function insertSource(
    tx: Queryable,
    actor: Actor,
    { action, source, findDuplicate }: { action: Addition['action']; source: NewSource; findDuplicate: () => Promise<Duplicate | null> },
    sender: OpenJobSender,
  ): Promise<SourceRow> {
    const { id, collectionId, kind, jobId, replacedById } = source
    const collection = await lockCollection(tx, actor.tenantId, collectionId)
    if (!collection) throw new AppError('COLLECTION_NOT_FOUND')
    if ((await rows.count(tx, collectionId)) >= limits.sourcesPerCollection)
      throw new AppError('SOURCE_TOO_MANY', { params: { max: limits.sourcesPerCollection } })
    const duplicate = await findDuplicate()
    if (duplicate) throw new AppError('SOURCE_DUPLICATE', { params: duplicate })
    if (replacedById && !(await rows.find(collectionId, replacedById, tx))) throw new AppError('SOURCE_NOT_FOUND')
    await rows.create(tx, { ...source, createdById: actor.id })
    if (!collection.isPaused) await enqueueSource(tx, sender, { id, jobId, kind, tenantId: actor.tenantId })
    const inserted = await rows.find(collectionId, id, tx)
    if (!inserted) throw new AppError('SOURCE_NOT_FOUND')
    const after = { collection_id: collectionId, ...toAuditedFields(inserted) }
    await audit.record(tx, actor, { action, target: toSourceTarget(inserted), after })
    return inserted
  }

  /** Stores the content and inserts its source. Whatever is refused leaves nothing. */
  async function addContent(actor: Actor, { action, collectionId, content, columns, allowsDuplicate }: Addition): Promise<SourceRow> {
    const [id, versionId, jobId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    const storageKey = `${actor.tenantId}/${versionId}`
    const bytesHash = await hashFile(content.path)
    const sender = await jobs.open()
    await storeFile({ pool, files, log }, storageKey, content.path)
    const { kind, name, mediaType, size } = content
    const version = { id: versionId, storageKey, name, mediaType, sizeBytes: size, bytesHash }
    const source = { ...columns, id, collectionId, kind, jobId, version }
    try {
      return await db.$transaction(async (tx) => {
        const findDuplicate = async () => (allowsDuplicate ? null : rows.findDuplicate(tx, collectionId, bytesHash))
        const inserted = await insertSource(tx, actor, { action, source, findDuplicate }, sender)
        if (!(await cancelRemoval(tx, storageKey))) throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 15 } })
        return inserted
      })
    } catch (error) {
      await removeSoon(pool, [storageKey])
      throw error
    }
  }

  async function addText(actor: Actor, collectionId: string, { source: given, allow_duplicate }: NewSourceBody & { source: NewText }) {
    const { kind, text, title } = given
    const columns = { ...toSourceColumns(given), title }
    return withUploadFolder(async (folder) => {
      const path = join(folder, 'text')
      await writeFile(path, text)
      return addContent(actor, {
        action: 'createSource',
        collectionId,
        content: { kind, path, name: textFileName(title), mediaType: 'text/markdown', size: Buffer.byteLength(text) },
        columns,
        allowsDuplicate: allow_duplicate ?? false,
      })
    })
  }

  /** Inserts a page that the worker is going to visit. */
  async function addPage(actor: Actor, collectionId: string, { source: given, allow_duplicate }: NewSourceBody & { source: NewPage }) {
    const url = new URL(given.url).href
    const findPermission = findPagePermission(await allowedHosts.loadPermissions(actor.tenantId))
    try {
      assertAllowedUrl(url, findPermission)
    } catch (error) {
      throw error instanceof HttpError ? toSourceError(error) : error
    }
    const columns = { ...toSourceColumns(given), title: given.title ?? toAddressTitle(url) }
    const source = { ...columns, id: randomUUIDv7(), collectionId, kind: given.kind, url, jobId: randomUUIDv7() }
    const sender = await jobs.open()
    return db.$transaction((tx) => {
      const findDuplicate = async () => (allow_duplicate ? null : rows.findByUrl(tx, collectionId, url))
      return insertSource(tx, actor, { action: 'createSource', source, findDuplicate }, sender)
    })
  }

  /** A file that is refused keeps no other from being added; what is no refusal ends the upload. */
  async function tryToAdd(actor: Actor, collectionId: string, received: OpenedFile, allowsDuplicate: boolean): Promise<AddOutcome> {
    const { name, path, size } = received
    try {
      const refusal = findRefusal(received)
      const mediaType = promisedType(name)
      if (refusal !== null || mediaType === undefined) throw new AppError(refusal ?? 'FILE_TYPE_NOT_ACCEPTED')
      const content = { kind: 'file', path, name, mediaType, size } as const
      const columns = { title: toTitle(name), folder: received.folder }
      return { name, source: await addContent(actor, { action: 'uploadSources', collectionId, content, columns, allowsDuplicate }) }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'COLLECTION_NOT_FOUND') throw error
      return { name, error }
    }
  }

  return {
    async createSource(actor: Actor, collectionId: string, { source, ...options }: NewSourceBody): Promise<SourceRow> {
      await assertCollection(actor, collectionId)
      assertValidity({ validFrom: null, validUntil: null, ...toSourceColumns(source) })
      if (source.kind === 'url') return addPage(actor, collectionId, { source, ...options })
      return addText(actor, collectionId, { source, ...options })
    },

    /** `disconnected` is aborted when the client disconnects: what was added until then stays, as when the actor loses the permission. */
    async uploadSources(
      actor: Actor,
      collectionId: string,
      receive: ReceiveFiles,
      options: { disconnected: AbortSignal; allowsDuplicate: boolean; folder: string | null },
    ) {
      await assertCollection(actor, collectionId)
      return runUpload(actor, options.disconnected, async (workFolder, signal) => {
        const folder = joinFolders(options.folder)
        const outcomes: AddOutcome[] = []
        for (const received of await receive(workFolder, signal))
          for (const opened of await openReceived({ ...received, folder }, workFolder, signal)) {
            signal.throwIfAborted()
            outcomes.push('error' in opened ? opened : await tryToAdd(actor, collectionId, opened, options.allowsDuplicate))
          }
        return outcomes
      })
    },
  }
}
