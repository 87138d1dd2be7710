import type { Queryable } from '@heddle/db/client'
import { lockDataset } from '../dataset.sql.ts'
import { editRow } from './edit.rules.ts'
import { findDraftRows, writeRows } from './row.sql.ts'

export type ForgottenText = {
  readonly datasetId: string
  readonly rowId: string
  readonly column: string
  readonly texts: readonly string[]
}

/** Empties a cell of the draft that is one of the texts, whose author has taken them back. What is published stays. */
export async function forgetText(tx: Queryable, tenantId: string, { datasetId: id, rowId, column, texts }: ForgottenText): Promise<void> {
  await lockDataset(tx, tenantId, id)
  const dataset = await tx.dataset.findFirst({ where: { id, tenantId }, select: { id: true, draftVersion: true } })
  const [row] = dataset ? await findDraftRows(tx, id, [rowId]) : []
  const cell = row?.data[column]
  if (!dataset || !row || typeof cell !== 'string' || !texts.includes(cell)) return
  await writeRows(tx, dataset, [editRow(row, { revision: row.revision, cells: { [column]: null } }).row])
  await tx.dataset.update({ where: { id }, data: { hasChanges: true }, select: { id: true } })
}
