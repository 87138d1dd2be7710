// Datasets as their readers query them: what of the published versions a person may read at that moment, and plans over it.
import type { LocalizedText } from '@heddle/contracts/wire'
import type { QueryTable } from '@heddle/table/query-table'
import type { CheckedPlan } from '@heddle/table/check/checked-plan'
import type { Pool } from 'pg'
import { presentText } from '../../../platform/http/presenting.ts'
import type { ActorAccess } from '../../../platform/permissions/actor.ts'
import { presentDefinition } from '../dataset.presenter.ts'
import { findReadableVersions } from './published.sql.ts'
import { listReferences, toQueryTable } from './query-table.ts'
import { type PlanOutcome, runPlan } from './run-plan.sql.ts'

export type ReadableDataset = {
  readonly name: LocalizedText
  /** The number of the published version. */
  readonly version: number
  readonly table: QueryTable
  /** The dataset, and those that its columns lead to. */
  readonly ids: readonly string[]
  /** Of those, by the id of the column. */
  readonly linkedIds: Readonly<Record<string, string>>
}

export type DatasetQueryService = ReturnType<typeof createDatasetQueryService>

export const createDatasetQueryService = (pool: Pool) => ({
  /**
   * Returns the published version of a dataset with what the actor may read of those that its columns refer to; null for one that is not
   * published or not theirs to read.
   */
  async findReadable(actor: ActorAccess, id: string): Promise<ReadableDataset | null> {
    const [version] = await findReadableVersions(pool, actor, [id])
    if (!version) return null
    const references = listReferences(presentDefinition(version))
    const referred = references.map(([, datasetId]) => datasetId)
    const linked = referred.length === 0 ? [] : await findReadableVersions(pool, actor, referred)
    return {
      name: presentText(version.name),
      version: version.number,
      table: toQueryTable(version, linked),
      ids: [...new Set([id, ...linked.map(({ datasetId }) => datasetId)])],
      linkedIds: Object.fromEntries(references.filter(([, datasetId]) => linked.some((each) => each.datasetId === datasetId))),
    }
  },

  /**
   * Returns what the actor may still read of versions that were found before; null when the dataset is no longer theirs to read. Their tables
   * stay for some minutes after the next publication.
   */
  async keepReadable(actor: ActorAccess, found: ReadableDataset): Promise<ReadableDataset | null> {
    const [id = ''] = found.ids
    const readable = new Set((await findReadableVersions(pool, actor, found.ids)).map(({ datasetId }) => datasetId))
    if (!readable.has(id)) return null
    const links = Object.entries(found.table.links).filter(([columnId]) => readable.has(found.linkedIds[columnId] ?? ''))
    return { ...found, table: { ...found.table, links: Object.fromEntries(links) }, ids: found.ids.filter((each) => readable.has(each)) }
  },

  runPlan: (plan: CheckedPlan, table: QueryTable): Promise<PlanOutcome> => runPlan(pool, plan, table),
})
