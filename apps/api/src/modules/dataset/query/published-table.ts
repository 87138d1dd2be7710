// The published columns of a table as authors of workflows see them, with those of the tables that it refers to, also unreadable ones.
import type { PublishedTable as PublishedTableOnWire } from '@heddle/contracts/dataset/dataset'
import type { Queryable } from '@heddle/db/client'
import { presentDefinition } from '../dataset.presenter.ts'
import { findPublishedVersions } from './published.sql.ts'
import { type DefinedTable, listReferences, toQueryTable } from './query-table.ts'

export type PublishedTable = { readonly version: number; readonly table: DefinedTable }

/** Returns the published version of a table of the tenant; null for one that has none. */
export async function readPublishedTable(on: Queryable, tenantId: string, id: string): Promise<PublishedTable | null> {
  const [version] = await findPublishedVersions(on, tenantId, [id])
  if (!version) return null
  const ids = listReferences(presentDefinition(version)).map(([, datasetId]) => datasetId)
  const linked = ids.length > 0 ? await findPublishedVersions(on, tenantId, ids) : []
  return { version: version.number, table: toQueryTable(version, linked) }
}

export const presentPublishedTable = ({ version, table }: PublishedTable): PublishedTableOnWire => ({
  version,
  columns: table.columns,
  measures: table.measures,
  links: Object.fromEntries(Object.entries(table.links).map(([id, { columns }]) => [id, columns])),
})
