// The wordings of a version of approved answers, `dataset_table.w<number>`, beside its typed table. Prisma cannot say it: tables that are
// made while the worker runs.
import { tableSchema } from '@heddle/db/table-schema'
import { nameTypedTable } from '@heddle/table/typed-table'
import type { Pool, PoolClient } from 'pg'
import type { StoredQaRow } from './answer-version.sql.ts'
import { type QaTexts, qaColumnIds } from './qa-row.ts'

/** SQL: the name of the table of wordings that belongs to a typed table. */
export function nameWordingTable(number: number): string {
  if (!Number.isSafeInteger(number) || number < 1) throw new Error('A table of wordings has a number from 1')
  return `${tableSchema}.w${number}`
}

export type StoredWording = { readonly rowId: string; readonly text: string; readonly embedding: Uint8Array | null }

const perStatement = 500

/** Makes the table of a version in place of what an earlier attempt may have left. */
export async function fillWordingTable(client: PoolClient, number: number, wordings: readonly StoredWording[]): Promise<void> {
  const table = nameWordingTable(number)
  await client.query(`DROP TABLE IF EXISTS ${table}`)
  await client.query(`CREATE TABLE ${table} (position int PRIMARY KEY, row_id uuid NOT NULL, wording text NOT NULL, embedding bytea)`)
  for (let from = 0; from < wordings.length; from += perStatement) {
    const part = wordings.slice(from, from + perStatement)
    await client.query(
      `INSERT INTO ${table} SELECT $1 + w.position, w.row_id, w.wording, w.embedding
       FROM unnest($2::uuid[], $3::text[], $4::bytea[]) WITH ORDINALITY AS w(row_id, wording, embedding, position)`,
      [
        from,
        part.map(({ rowId }) => rowId),
        part.map(({ text }) => text),
        part.map(({ embedding }) => embedding && Buffer.from(embedding)),
      ],
    )
  }
}

/** Yields the wordings of a version in their order, some at a time. */
export async function* readWordings(pool: Pool, number: number): AsyncGenerator<StoredWording[]> {
  for (let after = 0; ;) {
    const { rows } = await pool.query<StoredWording & { position: number }>(
      `SELECT position, row_id AS "rowId", wording AS text, embedding FROM ${nameWordingTable(number)}
       WHERE position > $1 ORDER BY position LIMIT ${perStatement}`,
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.position
  }
}

export type ValidRow = { readonly id: string; readonly validFrom: string | null; readonly validUntil: string | null }

/** Returns from when until when the answers of a version are valid. */
export async function findValidity(pool: Pool, number: number): Promise<ValidRow[]> {
  const { rows } = await pool.query<ValidRow>(
    `SELECT row_id AS id, c9::text AS "validFrom", c10::text AS "validUntil" FROM ${nameTypedTable(number)}`,
  )
  return rows
}

/** Returns rows of a version by their ids. */
export async function findQaRows(pool: Pool, number: number, ids: readonly string[]): Promise<ReadonlyMap<string, StoredQaRow>> {
  const { rows } = await pool.query<{ id: string; rowNo: number } & QaTexts>(
    `SELECT row_id AS id, row_no AS "rowNo", ${qaColumnIds.map((id) => `${id}::text AS ${id}`).join(', ')} FROM ${nameTypedTable(number)}
     WHERE row_id = ANY($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map(({ id, rowNo, ...texts }) => [id, { id, rowNo, texts }]))
}
