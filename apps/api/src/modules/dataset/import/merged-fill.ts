// Repeats merged cells in the rows that they cover: each row says what it is about.
import type { RawCell } from '@heddle/contracts/dataset/import'
import type { MergedArea, RawRow } from '../../../platform/documents/raw-table.ts'
import { AppError } from '../../../platform/errors/app-error.ts'

/** Characters that merged cells may add to a table: a text over 100,000 rows is as many of its own. */
const maxFilledCharacters = 100_000_000

/**
 * Returns a function that fills the cells of rows, in their order, which a merged one from the first row on covers below its own. It throws
 * `FILE_UNPACKS_TOO_LARGE` when the texts that are repeated are too much.
 */
export function createMergedFill(areas: readonly MergedArea[], firstRow: number) {
  const waiting = areas.filter(({ top, bottom }) => top >= firstRow && bottom > top).toSorted((a, b) => b.top - a.top)
  let filledCharacters = 0
  let open: { readonly area: MergedArea; readonly cell: RawCell }[] = []
  return ({ number, cells, ...row }: RawRow): RawRow => {
    open = open.filter(({ area }) => area.bottom >= number)
    const filled = [...cells]
    for (const { area, cell } of open) {
      while (filled.length < area.left) filled.push(null)
      if (filled[area.left - 1] === null && typeof cell === 'string') filledCharacters += cell.length
      filled[area.left - 1] ??= cell
    }
    if (filledCharacters > maxFilledCharacters) throw new AppError('FILE_UNPACKS_TOO_LARGE')
    for (let area = waiting.at(-1); area && area.top <= number; area = waiting.at(-1)) {
      waiting.pop()
      const cell = area.top === number ? cells[area.left - 1] : null
      if (cell !== null && cell !== undefined) open.push({ area, cell })
    }
    return { ...row, number, cells: filled }
  }
}
