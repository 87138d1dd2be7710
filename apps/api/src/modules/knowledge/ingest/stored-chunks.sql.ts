// The chunks of a content as they are stored, which another title changes the terms and vectors of. Prisma cannot say it: row locks, and
// hashes that are compared while they are written.
import type { Pool, PoolClient } from 'pg'
import { type IndexedKey, type NumberedVector, writeVectors } from './vectors.sql.ts'

export type StoredChunk = { readonly number: number; readonly text: string; readonly headingPath: string[]; readonly hash: Buffer }

/** Returns chunks in the order of their numbers, from one on. */
export async function findStoredChunks(
  queryable: Pool | PoolClient,
  indexedSourceId: number,
  { from, max }: { readonly from: number; readonly max: number | null } = { from: 0, max: null },
): Promise<StoredChunk[]> {
  const { rows } = await queryable.query<StoredChunk>(
    `SELECT number, text, heading_path AS "headingPath", hash FROM chunk WHERE indexed_source_id = $1 AND number >= $2
     ORDER BY number LIMIT $3`,
    [indexedSourceId, from, max],
  )
  return rows
}

/** As `findStoredChunks`: they stay as they are until the transaction of `client` ends. */
export async function lockStoredChunks(client: PoolClient, indexedSourceId: number): Promise<StoredChunk[]> {
  await client.query(
    `SELECT FROM source s JOIN source_version v ON v.source_id = s.id JOIN indexed_source x ON x.source_version_id = v.id
     WHERE x.id = $1 FOR NO KEY UPDATE OF s`,
    [indexedSourceId],
  )
  return findStoredChunks(client, indexedSourceId)
}

/** A vector of another text of a chunk; `before` is the hash of the text that the chunk has its vector of. */
export type RenewedVector = NumberedVector & { readonly before: Buffer; readonly hash: Buffer }

/** Writes vectors in place of others, in the transaction of `client`; a chunk that was edited meanwhile stays as it is. */
export async function replaceVectors(client: PoolClient, key: IndexedKey, vectors: readonly RenewedVector[]): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    `UPDATE chunk c SET hash = v.hash FROM unnest($2::int[], $3::bytea[], $4::bytea[]) AS v(number, before, hash)
     WHERE c.indexed_source_id = $1 AND c.number = v.number AND c.hash = v.before RETURNING c.number`,
    [key.indexedSourceId, vectors.map(({ number }) => number), vectors.map(({ before }) => before), vectors.map(({ hash }) => hash)],
  )
  const numbers = new Set(rows.map(({ number }) => number))
  for (const table of ['chunk_vector', 'chunk_bits']) {
    await client.query(`DELETE FROM ${table} WHERE index_version_id = $1 AND indexed_source_id = $2 AND number = ANY($3)`, [
      key.indexVersionId,
      key.indexedSourceId,
      [...numbers],
    ])
  }
  await client.query('UPDATE indexed_source SET vector_revision = vector_revision + 1 WHERE id = $1', [key.indexedSourceId])
  await writeVectors(
    client,
    key,
    vectors.filter(({ number }) => numbers.has(number)),
  )
}
