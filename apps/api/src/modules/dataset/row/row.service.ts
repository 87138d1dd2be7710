// The rows of a dataset: its draft is edited, and a version is read.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import {
  type createDatasetRows,
  type deleteDatasetRows,
  type exportDataset,
  type queryDatasetRows,
  RowFilter,
  RowSort,
  type updateDatasetRows,
} from '@heddle/contracts/dataset/row'
import type { EndpointName } from '@heddle/contracts/endpoint-list'
import { limits } from '@heddle/contracts/limits'
import type { PrismaClient, Queryable } from '@heddle/db/client'
import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import { openFolderFile } from '../../../platform/files/folder-file.ts'
import { readJsonLines } from '../../../platform/files/json-lines.ts'
import { createConcurrencyLimit } from '../../../platform/http/concurrency-limit.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import type { AuditService } from '../../audit/audit.service.ts'
import { toDatasetTarget } from '../dataset.audit.ts'
import { presentDefinition } from '../dataset.presenter.ts'
import type { DatasetRecord, DatasetRepository } from '../dataset.repository.ts'
import type { DatasetService } from '../dataset.service.ts'
import { checkRows, editRow, toStoredCells } from './edit.rules.ts'
import { toTypedFilters, toRowOrder } from './filter.rules.ts'
import { type ForgottenText, forgetText } from './forget-text.ts'
import { tabulateRows } from './row-export.ts'
import { createRowOrders } from './row-orders.ts'
import { findRowPage, findRowsById, type RowSelection, type RowStart } from './row-page.sql.ts'
import { snapshotTransaction, writeRowSnapshot } from './row-snapshot.ts'
import { deleteRows, findDraftRows, insertRows, writeRows } from './row.sql.ts'

type RowDependencies = {
  readonly db: PrismaClient
  readonly rows: DatasetRepository
  readonly datasets: DatasetService
  readonly paging: Paging
  readonly audit: AuditService
  readonly stopping: AbortSignal
}

/** Each export holds a file, and at first a connection to the database. */
const concurrentExports = { maxPerUser: 2, maxTotal: 6 }

export const tooLarge = () =>
  new AppError('DATASET_TOO_LARGE', { params: { max_rows: limits.datasetRows, max_cells: limits.datasetEditCells } })

type Given<E extends { schema: { body: z.ZodType } }> = z.output<E['schema']['body']>
type NewRows = Given<typeof createDatasetRows>['rows']
type EditedRows = NonNullable<Given<typeof updateDatasetRows>['rows']>

function assertCells(columns: readonly DatasetColumn[], rows: Parameters<typeof checkRows>[1]) {
  if (rows.length > limits.datasetEditRows) throw tooLarge()
  if (rows.reduce((count, { cells }) => count + Object.keys(cells).length, 0) > limits.datasetEditCells) throw tooLarge()
  const found = checkRows(columns, rows)
  if (found.length === 0) return
  const params = { count: found.length, cells: found.slice(0, limits.datasetNamedCells) }
  throw new AppError('DATASET_CELLS_INVALID', { params })
}

/** Ids in the order of their rows: those of one number are sorted by them. */
const createIds = (count: number) => Array.from({ length: count }, () => randomUUIDv7()).toSorted()

type AddedRows = {
  readonly dataset: DatasetRecord
  readonly given: NewRows
  readonly action: EndpointName
  /** What they come from, for the audit log. */
  readonly origin?: Readonly<Record<string, string>>
}

/** Adds rows to the draft; returns them, and the highest number of all. */
async function addRows(tx: Queryable, dataset: DatasetRecord, given: NewRows) {
  let { lastRowNo } = dataset
  const ids = createIds(given.length)
  const added = given.map(({ row_no, cells }, index) => {
    const rowNo = row_no ?? lastRowNo + 1
    lastRowNo = Math.max(lastRowNo, rowNo)
    return { id: ids[index] ?? '', rowNo, revision: 0, data: toStoredCells(cells) }
  })
  if (added.length > 0) await insertRows(tx, dataset, added)
  return { added, lastRowNo }
}

