// What the grid asks of the world: pages of rows, and saving. It knows no address.
import type { Cells, CellValue } from '@heddle/contracts/dataset/cell'
import type { ColumnId } from '@heddle/contracts/dataset/column'
import type { RowFilter } from '@heddle/contracts/dataset/row'

export type GridRow = {
  readonly id: string
  /** Rows are in its order; a row that is added with the number of another comes after it. */
  readonly rowNo: number
  /** Raised by each edit of the row, by anyone. */
  readonly revision: number
  readonly cells: Cells
}

export type GridSort = { readonly column: ColumnId; readonly direction: 'asc' | 'desc' }

/** Which rows are shown, and in which order. */
export type GridQuery = { readonly sort: GridSort | null; readonly filters: readonly RowFilter[] }

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

/** What the service finds of a cell that the grid took for right: its columns have changed meanwhile. */
export type FaultReason = 'unknown_column' | 'wrong_type' | 'not_a_choice'

export type GridFault = { readonly rowId: string; readonly column: ColumnId; readonly reason: FaultReason }

export type SavedStep = {
  /** Cells that are not named are not touched; null empties one. */
  readonly rows: readonly Pick<GridRow, 'id' | 'revision' | 'cells'>[]
  /** Without a number they come last. */
  readonly added: readonly { readonly rowNo?: number; readonly cells: Cells }[]
  readonly removed: readonly string[]
}

/** All of a step is saved, or nothing. */
export type SaveResult =
  /** Of the rows, the cells that were edited since the revisions that the step named. */
  | { readonly status: 'saved'; readonly rows: readonly GridRow[]; readonly added: readonly GridRow[] }
  | { readonly status: 'conflict'; readonly conflicts: readonly GridConflict[] }
  | { readonly status: 'invalid'; readonly faults: readonly GridFault[] }
  /** Another person has deleted edited rows; `error` says so. */
  | { readonly status: 'gone'; readonly rowIds: readonly string[]; readonly error: Error }

export type GridPort = {
  /** Returns `count` rows from the index `from` of the query on; from 0, also how many there are in all. */
  loadRows: (from: number, count: number, query: GridQuery) => Promise<{ rows: readonly GridRow[]; total?: number | undefined }>
  /** Null of rows that are only read. */
  saveStep: ((step: SavedStep) => Promise<SaveResult>) | null
}
