// Finds tables by positions alone: lines in a row whose parts stand below each other, with clear gaps between the columns.
import { maxOf } from './extent.ts'
import { type PageFragment, joinFragments, joinLines } from './fragment.ts'
import { type RunLine, toFragment } from './columns/lines.ts'
import type { TextRun } from './run.ts'

const minRows = 3
const minColumns = 2
const minCells = 2
/** The share of rows whose parts are each in a column of their own. */
const minClearShare = 0.6
/** In font sizes: to the next row of the same table, and to the next line of the same cell. */
const maxRowDistance = 3.5
const maxCellLineDistance = 1.4
/** In font sizes: how far the begin of a cell is from that of its column. */
const sameEdge = 0.3
/** Of the size of the line before: the title of what follows is larger. */
const titleSize = 1.15

/** The cells of each row; an absent one is null. */
export type PdfTable = { readonly rows: readonly (readonly (PageFragment | null)[])[] }

export type Marker = (text: string) => boolean

const isRow = ({ runs }: RunLine, isMarker: Marker) =>
  runs.length >= minColumns && !(runs.length === 2 && isMarker(runs[0]?.fragment.text ?? ''))

type Found = { readonly table: PdfTable; readonly end: number }

/**
 * Returns the table that begins with line `from`, and the line behind it; null when none does. That of the divided lines is one whose
 * columns have several cells each: others were divided between words.
 */
export function findTable(lines: readonly RunLine[], divided: readonly RunLine[], from: number, isMarker: Marker): Found | null {
  const found = lines === divided ? null : findTableIn(divided, from, isMarker)
  return found && hasFullColumns(found.table) ? found : findTableIn(lines, from, isMarker)
}

/** Whether there is a table of so many columns at least, each of which has several cells. */
export function hasFullColumns(table: PdfTable | undefined, leastColumns = minColumns): boolean {
  const [first = [], ...rest] = table?.rows ?? []
  const countCells = (column: number) => [first, ...rest].filter((row) => (row[column] ?? null) !== null).length
  return first.length >= leastColumns && first.every((_, column) => countCells(column) >= minCells)
}

function findTableIn(lines: readonly RunLine[], from: number, isMarker: Marker): Found | null {
  const first = lines[from]
  if (!first || !isRow(first, isMarker)) return null
  const end = findEnd(lines, from, isMarker)
  const candidates = lines.slice(from, end)
  const rows = candidates.filter((line) => isRow(line, isMarker))
  if (rows.length < minRows) return null
  const columns = joinNames(findColumns(rows), rows)
  if (columns.length < minColumns) return null
  const isClear = ({ runs }: RunLine) => new Set(runs.map((run) => findColumn(columns, run))).size === runs.length
  if (rows.filter(isClear).length < minClearShare * rows.length) return null
  return { table: { rows: fillRows(candidates, columns) }, end }
}

/** Lines of one part belong to the table where others with several follow, or where they go on in a cell but the first. */
function findEnd(lines: readonly RunLine[], from: number, isMarker: Marker): number {
  let end = from + 1
  for (let at = from + 1; at < lines.length; at++) {
    const [line, before] = [lines[at], lines[at - 1]]
    if (!line || !before) break
    const distance = (before.y - line.y) / Math.max(line.size, 1)
    if (distance > maxRowDistance || line.size > titleSize * before.size) break
    if (isRow(line, isMarker)) end = at + 1
    else if (distance > maxCellLineDistance || at + 1 - end > 3) break
    else if (line.x > (lines[from]?.runs[1]?.x ?? 0) - line.size) end = at + 1
  }
  return end
}

type Column = { readonly from: number; readonly to: number }

/** Returns what the parts of the rows cover, joined where they overlap; rows with fewer parts than usual may span columns. */
function findColumns(rows: readonly RunLine[]): Column[] {
  const counts = rows.map(({ runs }) => runs.length).toSorted((one, other) => one - other)
  const usual = counts[Math.floor(counts.length / 2)] ?? 0
  const parts = rows.filter(({ runs }) => runs.length >= usual).flatMap(({ runs }) => runs)
  const columns: { from: number; to: number }[] = []
  for (const { x, right } of parts.toSorted((one, other) => one.x - other.x)) {
    const last = columns.at(-1)
    if (last && x < last.to) last.to = Math.max(last.to, right)
    else columns.push({ from: x, to: right })
  }
  return columns
}