/** Changes cells of the draft; returns the rows, each with the revision that its caller has read. */
async function editRows(tx: Queryable, dataset: DatasetRecord, given: EditedRows) {
  if (given.length === 0) return []
  const stored = await findDraftRows(
    tx,
    dataset.id,
    given.map(({ id }) => id),
  )
  const storedById = new Map(stored.map((row) => [row.id, row]))
  const missing = given.flatMap(({ id }) => (storedById.has(id) ? [] : [id]))
  if (missing.length > 0) throw new AppError('DATASET_ROW_NOT_FOUND', { params: { row_ids: missing.slice(0, limits.datasetNamedCells) } })
  if (storedById.size < given.length) throw createTwiceError()
  const edited = given.flatMap((row) => {
    const known = storedById.get(row.id)
    return known ? [{ since: row.revision, ...editRow(known, row) }] : []
  })
  const conflicts = edited.flatMap((each) => each.conflicts)
  if (conflicts.length > 0)
    throw new AppError('DATASET_CELL_CONFLICT', {
      params: { count: conflicts.length, cells: conflicts.slice(0, limits.datasetNamedCells) },
    })
  const changed = edited.filter(({ cellCount }) => cellCount > 0).map(({ row }) => row)
  if (changed.length > 0) await writeRows(tx, dataset, changed)
  return edited
}

const countCells = (rows: readonly { readonly data: Cells }[]) => rows.reduce((count, { data }) => count + Object.keys(data).length, 0)

export type RowService = ReturnType<typeof createRowService>

