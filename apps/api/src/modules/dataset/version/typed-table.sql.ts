// The typed table of a version. Prisma cannot say it: tables that are made while the worker runs. Names in the statements are those that
// queries use (packages/table), made of integers alone.
import type { ColumnType, DatasetColumn } from '@heddle/contracts/dataset/column'
import { isNumeric, isText } from '@heddle/table/query-table'
import { nameStored, nameTypedTable } from '@heddle/table/typed-table'
import type { PoolClient } from 'pg'

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  number: 'double precision',
  integer: 'bigint',
  boolean: 'boolean',
  date: 'date',
  text: 'text',
  choice: 'text',
}

/** A column, and what is stored beside it: the mark of a number, the key of a text. */
function listStored(column: DatasetColumn): { readonly name: string; readonly type: string }[] {
  const { value, key, mark } = nameStored(null, column)
  return [
    { name: value, type: sqlTypes[column.type] },
    ...(mark === null ? [] : [{ name: mark, type: 'text' }]),
    ...(key === value ? [] : [{ name: key, type: 'text COLLATE "C"' }]),
  ]
}

type Table = { readonly tableNumber: number; readonly columns: readonly DatasetColumn[] }

/** Makes the empty table in place of what an earlier attempt may have left. */
export async function createTypedTable(client: PoolClient, { tableNumber, columns }: Table): Promise<void> {
  const table = nameTypedTable(tableNumber)
  const definitions = columns.flatMap(listStored).map(({ name, type }) => `${name} ${type}`)
  await client.query(`DROP TABLE IF EXISTS ${table}`)
  await client.query(`CREATE TABLE ${table} (${['row_id uuid NOT NULL', 'row_no int NOT NULL', ...definitions].join(', ')})`)
}

/** Cells have the name of their column. */
const cell = (column: DatasetColumn) => `(r.data->'${nameStored(null, column).value}')`
const cellText = (column: DatasetColumn) => `(r.data->>'${nameStored(null, column).value}')`

/** Returns the values of a column and of those beside it; `keyIndex` is the position of its key in `k.keys`. */
function listValues(column: DatasetColumn, keyIndex: number): string[] {
  if (isText(column.type)) return [cellText(column), `k.keys->>${keyIndex}`]
  if (!isNumeric(column.type)) return [`${cellText(column)}::${sqlTypes[column.type]}`]
  const type = sqlTypes[column.type]
  const number = `CASE jsonb_typeof(${cell(column)}) WHEN 'number' THEN ${cell(column)}::${type}
    WHEN 'object' THEN (${cell(column)}->>'number')::${type} END`
  return [number, `${cell(column)}->>'mark'`]
}

export type VersionRows = Table & { readonly datasetId: string; readonly number: number }
export type TextRow = { readonly id: string; readonly rowNo: number; readonly texts: readonly (string | null)[] }

/** Returns the texts of the next rows of a version, in the order of the columns that have a key. */
export async function findTexts(
  client: PoolClient,
  { datasetId, number, columns }: VersionRows,
  after: Pick<TextRow, 'id' | 'rowNo'>,
  take: number,
): Promise<TextRow[]> {
  const { rows } = await client.query<TextRow>(
    `SELECT r.id, r.row_no AS "rowNo", ARRAY[${columns
      .filter(({ type }) => isText(type))
      .map(cellText)
      .join(', ')}]::text[] AS texts
     FROM dataset_row r
     WHERE r.dataset_id = $1 AND r.version_from <= $2 AND (r.version_to IS NULL OR r.version_to > $2) AND (r.row_no, r.id) > ($3, $4)
     ORDER BY r.row_no, r.id LIMIT $5`,
    [datasetId, number, after.rowNo, after.id, take],
  )
  return rows
}

export type KeyedRow = { readonly id: string; readonly keys: readonly (string | null)[] }

/**
 * Copies rows of a version into its table. Each is looked up by its id, whatever the planner thinks of how many rows a dataset has that was
 * filled a moment ago.
 */
export async function copyRows(client: PoolClient, version: VersionRows, rows: readonly KeyedRow[]): Promise<void> {
  const { tableNumber, columns, number } = version
  const keyed = columns.filter(({ type }) => isText(type))
  const values = columns.flatMap((column) => listValues(column, keyed.indexOf(column)))
  await client.query(
    `INSERT INTO ${nameTypedTable(tableNumber)} (${['row_id', 'row_no', ...columns.flatMap(listStored).map(({ name }) => name)].join(', ')})
     SELECT ${['r.id', 'r.row_no', ...values].join(', ')}
     FROM unnest($2::uuid[], $3::jsonb[]) WITH ORDINALITY AS k(id, keys, position)
     CROSS JOIN LATERAL (
       SELECT * FROM dataset_row WHERE id = k.id AND version_from <= $1 AND (version_to IS NULL OR version_to > $1) LIMIT 1
     ) r
     ORDER BY k.position`,
    [number, rows.map(({ id }) => id), rows.map(({ keys }) => JSON.stringify(keys))],
  )
}

/** Makes the indexes of a full table, and tells the planner what is in it. A key that is there twice is refused. */
export async function indexTypedTable(client: PoolClient, { tableNumber, columns }: Table): Promise<void> {
  const table = nameTypedTable(tableNumber)
  const indexes = columns.flatMap((column) => {
    if (!column.key && column.type !== 'choice') return []
    return [`CREATE ${column.key ? 'UNIQUE ' : ''}INDEX ON ${table} (${nameStored(null, column).key})`]
  })
  for (const index of indexes) await client.query(index)
  await client.query(`ANALYZE ${table}`)
}
