// A dataset as a file. Who calls has the permission `manage_knowledge`, so every dataset of the tenant is the caller's to export.
import { datasetEntries, type DatasetManifest } from '@heddle/contracts/dataset/dataset-file'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { AppError } from '../../../platform/errors/app-error.ts'
import { openFolderFile } from '../../../platform/files/folder-file.ts'
import { createConcurrencyLimit } from '../../../platform/http/concurrency-limit.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toDatasetTarget } from '../dataset.audit.ts'
import { presentDefinition } from '../dataset.presenter.ts'
import type { DatasetRecord, DatasetRepository } from '../dataset.repository.ts'
import type { DatasetService } from '../dataset.service.ts'
import { snapshotTransaction, writeRowSnapshot } from '../row/row-snapshot.ts'
import { findUnpublishableCells } from '../row/unfit-cells.ts'
import { describeManifest } from './manifest.ts'

type ExportDependencies = {
  readonly db: PrismaClient
  readonly rows: DatasetRepository
  readonly datasets: DatasetService
  readonly audit: AuditService
  readonly stopping: AbortSignal
}

/** Each export holds a file, and at first a connection to the database. */
const concurrentExports = { maxPerUser: 2, maxTotal: 6 }

/** Writes the zip to `path`; returns its size in bytes. */
async function writeZip(path: string, manifest: Buffer, rowsPath: string, signal: AbortSignal): Promise<number> {
  const zip = new ZipFile()
  zip.addBuffer(manifest, datasetEntries.manifest)
  const rows = createReadStream(rowsPath)
  rows.once('error', (error) => zip.outputStream.destroy(error))
  zip.addReadStreamLazy(datasetEntries.rows, {}, (callback) => callback(null, rows))
  zip.end()
  try {
    await pipeline(zip.outputStream, createWriteStream(path), { signal })
  } finally {
    rows.destroy()
  }
  const { size } = await stat(path)
  return size
}

/** Throws `DATASET_CELLS_INVALID` when rows of a draft have the same key, or none. An import asks for the same. */
export async function assertKeys(tx: Queryable, dataset: DatasetRecord): Promise<void> {
  const keys = presentDefinition(dataset).columns.filter(({ key }) => key === true)
  const { count, cells } = await findUnpublishableCells(tx, dataset.id, keys)
  if (count > 0) throw new AppError('DATASET_CELLS_INVALID', { params: { count, cells } })
}

export type DatasetExportService = ReturnType<typeof createDatasetExportService>

export function createDatasetExportService({ db, rows, datasets, audit, stopping }: ExportDependencies) {
  const concurrency = createConcurrencyLimit(concurrentExports)

  async function findLinkTargets(tx: Queryable, { tenantId, columns }: DatasetRecord) {
    const ids = presentDefinition({ columns, measures: [] }).columns.flatMap(({ refers_to: id }) => id ?? [])
    const found = await rows.findLinked(tx, tenantId, ids)
    return new Map(found.map((each) => [each.id, { ...each, ...presentDefinition({ columns: each.columns, measures: [] }) }]))
  }

  async function findPublishedNote(tx: Queryable, { id: datasetId, publishedVersion: number }: DatasetRecord) {
    if (number === null) return null
    const version = await tx.datasetVersion.findUnique({ where: { datasetId_number: { datasetId, number } } })
    return version?.note ?? null
  }

  /** Writes the rows of the draft to `path`, and returns what is told of it at the same moment. */
  const readContent = (actor: Actor, id: string, path: string): Promise<DatasetManifest> =>
    db.$transaction(async (tx) => {
      const dataset = await datasets.getDataset(actor, id, tx)
      await assertKeys(tx, dataset)
      const linked = await findLinkTargets(tx, dataset)
      const manifest = describeManifest({ dataset, linked, publishedNote: await findPublishedNote(tx, dataset) })
      const { columns } = presentDefinition(dataset)
      await writeRowSnapshot(tx, { datasetId: id, version: null }, { columns, path, signal: stopping })
      const after = { rows: manifest.rows }
      await audit.record(tx, actor, { action: 'exportDatasetFile', target: toDatasetTarget(dataset), after })
      return manifest
    }, snapshotTransaction)

  return {
    /**
     * Returns the zip with its name and its bytes. Throws `DATASET_CELLS_INVALID`, `FILE_UNPACKS_TOO_LARGE` and `FILE_TOO_LARGE` for one that no
     * site would import.
     */
    async exportDatasetFile(
      actor: Actor,
      id: string,
    ): Promise<{ readonly name: string; readonly size: number; readonly content: Readable }> {
      const end = concurrency.beginWithin(actor.id)
      try {
        return await withUploadFolder(async (folder) => {
          const [rowsPath, path] = [join(folder, 'rows'), join(folder, 'zip')]
          const manifest = await readContent(actor, id, rowsPath)
          const text = Buffer.from(JSON.stringify(manifest))
          if (text.length > limits.datasetFile.manifestBytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
          const size = await writeZip(path, text, rowsPath, stopping)
          if (size > limits.datasetFileBytes) throw new AppError('FILE_TOO_LARGE')
          const content = addAbortSignal(stopping, await openFolderFile(path)).once('close', end)
          return { name: `${manifest.dataset.name.default.replaceAll(/[/\\\p{Cc}]/gu, '_')}.zip`, size, content }
        })
      } catch (error) {
        end()
        throw error
      }
    },
  }
}
