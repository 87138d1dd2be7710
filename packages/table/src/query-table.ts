// What a query may read: the typed table of a published version, and the tables that its columns refer to.
import type { ColumnType, DatasetColumn, DatasetMeasure } from '@heddle/contracts/dataset/column'

export type QueryColumn = Pick<DatasetColumn, 'id' | 'name' | 'description' | 'synonyms' | 'type' | 'unit' | 'decimals' | 'choices' | 'key'>
export type QueryMeasure = Pick<DatasetMeasure, 'id' | 'name' | 'description' | 'synonyms' | 'formula' | 'unit' | 'decimals'>

export type LinkedTable = {
  /** Of its typed table. */
  readonly number: number
  readonly columns: readonly QueryColumn[]
}

export type QueryTable = LinkedTable & {
  readonly measures: readonly QueryMeasure[]
  /** By the id of the column that refers to it. A dataset that the person may not read is not among them: its columns are unknown. */
  readonly links: Readonly<Record<string, LinkedTable>>
}

/** A column as a plan names it. */
export type ColumnUse = {
  /** `c2`, or `c4.c2`. */
  readonly ref: string
  readonly column: QueryColumn
  /** The id of the column that refers to the table of `column`; null where that is the table itself. */
  readonly link: string | null
}

export type LinkUse = {
  readonly from: QueryColumn
  readonly to: LinkedTable
  readonly key: QueryColumn
}

/** Returns the column of a reference; null when the table, or the linked one, has none of this id. */
export function findColumn(table: QueryTable, ref: string): ColumnUse | null {
  const [first = '', second] = ref.split('.')
  const base = table.columns.find(({ id }) => id === first)
  if (!base || second === undefined) return base ? { ref, column: base, link: null } : null
  const link = findLink(table, first)
  const column = link?.to.columns.find(({ id }) => id === second)
  return column ? { ref, column, link: first } : null
}

/** Returns where a column leads to; null when it is no link, or when the key there is of another type. */
export function findLink(table: QueryTable, columnId: string): LinkUse | null {
  const from = table.columns.find(({ id }) => id === columnId)
  const to = Object.hasOwn(table.links, columnId) ? table.links[columnId] : undefined
  const key = to?.columns.find((column) => column.key)
  return from && to && key && areComparable(from.type, key.type) ? { from, to, key } : null
}

export const isText = (type: ColumnType) => type === 'text' || type === 'choice'
export const isNumeric = (type: ColumnType) => type === 'number' || type === 'integer'

/** Whether cells of the one type can name a key of the other: texts do by their keys. */
export const areComparable = (a: ColumnType, b: ColumnType) => a === b || (isText(a) && isText(b))
