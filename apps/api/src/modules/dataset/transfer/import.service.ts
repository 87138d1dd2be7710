// Creates a dataset from a file, as a draft with all of its rows or not at all. Who calls has the permission `manage_knowledge`.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { DatasetFileNotice, DatasetManifest } from '@heddle/contracts/dataset/dataset-file'
import type { CellError } from '@heddle/contracts/dataset/row'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { ReceiveFiles } from '../../../platform/http/upload-intake.ts'
import { createUploadRunner } from '../../../platform/http/watched-upload.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { StreamAuthority } from '../../../platform/permissions/stream-authority.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toDatasetTarget } from '../dataset.audit.ts'
import { presentDefinition } from '../dataset.presenter.ts'
import type { DatasetRecord, DatasetRepository } from '../dataset.repository.ts'
import { auditedDatasetFields, type DatasetService } from '../dataset.service.ts'
import { checkRows, toStoredCells } from '../row/edit.rules.ts'
import { tooLarge } from '../row/row.service.ts'
import { insertRows } from '../row/row.sql.ts'
import { assertKeys } from './export.service.ts'
import { listLinkedNames, readDefinition } from './manifest.ts'
import { type DatasetArchive, type FileRow, openDatasetArchive } from './read-archive.ts'

type ImportDependencies = {
  readonly db: PrismaClient
  readonly rows: DatasetRepository
  readonly datasets: DatasetService
  readonly audit: AuditService
  readonly authority: StreamAuthority
  readonly stopping: AbortSignal
}

type Imported = { readonly dataset: DatasetRecord; readonly notices: readonly DatasetFileNotice[] }

/** Each import holds a connection and a zip on the disk. */
const concurrentImports = { maxPerUser: 1, maxTotal: 4 }

/** Milliseconds: rows of a dataset that is full are written in one transaction. */
const insertTimeout = 120_000

/** Rows of one statement, and bytes of their JSON. */
const perStatement = { rows: 2_000, bytes: 8 * 1024 * 1024 }

/** Yields rows in parts, each for one statement. */
async function* collectParts(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let part: FileRow[] = []
  let bytes = 0
  for await (const row of rows) {
    part.push(row)
    bytes += row.size
    if (part.length < perStatement.rows && bytes < perStatement.bytes) continue
    yield part
    ;[part, bytes] = [[], 0]
  }
  if (part.length > 0) yield part
}

export type DatasetImportFileService = ReturnType<typeof createDatasetImportFileService>

export function createDatasetImportFileService({ db, rows, datasets, audit, authority, stopping }: ImportDependencies) {
  const runUpload = createUploadRunner({ authority, stopping }, concurrentImports)

  /** Writes the rows of a new dataset. Throws `DATASET_CELLS_INVALID` for cells that are not of their columns, after the last row. */
  async function writeRows(
    tx: Queryable,
    dataset: DatasetRecord,
    columns: readonly DatasetColumn[],
    given: AsyncIterable<FileRow>,
    signal: AbortSignal,
  ): Promise<void> {
    const unfit: CellError[] = []
    let count = 0
    let rowNo = 0
    for await (const part of collectParts(given)) {
      signal.throwIfAborted()
      const first = rowNo + 1
      const found = checkRows(columns, part)
      count += found.length
      unfit.push(
        ...found
          .slice(0, limits.datasetNamedCells - unfit.length)
          .map(({ index = 0, column, reason }) => ({ row_no: first + index, column, reason })),
      )
      const added = part.map(({ cells }) => ({ id: randomUUIDv7(), rowNo: (rowNo += 1), data: toStoredCells(cells) }))
      if (count === 0) await insertRows(tx, dataset, added)
    }
    if (count > 0) throw new AppError('DATASET_CELLS_INVALID', { params: { count, cells: unfit } })
  }

  /** Returns how questions are compared: with the model of the file, where the tenant has it. */
  async function chooseMatching(tx: Queryable, actor: Actor, { dataset }: DatasetManifest) {
    if (dataset.kind !== 'qa') return { notices: [] }
    const { matching } = dataset
    const { embedding_model: model } = matching
    if (model === null || (await rows.hasEmbeddingModel(tx, actor.tenantId, model))) return { matching, notices: [] }
    return { notices: [{ reason: 'model_missing' as const, name: { default: model } }] }
  }

  async function create(
    tx: Queryable,
    actor: Actor,
    { manifest, readRows }: DatasetArchive,
    { groupId, signal }: { readonly groupId: string; readonly signal: AbortSignal },
  ): Promise<Imported> {
    const { kind, name, description, access } = manifest.dataset
    const named = await rows.findNamed(tx, actor.tenantId, listLinkedNames(manifest))
    const targets = named.map((each) => ({ ...each, ...presentDefinition({ columns: each.columns, measures: [] }) }))
    const { definition, notices } = readDefinition(manifest, targets)
    const { matching, notices: ofModel } = await chooseMatching(tx, actor, manifest)
    const given = { kind, name, description, access, group_id: groupId, ...(matching && { matching }) }
    const created = await datasets.insertDataset(tx, actor, given, definition)
    await writeRows(tx, created, definition.columns, readRows(), signal)
    const dataset = await rows.update(tx, created.id, { rowCount: manifest.rows, lastRowNo: manifest.rows })
    await assertKeys(tx, dataset)
    // Many rows take a while, in which the caller may have left or lost the permission.
    signal.throwIfAborted()
    const note = manifest.published_note
    const after = { ...auditedDatasetFields(dataset), rows: manifest.rows, ...(note !== null && { note }) }
    await audit.record(tx, actor, { action: 'importDatasetFile', target: toDatasetTarget(dataset), after })
    return { dataset, notices: [...notices, ...ofModel] }
  }

  return {
    /** `disconnected` is aborted when the client disconnects: then nothing is created. */
    importDatasetFile(actor: Actor, groupId: string, receive: ReceiveFiles, disconnected: AbortSignal): Promise<Imported> {
      return runUpload(actor, disconnected, async (folder, signal) => {
        const [received] = await receive(folder, signal)
        if (!received || received.isCut) throw new AppError('FILE_TOO_LARGE')
        const archive = await openDatasetArchive(received.path, signal)
        try {
          if (archive.manifest.rows > limits.datasetRows) throw tooLarge()
          return await db.$transaction((tx) => create(tx, actor, archive, { groupId, signal }), { timeout: insertTimeout })
        } finally {
          archive.close()
        }
      })
    },
  }
}
