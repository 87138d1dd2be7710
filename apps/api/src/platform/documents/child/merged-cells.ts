// Puts the cells of a table into their columns, where some span several rows or columns.

export type SpannedCell = { readonly text: string; readonly columns?: number; readonly rows?: number }

/** What a browser takes at most, and what a table may have after its cells were spread. */
const maxColumns = 1_000
const maxCells = 1_000_000

/** Longer texts are not repeated: they are remarks, not the name of what follows. */
export const maxRepeated = 200

type Slot = { readonly text: string; readonly isFirst: boolean }

/**
 * Returns the texts by row and column. A cell of several rows is repeated in each, so that a row says what it is about; one of several
 * columns stands in its first, but is repeated over those that it names when it is in the first row.
 */
export function spreadCells(rows: readonly (readonly SpannedCell[])[]): string[][] {
  const grid: (Slot | undefined)[][] = rows.map(() => [])
  let filled = 0
  let width = 0
  rows.forEach((cells, row) => {
    let column = 0
    for (const cell of cells) {
      while (grid[row]?.[column]) column += 1
      // Beyond the limit, nothing is spread, and nothing is lost.
      const maySpread = filled < maxCells
      const columns = maySpread ? Math.min(Math.max(cell.columns ?? 1, 1), maxColumns) : 1
      const below = maySpread ? Math.min(Math.max(cell.rows ?? 1, 1), rows.length - row) : 1
      filled += columns * below
      fill(grid, { row, column, columns, rows: below, text: cell.text, isName: row === 0 && cells.length > 1 })
      column += columns
      width = Math.max(width, column)
    }
  })
  const used = findUsedColumns(grid, width)
  return grid.map((slots) => used.map((column) => slots[column]?.text ?? ''))
}

type Area = {
  readonly row: number
  readonly column: number
  readonly columns: number
  readonly rows: number
  readonly text: string
  readonly isName: boolean
}

function fill(grid: (Slot | undefined)[][], { row, column, columns, rows, text, isName }: Area) {
  const isRepeated = text.length <= maxRepeated
  for (let down = 0; down < rows; down += 1) {
    for (let right = 0; right < columns; right += 1) {
      const isFirst = down === 0 && right === 0
      const isShown = isFirst || (isRepeated && (right === 0 || isName))
      const slots = grid[row + down]
      if (slots && !slots[column + right]) slots[column + right] = { text: isShown ? text : '', isFirst: right === 0 }
    }
  }
}

/** Columns in which no cell begins are there for the widths of others. */
function findUsedColumns(grid: readonly (readonly (Slot | undefined)[])[], width: number): number[] {
  const used = new Set<number>()
  for (const slots of grid) slots.forEach((slot, column) => slot?.isFirst && used.add(column))
  return Array.from({ length: width }, (_, column) => column).filter((column) => used.has(column))
}
