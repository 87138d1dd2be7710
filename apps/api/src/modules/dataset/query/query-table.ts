// A published version as what a query may read, with those versions that its columns lead to.
import type { TableDefinition } from '@heddle/contracts/dataset/column'
import { presentDefinition } from '../dataset.presenter.ts'
import type { PublishedVersion } from './published.sql.ts'

/** With all of each column, also what queries do not read. */
export type DefinedTable = TableDefinition & {
  readonly number: number
  readonly links: Readonly<Record<string, Pick<TableDefinition, 'columns'> & { readonly number: number }>>
}

/** Returns the ids of the columns that refer to datasets, each with the id of its dataset. */
export const listReferences = ({ columns }: Pick<TableDefinition, 'columns'>): (readonly [string, string])[] =>
  columns.flatMap(({ id, refers_to }) => (refers_to === undefined ? [] : [[id, refers_to] as const]))

/** Returns the table of a version. A column that leads to none of the linked versions is one without a link. */
export function toQueryTable(version: PublishedVersion, linked: readonly PublishedVersion[]): DefinedTable {
  const { columns, measures } = presentDefinition(version)
  const byId = new Map(linked.map((each) => [each.datasetId, { number: each.tableNumber, columns: presentDefinition(each).columns }]))
  const links = listReferences({ columns }).flatMap(([columnId, datasetId]) => {
    const table = byId.get(datasetId)
    return table ? [[columnId, table] as const] : []
  })
  return { number: version.tableNumber, columns, measures, links: Object.fromEntries(links) }
}
