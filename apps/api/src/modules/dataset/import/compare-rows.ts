// Says what the rows of a file would become in a dataset: new, changed, equal; and which of its rows the file does not have.
import type { Cells, CellValue } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { ImportCounts, ImportError, ImportMode } from '@heddle/contracts/dataset/import'
import { isDeepStrictEqual } from 'node:util'
import { toCellKey } from '../row/cell.rules.ts'
import { type CheckedRow, maxErrorCharacters } from './check-rows.ts'

/** The rows of the dataset by their keys. */
export type ExistingRows = {
  readonly count: number
  /** Returns the rows of these keys (`toCellKey` of the key's cell), with the cells of all columns. */
  readonly find: (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly id: string; readonly cells: Cells }>>
}

/** An error makes a row bad: it is not written. `id` is that of the dataset's row of the same key. */
export type ComparedRow = CheckedRow & { readonly change: 'added' | 'changed' | 'equal' | 'bad'; readonly id?: string }

const batchRows = 500

/** The text of a value is of no matter: 12.50 is 12.5. */
const toComparable = (value: CellValue | undefined) => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'object') return value
  const { number, mark, spread } = value
  return mark === undefined && spread === undefined ? number : { number, mark, spread }
}

/** Whether two cells are the same value, whatever their texts. */
export const isSameCell = (value: CellValue | undefined, other: CellValue | undefined): boolean =>
  isDeepStrictEqual(toComparable(value), toComparable(other))

const isChanged = (cells: Cells, existing: Cells) => Object.entries(cells).some(([id, value]) => !isSameCell(value, existing[id]))

export type CompareOptions = {
  readonly mode: ImportMode
  /** The column that identifies a row of the dataset; an update needs one. */
  readonly key: DatasetColumn | undefined
  readonly existing: ExistingRows
}

const keyExists = (row: CheckedRow, key: DatasetColumn): ImportError => {
  const value = row.cells[key.id]
  const text = typeof value === 'object' && value !== null ? value.text : String(value)
  return { row: row.number, at: null, column: key.id, code: 'key_exists', text: text.slice(0, maxErrorCharacters).toWellFormed() }
}

async function* compareBatch(rows: readonly CheckedRow[], { mode, key, existing }: CompareOptions): AsyncGenerator<ComparedRow> {
  const keyed = rows.map((row) => ({ row, cellKey: key ? toCellKey(row.cells[key.id] ?? null) : null }))
  const keys = mode === 'replace' ? [] : keyed.flatMap(({ cellKey }) => (cellKey === null ? [] : [cellKey]))
  const found = keys.length > 0 ? await existing.find(keys) : new Map<string, never>()
  for (const { row, cellKey } of keyed) {
    const known = cellKey === null ? undefined : found.get(cellKey)
    if (row.errors.length > 0) yield { ...row, ...(known && { id: known.id }), change: 'bad' }
    else if (!known) yield { ...row, change: 'added' }
    else if (mode === 'append' && key) yield { ...row, errors: [keyExists(row, key)], id: known.id, change: 'bad' }
    else yield { ...row, id: known.id, change: isChanged(row.cells, known.cells) ? 'changed' : 'equal' }
  }
}

/** Yields the rows with what they would become, and returns their counts. Keys are looked up by five hundred. */
export async function* compareRows(rows: AsyncIterable<CheckedRow>, options: CompareOptions): AsyncGenerator<ComparedRow, ImportCounts> {
  const counts = { rows: 0, bad: 0, added: 0, changed: 0, equal: 0 }
  let known = 0
  let batch: CheckedRow[] = []
  async function* flush() {
    for await (const row of compareBatch(batch, options)) {
      counts.rows += 1
      counts[row.change] += 1
      if (row.id !== undefined) known += 1
      yield row
    }
    batch = []
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length === batchRows) yield* flush()
  }
  yield* flush()
  const missing = options.mode === 'update' ? Math.max(options.existing.count - known, 0) : 0
  return { ...counts, missing }
}
