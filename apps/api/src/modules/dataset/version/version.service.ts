// Versions of a dataset: the draft is published as one, and one is restored into the draft.
import type { compareDatasetVersions, publishDataset, restoreDatasetVersion } from '@heddle/contracts/dataset/dataset'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { datasetQueue } from '@heddle/db/job-queues'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { JobSender } from '../../../platform/jobs/job-queue.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toDatasetTarget } from '../dataset.audit.ts'
import { presentDataset, presentDefinition } from '../dataset.presenter.ts'
import type { DatasetRecord, DatasetRepository } from '../dataset.repository.ts'
import { type DatasetService, toJson } from '../dataset.service.ts'
import { assertPartsUnused } from '../parts-in-use.ts'
import { countChanges, findChanges } from './compare.sql.ts'
import { countWordings } from '../match/count-wordings.sql.ts'
import { findUnpublishableCells } from '../row/unfit-cells.ts'
import { restoreRows } from './restore.sql.ts'
import type { VersionRecord, VersionRepository } from './version.repository.ts'

type VersionDependencies = {
  readonly db: PrismaClient
  readonly jobs: JobSender
  readonly rows: DatasetRepository
  readonly versionRows: VersionRepository
  readonly datasets: DatasetService
  readonly paging: Paging
  readonly audit: AuditService
}

/** Milliseconds for all rows of a dataset: a call has fifteen seconds. */
const wholeTableTimeout = 14_000

function assertRevision(dataset: DatasetRecord, revision: number) {
  if (dataset.revision !== revision) throw new AppError('REVISION_MISMATCH', { params: { current: presentDataset(dataset) } })
}

/** Throws when the questions and wordings of a draft are more, or longer, than a process can compare in memory. */
async function assertComparable(tx: Queryable, datasetId: string) {
  const { count, characters } = await countWordings(tx, datasetId)
  if (count <= limits.qaWordings && characters <= limits.qaCharacters) return
  throw new AppError('DATASET_WORDINGS_TOO_MANY', { params: { max: limits.qaWordings, max_characters: limits.qaCharacters } })
}

export type VersionService = ReturnType<typeof createVersionService>

export function createVersionService({ db, jobs, rows, versionRows, datasets, paging, audit }: VersionDependencies) {
  const changes = paging.defineList({
    name: 'dataset-changes',
    filters: z.object({ dataset: z.string(), from: z.int(), to: z.int().nullable() }),
    owner: 'dataset',
    key: z.object({ rowNo: z.int(), id: z.string() }),
    defaultSize: limits.chatPageSize,
  })

  /** Returns the columns of a version, of the draft (null), or of the empty dataset before the first version (0). */
  async function findColumns(dataset: DatasetRecord, number: number | null) {
    if (number === 0) return []
    const version = number === null ? dataset : await versionRows.find(db, dataset.id, number)
    if (!version) throw new AppError('DATASET_VERSION_NOT_FOUND')
    return presentDefinition(version).columns
  }

  return {
    async compareDatasetVersions(actor: Actor, id: string, { from, to, ...request }: z.output<typeof compareDatasetVersions.schema.body>) {
      const dataset = await datasets.getDataset(actor, id)
      const page = changes.read(request, { dataset: id, from, to })
      const pair = { datasetId: id, from: page.filters.from, to: page.filters.to }
      const columns = { before: await findColumns(dataset, pair.from), after: await findColumns(dataset, pair.to) }
      const found = await findChanges(db, pair, page.after ?? undefined, page.size + 1)
      return {
        ...changes.cut(page, found, ({ rowNo, id: rowId }) => ({ rowNo, id: rowId })),
        columns,
        counts: page.after ? null : await countChanges(db, pair),
      }
    },

    async queryDatasetVersions(actor: Actor, id: string): Promise<VersionRecord[]> {
      await datasets.getDataset(actor, id)
      return versionRows.findAll(id)
    },

    /** The rows of the version are those of now: what is edited from here on is another version's, whenever the worker fills the table. */
    async publishDataset(
      actor: Actor,
      id: string,
      { revision, note = '' }: z.output<typeof publishDataset.schema.body>,
    ): Promise<VersionRecord> {
      const sender = await jobs.open()
      return db.$transaction(
        async (tx) => {
          const dataset = await datasets.lockDataset(tx, actor, id)
          assertRevision(dataset, revision)
          const { columns } = presentDefinition(dataset)
          if (columns.length === 0)
            throw new AppError('DATASET_DEFINITION_INVALID', { params: { problems: [{ path: 'columns', reason: 'no_columns' }] } })
          const { count, cells } = await findUnpublishableCells(tx, id, columns)
          if (count > 0) throw new AppError('DATASET_CELLS_INVALID', { params: { count, cells } })
          if (dataset.kind === 'qa') await assertComparable(tx, id)
          await versionRows.retireUnfinished(tx, id)
          const version = await versionRows.create(tx, {
            datasetId: id,
            number: dataset.draftVersion,
            columns: toJson(dataset.columns),
            measures: toJson(dataset.measures),
            note,
            ...(dataset.embeddingModel !== null && { embedding: { model: dataset.embeddingModel } }),
            rowCount: dataset.rowCount,
            createdById: actor.id,
          })
          await rows.update(tx, id, { draftVersion: { increment: 1 }, hasChanges: false, revision: { increment: 1 } })
          await sender.enqueue(tx, datasetQueue, { versionId: version.id }, { group: actor.tenantId })
          const after = { version: version.number, note, rows: version.rowCount }
          await audit.record(tx, actor, { action: 'publishDataset', target: toDatasetTarget(dataset), after })
          return version
        },
        { timeout: wholeTableTimeout },
      )
    },

    async restoreDatasetVersion(
      actor: Actor,
      id: string,
      number: number,
      { revision }: z.output<typeof restoreDatasetVersion.schema.body>,
    ): Promise<DatasetRecord> {
      return db.$transaction(
        async (tx) => {
          const before = await datasets.lockDataset(tx, actor, id)
          const version = await versionRows.find(tx, id, number)
          if (!version) throw new AppError('DATASET_VERSION_NOT_FOUND')
          assertRevision(before, revision)
          await assertPartsUnused(tx, { rows, dataset: before, after: presentDefinition(version) })
          await restoreRows(tx, before, number)
          const restored = await rows.update(tx, id, {
            columns: toJson(version.columns),
            measures: toJson(version.measures),
            rowCount: version.rowCount,
            lastRowNo: Math.max(before.lastRowNo, (await versionRows.findLastRowNo(tx, id)) ?? 0),
            hasChanges: true,
            revision: { increment: 1 },
          })
          const after = { restored_version: number, rows: version.rowCount }
          await audit.record(tx, actor, { action: 'restoreDatasetVersion', target: toDatasetTarget(restored), after })
          return restored
        },
        { timeout: wholeTableTimeout },
      )
    },
  }
}
