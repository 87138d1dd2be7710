import { limits } from '@heddle/contracts/limits'
import type { PrismaClient } from '@heddle/db/client'
import { checkRows } from '../check-rows.ts'
import { compareRows } from '../compare-rows.ts'
import { refuseImport } from '../mapping.rules.ts'
import { createErrorList } from './error-list.ts'
import { loadExistingRows } from './existing-rows.ts'
import { readParts, resolveConfirmed, type Step } from './step.ts'

/** Reads the rows by the mapping, and says what is wrong with them and what they would change. */
export async function checkFile(db: PrismaClient, step: Step) {
  const { dataset } = step.record
  const { columns, key, mode, mapping } = resolveConfirmed(step.record)
  const { layout } = mapping
  const existing = await loadExistingRows(db, dataset, mode === 'replace' ? undefined : key)
  const checked = checkRows(readParts(step, { sheet: layout.sheet }), { layout, columns })
  const compared = compareRows(checked, { mode, key, existing })
  const errors = createErrorList()
  let next = await compared.next()
  for (; !next.done; next = await compared.next()) errors.add(next.value.errors)
  const counts = next.value
  if ((mode === 'replace' ? 0 : dataset.rowCount) + counts.added > limits.datasetRows)
    throw refuseImport('too_many_rows', { max: limits.datasetRows })
  return { state: 'checked', counts, checkedRevision: dataset.revision, ...errors.toColumns() } as const
}
