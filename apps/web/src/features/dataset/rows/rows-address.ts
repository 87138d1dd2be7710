// Which rows of a dataset are shown, in the address: `version=3&sort=-c2&filter=c3:ge:800&filter=c1:is_null`.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { RowFilter, RowFilterOperator } from '@heddle/contracts/dataset/row'
import { limits } from '@heddle/contracts/limits'
import type { GridQuery, GridSort } from '../grid/model/grid-port.ts'

const isNumeric = ({ type }: DatasetColumn) => type === 'number' || type === 'integer'

/** Returns the filter of a text; null when the columns have no such one. */
function readFilter(text: string, columns: readonly DatasetColumn[]): RowFilter | null {
  const [id = '', opText = '', ...rest] = text.split(':')
  const column = columns.find((each) => each.id === id)
  const op = RowFilterOperator.safeParse(opText).data
  if (!column || !op) return null
  if (op === 'is_null') return { column: id, op }
  const value = readValue(rest.join(':'), column, op)
  if (value === null) return null
  const { data } = RowFilter.safeParse({ column: id, op, value })
  return data ?? null
}

/** Returns the value of a filter, by the type of its column; null when the text is none. */
export function readValue(text: string, column: DatasetColumn, op: RowFilter['op']): string | number | boolean | null {
  if (text.trim() === '') return null
  if (op === 'contains') return text
  if (isNumeric(column)) return Number.isFinite(Number(text)) ? Number(text) : null
  if (column.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : null
  return text
}

/** The operators that a filter of the column may have, the usual one first. */
export function listOperators({ type }: DatasetColumn): RowFilter['op'][] {
  if (type === 'boolean' || type === 'choice') return ['eq', 'is_null']
  if (type === 'text') return ['contains', 'eq', 'is_null']
  return ['eq', 'ge', 'gt', 'le', 'lt', ...(type === 'date' ? [] : (['contains'] as const)), 'is_null']
}

function readSort(text: string | null, columns: readonly DatasetColumn[]): GridSort | null {
  const column = text?.replace(/^-/, '')
  if (column === undefined || !columns.some(({ id }) => id === column)) return null
  return { column, direction: text?.startsWith('-') ? 'desc' : 'asc' }
}

/** Returns the query of an address. What the columns do not have is left out. */
export const readQuery = (search: URLSearchParams, columns: readonly DatasetColumn[]): GridQuery => ({
  sort: readSort(search.get('sort'), columns),
  filters: search
    .getAll('filter')
    .flatMap((text) => readFilter(text, columns) ?? [])
    .slice(0, limits.datasetRowFilters),
})

/** Writes a query into an address, beside what else it has; the number of a row led to it once. */
export function writeQuery(search: URLSearchParams, { sort, filters }: GridQuery): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('filter')
  next.delete('sort')
  next.delete('row')
  for (const { column, op, value } of filters) next.append('filter', value === undefined ? `${column}:${op}` : `${column}:${op}:${value}`)
  if (sort) next.set('sort', sort.direction === 'desc' ? `-${sort.column}` : sort.column)
  return next
}

function readNumber(search: URLSearchParams, name: string): number | null {
  const number = Number(search.get(name))
  return Number.isInteger(number) && number > 0 ? number : null
}

/** Returns the number of the version that an address names; null of the draft. */
export const readVersion = (search: URLSearchParams) => readNumber(search, 'version')

/** Returns the number of the row that an address leads to: rows in another order, or some of them, are not looked through. */
export const readRowNo = (search: URLSearchParams) => (search.has('sort') || search.has('filter') ? null : readNumber(search, 'row'))
