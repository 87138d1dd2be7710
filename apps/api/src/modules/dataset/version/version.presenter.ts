import type { DatasetVersion } from '@heddle/contracts/dataset/dataset'
import { ErrorDetail } from '@heddle/contracts/errors'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import { presentDefinition } from '../dataset.presenter.ts'
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
