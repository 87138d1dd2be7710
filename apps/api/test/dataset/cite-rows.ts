// Rows of a dataset that a reply cites, as a run would have left them.
import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import type { Queryable } from '@heddle/db/client'
import { createDataset, type DatasetOverrides } from '@heddle/db/factories/dataset'

type NewCitation = { readonly messageId: string; readonly text: string; readonly dataset: DatasetOverrides }

/** Inserts a dataset, and what a message cites of it: one row, whose text is given. */
export async function citeRows(db: Queryable, { messageId, text, dataset }: NewCitation) {
  const { id: datasetId, groupId, access } = await createDataset(db, dataset)
  const column = { conversion: 'none', is_key: false, omitted: 0, decimals: null, unit: null } as const
  const rows: CitedRows = {
    dataset_ids: [datasetId],
    version: 1,
    columns: [
      { ...column, name: '=Fibre' },
      { ...column, name: 'Strength', unit: 'N', conversion: 'values' },
    ],
    rows: [{ id: null, cells: [text, -1.5] }],
    total: 1,
    matched: 1,
    is_cut: false,
  }
  return db.messageSource.create({
    data: {
      messageId,
      number: 3,
      title: text,
      passage: text,
      rows,
      datasets: { create: { datasetId, membersOf: access === 'members' ? groupId : null } },
    },
  })
}
