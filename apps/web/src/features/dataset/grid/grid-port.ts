// What the grid asks of the world: pages of rows, and saving. It knows no address.
import type { Cells, CellValue } from '@heddle/contracts/dataset/cell'
import type { ColumnId } from '@heddle/contracts/dataset/column'

export type GridRow = {
  readonly id: string
  /** Rows are in its order; a row that is added with the number of another comes after it. */
  readonly rowNo: number
  /** Raised by each edit of the row, by anyone. */
  readonly revision: number
  readonly cells: Cells
}

export type GridSort = { readonly column: ColumnId; readonly direction: 'asc' | 'desc' }

/** A cell that another person has changed since the row was read. */
export type GridConflict = {
  readonly rowId: string
  readonly rowNo: number
  readonly column: ColumnId
  readonly given: CellValue
  readonly current: CellValue
  /** The row's, as it is now: a save that names it replaces `current`. */
  readonly revision: number
}

export type FaultReason = 'wrong_type' | 'not_a_choice' | 'not_unique' | 'too_long'

export type GridFault = { readonly rowId: string; readonly column: ColumnId; readonly reason: FaultReason }

/** All cells of a call are saved, or none. */
export type SaveResult =
  | { readonly status: 'saved'; readonly rows: readonly GridRow[] }
  | { readonly status: 'conflict'; readonly conflicts: readonly GridConflict[] }
  | { readonly status: 'invalid'; readonly faults: readonly GridFault[] }

export type GridPort = {
  /** Returns `count` rows from the index `from` of the order, and how many there are in all. */
  loadRows: (from: number, count: number, sort: GridSort | null) => Promise<{ rows: readonly GridRow[]; total: number }>
  /** Cells that are not named are not touched; null empties one. */
  saveCells: (rows: readonly Pick<GridRow, 'id' | 'revision' | 'cells'>[]) => Promise<SaveResult>
  /** Without a number they come last. */
  insertRows: (rows: readonly { rowNo?: number; cells: Cells }[]) => Promise<readonly GridRow[]>
  deleteRows: (ids: readonly string[]) => Promise<void>
}
