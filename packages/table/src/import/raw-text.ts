// The text of cells of a file, as a reader of the file sees it.
import type { RawCell } from '@heddle/contracts/dataset/import'

/** Returns the text of a cell; empty of an empty one. */
export function toText(cell: RawCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if ('date' in cell) return cell.date
  if ('shown' in cell) return cell.shown
  return 'error' in cell ? cell.error : cell.formula
}

const maxShownCharacters = 200

/** Returns the filled cells of a row as one line. */
export const toLine = (cells: readonly RawCell[]): string =>
  cells
    .filter((cell) => cell !== null)
    .map(toText)
    .join(' | ')
    .slice(0, maxShownCharacters)
    .toWellFormed()