/** A name that stands to the left of values on the right has a column of its own: joins it to theirs, which has nothing in its row. */
function joinNames(columns: readonly Column[], rows: readonly RunLine[]): Column[] {
  const filled = columns.map((_, column) =>
    rows.flatMap(({ runs }, row) => (runs.some((run) => findColumn(columns, run) === column) ? [row] : [])),
  )
  const isName = ([row, ...others]: readonly number[], values: readonly number[] = []) =>
    row !== undefined && others.length === 0 && values.length > 1 && values.every((value) => value > row)
  const joined: Column[] = []
  columns.forEach((column, index) => {
    const [before, own, last] = [filled[index - 1] ?? [], filled[index] ?? [], joined.at(-1)]
    if (last && isName(before, own)) joined[joined.length - 1] = { from: last.from, to: column.to }
    else joined.push(column)
  })
  return joined
}

/** Returns the column that a run overlaps most, else the nearest. */
function findColumn(columns: readonly Column[], { x, right }: TextRun): number {
  let best = 0
  let bestOverlap = Number.NEGATIVE_INFINITY
  columns.forEach(({ from, to }, index) => {
    const overlap = Math.min(right, to) - Math.max(x, from)
    if (overlap <= bestOverlap) return
    best = index
    bestOverlap = overlap
  })
  return best
}

function fillRows(lines: readonly RunLine[], columns: readonly Column[]): PdfTable['rows'] {
  const rows: TextRun[][][][] = []
  lines.forEach((line, index) => {
    const before = lines[index - 1]
    const cells: TextRun[][] = columns.map(() => [])
    for (const run of line.runs) cells[findColumn(columns, run)]?.push(run)
    if (index === 0) for (const run of line.runs) repeatName(run, columns, cells)
    const isClose = before !== undefined && before.y - line.y <= maxCellLineDistance * line.size
    const last = rows.at(-1)
    // A line that leaves out the first column goes on in the cells of the row above.
    if (isClose && last && cells[0]?.length === 0) cells.forEach((runs, column) => runs.length > 0 && last[column]?.push(runs))
    else rows.push(cells.map((runs) => (runs.length > 0 ? [runs] : [])))
  })
  return rows.map((row) => row.map((cell) => (cell.length > 0 ? joinLines(cell.map((runs) => toFragment({ runs }))) : null)))
}

/** What is in the middle above several columns names each of them; what begins with a column is its own. */
function repeatName(run: TextRun, columns: readonly Column[], cells: readonly TextRun[][]) {
  const below = columns.flatMap(({ from, to }, index) => (run.x < to && run.right > from ? [index] : []))
  const start = columns[below[0] ?? -1]?.from ?? run.x
  if (run.parts || Math.abs(run.x - start) < sameEdge * run.size) return
  for (const column of below) if (cells[column]?.length === 0) cells[column].push(run)
}

const escapeBar = (fragment: PageFragment): PageFragment => {
  if (!fragment.text.includes('|')) return fragment
  const parts = fragment.text.split('|')
  let from = 0
  const cut = parts.map((part) => {
    const begin = from
    from += part.length + 1
    return sliceFragment(fragment, begin, begin + part.length)
  })
  return joinFragments(cut, () => String.raw`\|`)
}

function sliceFragment({ text, boxes }: PageFragment, from: number, to: number): PageFragment {
  const kept = boxes.flatMap((placed) => {
    const begin = Math.max(placed.from, from)
    const end = Math.min(placed.from + placed.length, to)
    return begin < end ? [{ from: begin - from, length: end - begin, box: placed.box }] : []
  })
  return { text: text.slice(from, to), boxes: kept }
}

const plain = (text: string): PageFragment => ({ text, boxes: [] })

/** Returns a table in Markdown; its first row is the header. */
export function formatPdfTable({ rows }: PdfTable): PageFragment {
  const width = maxOf(rows, (row) => row.length)
  const formatRow = (row: readonly (PageFragment | null)[]) => {
    const cells = joinFragments(
      row.map((cell) => (cell ? escapeBar(cell) : plain(''))),
      () => ' | ',
    )
    return joinFragments([plain('|'), cells, plain('|')], () => ' ')
  }
  const [header, ...rest] = rows.map(formatRow)
  return joinFragments([header ?? plain(''), plain(`|${' --- |'.repeat(width)}`), ...rest], () => '\n')
}
