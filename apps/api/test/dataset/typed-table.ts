// Typed tables for tests of queries: made as publishing makes them, filled with the cells of a test.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { TestDatabase } from '@heddle/db/testing/test-database'
import { toTextKey } from '@heddle/table/text-key'
import { nameTypedTable } from '@heddle/table/typed-table'
import { randomUUID } from 'node:crypto'
import { createTypedTable, indexTypedTable } from '../../src/modules/dataset/version/typed-table.sql.ts'

export type TestCell = string | number | boolean | null | { readonly number: number | null; readonly mark: string }

export type TestTable = {
  readonly number: number
  readonly columns: readonly DatasetColumn[]
  readonly rows: readonly (readonly TestCell[])[]
}

/** Makes and fills `dataset_table.t<number>`. */
export async function fillTypedTable({ pool }: TestDatabase, { number, columns, rows }: TestTable): Promise<void> {
  const table = { tableNumber: number, columns }
  const client = await pool.connect()
  try {
    await createTypedTable(client, table)
    const filled = rows.map((cells, index) =>
      Object.assign({ row_id: randomUUID(), row_no: index + 1 }, ...columns.map((column, at) => toStored(column, cells[at] ?? null))),
    )
    const name = nameTypedTable(number)
    await client.query(`INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, $1::jsonb)`, [JSON.stringify(filled)])
    await indexTypedTable(client, table)
  } finally {
    client.release()
  }
}

function toStored({ id, type }: DatasetColumn, cell: TestCell): Record<string, unknown> {
  if (typeof cell === 'object' && cell !== null) return { [id]: cell.number, [`${id}_mark`]: cell.mark }
  return typeof cell === 'string' && type !== 'date' ? { [id]: cell, [`${id}_key`]: toTextKey(cell) } : { [id]: cell }
}
