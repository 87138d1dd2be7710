// The rows of a dataset as they are at one moment, in a file of this machine: a slow reader keeps no transaction open.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { limits } from '@heddle/contracts/limits'
import type { Queryable } from '@heddle/db/client'
import { writeJsonLines } from '../../../platform/files/json-lines.ts'
import { findRowPage, type RowSet, type RowStart } from './row-page.sql.ts'
import { createCellsPresenter } from './row.presenter.ts'

const rowsPerRead = 500

/** What a transaction is that reads a snapshot: milliseconds, and for how long it is waited for. */
export const snapshotTransaction = { isolationLevel: 'RepeatableRead', timeout: 60_000, maxWait: 5_000 } as const

type SnapshotOptions = { readonly columns: readonly DatasetColumn[]; readonly path: string; readonly signal: AbortSignal }

/**
 * Writes the cells of these columns, a line of JSON for each row, in a `snapshotTransaction` of the caller. Throws `FILE_UNPACKS_TOO_LARGE`
 * for more than a disk should be filled with.
 */
export async function writeRowSnapshot(tx: Queryable, set: RowSet, { columns, path, signal }: SnapshotOptions): Promise<void> {
  const presentCells = createCellsPresenter(columns)
  async function* readRows(): AsyncGenerator<Cells> {
    let start: RowStart = { offset: 0 }
    for (;;) {
      const rows = await findRowPage(tx, set, start, rowsPerRead)
      for (const { data } of rows) yield presentCells(data)
      const last = rows.at(-1)
      if (!last || rows.length < rowsPerRead) return
      start = { after: last }
    }
  }
  await writeJsonLines(path, readRows(), { maxBytes: limits.datasetFile.rowsBytes, signal })
}
