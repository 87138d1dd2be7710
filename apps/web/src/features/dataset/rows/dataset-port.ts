// The port of the grid to the rows of a dataset.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import { queryDatasetRows, updateDatasetRows, type DatasetRow } from '@heddle/contracts/dataset/row'
import { z } from 'zod'
import { call } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { GridConflict, GridFault, GridPort, GridRow, SavedStep, SaveResult } from '../grid/model/grid-port.ts'

const toGridRow = ({ id, row_no: rowNo, revision, cells }: DatasetRow): GridRow => ({ id, rowNo, revision, cells })

const Conflicts = z.array(
  z.object({
    row_id: z.string(),
    row_no: z.int(),
    revision: z.int(),
    column: z.string(),
    given: z.custom<CellValue>(),
    current: z.custom<CellValue>(),
  }),
)
const Faults = z.array(z.object({ index: z.int(), column: z.string(), reason: z.enum(['unknown_column', 'wrong_type', 'not_a_choice']) }))

const toConflict = ({ row_id: rowId, row_no: rowNo, ...conflict }: z.output<typeof Conflicts>[number]): GridConflict => ({
  rowId,
  rowNo,
  ...conflict,
})

const GoneRows = z.array(z.string())

/** Returns what a refusal says of the cells or rows of the step; null of one that is about something else, or about a row that it adds. */
function readRefusal(error: ApiError, { rows }: SavedStep): SaveResult | null {
  const { code, params } = error
  if (code === 'DATASET_CELL_CONFLICT') {
    const { data } = Conflicts.safeParse(params['cells'])
    return data ? { status: 'conflict', conflicts: data.map(toConflict) } : null
  }
  if (code === 'DATASET_ROW_NOT_FOUND') {
    const named = new Set(GoneRows.safeParse(params['row_ids']).data)
    const rowIds = rows.map(({ id }) => id).filter((id) => named.has(id))
    return rowIds.length > 0 ? { status: 'gone', rowIds, error } : null
  }
  if (code !== 'DATASET_CELLS_INVALID') return null
  const faults = Faults.safeParse(params['cells']).data?.flatMap(({ index, column, reason }): GridFault[] => {
    const row = rows[index]
    return row ? [{ rowId: row.id, column, reason }] : []
  })
  return faults && faults.length > 0 ? { status: 'invalid', faults } : null
}

type PortOptions = {
  datasetId: string
  /** Null is the draft, which is edited. */
  version: number | null
  /** Called after each saved step. */
  onSaved: () => void
}

export function createDatasetPort({ datasetId: id, version, onSaved }: PortOptions): GridPort {
  async function saveStep(step: SavedStep): Promise<SaveResult> {
    const body = {
      rows: [...step.rows],
      added: step.added.map(({ rowNo, cells }) => ({ ...(rowNo !== undefined && { row_no: rowNo }), cells })),
      removed: [...step.removed],
    }
    try {
      const { rows, added } = await call(updateDatasetRows, { params: { id }, body })
      onSaved()
      return { status: 'saved', rows: rows.map(toGridRow), added: added.map(toGridRow) }
    } catch (error) {
      const refusal = error instanceof ApiError ? readRefusal(error, step) : null
      if (refusal === null) throw error
      return refusal
    }
  }

  return {
    loadRows: async (offset, count, { sort, filters }) => {
      const body = { offset, page_size: count, filters: [...filters], ...(sort && { sort }), ...(version !== null && { version }) }
      const { rows, total } = await call(queryDatasetRows, { params: { id }, body })
      return { rows: rows.map(toGridRow), total }
    },
    saveStep: version === null ? saveStep : null,
  }
}
