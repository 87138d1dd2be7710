// Collects of each sheet what its structure and its columns are guessed by: its first rows, its last ones, and those that may be totals.
import type { RawRow, RawSheet, RawText } from '../../../platform/documents/raw-table.ts'
import type { TablePart } from '../../../platform/documents/table-reader.ts'
import type { OmittedRow } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import { isNote, isTotalWord } from '@heddle/table/import/import-words'
import { toLine } from '@heddle/table/import/raw-text'

/** The first thousand, and what is above them. */
const headRows = 1_050
const tailRows = 60

export type SheetSample = {
  readonly sheet: RawSheet
  readonly head: readonly RawRow[]
  /** The last rows, none of which is in `head`. */
  readonly tail: readonly RawRow[]
  /** Rows that sum up others, wherever they are, or begin as a note does. */
  readonly suspects: readonly OmittedRow[]
}

export type TableSample = { readonly text: RawText | null; readonly sheets: readonly SheetSample[] }

/** Returns the reason why a row may be none, by its first cell. */
function suspectRow({ number, cells }: RawRow): OmittedRow | null {
  const first = cells.findIndex((cell) => cell !== null)
  const text = cells[first]
  if (typeof text !== 'string') return null
  if (isTotalWord(text)) return { row: number, reason: 'total', text: toLine(cells) }
  return isNote(text) && cells.filter((cell) => cell !== null).length <= 2 ? { row: number, reason: 'note', text: toLine(cells) } : null
}

/** Returns the samples of a file's sheets. Throws what reading throws. */
export async function sampleTable(parts: AsyncIterable<TablePart>): Promise<TableSample> {
  type Mutable = { sheet: RawSheet; head: RawRow[]; tail: RawRow[]; suspects: OmittedRow[] }
  const sheets: Mutable[] = []
  let text: RawText | null = null
  for await (const part of parts) {
    if (part.kind === 'text') text = part.text
    else if (part.kind === 'sheet') sheets.push({ sheet: part.sheet, head: [], tail: [], suspects: [] })
    else {
      const sample = sheets.at(-1)
      if (!sample) continue
      if (sample.head.length < headRows) sample.head.push(part.row)
      else {
        sample.tail.push(part.row)
        if (sample.tail.length > 2 * tailRows) sample.tail.splice(0, tailRows)
      }
      const suspect = sample.suspects.length < limits.datasetOmittedRows ? suspectRow(part.row) : null
      if (suspect) sample.suspects.push(suspect)
    }
  }
  return { text, sheets }
}
