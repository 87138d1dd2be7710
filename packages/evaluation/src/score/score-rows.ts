// Whether the rows of a result are those that are expected.
import type { ResultCell } from '@heddle/table/compile/read-result'
import { toTextKey } from '@heddle/table/text-key'
import { isWritten } from './equal-number.ts'
import { createFindings, type Finding, type Score } from './score.ts'

export type Row = readonly ResultCell[]
export type ExpectedRows = {
  readonly rows: readonly Row[]
  /** Whether their order was asked for. */
  readonly isOrdered: boolean
}

/** Whether a cell is what a person wrote for it, who writes no types. */
function isWrittenCell(written: string, found: ResultCell): boolean {
  if (typeof found === 'string') return toTextKey(written) === toTextKey(found)
  if (typeof found === 'number') return written.trim() !== '' && isWritten(found, written.trim())
  if (typeof found === 'boolean') return toTextKey(written) === String(found)
  if (found === null) return written.trim() === ''
  const { mark, number } = found
  return written.trim().startsWith(mark) && (number === null || isWrittenCell(written.trim().slice(mark.length), number))
}

function isSameCell(expected: ResultCell, found: ResultCell): boolean {
  if (typeof expected === 'string') return isWrittenCell(expected, found)
  if (typeof expected === 'number' && typeof found === 'number') return isWritten(found, String(expected))
  if (typeof expected !== 'object' || typeof found !== 'object' || expected === null || found === null) return expected === found
  return expected.mark === found.mark && isSameCell(expected.number, found.number)
}

const isSameRow = (expected: Row, found: Row) =>
  expected.length === found.length && expected.every((cell, index) => isSameCell(cell, found[index] ?? null))

const describeCell = (cell: ResultCell) => (typeof cell === 'object' && cell !== null ? `${cell.mark}${cell.number ?? ''}` : (cell ?? ''))
const describeRow = (row: Row) => row.map(describeCell).join(' | ')

/** Returns the expected rows that are not among the found ones, and those that were found beside them, each found row taken once. */
function compareRows(expected: readonly Row[], found: readonly Row[]) {
  const remaining = [...found]
  const missing = expected.filter((row) => {
    const index = remaining.findIndex((each) => isSameRow(row, each))
    if (index !== -1) remaining.splice(index, 1)
    return index === -1
  })
  return { missing, extra: remaining }
}

/** Returns the length of the longest common subsequence. */
function countInOrder(expected: readonly Row[], found: readonly Row[]): number {
  let lengths = Array.from({ length: found.length + 1 }, () => 0)
  for (const row of expected) {
    const next = [0]
    for (const [index, other] of found.entries()) {
      const skipped = Math.max(next[index] ?? 0, lengths[index + 1] ?? 0)
      next.push(isSameRow(row, other) ? (lengths[index] ?? 0) + 1 : skipped)
    }
    lengths = next
  }
  return lengths.at(-1) ?? 0
}

/**
 * Returns the rows that are right, as a share of the expected or of the found ones, whichever are more; null when no rows are expected. Where
 * the order was asked for, only those that follow each other as expected are right. Texts are equal by the key that a query compares them by;
 * an expected number may be rounded to three significant figures.
 *
 * @param found null when the answer has no result
 */
export function scoreRows(expected: ExpectedRows | undefined, found: readonly Row[] | null): Score | null {
  if (!expected) return null
  const { rows, isOrdered } = expected
  const { missing, extra } = compareRows(rows, found ?? [])
  const findings: Finding[] = [
    ...createFindings('row_missing', missing.map(describeRow)),
    ...createFindings('unexpected_row', extra.map(describeRow)),
  ]
  const common = rows.length - missing.length
  const right = isOrdered ? countInOrder(rows, found ?? []) : common
  if (right < common) findings.push({ code: 'wrong_order' })
  const total = Math.max(rows.length, found?.length ?? 0)
  // No row is a right answer where none is expected, if there was a result at all.
  return { score: total === 0 ? (found === null ? 0 : 1) : right / total, findings }
}
