import { type ColumnUse, findColumn, type QueryTable } from '../query-table.ts'

/** Returns all columns that a plan may name: those of the table, then those that its columns lead to. */
export function listUses(table: QueryTable): ColumnUse[] {
  const linked = Object.entries(table.links).flatMap(([ref, { columns }]) => columns.map(({ id }) => `${ref}.${id}`))
  return [...table.columns.map(({ id }) => id), ...linked].flatMap((ref) => findColumn(table, ref) ?? [])
}
