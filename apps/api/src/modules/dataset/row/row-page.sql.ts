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

/** The choices of a column in the order of their folded texts, which are found once in a statement. */
const toChoices = ({ choices = [] }: DatasetColumn, condition = Prisma.sql`true`) =>
  Prisma.sql`ARRAY(SELECT v FROM unnest(${choices.map(({ value }) => value)}::text[]) AS v WHERE ${condition} ORDER BY fold(v), v)`

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
    case 'choice':
      return Prisma.sql`array_position(${toChoices(column)}, ${cellText(column)})`
    case 'text':
      return Prisma.sql`CASE WHEN jsonb_exists(r.data, ${column.id}) THEN fold(${cellText(column)}) END`
  }
}

function toOperand({ type }: DatasetColumn, value: NonNullable<RowFilter['value']>): Prisma.Sql {
  if (isNumeric(type)) return Prisma.sql`${value}::float8`
  if (type === 'boolean') return Prisma.sql`${value}::boolean`
  return type === 'date' ? Prisma.sql`${value}::text` : Prisma.sql`fold(${value}::text)`
}

const compareText = (text: Prisma.Sql, op: keyof typeof operators | 'contains', value: unknown) =>
  op === 'contains'
    ? Prisma.sql`strpos(fold(${text}), fold(${String(value)}::text)) > 0`
    : Prisma.sql`fold(${text}) ${operators[op]} fold(${String(value)}::text)`

function toCondition({ column, op, value = '' }: TypedFilter): Prisma.Sql {
  if (op === 'is_null') return Prisma.sql`NOT jsonb_exists(r.data, ${column.id})`
  if (column.type === 'choice') return Prisma.sql`${cellText(column)} = ANY (${toChoices(column, compareText(Prisma.sql`v`, op, value))})`
  if (op === 'contains') return compareText(Prisma.sql`coalesce(${cell(column)}->>'text', ${cellText(column)})`, op, value)
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

/** Returns a page of rows in their own order. What is skipped are keys: with their cells beside them they would be written to the disk. */
export async function findRowPage(on: Queryable, rows: RowSet, start: RowStart, take: number): Promise<PageRow[]> {
  const offset = 'offset' in start ? start.offset : 0
  return on.$queryRaw<PageRow[]>`
    SELECT r.id, r.row_no AS "rowNo", r.revision, r.data
    FROM (
      SELECT r.id, r.row_no FROM dataset_row r
      WHERE ${matches(rows, [])} ${toRange(start)}
      ORDER BY r.row_no, r.id LIMIT ${take} OFFSET ${offset}
    ) p JOIN dataset_row r ON r.id = p.id AND ${toVersionCondition(rows)}
    ORDER BY p.row_no, p.id`
}

export type RowSelection = { readonly rows: RowSet; readonly filters: readonly TypedFilter[]; readonly order: RowOrder | null }

/** Returns the ids of all rows that match, 16 bytes each, in their order or in another one. */
export async function findRowIds(on: Queryable, { rows, filters, order }: RowSelection): Promise<Uint8Array> {
  const value = order ? toValue(order.column) : Prisma.sql`NULL::boolean`
  const direction = order?.direction === 'desc' ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const [found] = await on.$queryRaw<{ ids: Uint8Array }[]>`
    SELECT coalesce(string_agg(uuid_send(p.id), '' ORDER BY p.value ${direction} NULLS LAST, p.row_no, p.id), '') AS ids
    FROM (SELECT r.id, r.row_no, ${value} AS value FROM dataset_row r WHERE ${matches(rows, filters)} OFFSET 0) p`
  return found?.ids ?? new Uint8Array()
}

/** Returns what each edit of a dataset changes: the transaction that its row is of. */
export async function findRowState(on: Queryable, datasetId: string): Promise<string | null> {
  const [found] = await on.$queryRaw<{ state: string }[]>`SELECT xmin::text AS state FROM dataset WHERE id = ${datasetId}::uuid`
  return found?.state ?? null
}

/** Returns rows by their ids, in the order of these. */
export async function findRowsById(on: Queryable, rows: RowSet, ids: readonly string[]): Promise<PageRow[]> {
  return on.$queryRaw<PageRow[]>`
    SELECT r.id, r.row_no AS "rowNo", r.revision, r.data
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS k(id, position) JOIN dataset_row r ON r.id = k.id AND ${toVersionCondition(rows)}
    WHERE r.dataset_id = ${rows.datasetId}::uuid ORDER BY k.position`
}
