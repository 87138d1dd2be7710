// Plans an import: which sheet, where its table is, what its columns are, and what a reader of the file should know.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { ImportFinding, ImportFindingCode, ImportPlan, ImportPlanColumn, ImportSheet, RawCell } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import { isNumeric } from '@heddle/table/query-table'
import { units } from '@heddle/units/units'
import type { RawRow } from '../../../platform/documents/raw-table.ts'
import { findLayout, type FoundLayout, type ToldLayout } from './find-layout.ts'
import { fingerprintHeaders } from './fingerprint.ts'
import { guessColumn, type GuessedColumn, toNewColumn } from './guess-column.ts'
import { addMarks, countMarks, type NumberMarks } from './guess-numbers.ts'
import { type NamedHeader, nameHeaders } from './header-names.ts'
import { isKeyHeader } from '@heddle/table/import/import-words'
import { matchColumns } from './match-columns.ts'
import { createMergedFill } from './merged-fill.ts'
import { toText } from '@heddle/table/import/raw-text'
import type { SheetSample, TableSample } from './sample-table.ts'

const maxSamples = 5
const maxSampleCharacters = 200
/** Rows of the table that are shown with its header, and of all that are shown: a report has its title and its conditions above. */
const headRowsOfTable = 5
const maxHeadRows = 30
const maxHeadCharacters = 60

const toSheetProblem = ({ problem, rowCount }: SheetSample['sheet']): ImportSheet['problem'] =>
  problem === null || problem === 'not_chosen' ? (rowCount === 0 ? 'empty' : null) : problem

const presentSheet = ({ sheet }: SheetSample): ImportSheet => ({
  index: sheet.index,
  name: sheet.name,
  hidden: sheet.isHidden,
  row_count: sheet.rowCount,
  column_count: sheet.columnCount,
  problem: toSheetProblem(sheet),
})

/** Collects what is said of a file: of each code how often, and where first. */
function createFindings() {
  const found = new Map<ImportFindingCode, ImportFinding>()
  return {
    add(code: ImportFindingCode, count = 1, { row = null, column = null }: { row?: number | null; column?: number | null } = {}) {
      if (count === 0) return
      const known = found.get(code)
      found.set(code, known ? { ...known, count: known.count + count } : { code, count, row, column })
    },
    list: (): ImportFinding[] => [...found.values()],
  }
}
type Findings = ReturnType<typeof createFindings>

function addSheetFindings({ sheet }: SheetSample, { firstRow }: FoundLayout, findings: Findings) {
  findings.add('sheet_hidden', sheet.isHidden ? 1 : 0)
  findings.add('rows_hidden', sheet.hiddenRowCount)
  findings.add('columns_hidden', sheet.hiddenColumns.length, { column: sheet.hiddenColumns[0] ?? null })
  findings.add('values_struck', sheet.struckCount)
  findings.add('values_external', sheet.externalCount)
  const merged = sheet.merged.filter(({ top, bottom }) => top >= firstRow && bottom > top)
  findings.add('cells_merged', merged.length, { row: merged[0]?.top ?? null, column: merged[0]?.left ?? null })
}

function addLayoutFindings({ headerRows, unitRow, omitted }: FoundLayout, findings: Findings) {
  findings.add('no_header', headerRows.length === 0 ? 1 : 0)
  findings.add('headers_joined', headerRows.length > 1 ? headerRows.length : 0, { row: headerRows[0] ?? null })
  findings.add('unit_row', unitRow === null ? 0 : 1, { row: unitRow })
  findings.add('rows_omitted', omitted.length, { row: omitted[0]?.row ?? null })
}

/** Returns the rows of the table that its columns are guessed by. */
const listRows = ({ head, sheet }: SheetSample, { firstRow, omitted }: FoundLayout): RawRow[] => {
  const without = new Set(omitted.map(({ row }) => row))
  return head
    .filter(({ number }) => number >= firstRow)
    .map(createMergedFill(sheet.merged, firstRow))
    .filter(({ number }) => !without.has(number))
}

const isBroken = (cell: RawCell | undefined, kind: 'error' | 'formula') => typeof cell === 'object' && cell !== null && kind in cell

