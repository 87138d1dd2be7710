// The rows of a dataset as a table for spreadsheets, which an import reads as the same cells.
import type { Cells, CellValue, LaboratoryValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { DatasetExportFormat } from '@heddle/contracts/dataset/row'
import type { Language } from '@heddle/contracts/languages'
import { parseLabValue } from '@heddle/units/lab-value'
import { isUnitId } from '@heddle/units/units'
import { isDeepStrictEqual } from 'node:util'
import { doubleApostrophe } from '../../../platform/files/formula-text.ts'
import type { DownloadTable } from '../../../platform/http/table/table-download.ts'
import { writeHeader } from '../column-header.ts'

/** Returns the text of a laboratory value where it is read as the same without a word of how it was written; else one that is. */
function writeLabValue({ number, text, mark, spread }: LaboratoryValue, { unit }: DatasetColumn): string {
  const read = parseLabValue(text, unit !== undefined && isUnitId(unit) ? { unit } : {})
  const isSame =
    'value' in read && isDeepStrictEqual([read.value.number, read.value.mark ?? undefined, read.value.spread], [number, mark, spread])
  if (isSame) return text
  if (mark === '±' || mark === undefined) return `${number ?? ''}${spread === undefined ? '' : ` ± ${spread}`}`
  return number === null ? mark : `${mark}${number}`
}

function writeCell(column: DatasetColumn, value: CellValue | undefined, format: DatasetExportFormat) {
  const plain = typeof value === 'object' && value !== null ? writeLabValue(value, column) : value
  if (typeof plain === 'boolean') return String(plain)
  return typeof plain === 'string' && format === 'csv' ? doubleApostrophe(plain) : plain
}

/** They follow one another in their file. */
type ExportedRow = { readonly id: ''; readonly cells: Cells }

type ExportOptions = {
  readonly columns: readonly DatasetColumn[]
  readonly format: DatasetExportFormat
  readonly language: Language
}

/** Returns the table of rows that are read as they are written. */
export function tabulateRows(rows: AsyncIterator<Cells>, { columns, format, language }: ExportOptions): DownloadTable<ExportedRow> {
  return {
    columns: columns.map(({ id }) => id),
    headers: columns.map((column) => writeHeader(column, language)),
    async findPage(_, take) {
      const page: ExportedRow[] = []
      while (page.length < take) {
        const { done, value } = await rows.next()
        if (done === true) break
        page.push({ id: '', cells: value })
      }
      return page
    },
    toRecord: ({ cells }) => Object.fromEntries(columns.map((column) => [column.id, writeCell(column, cells[column.id], format)])),
  }
}