export function createRowService({ db, rows, datasets, paging, audit, stopping }: RowDependencies) {
  const concurrency = createConcurrencyLimit(concurrentExports)
  const list = paging.defineList({
    name: 'dataset-rows',
    filters: z.object({
      dataset: z.string(),
      version: z.int().nullable(),
      filters: z.array(RowFilter),
      sort: RowSort.nullable(),
      offset: z.int(),
    }),
    owner: 'dataset',
    key: z.union([z.object({ rowNo: z.int(), id: z.string() }), z.object({ offset: z.int() })]),
    defaultSize: limits.maxPageSize,
  })

  /** Returns the number, the columns and the count of the rows that are asked for; the number of the draft is null. */
  async function findRowSet(dataset: DatasetRecord, number: number | null, on: Queryable = db) {
    if (number === null) return { version: null, columns: presentDefinition(dataset).columns, count: dataset.rowCount }
    const version = await on.datasetVersion.findUnique({ where: { datasetId_number: { datasetId: dataset.id, number } } })
    if (!version) throw new AppError('DATASET_VERSION_NOT_FOUND')
    return { version: number, columns: presentDefinition(version).columns, count: version.rowCount }
  }

  const orders = createRowOrders(db)

  /** Returns rows from the start on, and how many there are where that is not the count of the dataset. */
  async function findPage(selection: RowSelection, start: RowStart, take: number) {
    const { rows: set, filters, order } = selection
    const offset = 'offset' in start ? start.offset : 0
    // A version never changes: its order is kept for the next page at a far place, too.
    const isInOrder = filters.length === 0 && order === null && (set.version === null || offset === 0)
    if (isInOrder) return { rows: await findRowPage(db, set, start, take), total: null }
    const { ids, total } = await orders.find(selection, offset, take)
    return { rows: await findRowsById(db, set, ids), total }
  }

  /** Adds rows to the draft of a locked dataset, in the transaction of what they come from. The audit log has them under `action`. */
  async function addDatasetRows(tx: Queryable, actor: Actor, { dataset, given, action, origin }: AddedRows) {
    const { columns } = presentDefinition(dataset)
    assertCells(columns, given)
    const rowCount = dataset.rowCount + given.length
    if (rowCount > limits.datasetRows) throw tooLarge()
    const { added, lastRowNo } = await addRows(tx, dataset, given)
    await rows.update(tx, dataset.id, { rowCount, lastRowNo, hasChanges: true })
    const after = { rows: added.length, cells: countCells(added), ...origin }
    await audit.record(tx, actor, { action, target: toDatasetTarget(dataset), after })
    return { columns, added }
  }

  return {
    async queryDatasetRows(actor: Actor, id: string, request: Given<typeof queryDatasetRows>) {
      const dataset = await datasets.getDataset(actor, id)
      const page = list.read(request, {
        dataset: id,
        version: request.version ?? null,
        filters: request.filters ?? [],
        sort: request.sort ?? null,
        offset: request.offset ?? 0,
      })
      const { version, columns, count } = await findRowSet(dataset, page.filters.version)
      const filters = toTypedFilters(columns, page.filters.filters)
      const order = page.filters.sort && toRowOrder(columns, page.filters.sort)
      const offset = page.after ? ('offset' in page.after ? page.after.offset : 0) : page.filters.offset
      const start: RowStart = page.after && 'id' in page.after ? { after: page.after } : { offset }
      const selection = { rows: { datasetId: id, version }, filters, order }
      const found = await findPage(selection, start, page.size + 1)
      const cut = list.cut(page, found.rows, (row) =>
        found.total === null ? { rowNo: row.rowNo, id: row.id } : { offset: offset + page.size },
      )
      const isFirst = !page.after && offset === 0
      return { ...cut, columns, ...(isFirst && { total: found.total ?? count }) }
    },

    /** Returns the rows of one moment as a table, which has to be closed; tells the audit log first. */
    async exportDataset(actor: Actor, id: string, { format, version: number }: z.output<typeof exportDataset.schema.querystring>) {
      const end = concurrency.beginWithin(actor.id)
      try {
        return await withUploadFolder(async (folder) => {
          const path = join(folder, 'rows')
          const columns = await db.$transaction(async (tx) => {
            const dataset = await datasets.getDataset(actor, id, tx)
            const found = await findRowSet(dataset, number ?? null, tx)
            const { version, count } = found
            await writeRowSnapshot(tx, { datasetId: id, version }, { columns: found.columns, path, signal: stopping })
            const after = { format, rows: count, ...(version !== null && { version }) }
            await audit.record(tx, actor, { action: 'exportDataset', target: toDatasetTarget(dataset), after })
            return found.columns
          }, snapshotTransaction)
          const content = await openFolderFile(path)
          content.once('close', end)
          const table = tabulateRows(readJsonLines<Cells>(content), { columns, format, language: actor.language })
          return { table, close: () => content.destroy() }
        })
      } catch (error) {
        end()
        throw error
      }
    },

    addDatasetRows,

    /** For a person who waits. Throws `DATASET_BUSY`. */
    async forgetText(tx: Queryable, actor: Actor, text: ForgottenText): Promise<void> {
      await datasets.lockDataset(tx, actor, text.datasetId)
      await forgetText(tx, actor.tenantId, text)
    },

    createDatasetRows: (actor: Actor, id: string, { rows: given }: Given<typeof createDatasetRows>) =>
      db.$transaction(async (tx) =>
        addDatasetRows(tx, actor, { dataset: await datasets.lockDataset(tx, actor, id), given, action: 'createDatasetRows' }),
      ),

    async updateDatasetRows(
      actor: Actor,
      id: string,
      { rows: given = [], added: givenRows = [], removed = [] }: Given<typeof updateDatasetRows>,
    ) {
      return db.$transaction(async (tx) => {
        const dataset = await datasets.lockDataset(tx, actor, id)
        const { columns } = presentDefinition(dataset)
        assertCells(columns, [...given, ...givenRows])
        const edited = await editRows(tx, dataset, given)
        const deleted = removed.length > 0 ? await deleteRows(tx, dataset, removed) : 0
        const rowCount = dataset.rowCount - deleted + givenRows.length
        if (rowCount > limits.datasetRows) throw tooLarge()
        const { added, lastRowNo } = await addRows(tx, dataset, givenRows)
        const changed = edited.filter(({ cellCount }) => cellCount > 0)
        const cells = changed.reduce((count, { cellCount }) => count + cellCount, 0) + countCells(added)
        if (changed.length + added.length + deleted > 0) await rows.update(tx, id, { rowCount, lastRowNo, hasChanges: true })
        await audit.record(tx, actor, {
          action: 'updateDatasetRows',
          target: toDatasetTarget(dataset),
          ...(deleted > 0 && { before: { rows: deleted } }),
          after: { rows: changed.length + added.length, cells },
        })
        return { columns, edited, added }
      })
    },

    async deleteDatasetRows(actor: Actor, id: string, { row_ids: rowIds }: Given<typeof deleteDatasetRows>): Promise<number> {
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