function addCellFindings(rows: readonly RawRow[], findings: Findings) {
  for (const { number, cells } of rows) {
    for (const [index, cell] of cells.entries()) {
      if (isBroken(cell, 'error')) findings.add('cell_errors', 1, { row: number, column: index + 1 })
      if (isBroken(cell, 'formula')) findings.add('formulas_uncalculated', 1, { row: number, column: index + 1 })
    }
  }
}

/** Returns the number of the column that names the rows: the first whose cells are all different, where its header says so or it is the first. */
function findKey(headers: readonly NamedHeader[], guessed: readonly GuessedColumn[]): number | null {
  const unique = headers.filter((_, index) => guessed[index]?.isUnique && /^(?:text|integer)$/.test(guessed[index].type))
  return (unique.find(({ header }) => isKeyHeader(header)) ?? unique.find(({ at }) => at === 1))?.at ?? null
}

type Column = { readonly header: NamedHeader; readonly guess: GuessedColumn; readonly cells: readonly (RawCell | undefined)[] }

function toTarget({ header, guess, cells }: Column, match: DatasetColumn | undefined, isKey: boolean): ImportPlanColumn['target'] {
  if (match) return { column: match.id }
  const isEmpty = cells.every((cell) => cell === null || cell === undefined)
  return isEmpty && header.isMissing ? null : { add: toNewColumn(header.name, guess, isKey) }
}

/** The unit of the file's numbers; what the header says is of another quantity than the column is not said of its cells. */
function toReading({ guess }: Column, match: DatasetColumn | undefined): ImportPlanColumn['reading'] {
  if (!match) return guess.reading
  const { unit, ...reading } = guess.reading
  const { decimal_comma, thousands, date_order, calendar, ...words } = reading
  if (isNumeric(match.type))
    return { ...words, ...(decimal_comma && { decimal_comma }), ...(thousands && { thousands }), ...(unit && { unit }) }
  return match.type === 'date' ? { ...words, ...(date_order && { date_order }), ...(calendar && { calendar }) } : words
}

/** Shortens a text or a formula, which stays one: no reader of a number, a date or a choice reads so many characters. */
function toSample(cell: RawCell): RawCell {
  if (typeof cell === 'string') return cell.slice(0, maxSampleCharacters).toWellFormed()
  return typeof cell === 'object' && cell !== null && 'formula' in cell
    ? { formula: toText(cell).slice(0, maxSampleCharacters).toWellFormed() }
    : cell
}

const listSamples = (cells: Column['cells']) =>
  cells
    .filter((cell) => cell !== null && cell !== undefined)
    .slice(0, maxSamples)
    .map(toSample)

/** Returns what shows where the table is: the rows above it, and the first of its own. */
const listHead = ({ head }: SheetSample, { firstRow }: FoundLayout) =>
  head
    .filter(({ number }) => number < firstRow + headRowsOfTable)
    .slice(-maxHeadRows)
    .map(({ number, cells }) => ({ row: number, cells: cells.map((cell) => toText(cell).slice(0, maxHeadCharacters).toWellFormed()) }))

function addColumnFindings({ header, guess, cells }: Column, findings: Findings) {
  const column = header.at
  const isEmpty = cells.every((cell) => cell === null || cell === undefined)
  if (isEmpty) findings.add('column_empty', 1, { column })
  else if (header.isMissing) findings.add('header_missing', 1, { column })
  if (header.isRepeated) findings.add('headers_equal', 1, { column })
  if (header.unitCandidates.length > 0) findings.add('unit_ambiguous', 1, { column })
  for (const code of guess.findings) findings.add(code, 1, { column })
}

