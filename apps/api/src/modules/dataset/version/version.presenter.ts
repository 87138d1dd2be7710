import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { DatasetRowChange, DatasetVersion } from '@heddle/contracts/dataset/dataset'
import { ErrorDetail } from '@heddle/contracts/errors'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import { presentDefinition } from '../dataset.presenter.ts'
import { createCellsPresenter } from '../row/row.presenter.ts'
import type { RowChange } from './compare.sql.ts'
import type { VersionRecord } from './version.repository.ts'

export const presentVersion = (version: VersionRecord): DatasetVersion => ({
  number: version.number,
  state: version.state,
  note: version.note,
  row_count: version.rowCount,
  column_count: presentDefinition(version).columns.length,
  failure: version.failure === null ? null : ErrorDetail.parse(version.failure),
  created_by: version.createdBy && { id: version.createdBy.id, name: presentText(version.createdBy.name) },
  created_at: presentTime(version.createdAt),
})

type ComparedColumns = { readonly before: readonly DatasetColumn[]; readonly after: readonly DatasetColumn[] }

/** Presents a changed row with the cells of the columns that each version has. */
export function createChangePresenter(columns: ComparedColumns) {
  const presentBefore = createCellsPresenter(columns.before)
  const presentAfter = createCellsPresenter(columns.after)
  return ({ id, rowNo, before, after }: RowChange): DatasetRowChange => ({
    id,
    row_no: rowNo,
    before: before && presentBefore(before),
    after: after && presentAfter(after),
  })
}
