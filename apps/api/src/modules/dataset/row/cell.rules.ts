// What the cells of a unique column are compared by.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import { toTextKey } from '@heddle/table/text-key'

/** Returns what cells of a unique column are the same value by, of a number without its mark; null of one without a value. */
export function toCellKey(value: CellValue): string | null {
  const plain = typeof value === 'object' && value !== null ? value.number : value
  if (typeof plain === 'number') return String(plain)
  return typeof plain === 'string' && plain !== '' ? toTextKey(plain) : null
}