function planColumns(sample: SheetSample, layout: FoundLayout, columns: readonly DatasetColumn[], findings: Findings): ImportPlanColumn[] {
  const rows = listRows(sample, layout)
  addCellFindings(rows, findings)
  const headers = nameHeaders(layout.headers)
  const cellsOf = headers.map(({ at }) => rows.map(({ cells }) => cells[at - 1]))
  const marks = cellsOf.map((cells) => countMarks(cells.filter((cell): cell is string => typeof cell === 'string')))
  const file = marks.reduce<NumberMarks>(addMarks, countMarks([]))
  const guessed = headers.map(({ header, unit }, index) => guessColumn({ header, unit, cells: cellsOf[index] ?? [] }, file))
  const { columns: matched, unfit } = matchColumns(headers, columns)
  const hasKey = columns.some(({ key }) => key === true)
  const key = hasKey ? null : findKey(headers, guessed)
  for (const at of unfit) findings.add('unit_differs', 1, { column: at })
  return headers.flatMap((header, index) => {
    const guess = guessed[index]
    if (!guess) return []
    const column = { header, guess, cells: cellsOf[index] ?? [] }
    addColumnFindings(column, findings)
    const match = matched.get(header.at)
    return [
      {
        at: header.at,
        header: header.header,
        target: toTarget(column, match, header.at === key),
        reading: toReading(column, match),
        unit_candidates: header.unitCandidates.map((unit) => units[unit].symbol),
        samples: listSamples(column.cells),
      },
    ]
  })
}

/** Columns beyond those that a dataset may have besides `existing` ones are left out, the last ones first. */
function limitColumns(columns: readonly ImportPlanColumn[], existing: number, findings: Findings): ImportPlanColumn[] {
  let free = limits.datasetColumns - existing
  return columns.map((column) => {
    const isNew = column.target !== null && 'add' in column.target
    if (!isNew || free > 0) {
      if (isNew) free -= 1
      return column
    }
    findings.add('too_many_columns', 1, { column: column.at })
    return { ...column, target: null }
  })
}

const isUsable = ({ sheet }: SheetSample) => toSheetProblem(sheet) === null

/** Returns the sheet that is meant: the one that was chosen, else the first shown one with the most cells. */
function chooseSheet(sheets: readonly SheetSample[], chosen: number | undefined): SheetSample | undefined {
  if (chosen !== undefined) return sheets.find((sample) => sample.sheet.index === chosen && isUsable(sample))
  const usable = sheets.filter(isUsable)
  const shown = usable.filter(({ sheet }) => !sheet.isHidden)
  const rank = ({ sheet }: SheetSample) => sheet.rowCount * sheet.columnCount
  return (shown.length > 0 ? shown : usable).toSorted((a, b) => rank(b) - rank(a) || a.sheet.index - b.sheet.index)[0]
}

export type PlanOptions = {
  /** Those that the dataset has. */
  readonly columns?: readonly DatasetColumn[]
  /** Whether it can have no others. */
  readonly isFixed?: boolean
  /** The index of the sheet that was chosen. */
  readonly sheet?: number | undefined
  /** Where an administrator says that its table is. */
  readonly layout?: ToldLayout | undefined
}

/** Returns what an import of the file would be. */
export function planImport(
  { text, sheets }: TableSample,
  { columns = [], isFixed = false, sheet: chosen, layout: told }: PlanOptions = {},
): ImportPlan {
  const findings = createFindings()
  if (text && !text.isCertain) findings.add('encoding_uncertain')
  findings.add('quotes_open', text?.openQuotes ?? 0)
  const sample = chooseSheet(sheets, chosen)
  const layout = sample ? findLayout(sample, told) : null
  const base = { encoding: text?.encoding ?? null, delimiter: text?.delimiter ?? null, sheets: sheets.map(presentSheet) }
  if (!sample || !layout) return { ...base, table: null, findings: findings.list() }
  addSheetFindings(sample, layout, findings)
  addLayoutFindings(layout, findings)
  const planned = limitColumns(planColumns(sample, layout, columns, findings), isFixed ? limits.datasetColumns : columns.length, findings)
  return {
    ...base,
    table: {
      layout: {
        sheet: sample.sheet.index,
        header_rows: [...layout.headerRows],
        unit_row: layout.unitRow,
        first_row: layout.firstRow,
        omitted: layout.omitted.map(({ row }) => row),
      },
      omitted: [...layout.omitted],
      head: listHead(sample, layout),
      columns: planned,
      fingerprint: fingerprintHeaders(layout.headers),
    },
    findings: findings.list(),
  }
}
