// Pages of rows for a grid. Prisma cannot say it: order and conditions by values inside of JSON, and keys of two columns. The ids of columns
// are values of the statements too.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { RowFilter } from '@heddle/contracts/dataset/row'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import { isNumeric } from '@heddle/table/query-table'
import type { StoredRow } from './row.sql.ts'

/** The rows of a version; null is the draft. */
export type RowSet = { readonly datasetId: string; readonly version: number | null }

/** A filter whose value is of the type of its column. */
export type TypedFilter = Omit<RowFilter, 'column'> & { readonly column: DatasetColumn }

export type RowOrder = { readonly column: DatasetColumn; readonly direction: 'asc' | 'desc' }

/** Where a page begins: after a row, or after so many. */
export type RowStart = { readonly after: { readonly rowNo: number; readonly id: string } } | { readonly offset: number }

type PageRow = Omit<StoredRow, 'edits' | 'versionFrom'>

const operators = { eq: Prisma.sql`=`, lt: Prisma.sql`<`, le: Prisma.sql`<=`, gt: Prisma.sql`>`, ge: Prisma.sql`>=` }

const cell = ({ id }: DatasetColumn) => Prisma.sql`(r.data->${id}::text)`
const cellText = ({ id }: DatasetColumn) => Prisma.sql`(r.data->>${id}::text)`

/** What a column is sorted and compared by. */
function toValue(column: DatasetColumn): Prisma.Sql {
  switch (column.type) {
    case 'number':
    case 'integer':
      return Prisma.sql`CASE jsonb_typeof(${cell(column)}) WHEN 'number' THEN ${cell(column)}::float8
        WHEN 'object' THEN (${cell(column)}->>'number')::float8 END`
    case 'boolean':
      return Prisma.sql`${cell(column)}::boolean`
    case 'date':
      return Prisma.sql`(${cellText(column)} COLLATE "C")`
    case 'text':
    case 'choice':
      return Prisma.sql`CASE WHEN jsonb_exists(r.data, ${column.id}) THEN fold(${cellText(column)}) END`
  }
}

function toOperand({ type }: DatasetColumn, value: NonNullable<RowFilter['value']>): Prisma.Sql {
  if (isNumeric(type)) return Prisma.sql`${value}::float8`
  if (type === 'boolean') return Prisma.sql`${value}::boolean`
  return type === 'date' ? Prisma.sql`${value}::text` : Prisma.sql`fold(${value}::text)`
}

function toCondition({ column, op, value = '' }: TypedFilter): Prisma.Sql {
  if (op === 'is_null') return Prisma.sql`NOT jsonb_exists(r.data, ${column.id})`
  if (op === 'contains')
    return Prisma.sql`strpos(fold(coalesce(${cell(column)}->>'text', ${cellText(column)})), fold(${String(value)}::text)) > 0`
  return Prisma.sql`${toValue(column)} ${operators[op]} ${toOperand(column, value)}`
}

const toVersionCondition = ({ version }: RowSet) =>
  version === null
    ? Prisma.sql`r.version_to IS NULL`
    : Prisma.sql`r.version_from <= ${version}::int AND (r.version_to IS NULL OR r.version_to > ${version}::int)`

const matches = (rows: RowSet, filters: readonly TypedFilter[]) =>
  Prisma.join([Prisma.sql`r.dataset_id = ${rows.datasetId}::uuid`, toVersionCondition(rows), ...filters.map(toCondition)], ' AND ')

function toRange(start: RowStart): Prisma.Sql {
  return 'after' in start ? Prisma.sql`AND (r.row_no, r.id) > (${start.after.rowNo}::int, ${start.after.id}::uuid)` : Prisma.empty
}

type PageRange = {
  readonly filters: readonly TypedFilter[]
  readonly order: RowOrder | null
  readonly start: RowStart
  readonly take: number
}

/**
 * Returns a page of rows from the start on, in their order or in another one, and how many match when the page begins with the first. What is
 * sorted and skipped are keys: with their cells beside them, the rows before a page at the end would be written to the disk.
 */
export async function findRowPage(on: Queryable, rows: RowSet, { filters, order, start, take }: PageRange) {
  const offset = 'offset' in start ? start.offset : 0
  const value = order ? toValue(order.column) : Prisma.sql`NULL::boolean`
  const direction = order?.direction === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const isCounted = filters.length > 0 && 'offset' in start && offset === 0
  const found = await on.$queryRaw<(PageRow & { total: number | null })[]>`
    SELECT r.id, r.row_no AS "rowNo", r.revision, r.data, p.total
    FROM (
      SELECT r.id, r.row_no, ${value} AS value, ${isCounted ? Prisma.sql`count(*) OVER ()::int` : Prisma.sql`NULL::int`} AS total
      FROM dataset_row r
      WHERE ${matches(rows, filters)} ${toRange(start)}
      ORDER BY value ${direction} NULLS LAST, r.row_no, r.id LIMIT ${take} OFFSET ${offset}
    ) p JOIN dataset_row r ON r.id = p.id AND ${toVersionCondition(rows)}
    ORDER BY p.value ${direction} NULLS LAST, p.row_no, p.id`
  return { rows: found, total: isCounted ? (found[0]?.total ?? 0) : null }
}
