// Where the keys of a grid lead.

/** By index; the row -1 is the header. */
export type GridPosition = { readonly row: number; readonly column: number }

export type GridExtent = { readonly rows: number; readonly columns: number; readonly pageRows: number }

type Key = { readonly key: string; readonly isFar: boolean }

/** Returns the position to which a key leads, within the grid, or null of one that does not move. `isFar`: with Ctrl or ⌘. */
export function moveByKey({ row, column }: GridPosition, { key, isFar }: Key, extent: GridExtent): GridPosition | null {
  const lastRow = extent.rows - 1
  const lastColumn = extent.columns - 1
  const to = (nextRow: number, nextColumn: number): GridPosition => ({
    row: Math.max(-1, Math.min(lastRow, nextRow)),
    column: Math.max(0, Math.min(lastColumn, nextColumn)),
  })
  switch (key) {
    case 'ArrowUp':
      return to(isFar ? Math.min(row, 0) : row - 1, column)
    case 'ArrowDown':
      return to(isFar ? lastRow : row + 1, column)
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1)
    case 'ArrowRight':
      return to(row, isFar ? lastColumn : column + 1)
    case 'Home':
      return to(isFar ? 0 : row, 0)
    case 'End':
      return to(isFar ? lastRow : row, lastColumn)
    case 'PageUp':
      return to(Math.max(0, row - extent.pageRows), column)
    case 'PageDown':
      return to(row + extent.pageRows, column)
    default:
      return null
  }
}

/** From one corner to the other, both included. */
export type GridRange = { readonly top: number; readonly bottom: number; readonly start: number; readonly end: number }

export const toRange = (one: GridPosition, other: GridPosition): GridRange => ({
  top: Math.max(0, Math.min(one.row, other.row)),
  bottom: Math.max(0, one.row, other.row),
  start: Math.min(one.column, other.column),
  end: Math.max(one.column, other.column),
})

export const isInRange = ({ top, bottom, start, end }: GridRange, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= start && column <= end

export const countCells = ({ top, bottom, start, end }: GridRange): number => (bottom - top + 1) * (end - start + 1)
