// Checks the rows of a file against the columns of a dataset, one at a time, so that a file of any length takes little memory.
import type { Cells, CellValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { ColumnReading, ImportError, ImportErrorCode, ImportLayout } from '@heddle/contracts/dataset/import'
import type { RawRow } from '../../../platform/documents/raw-table.ts'
import type { TablePart } from '../../../platform/documents/table-reader.ts'
import { toStoredCell } from '@heddle/table/check-cell'
import { toCellKey } from '../row/cell.rules.ts'
import { createMergedFill } from './merged-fill.ts'
import { type CellReader, createCellReader } from '@heddle/table/import/read-cell'
import { toText } from '@heddle/table/import/raw-text'

/** A column of the dataset, and the number of the file's column that its cells are in. */
export type CheckedColumn = { readonly at: number; readonly column: DatasetColumn; readonly reading: ColumnReading }

export type CheckedRow = {
  /** In the file. */
  readonly number: number
  /** Those of the file's columns, empty ones too: an empty cell of an update empties. */
  readonly cells: Cells
  readonly errors: readonly ImportError[]
}

export type CheckOptions = { readonly layout: ImportLayout; readonly columns: readonly CheckedColumn[] }

export const maxErrorCharacters = 200

type Reader = CheckedColumn & { readonly read: CellReader; readonly seen: Map<string, number> | null }

function createReaders(columns: readonly CheckedColumn[]): Reader[] {
  return columns.map((each) => ({
    ...each,
    read: createCellReader(each.column, each.reading),
    seen: each.column.key === true || each.column.unique === true ? new Map() : null,
  }))
}

type ReadCell = { readonly value: CellValue; readonly code?: ImportErrorCode; readonly otherRow?: number }

function readCell({ column, read, seen, at }: Reader, row: RawRow): ReadCell {
  const result = read(row.cells[at - 1])
  if ('problem' in result) return { value: null, code: result.problem }
  const value = toStoredCell(result.value)
  if (value === null) return column.required === true || column.key === true ? { value, code: 'required' } : { value }
  const key = seen && toCellKey(value)
  if (!seen || key === null) return { value }
  const otherRow = seen.get(key)
  if (otherRow !== undefined) return { value, code: column.key === true ? 'key_repeated' : 'value_repeated', otherRow }
  seen.set(key, row.number)
  return { value }
}

function checkRow(row: RawRow, readers: readonly Reader[]): CheckedRow {
  const cells: Record<string, CellValue> = {}
  const errors: ImportError[] = []
  for (const reader of readers) {
    const { at, column } = reader
    const { value, code, otherRow } = readCell(reader, row)
    if (code === undefined) cells[column.id] = value
    else {
      const text = toText(row.cells[at - 1])
        .slice(0, maxErrorCharacters)
        .toWellFormed()
      errors.push({ row: row.number, at, column: column.id, code, text, ...(otherRow !== undefined && { other_row: otherRow }) })
    }
  }
  return { number: row.number, cells, errors }
}

/** Whether nothing but dashes and blanks is in the columns that are read. */
const isEmptyRow = ({ cells, errors }: CheckedRow) =>
  errors.every(({ code }) => code === 'required') && Object.values(cells).every((value) => value === null)

/** Yields the rows of the table, those with errors too. Throws what reading throws. */
export async function* checkRows(parts: AsyncIterable<TablePart>, { layout, columns }: CheckOptions): AsyncGenerator<CheckedRow> {
  const omitted = new Set(layout.omitted)
  const readers = createReaders(columns)
  let fill: ((row: RawRow) => RawRow) | null = null
  for await (const part of parts) {
    if (part.kind === 'sheet') fill = part.sheet.index === layout.sheet ? createMergedFill(part.sheet.merged, layout.first_row) : null
    if (part.kind !== 'row' || !fill || part.row.number < layout.first_row) continue
    const row = fill(part.row)
    if (omitted.has(row.number)) continue
    const checked = checkRow(row, readers)
    if (!isEmptyRow(checked)) yield checked
  }
}
