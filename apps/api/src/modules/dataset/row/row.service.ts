// The rows of a dataset: its draft is edited, and a version is read.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import {
  type createDatasetRows,
  type deleteDatasetRows,
  type queryDatasetRows,
  RowFilter,
  RowSort,
  type updateDatasetRows,
} from '@heddle/contracts/dataset/row'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import { randomUUIDv7 } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toDatasetTarget } from '../dataset.audit.ts'
import { presentDefinition } from '../dataset.presenter.ts'
import type { DatasetRecord, DatasetRepository } from '../dataset.repository.ts'
import type { DatasetService } from '../dataset.service.ts'
import { checkRows, editRow, toStoredCells } from './edit.rules.ts'
import { toTypedFilters, toRowOrder } from './filter.rules.ts'
import { countRows, findRowPage, type RowStart } from './row-page.sql.ts'
import { deleteRows, findDraftRows, insertRows, writeRows } from './row.sql.ts'

type RowDependencies = {
  readonly db: PrismaClient
  readonly rows: DatasetRepository
  readonly datasets: DatasetService
  readonly paging: Paging
  readonly audit: AuditService
}

const tooLarge = () => new AppError('DATASET_TOO_LARGE', { params: { max_rows: limits.datasetRows, max_cells: limits.datasetEditCells } })

function assertCells(columns: readonly DatasetColumn[], rows: Parameters<typeof checkRows>[1]) {
  if (rows.reduce((count, { cells }) => count + Object.keys(cells).length, 0) > limits.datasetEditCells) throw tooLarge()
  const found = checkRows(columns, rows)
  if (found.length === 0) return
  const params = { count: found.length, cells: found.slice(0, limits.datasetNamedCells) }
  throw new AppError('DATASET_CELLS_INVALID', { params })
}

/** Ids in the order of their rows: those of one number are sorted by them. */
const createIds = (count: number) => Array.from({ length: count }, () => randomUUIDv7()).toSorted()

export type RowService = ReturnType<typeof createRowService>

