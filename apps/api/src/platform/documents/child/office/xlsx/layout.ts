// Writes the cells of a sheet: a title above a table as such, a table without the rows and columns that show nothing, and cells that stand
// far apart as lines.
import { maxRepeated } from '../../merged-cells.ts'
import type { PageWriter } from '../../page-writer.ts'
import { writeTable } from '../../table.ts'
import { type Area, columnName, type Sheet, type SheetCell, type SheetRow } from './sheet.ts'

/** Cells that merged cells may be repeated in. */
const maxRepetitions = 200_000

/** Returns the index of the first item that is at least the limit. */
function findFrom<T>(items: readonly T[], limit: number, measure: (item: T) => number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && measure(item) < limit) low = middle + 1
    else high = middle
  }
  return low
}

const rowNumber = ({ number }: SheetRow) => number
const cellColumn = ({ column }: SheetCell) => column

function findCell({ cells }: SheetRow, column: number): SheetCell | undefined {
  const cell = cells[findFrom(cells, column, cellColumn)]
  return cell?.column === column ? cell : undefined
}

const setCell = ({ cells }: SheetRow, column: number, text: string) => {
  const index = findFrom(cells, column, cellColumn)
  if (cells[index]?.column === column) return
  cells.splice(index, 0, { column, text })
}

/** What a merged cell covers is not shown. */
function clearCovered(row: SheetRow, area: Area, onHidden: (row: SheetRow, cell: SheetCell) => void) {
  const from = findFrom(row.cells, row.number === area.top ? area.left + 1 : area.left, cellColumn)
  const to = findFrom(row.cells, area.right + 1, cellColumn)
  for (const cell of row.cells.splice(from, to - from)) onHidden(row, cell)
}

function listColumns(rows: readonly SheetRow[]): number[] {
  const columns = new Set<number>()
  for (const { cells } of rows) for (const { column } of cells) columns.add(column)
  return [...columns].toSorted((a, b) => a - b)
}

/**
 * Repeats merged cells, by the rules of `spreadCells`: in the rows that they cover, so that each says what it is about, and over the columns
 * that they name in the first row of the table.
 */
function spreadMerged(rows: readonly SheetRow[], merged: readonly Area[], header: SheetRow | undefined) {
  const columns = listColumns(rows)
  let repetitions = 0
  for (const { top, left, bottom, right } of merged) {
    const first = findFrom(rows, top, rowNumber)
    const row = rows[first]
    const text = row?.number === top ? findCell(row, left)?.text : undefined
    if (row === undefined || text === undefined || text.length > maxRepeated) continue
    for (let index = first + 1; index < rows.length; index += 1) {
      const below = rows[index]
      if (below === undefined || below.number > bottom) break
      if ((repetitions += 1) > maxRepetitions) return
      setCell(below, left, text)
    }
    if (row !== header) continue
    for (const column of columns) if (column > left && column <= right) setCell(row, column, text)
  }
}

/** Tables of fewer columns, or with fewer gaps, stay tables. */
const minSparseColumns = 16
const maxSparseShare = 0.2

const isSparse = (rows: readonly SheetRow[], columns: readonly number[]) =>
  columns.length >= minSparseColumns &&
  rows.reduce((sum, { cells }) => sum + cells.length, 0) < rows.length * columns.length * maxSparseShare

/** Returns a line for each row: its values, each with the name of its column. */
function listLines(rows: readonly SheetRow[], columns: readonly number[]): string[] {
  const header = rows[0]
  const hasHeader = header !== undefined && header.cells.length * 2 > columns.length
  return rows.slice(hasHeader ? 1 : 0).map(({ cells }) => {
    const values = cells.map(({ column, text }) => {
      const name = (hasHeader && findCell(header, column)?.text) || (column === columns[0] ? '' : columnName(column))
      return `${name && `${name}: `}${text}`.replaceAll(/\s*[\r\n]+\s*/g, ' ')
    })
    return `- ${values.join('; ')}`
  })
}

/** Writes a sheet. `onHidden` is called for cells that others cover. */
export function writeSheet({ rows: all, merged }: Sheet, writer: PageWriter, onHidden: (row: SheetRow, cell: SheetCell) => void) {
  for (const area of merged) {
    for (let index = findFrom(all, area.top, rowNumber); index < all.length; index += 1) {
      const row = all[index]
      if (row === undefined || row.number > area.bottom) break
      clearCovered(row, area, onHidden)
    }
  }
  const shown = all.filter(({ cells }) => cells.length > 0)
  const begin = shown.findIndex(({ cells }) => cells.length > 1)
  const titles = shown.slice(0, Math.max(begin, 0))
  const rows = shown.slice(titles.length)
  writer.write({ kind: 'paragraph', text: titles.map(({ cells }) => cells[0]?.text ?? '').join('\n') })
  spreadMerged(rows, merged, rows[0])
  const columns = listColumns(rows)
  if (isSparse(rows, columns)) {
    writer.write({ kind: 'list', text: listLines(rows, columns).join('\n') })
    return
  }
  const indexes = new Map(columns.map((column, index) => [column, index]))
  const table = rows.map(({ cells }) => {
    const texts = columns.map(() => '')
    for (const { column, text } of cells) texts[indexes.get(column) ?? 0] = text
    return texts
  })
  writeTable(writer, table)
}
