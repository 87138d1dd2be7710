import { limits } from '@heddle/contracts/limits'
import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import type { Dependencies } from '../../../../platform/dependencies.ts'
import { AppError } from '../../../../platform/errors/app-error.ts'
import { cancelRemoval } from '../../../../platform/files/file-removal.sql.ts'
import { keepJsonLines } from '../../../../platform/files/json-lines.ts'
import { storeFile } from '../../../../platform/files/store-file.ts'
import { checkRows } from '../check-rows.ts'
import { compareRows } from '../compare-rows.ts'
import type { ImportRepository } from '../import.repository.ts'
import { refuseImport } from '../mapping.rules.ts'
import { createErrorList } from './error-list.ts'
import { loadExistingRows } from './existing-rows.ts'
import { ImportLostError } from './import-claim.ts'
import { readParts, resolveConfirmed, type Step } from './step.ts'

type CheckDependencies = Pick<Dependencies, 'db' | 'pool' | 'files' | 'log'> & { readonly imports: ImportRepository }

/** Reads the rows by the mapping, stores them, and says what is wrong with them and what they would change. */
export async function checkFile({ db, imports, ...store }: CheckDependencies, step: Step): Promise<void> {
  const { dataset } = step.record
  const { columns, key, mode, mapping } = resolveConfirmed(step.record)
  const { layout } = mapping
  const existing = await loadExistingRows(db, dataset, mode === 'replace' ? undefined : key)
  const kept = join(step.folder, 'rows')
  const rows = keepJsonLines(kept, checkRows(readParts(step, { sheet: layout.sheet }), { layout, columns }))
  const compared = compareRows(rows, { mode, key, existing })
  const errors = createErrorList()
  let next = await compared.next()
  for (; !next.done; next = await compared.next()) errors.add(next.value.errors)
  const counts = next.value
  if ((mode === 'replace' ? 0 : dataset.rowCount) + counts.added > limits.datasetRows)
    throw refuseImport('too_many_rows', { max: limits.datasetRows })
  const rowsKey = `${dataset.tenantId}/${randomUUIDv7()}`
  await storeFile(store, rowsKey, kept)
  const checked = { state: 'checked', counts, rowsKey, checkedRevision: dataset.revision, ...errors.toColumns() } as const
  await db.$transaction(async (tx) => {
    if (!(await imports.change(step.key, checked, tx))) throw new ImportLostError()
    if (!(await cancelRemoval(tx, rowsKey))) throw new AppError('FILE_STORE_UNAVAILABLE', { params: { retry_after: 15 } })
  })
}
