// Finds the table in a sheet: its header, of one row or of several, its row of units, its first row, and what is under it.
import type { RawRow } from '../../../platform/documents/raw-table.ts'
import type { ImportLayout, OmittedRow, RawCell } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import { parseUnit } from '@heddle/units/parse-unit'
import { isDash, isNote } from '@heddle/table/import/import-words'
import { toLine, toText } from '@heddle/table/import/raw-text'
import type { SheetSample } from './sample-table.ts'

export type FoundHeader = {
  /** By the number of the column, from 1. */
  readonly at: number
  /** Joined of its rows, with its unit; empty where it has no name. */
  readonly header: string
  /** What the row of units has. */
  readonly unitText: string
}

export type FoundLayout = {
  readonly headerRows: readonly number[]
  readonly unitRow: number | null
  readonly firstRow: number
  readonly omitted: readonly OmittedRow[]
  readonly headers: readonly FoundHeader[]
}

const countFilled = ({ cells }: RawRow) => cells.filter((cell) => cell !== null).length

/** Rows above which the header is looked for: reports have their titles and conditions there. */
const maxAbove = 50
/** A header may lack the names of some columns. */
const minHeaderShare = 0.6
const maxHeaderRows = 3

const isValue = (cell: RawCell) => typeof cell === 'number' || typeof cell === 'boolean' || (typeof cell === 'object' && cell !== null)

/** Of a text that has a number: `12.5`, `<0.5`, `1,234`, `2024/5/6`. */
const numeric = /^[\s<>≤≥±+-]*[\d０-９][\d０-９.,\s/:±~%-]*$/

/** A year is a name of a column as often as a value. */
const isYear = (cell: RawCell) => /^(?:19|20)\d\d$/.test(toText(cell))

const isData = (cell: RawCell) => !isYear(cell) && (isValue(cell) || (typeof cell === 'string' && numeric.test(cell.slice(0, 60))))

const countData = ({ cells }: RawRow) => cells.filter(isData).length

const findUsualCount = (rows: readonly RawRow[]): number => {
  const counts = rows.map(countFilled).toSorted((a, b) => a - b)
  // Not the median: bad rows and notes have fewer cells, none has more.
  return counts[Math.floor(counts.length * 0.75)] ?? 0
}

/** Returns the cells of a row, with merged cells and, before a second row of headers, gaps, filled from the left. */
function spreadRow(row: RawRow, below: RawRow | undefined, { sheet }: SheetSample): string[] {
  const width = Math.max(row.cells.length, below?.cells.length ?? 0)
  const texts = Array.from({ length: width }, (_, index) => toText(row.cells[index]))
  for (const { top, left, bottom, right } of sheet.merged) {
    if (top > row.number || bottom < row.number) continue
    const text = top === row.number ? (texts[left - 1] ?? '') : ''
    for (let column = left; column <= Math.min(right, width); column += 1) texts[column - 1] ||= text
  }
  if (!below || sheet.merged.some(({ top }) => top === row.number)) return texts
  // A CSV has lost what was merged.
  for (let index = 1; index < width; index += 1) {
    if (texts[index] === '' && toText(below.cells[index]) !== '' && toText(below.cells[index - 1]) !== '')
      texts[index] = texts[index - 1] ?? ''
  }
  return texts
}

/** Whether a row names parts of what the row above spans: warp and weft under force. */
function isSecondHeader(row: RawRow, below: RawRow | undefined, sample: SheetSample): boolean {
  if (!below || countData(below) > 0 || below.number !== row.number + 1) return false
  const spans = sample.sheet.merged.filter(({ top, left, right }) => top === row.number && right > left)
  const groups = spans.map(({ left, right }) => below.cells.slice(left - 1, right).map(toText))
  if (groups.length === 0) {
    const spread = spreadRow(row, below, sample)
    const isGap = (index: number) => toText(row.cells[index]) === '' && (spread[index] ?? '') !== ''
    // What spans no columns spans the rows: a name above a text is a header without its last names.
    const isOutside = (index: number) => !isGap(index) && !isGap(index + 1)
    if (below.cells.some((cell, index) => cell !== null && isOutside(index))) return false
    const starts = spread.flatMap((_, index) => (!isGap(index) && isGap(index + 1) ? [index] : []))
    for (const start of starts) {
      let end = start + 1
      while (isGap(end)) end += 1
      groups.push(below.cells.slice(start, end).map(toText))
    }
  }
  const named = groups.filter((group) => group.filter((text) => text !== '').length > 1)
  return named.length > 0 && named.every((group) => new Set(group).size === group.length) && !isUnitRow(below)
}

function isUnit(text: string): boolean {
  const parsed = parseUnit(text)
  return 'unit' in parsed || parsed.problem === 'ambiguous_unit'
}

