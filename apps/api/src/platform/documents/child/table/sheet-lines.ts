// Collects the rows of a sheet as lines of JSON, in little memory, so that what is known only at its end can be said before them.
import { limits } from '@heddle/contracts/limits'
import { cleanText } from '../clean-text.ts'
import { DocumentRefusal } from '../refusal.ts'
import type { MergedArea, RawRow, RawSheet } from '../../raw-table.ts'
import { maxRawBytes, maxRawCharacters, maxRawColumns, maxRawRows, maxRowNumber } from './raw-limits.ts'

/** Bytes of all sheets that may still be written. */
export type LineBudget = { bytes: number }

export const createLineBudget = (): LineBudget => ({ bytes: maxRawBytes })

const isPlain = /^[\x20-\x7e]*$/

/** Returns a text as it is stored; null of an empty one. */
export function toRawText(source: string): string | null {
  const text = isPlain.test(source) ? source.trim() : cleanText(source)
  return text === '' ? null : text.slice(0, maxRawCharacters)
}

/** Serialized rows are kept as bytes, which the heap does not count. */
const chunkCharacters = 256 * 1024

type SheetFacts = Pick<RawSheet, 'index' | 'name' | 'isHidden'>

export type SheetLines = ReturnType<typeof createSheetLines>

export function createSheetLines(facts: SheetFacts, budget: LineBudget) {
  const chunks: Buffer[] = []
  const merged: MergedArea[] = []
  const hiddenColumns = new Set<number>()
  let pending = ''
  let problem: RawSheet['problem'] = null
  const counts = { rowCount: 0, columnCount: 0, lastRow: 0, hiddenRowCount: 0, struckCount: 0, externalCount: 0 }

  function flush() {
    const bytes = Buffer.from(pending)
    pending = ''
    budget.bytes -= bytes.length
    if (budget.bytes < 0) throw new DocumentRefusal('FILE_UNPACKS_TOO_LARGE')
    chunks.push(bytes)
  }

  return {
    counts,
    hiddenColumns,
    /** Whether more rows are of use. */
    isOpen: () => problem === null,
    close(reason: NonNullable<RawSheet['problem']>) {
      problem = reason
      chunks.length = 0
      pending = ''
    },
    addMerged(area: MergedArea) {
      if (area.top < 1 || area.bottom > maxRowNumber || area.right > maxRowNumber) return
      if (merged.length === limits.datasetMergedAreas) this.close('too_many_merged')
      else merged.push(area)
    },
    /** Takes a row; one without a filled cell is none. */
    addRow({ number, isHidden, cells }: RawRow) {
      const width = cells.findLastIndex((cell) => cell !== null) + 1
      if (width === 0 || problem !== null) return
      counts.rowCount += 1
      counts.columnCount = Math.max(counts.columnCount, width)
      counts.lastRow = number
      if (isHidden) counts.hiddenRowCount += 1
      if (width > maxRawColumns) return this.close('too_many_columns')
      if (counts.rowCount > maxRawRows || number > maxRowNumber) return this.close('too_many_rows')
      pending += `${JSON.stringify([number, isHidden ? 1 : 0, width === cells.length ? cells : cells.slice(0, width)])}\n`
      if (pending.length > chunkCharacters) flush()
    },
    /** Yields the sheet, and its rows. */
    *write(): Generator<Buffer> {
      flush()
      const sheet: RawSheet = {
        ...facts,
        ...counts,
        merged: problem === null ? merged : [],
        hiddenColumns: [...hiddenColumns].filter((column) => column <= counts.columnCount).toSorted((a, b) => a - b),
        problem,
      }
      yield Buffer.from(`${JSON.stringify({ sheet })}\n`)
      yield* chunks
    },
  }
}
