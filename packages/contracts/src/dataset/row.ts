// The rows of a dataset of kind `table`: pages for a grid, and edits of any number of cells as one transaction.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, noNul, PageInfo, PageQuery } from '../wire.ts'
import type { CellValue } from './cell.ts'
import { Cells } from './cell.ts'
import { ColumnId, DatasetColumn } from './column.ts'

/** Rows are in the order of their number; those of one number in the order of their creation. */
const RowNo = z.int().min(0).max(1_000_000_000)

export const DatasetRow = z.object({
  id: Id,
  row_no: RowNo,
  /** Raised by each edit of the row. */
  revision: z.int(),
  cells: Cells,
})
export type DatasetRow = z.infer<typeof DatasetRow>
schemaIds.add(DatasetRow, { id: 'DatasetRow' })

/** Why a cell does not fit its column. */
export const CellErrorReason = z.enum(['unknown_column', 'wrong_type', 'not_a_choice', 'required', 'not_unique', 'too_long'])
export type CellErrorReason = z.infer<typeof CellErrorReason>

/** In the parameter `cells` of `DATASET_CELLS_INVALID`, beside `count`: a row of the request by its index, a stored one by id and number. */
export type CellError = {
  readonly index?: number
  readonly row_id?: string
  readonly row_no?: number
  readonly column: string
  readonly reason: CellErrorReason
}

/** In the parameter `cells` of `DATASET_CELL_CONFLICT`: what the caller wanted, and what another has written since. */
export type CellConflict = {
  readonly row_id: string
  readonly row_no: number
  /** The row's, as it is now: an edit that names it replaces `current`. */
  readonly revision: number
  readonly column: string
  readonly given: CellValue
  readonly current: CellValue
}

/** `contains` is of the text as it is shown, without regard to case and width; `is_null` is an empty cell. */
export const RowFilterOperator = z.enum(['eq', 'lt', 'le', 'gt', 'ge', 'contains', 'is_null'])

export const RowFilter = z.strictObject({
  column: ColumnId,
  op: RowFilterOperator,
  value: z.union([z.string().max(limits.datasetFilterCharacters).regex(noNul), z.number(), z.boolean()]).optional(),
})
export type RowFilter = z.infer<typeof RowFilter>

export const RowSort = z.strictObject({ column: ColumnId, direction: z.enum(['asc', 'desc']) })
export type RowSort = z.infer<typeof RowSort>

export const queryDatasetRows = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/row/query',
  schema: {
    summary: 'Rows of the draft, or of a version',
    params: IdParams,
    body: PageQuery.extend({
      version: z.int().min(1).max(2_147_483_647).optional(),
      /** All of them hold. */
      filters: z.array(RowFilter).max(limits.datasetRowFilters).optional(),
      /** Empty cells come last. */
      sort: RowSort.optional(),
      /** The first page begins after so many rows: for a grid that is scrolled to its middle. */
      offset: z.int().min(0).max(limits.datasetRows).optional(),
    }),
    /** `total` and the columns come with the page of the first row. */
    response: { 200: PageInfo.extend({ rows: z.array(DatasetRow), columns: z.array(DatasetColumn).optional() }) },
  },
  config: {
    policy: 'manage_knowledge',
    errors: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
  },
} as const satisfies Endpoint

const NewRows = z.array(z.strictObject({ row_no: RowNo.optional(), cells: Cells })).max(limits.datasetEditRows)
const RowIds = z.array(Id).max(limits.datasetEditRows)

export const createDatasetRows = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/row',
  schema: {
    summary: 'Add rows to the draft: at its end, or after those of a number',
    params: IdParams,
    body: z.strictObject({ rows: NewRows.min(1) }),
    response: { 200: z.object({ rows: z.array(DatasetRow) }) },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    bodyJson: limits.datasetEditJson,
    errors: ['DATASET_NOT_FOUND', 'DATASET_BUSY', 'DATASET_CELLS_INVALID', 'DATASET_TOO_LARGE'],
  },
} as const satisfies Endpoint

export const updateDatasetRows = {
  method: 'PUT',
  url: '/api/v1/knowledge/dataset/:id/row',
  schema: {
    summary:
      'Change cells of the draft, add and delete rows, all or none; null empties a cell, and cells that are not named are not touched. Returns the cells that were edited since the revisions that were named',
    params: IdParams,
    body: z.strictObject({
      rows: z
        .array(z.strictObject({ id: Id, /** As the caller has read it. */ revision: z.int(), cells: Cells }))
        .max(limits.datasetEditRows)
        .optional(),
      added: NewRows.optional(),
      /** One that is gone already is no error. */
      removed: RowIds.optional(),
    }),
    response: { 200: z.object({ rows: z.array(DatasetRow), added: z.array(DatasetRow) }) },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    bodyJson: limits.datasetEditJson,
    errors: [
      'DATASET_NOT_FOUND',
      'DATASET_BUSY',
      'DATASET_ROW_NOT_FOUND',
      'DATASET_CELLS_INVALID',
      'DATASET_CELL_CONFLICT',
      'DATASET_TOO_LARGE',
    ],
  },
} as const satisfies Endpoint

export const deleteDatasetRows = {
  method: 'DELETE',
  url: '/api/v1/knowledge/dataset/:id/row',
  schema: {
    summary: 'Delete rows of the draft; one that is gone already is no error',
    params: IdParams,
    body: z.strictObject({ row_ids: RowIds.min(1) }),
    response: { 200: z.object({ deleted: Count }) },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['DATASET_NOT_FOUND', 'DATASET_BUSY'] },
} as const satisfies Endpoint

export const DatasetExportFormat = z.enum(['csv', 'xlsx'])
export type DatasetExportFormat = z.infer<typeof DatasetExportFormat>

export const exportDataset = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id/export',
  schema: {
    summary: 'The rows of the draft, or of a version, as a table that an import reads as the same cells',
    params: IdParams,
    querystring: z.strictObject({
      format: DatasetExportFormat,
      version: z.coerce.number<number>().int().min(1).max(2_147_483_647).optional(),
    }),
    response: {
      200: {
        description: 'A header line with names and units of the columns, then the rows',
        content: {
          'text/csv': { schema: z.string() },
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.file() },
        },
      },
    },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND', 'FILE_UNPACKS_TOO_LARGE'],
  },
} as const satisfies Endpoint