export function createRowService({ db, rows, datasets, paging, audit }: RowDependencies) {
  const list = paging.defineList({
    name: 'dataset-rows',
    filters: z.object({
      dataset: z.string(),
      version: z.int().nullable(),
      filters: z.array(RowFilter),
      sort: RowSort.nullable(),
      from_row_no: z.int().nullable(),
    }),
    owner: 'dataset',
    key: z.union([z.object({ rowNo: z.int(), id: z.string() }), z.object({ offset: z.int() })]),
    defaultSize: limits.maxPageSize,
  })

  /** Returns the number, the columns and the count of the rows that are asked for; the number of the draft is null. */
  async function findRowSet(dataset: DatasetRecord, number: number | null) {
    if (number === null) return { version: null, columns: presentDefinition(dataset).columns, count: dataset.rowCount }
    const version = await db.datasetVersion.findUnique({ where: { datasetId_number: { datasetId: dataset.id, number } } })
    if (!version) throw new AppError('DATASET_VERSION_NOT_FOUND')
    return { version: number, columns: presentDefinition(version).columns, count: version.rowCount }
  }

  return {
    async queryDatasetRows(actor: Actor, id: string, request: z.output<typeof queryDatasetRows.schema.body>) {
      const dataset = await datasets.getDataset(actor, id)
      const page = list.read(request, {
        dataset: id,
        version: request.version ?? null,
        filters: request.filters ?? [],
        sort: request.sort ?? null,
        from_row_no: request.from_row_no ?? null,
      })
      const { version, columns, count } = await findRowSet(dataset, page.filters.version)
      const filters = toTypedFilters(columns, page.filters.filters)
      const order = page.filters.sort && toRowOrder(columns, page.filters.sort)
      const offset = page.after && 'offset' in page.after ? page.after.offset : 0
      const inOrder: RowStart = page.after && 'id' in page.after ? { after: page.after } : { fromRowNo: page.filters.from_row_no ?? 0 }
      const range = { filters, order, start: order ? { offset } : inOrder, take: page.size + 1 }
      const set = { datasetId: id, version }
      const found = await findRowPage(db, set, range)
      const cut = list.cut(page, found, (row) => (order ? { offset: offset + page.size } : { rowNo: row.rowNo, id: row.id }))
      if (page.after) return { ...cut, columns, isFirst: false } as const
      return { ...cut, columns, isFirst: true, total: filters.length > 0 ? await countRows(db, set, filters) : count } as const
    },

    async createDatasetRows(actor: Actor, id: string, { rows: given }: z.output<typeof createDatasetRows.schema.body>) {
      return db.$transaction(async (tx) => {
        const dataset = await datasets.lockDataset(tx, actor, id)
        const { columns } = presentDefinition(dataset)
        assertCells(columns, given)
        const rowCount = dataset.rowCount + given.length
        if (rowCount > limits.datasetRows) throw tooLarge()
        let { lastRowNo } = dataset
        const ids = createIds(given.length)
        const added = given.map(({ row_no, cells }, index) => {
          const rowNo = row_no ?? lastRowNo + 1
          lastRowNo = Math.max(lastRowNo, rowNo)
          return { id: ids[index] ?? '', rowNo, revision: 0, data: toStoredCells(cells) }
        })
        await insertRows(tx, dataset, added)
        await rows.update(tx, id, { rowCount, lastRowNo, hasChanges: true })
        const cells = added.reduce((count, { data }) => count + Object.keys(data).length, 0)
        const after = { rows: added.length, cells }
        await audit.record(tx, actor, { action: 'createDatasetRows', target: toDatasetTarget(dataset), after })
        return { columns, added }
      })
    },

    async updateDatasetRows(actor: Actor, id: string, { rows: given }: z.output<typeof updateDatasetRows.schema.body>) {
      return db.$transaction(async (tx) => {
        const dataset = await datasets.lockDataset(tx, actor, id)
        const { columns } = presentDefinition(dataset)
        assertCells(columns, given)
        const stored = await findDraftRows(
          tx,
          id,
          given.map((row) => row.id),
        )
        const storedById = new Map(stored.map((row) => [row.id, row]))
        const missing = given.flatMap((row) => (storedById.has(row.id) ? [] : [row.id]))
        if (missing.length > 0)
          throw new AppError('DATASET_ROW_NOT_FOUND', { params: { row_ids: missing.slice(0, limits.datasetNamedCells) } })
        if (storedById.size < given.length) throw createTwiceError()
        const edited = given.flatMap((row) => {
          const known = storedById.get(row.id)
          return known ? [{ known, ...editRow(known, row) }] : []
        })
        const conflicts = edited.flatMap((each) => each.conflicts)
        if (conflicts.length > 0)
          throw new AppError('DATASET_CELL_CONFLICT', {
            params: { count: conflicts.length, cells: conflicts.slice(0, limits.datasetNamedCells) },
          })
        const changed = edited.filter(({ cellCount }) => cellCount > 0)
        if (changed.length > 0) {
          await writeRows(
            tx,
            dataset,
            changed.map(({ row }) => row),
          )
          await rows.update(tx, id, { hasChanges: true })
        }
        const after = { rows: changed.length, cells: changed.reduce((count, { cellCount }) => count + cellCount, 0) }
        await audit.record(tx, actor, { action: 'updateDatasetRows', target: toDatasetTarget(dataset), after })
        return { columns, edited: edited.map(({ row }) => row) }
      })
    },

    async deleteDatasetRows(
      actor: Actor,
      id: string,
      { row_ids: rowIds }: z.output<typeof deleteDatasetRows.schema.body>,
    ): Promise<number> {
      return db.$transaction(async (tx) => {
        const dataset = await datasets.lockDataset(tx, actor, id)
        const deleted = await deleteRows(tx, dataset, rowIds)
        if (deleted > 0) await rows.update(tx, id, { rowCount: { decrement: deleted }, hasChanges: true })
        await audit.record(tx, actor, { action: 'deleteDatasetRows', target: toDatasetTarget(dataset), before: { rows: deleted } })
        return deleted
      })
    },
  }
}

const createTwiceError = () => new AppError('BAD_REQUEST', { params: { fields: [{ path: 'body/rows', message: 'A row is named twice' }] } })