/** Whether a row has nothing but units. */
function isUnitRow(row: RawRow | undefined): boolean {
  if (!row || row.cells.some(isValue)) return false
  const texts = row.cells
    .map(toText)
    .filter((text) => text !== '' && !isDash(text) && !/^[([（]?(?:units?|單位|单位|単位|หน่วย|đơn vị)[)\]）]?$/iu.test(text))
  return texts.length > 0 && texts.every(isUnit)
}

/** Returns the index of the header; -1 where the first rows are values. */
function findHeader(rows: readonly RawRow[], sample: SheetSample): number {
  const usual = findUsualCount(rows)
  const index = rows.slice(0, maxAbove).findIndex((row, position) => {
    const filled = spreadRow(row, rows[position + 1], sample).filter((text) => text !== '').length
    return filled >= Math.max(1, usual * minHeaderShare) && (countFilled(row) > 1 || usual <= 1)
  })
  const header = rows[index]
  return header && countData(header) * 2 < countFilled(header) ? index : -1
}

function joinHeaders(rows: readonly RawRow[], sample: SheetSample): string[] {
  const spread = rows.map((row, index) => spreadRow(row, rows[index + 1], sample))
  const width = Math.max(0, ...spread.map((texts) => texts.length))
  return Array.from({ length: width }, (_, column) => {
    const parts = spread.map((texts) => (texts[column] ?? '').replaceAll(/\s+/g, ' ').trim())
    return parts.filter((part, index) => part !== '' && part !== parts[index - 1]).join(' ')
  })
}

/** Returns the rows under the table that are none of it, the last one first: notes, and lines beside its columns. */
function findNotes(rows: readonly RawRow[], usual: number): OmittedRow[] {
  const found: OmittedRow[] = []
  let below: RawRow | undefined
  for (const row of rows.toReversed()) {
    const filled = row.cells.filter((cell) => cell !== null)
    const [first] = filled
    const isAlone = usual > 2 && filled.length === 1 && typeof first === 'string'
    const isLine = isAlone || (typeof first === 'string' && isNote(first) && filled.length * 2 <= usual)
    if (!isLine || (below && below.number - row.number > 20)) break
    found.push({ row: row.number, reason: 'note', text: toLine(filled) })
    below = row
  }
  return found
}

/** Finds notes between totals too. */
function findOmitted({ head, tail, suspects }: SheetSample, firstRow: number): OmittedRow[] {
  const rows = [...head, ...tail].filter(({ number }) => number >= firstRow)
  const totals = suspects.filter(({ row, reason }) => row >= firstRow && reason === 'total')
  const isTotal = new Set(totals.map(({ row }) => row))
  const others = rows.filter(({ number }) => !isTotal.has(number))
  const found = [...totals, ...findNotes(others.slice(-60), findUsualCount(rows))]
  return found.toSorted((a, b) => a.row - b.row).slice(0, limits.datasetOmittedRows)
}

type Rows = { readonly header: readonly RawRow[]; readonly unit: RawRow | undefined; readonly firstRow: number }

/** Where an administrator says that the table is. */
export type ToldLayout = Pick<ImportLayout, 'header_rows' | 'unit_row' | 'first_row'>

function takeRows(rows: readonly RawRow[], { header_rows, unit_row, first_row }: ToldLayout): Rows {
  const header = rows.filter(({ number }) => header_rows.includes(number))
  return { header, unit: rows.find(({ number }) => number === unit_row), firstRow: first_row }
}

function findRows(rows: readonly RawRow[], sample: SheetSample): Rows {
  const index = findHeader(rows, sample)
  const header: RawRow[] = []
  for (let at = index; index !== -1 && header.length < maxHeaderRows; at += 1) {
    const row = rows[at]
    if (!row) break
    header.push(row)
    if (!isSecondHeader(row, rows[at + 1], sample)) break
  }
  const begin = Math.max(index, 0) + header.length
  const unit = header.length > 0 && isUnitRow(rows[begin]) && !isUnitRow(rows[begin + 1]) ? rows[begin] : undefined
  const first = rows[unit ? begin + 1 : begin]
  // A table may have no row yet.
  return { header, unit, firstRow: first?.number ?? ((unit ?? header.at(-1))?.number ?? 0) + 1 }
}

/** Returns where the table of a sheet is; null where it has none. */
export function findLayout(sample: SheetSample, told?: ToldLayout): FoundLayout | null {
  if (sample.head.length === 0) return null
  const { header, unit, firstRow } = told ? takeRows(sample.head, told) : findRows(sample.head, sample)
  const joined = joinHeaders(header, sample)
  const width = Math.max(joined.length, sample.sheet.columnCount)
  return {
    headerRows: header.map(({ number }) => number),
    unitRow: unit?.number ?? null,
    firstRow,
    omitted: findOmitted(sample, firstRow),
    headers: Array.from({ length: width }, (_, column) => ({
      at: column + 1,
      header: joined[column] ?? '',
      unitText: toText(unit?.cells[column]).trim(),
    })),
  }
}
