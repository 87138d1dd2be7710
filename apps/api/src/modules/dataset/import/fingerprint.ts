// What a mapping is remembered by, and how it is used for the next file.
import type { ImportColumn } from '@heddle/contracts/dataset/import'
import { parseUnit } from '@heddle/units/parse-unit'
import { createHash } from 'node:crypto'
import { toHeaderKey } from './header-names.ts'

type Header = { readonly header: string; readonly unitText: string }

/** However a file writes a unit: (N), N. */
function toUnitKey(text: string): string {
  const parsed = parseUnit(text)
  return 'unit' in parsed ? parsed.unit : text
}

/** Returns what is equal for two files whose columns have the same names and units in the same order. */
export const fingerprintHeaders = (headers: readonly Header[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headers.map(({ header, unitText }) => [toHeaderKey(header), toUnitKey(unitText)])))
    .digest('base64url')
    .slice(0, 22)

type WithTarget = Pick<ImportColumn, 'at' | 'target' | 'reading'>

/**
 * Returns the columns of a plan as they were mapped for a file of the same fingerprint. A target that the dataset no longer has is the one
 * of the plan.
 *
 * @param columnIds those of the dataset
 */
export function applyRemembered<Column extends WithTarget>(
  columns: readonly Column[],
  remembered: readonly ImportColumn[],
  columnIds: ReadonlySet<string>,
): Column[] {
  const byNumber = new Map(remembered.map((column) => [column.at, column]))
  return columns.map((column) => {
    const known = byNumber.get(column.at)
    if (!known) return column
    const isThere = known.target === null || ('column' in known.target && columnIds.has(known.target.column))
    return { ...column, target: isThere ? known.target : column.target, reading: known.reading }
  })
}
