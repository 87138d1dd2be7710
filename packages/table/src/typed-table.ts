// The names of a typed table and its columns in statements. They are made of numbers alone: no text of a plan or a person is in them.
import { isNumeric, isText, type QueryColumn } from './query-table.ts'

/** Holds the typed tables of published versions; left out of backups, since they are made again from the rows. */
const typedTableSchema = 'dataset_table'

/** Marks of values of which only a bound is known, or not even that: all but `±`. */
export const censoredMarks = ['<', '>', '≤', '≥', 'n.d.'] as const

/** SQL: the name of a typed table. */
export function nameTypedTable(number: number): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new Error('A typed table has a number from 1')
  return `${typedTableSchema}.t${number}`
}

function toColumnNumber({ id }: Pick<QueryColumn, 'id'>): number {
  const number = Number(/^c([1-9]\d{0,3})$/.exec(id)?.[1])
  if (!Number.isSafeInteger(number)) throw new Error('A column has a number from 1 to 9999')
  return number
}

/** SQL: the names of what is stored of a column. */
export type StoredColumn = {
  readonly value: string
  /** Of texts, what they are compared by; else the value. */
  readonly key: string
  /** Of numbers; else null. */
  readonly mark: string | null
}

/** SQL: the names of a column and of those beside it, under the alias of its table if there is one. */
export function nameStored(alias: string | null, column: Pick<QueryColumn, 'id' | 'type'>): StoredColumn {
  const value = `${alias === null ? '' : `${alias}.`}c${toColumnNumber(column)}`
  return { value, key: isText(column.type) ? `${value}_key` : value, mark: isNumeric(column.type) ? `${value}_mark` : null }
}

/** The alias of the table of the query itself. */
export const baseAlias = 't'

/** SQL: the alias of the table that a column refers to. */
export const nameLinkAlias = (columnId: string) => `l${toColumnNumber({ id: columnId })}`
