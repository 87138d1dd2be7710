// A dataset of 60 columns with as many rows as are wanted, written by one statement and published by the product's own job.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { PrismaClient } from '@heddle/db/client'
import { createDataset, createDatasetVersion } from '@heddle/db/factories/dataset'
import type { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import { updateTables } from '../../apps/api/test/dataset/measured.ts'

const choices = Array.from({ length: 8 }, (_, index) => ({ value: `choice ${index}` }))

/** By type, how many columns and the SQL of the cell of row `n` in column `i`; one number in fifty is below a limit. */
const kinds = {
  text: { count: 12, cell: (i: number) => (i === 1 ? `to_jsonb('T' || n)` : `to_jsonb('lot ' || (n * ${i * 7_919} % 50000))`) },
  number: {
    count: 24,
    cell: (i: number) =>
      `CASE WHEN (n + ${i}) % 50 = 0 THEN '{"number":0.5,"text":"<0.5","mark":"<"}'::jsonb
       ELSE to_jsonb(round((n * ${i * 104_729} % 100003) / 100.0, 2)) END`,
  },
  integer: { count: 6, cell: (i: number) => `to_jsonb(n * ${i * 31} % 10000)` },
  choice: { count: 6, cell: (i: number) => `to_jsonb('choice ' || (n * ${i} % 8))` },
  date: { count: 6, cell: (i: number) => `to_jsonb(to_char(date '2020-01-01' + (n * ${i} % 2000)::int, 'YYYY-MM-DD'))` },
  boolean: { count: 6, cell: (i: number) => `to_jsonb(n * ${i} % 3 = 0)` },
} as const

const listed = Object.entries(kinds).flatMap(([type, kind]) => Array.from({ length: kind.count }, () => ({ type, cell: kind.cell })))

/** c1 is the key; texts are c1 to c12, numbers c13 to c36, integers to c42, choices to c48, dates to c54, booleans to c60. */
export const wideColumns = listed.map(({ type }, index) => ({
  id: `c${index + 1}`,
  name: { default: `Column ${index + 1}` },
  type: type as DatasetColumn['type'],
  ...(index === 0 && { key: true }),
  ...(type === 'choice' && { choices }),
}))

const cells = listed.map(({ cell }, index) => `'c${index + 1}', ${cell(index + 1)}`)
// A function takes a hundred arguments at most.
const data = `jsonb_build_object(${cells.slice(0, 30).join(', ')}) || jsonb_build_object(${cells.slice(30).join(', ')})`

/** Returns the dataset with the number of its typed table. The planner knows what is in it, as autovacuum tells within a minute. */
export async function writeWideDataset(db: PrismaClient, pool: Pool, { tenantId, rowCount }: { tenantId: string; rowCount: number }) {
  const columns = wideColumns as Prisma.InputJsonValue
  const { id } = await createDataset(db, {
    tenantId,
    columns,
    nextColumn: wideColumns.length + 1,
    rowCount,
    lastRowNo: rowCount,
    draftVersion: 2,
    hasChanges: false,
  })
  await pool.query(
    `INSERT INTO dataset_row (id, dataset_id, row_no, version_from, data)
     SELECT uuidv7(), $1, n, 1, ${data} FROM generate_series(1, $2::bigint) n`,
    [id, rowCount],
  )
  const version = await createDatasetVersion(db, { datasetId: id, columns, rowCount })
  await updateTables(pool, new AbortController().signal)
  return { id, tableNumber: version.tableNumber }
}
