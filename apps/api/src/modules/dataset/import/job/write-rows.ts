// Writes what rows of a file become in a draft, in the transaction of the caller, who has locked the dataset.
import type { CellValue } from '@heddle/contracts/dataset/cell'
import type { ImportCounts, ImportMode } from '@heddle/contracts/dataset/import'
import { limits } from '@heddle/contracts/limits'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { Queryable } from '@heddle/db/client'
import { randomUUIDv7 } from 'node:crypto'
import { toStoredCells } from '../../row/edit.rules.ts'
import { emptyDraft, insertRows, type StoredRow, writeRows } from '../../row/row.sql.ts'
import type { CheckedRow } from '../check-rows.ts'
import { compareRows, isSameCell } from '../compare-rows.ts'
import { refuseImport } from '../mapping.rules.ts'
import type { ErrorList } from './error-list.ts'
import { loadExistingRows } from './existing-rows.ts'

/** Rows of one statement: some tenths of a second. */
const perStatement = 2_000

type Draft = { readonly id: string; readonly draftVersion: number; readonly rowCount: number; readonly lastRowNo: number }

type NewRow = Parameters<typeof insertRows>[2][number]

/** A cell that the file has as it is keeps its text and the revision of its edit. */
function changeRow(stored: StoredRow, { cells }: CheckedRow): StoredRow {
  const revision = stored.revision + 1
  const data: Record<string, CellValue> = { ...stored.data }
  const edits: Record<string, number> = { ...stored.edits }
  for (const [column, value] of Object.entries(cells)) {
    if (isSameCell(value, data[column])) continue
    if (value === null) delete data[column]
    else data[column] = value
    edits[column] = revision
  }
  return { ...stored, data, edits, revision }
}

export type WriteOptions = {
  readonly mode: ImportMode
  readonly key: DatasetColumn | undefined
  readonly errors: ErrorList
  readonly onRow: () => void
}

/** Returns the counts, and those that the dataset has then. Throws `DATASET_IMPORT_INVALID` when it would have too many rows. */
export async function writeImportedRows(
  tx: Queryable,
  draft: Draft,
  rows: AsyncIterable<CheckedRow>,
  { mode, key, errors, onRow }: WriteOptions,
): Promise<{ readonly counts: ImportCounts; readonly rowCount: number; readonly lastRowNo: number }> {
  const isReplaced = mode === 'replace'
  const existing = await loadExistingRows(tx, draft, isReplaced ? undefined : key)
  let { lastRowNo } = draft
  let rowCount = isReplaced ? 0 : draft.rowCount
  if (isReplaced) {
    await emptyDraft(tx, draft)
    lastRowNo = 0
  }
  let added: NewRow[] = []
  let changed: StoredRow[] = []
  async function flush() {
    if (added.length > 0) await insertRows(tx, draft, added)
    if (changed.length > 0) await writeRows(tx, draft, changed)
    ;[added, changed] = [[], []]
  }
  const compared = compareRows(rows, { mode, key, existing })
  let next = await compared.next()
  for (; !next.done; next = await compared.next()) {
    const row = next.value
    onRow()
    errors.add(row.errors)
    if (row.change === 'added') {
      rowCount += 1
      if (rowCount > limits.datasetRows) throw refuseImport('too_many_rows', { max: limits.datasetRows })
      lastRowNo += 1
      added.push({ id: randomUUIDv7(), rowNo: lastRowNo, data: toStoredCells(row.cells) })
    } else if (row.change === 'changed' && row.id !== undefined) {
      const stored = existing.findStored(row.id)
      if (stored) changed.push(changeRow(stored, row))
    }
    if (added.length + changed.length >= perStatement) await flush()
  }
  await flush()
  return { counts: next.value, rowCount, lastRowNo }
}
