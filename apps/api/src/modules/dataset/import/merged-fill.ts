// Repeats merged cells in the rows that they cover: each row says what it is about.
import type { RawCell } from '@heddle/contracts/dataset/import'
import type { MergedArea, RawRow } from '../../../platform/documents/raw-table.ts'

/** Returns a function that fills the cells of rows, in their order, which a merged one from the first row on covers below its own. */
export function createMergedFill(areas: readonly MergedArea[], firstRow: number) {
  const waiting = areas.filter(({ top, bottom }) => top >= firstRow && bottom > top).toSorted((a, b) => b.top - a.top)
  let open: { readonly area: MergedArea; readonly cell: RawCell }[] = []
  return ({ number, cells, ...row }: RawRow): RawRow => {
    open = open.filter(({ area }) => area.bottom >= number)
    const filled = [...cells]
    for (const { area, cell } of open) {
      while (filled.length < area.left) filled.push(null)
      filled[area.left - 1] ??= cell
    }
    for (let area = waiting.at(-1); area && area.top <= number; area = waiting.at(-1)) {
      waiting.pop()
      const cell = area.top === number ? cells[area.left - 1] : null
      if (cell !== null && cell !== undefined) open.push({ area, cell })
    }
    return { ...row, number, cells: filled }
  }
}
