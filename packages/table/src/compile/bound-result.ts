import type { QueryResult, ResultCell } from './read-result.ts'

/** What a result may have for a model and for the citation that is kept of it. */
export type ResultBounds = { readonly characters: number; readonly cellCharacters: number }

const measure = (cell: ResultCell) => (typeof cell === 'string' ? cell.length : 8)

/** Returns the first rows of a result that are not too long together, at least one; a longer text of a cell ends with an ellipsis. */
export function boundResult(result: QueryResult, { characters, cellCharacters }: ResultBounds): QueryResult {
  let remaining = characters
  const rows = result.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => cutText(cell, cellCharacters)) }))
  const firstOmitted = rows.findIndex(({ cells }, index) => {
    remaining -= cells.reduce<number>((sum, cell) => sum + measure(cell), 0)
    return remaining < 0 && index > 0
  })
  if (firstOmitted === -1) return { ...result, rows }
  return { ...result, rows: rows.slice(0, firstOmitted), shown: firstOmitted, isCut: true }
}

const cutText = (cell: ResultCell, maxCharacters: number): ResultCell =>
  typeof cell === 'string' && cell.length > maxCharacters ? `${cell.slice(0, maxCharacters).toWellFormed()}…` : cell
