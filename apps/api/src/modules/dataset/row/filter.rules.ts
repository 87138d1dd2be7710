// Whether a grid may be filtered or sorted as it asks, by the columns of the rows.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { RowFilter, RowSort } from '@heddle/contracts/dataset/row'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { RowOrder, TypedFilter } from './row-page.sql.ts'

const createFieldError = (path: string, message: string) => new AppError('BAD_REQUEST', { params: { fields: [{ path, message }] } })

function findColumn(columns: readonly DatasetColumn[], id: string, path: string): DatasetColumn {
  const column = columns.find((each) => each.id === id)
  if (!column) throw createFieldError(path, 'Not a column of these rows')
  return column
}

const valueTypes = { number: 'number', integer: 'number', boolean: 'boolean', date: 'string', text: 'string', choice: 'string' } as const

export const toTypedFilters = (columns: readonly DatasetColumn[], filters: readonly RowFilter[]): TypedFilter[] =>
  filters.map(({ op, value, ...filter }, index) => {
    const column = findColumn(columns, filter.column, `body/filters/${index}/column`)
    const expected = op === 'contains' ? 'string' : valueTypes[column.type]
    if (op !== 'is_null' && typeof value !== expected) throw createFieldError(`body/filters/${index}/value`, `Expected a ${expected}`)
    return { column, op, value }
  })

export const toRowOrder = (columns: readonly DatasetColumn[], { column, direction }: RowSort): RowOrder => ({
  column: findColumn(columns, column, 'body/sort/column'),
  direction,
})
