// The typed table of a version. Prisma cannot say it: tables that are made while the worker runs. Names in the statements are made of
// integers alone: the number of the table, and those in the ids of columns.
import type { ColumnType, DatasetColumn } from '@heddle/contracts/dataset/column'
import { nameTypedTable } from '@heddle/db/table-schema'
import type { PoolClient } from 'pg'

/** Returns the name of a column, or of one that is stored beside it. */
function nameColumn(id: string, suffix: '' | '_mark' | '_key' = ''): string {
  const number = Number(id.slice(1))
  if (!Number.isSafeInteger(number)) throw new Error('A column has a number')
  return `c${number}${suffix}`
}

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  number: 'double precision',
  integer: 'bigint',
  boolean: 'boolean',
  date: 'date',
  text: 'text',
  choice: 'text',
}

const hasMark = ({ type }: DatasetColumn) => type === 'number' || type === 'integer'
const hasKey = ({ type }: DatasetColumn) => type === 'text' || type === 'choice'

const listNames = (columns: readonly DatasetColumn[]) =>
  columns.flatMap((column) => [
    nameColumn(column.id),
    ...(hasMark(column) ? [nameColumn(column.id, '_mark')] : []),
    ...(hasKey(column) ? [nameColumn(column.id, '_key')] : []),
  ])

type Table = { readonly tableNumber: number; readonly columns: readonly DatasetColumn[] }

/** Makes the empty table in place of what an earlier attempt may have left. */
export async function createTypedTable(client: PoolClient, { tableNumber, columns }: Table): Promise<void> {
  const table = nameTypedTable(tableNumber)
  const definitions = columns.flatMap((column) => [
    `${nameColumn(column.id)} ${sqlTypes[column.type]}`,
    ...(hasMark(column) ? [`${nameColumn(column.id, '_mark')} text`] : []),
    ...(hasKey(column) ? [`${nameColumn(column.id, '_key')} text COLLATE "C"`] : []),
  ])
  await client.query(`DROP TABLE IF EXISTS ${table}`)
  await client.query(`CREATE TABLE ${table} (${['row_id uuid NOT NULL', 'row_no int NOT NULL', ...definitions].join(', ')})`)
}

const cell = ({ id }: DatasetColumn) => `(r.data->'${nameColumn(id)}')`
const cellText = ({ id }: DatasetColumn) => `(r.data->>'${nameColumn(id)}')`

/** Returns the values of a column and of those beside it; `keyIndex` is the position of its key in `k.keys`. */
function listValues(column: DatasetColumn, keyIndex: number): string[] {
  if (hasKey(column)) return [cellText(column), `k.keys->>${keyIndex}`]
  if (!hasMark(column)) return [`${cellText(column)}::${sqlTypes[column.type]}`]
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
    `SELECT r.id, r.row_no AS "rowNo", ARRAY[${columns.filter(hasKey).map(cellText).join(', ')}]::text[] AS texts
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
  const keyed = columns.filter(hasKey)
  const values = columns.flatMap((column) => listValues(column, keyed.indexOf(column)))
  await client.query(
    `INSERT INTO ${nameTypedTable(tableNumber)} (${['row_id', 'row_no', ...listNames(columns)].join(', ')})
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
    const name = hasKey(column) ? nameColumn(column.id, '_key') : nameColumn(column.id)
    return [`CREATE ${column.key ? 'UNIQUE ' : ''}INDEX ON ${table} (${name})`]
  })
  for (const index of indexes) await client.query(index)
  await client.query(`ANALYZE ${table}`)
}
