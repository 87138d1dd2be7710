// Who needs the columns and measures of a dataset: other datasets by their links, and workflows by their fixed plans.
import type { TableDefinition } from '@heddle/contracts/dataset/column'
import type { Queryable } from '@heddle/db/client'
import { AppError } from '../../platform/errors/app-error.ts'
import { presentText } from '../../platform/http/presenting.ts'
import { presentDefinition } from './dataset.presenter.ts'
import type { DatasetRecord, DatasetRepository } from './dataset.repository.ts'
import { listLostColumns } from './definition.rules.ts'
import { listLost, readQueries, usesLost } from './plan-users.rules.ts'

type Change = {
  readonly rows: Pick<DatasetRepository, 'findReferring' | 'findPlanningWorkflows'>
  readonly dataset: DatasetRecord
  readonly after: TableDefinition
}

/** Throws when datasets that refer to a dataset, or fixed plans of workflows, need what it would lose. */
export async function assertPartsUnused(tx: Queryable, { rows, dataset, after }: Change): Promise<void> {
  const before = presentDefinition(dataset)
  const lost = listLost({ before, after })
  const referring = await rows.findReferring(tx, dataset.tenantId, dataset.id)
  const users = referring.filter(({ definitions }) =>
    definitions.some(
      (each) => listLostColumns(dataset.id, { before: before.columns, after: after.columns }, presentDefinition(each)).length > 0,
    ),
  )
  const tables = [
    { id: dataset.id, columns: before.columns },
    ...referring.flatMap(({ id, definitions }) => definitions.map((each) => ({ id, columns: presentDefinition(each).columns }))),
  ]
  const planning = lost.length > 0 ? await rows.findPlanningWorkflows(tx, dataset.tenantId) : []
  const workflows = planning.filter(({ queries }) =>
    readQueries(queries).some((query) => usesLost(query, tables, { datasetId: dataset.id, lost })),
  )
  if (users.length + workflows.length === 0) return
  const [named = [], planned = []] = [users, workflows].map((each) => each.map(({ id, name }) => ({ id, name: presentText(name) })))
  throw new AppError('DATASET_COLUMN_IN_USE', { params: { datasets: named, workflows: planned } })
}
