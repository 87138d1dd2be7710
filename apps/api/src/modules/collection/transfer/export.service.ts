// A collection as a file. Who calls has the permission `manage_knowledge`, so every collection of the tenant is the caller's to export.
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { addAbortSignal } from 'node:stream'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { createConcurrencyLimit } from '../../../platform/http/concurrency-limit.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toCollectionTarget } from '../collection.audit.ts'
import type { CollectionService } from '../collection.service.ts'
import { describeCollection, type ExportedSource, withContent } from './manifest.ts'
import { type CollectionZip, writeArchive } from './write-archive.ts'

type ExportDependencies = {
  readonly db: PrismaClient
  readonly files: FileStore
  readonly collections: CollectionService
  readonly audit: AuditService
  readonly stopping: AbortSignal
}

/** Each export holds an open file. */
const concurrentExports = { maxPerUser: 2, maxTotal: 12 }

/** Milliseconds for reading the rows of a collection. */
const snapshotTimeout = 60_000
const sourcesPerRead = 500

/** Returns the sources of a collection with their contents and edits, the oldest one first. */
async function readSources(tx: Queryable, collectionId: string): Promise<ExportedSource[]> {
  const sources: ExportedSource[] = []
  for (;;) {
    const after = sources.at(-1)?.id
    const page = await tx.source.findMany({
      where: { collectionId, ...(after !== undefined && { id: { gt: after } }) },
      include: withContent,
      orderBy: { id: 'asc' },
      take: sourcesPerRead,
    })
    sources.push(...page)
    if (page.length < sourcesPerRead) return sources
  }
}

export type ExportService = ReturnType<typeof createExportService>

export function createExportService({ db, files, collections, audit, stopping }: ExportDependencies) {
  const concurrency = createConcurrencyLimit(concurrentExports)

  /** Returns what the file has, as it is at one moment; throws `FILE_UNPACKS_TOO_LARGE` for one that no site would import. */
  const readContent = (actor: Actor, id: string) =>
    db.$transaction(
      async (tx) => {
        const { collection } = await collections.getCollection(actor, id, tx)
        const sources = await readSources(tx, id)
        const questions = await tx.collectionQuestion.findMany({ where: { collectionId: id }, orderBy: { id: 'asc' } })
        const { manifest, originals } = describeCollection({ collection, sources, questions })
        const text = Buffer.from(JSON.stringify(manifest))
        const bytes = originals.reduce((sum, { size }) => sum + size, 0)
        const max = limits.collectionFile
        if (bytes > max.bytes || text.length > max.manifestBytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
        const after = { sources: sources.length, bytes }
        await audit.record(tx, actor, { action: 'exportCollection', target: toCollectionTarget(collection), after })
        return { name: manifest.collection.name.default, text, originals }
      },
      { isolationLevel: 'RepeatableRead', timeout: snapshotTimeout },
    )

  return {
    /** Returns the zip and its name. Its content is destroyed when an original cannot be read, and when the process stops. */
    async exportCollection(actor: Actor, id: string): Promise<CollectionZip & { readonly name: string }> {
      const end = concurrency.beginWithin(actor.id)
      try {
        const { name, text, originals } = await readContent(actor, id)
        const zip = writeArchive(files, text, originals)
        addAbortSignal(stopping, zip.content).once('close', end)
        return { ...zip, name: `${name.replaceAll(/[/\\\p{Cc}]/gu, '_')}.zip` }
      } catch (error) {
        end()
        throw error
      }
    },
  }
}
