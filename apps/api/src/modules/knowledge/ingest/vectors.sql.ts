// The vectors of an index: which are missing, which another index has, and the bits that they are first chosen by. Prisma cannot say it:
// bit strings, and arrays of vectors as one statement.
import { computeMean, computeSignBits } from '@heddle/retrieval/sign-bits'
import { decodeVector, encodeVector } from '@heddle/retrieval/vectors'
import type { Pool, PoolClient } from 'pg'

/** The mean is of so many vectors at least, once the index has them. */
const meanVectors = 1_000

export type IndexedKey = { readonly indexVersionId: number; readonly indexedSourceId: number }
export type ChunkWithoutVector = { readonly number: number; readonly text: string; readonly headingPath: string[] }
export type NumberedVector = { readonly number: number; readonly vector: Float32Array }

/** Returns the first chunks that have no vector. */
export async function findChunksWithoutVector(
  pool: Pool,
  { indexVersionId, indexedSourceId }: IndexedKey,
  max: number,
): Promise<ChunkWithoutVector[]> {
  const { rows } = await pool.query<ChunkWithoutVector>(
    `SELECT c.number, c.text, c.heading_path AS "headingPath" FROM chunk c
     WHERE c.indexed_source_id = $2 AND NOT EXISTS (
       SELECT FROM chunk_vector v WHERE v.index_version_id = $1 AND v.indexed_source_id = $2 AND v.number = c.number)
     ORDER BY c.number LIMIT $3`,
    [indexVersionId, indexedSourceId, max],
  )
  return rows
}

export async function countVectors(pool: Pool, { indexVersionId, indexedSourceId }: IndexedKey): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM chunk_vector WHERE index_version_id = $1 AND indexed_source_id = $2',
    [indexVersionId, indexedSourceId],
  )
  return rows[0]?.count ?? 0
}

/** Returns vectors that other contents of the same source, or these indexes, have of the same texts. */
export async function findKnownVectors(pool: Pool, key: IndexedKey, indexIds: readonly number[], max: number): Promise<NumberedVector[]> {
  const { rows } = await pool.query<{ number: number; embedding: Buffer }>(
    `SELECT DISTINCT ON (c.number) c.number, v.embedding
     FROM indexed_source own
     JOIN source_version sv ON sv.id = own.source_version_id
     JOIN source_version ov ON ov.source_id = sv.source_id
     JOIN indexed_source o ON o.source_version_id = ov.id AND o.index_version_id = ANY($3) AND o.id <> own.id
     JOIN chunk c ON c.indexed_source_id = own.id
     JOIN chunk k ON k.indexed_source_id = o.id AND k.hash = c.hash
     JOIN chunk_vector v ON v.index_version_id = o.index_version_id AND v.indexed_source_id = o.id AND v.number = k.number
     WHERE own.id = $2 AND NOT EXISTS (
       SELECT FROM chunk_vector w WHERE w.index_version_id = $1 AND w.indexed_source_id = $2 AND w.number = c.number)
     ORDER BY c.number LIMIT $4`,
    [key.indexVersionId, key.indexedSourceId, indexIds, max],
  )
  return rows.map(({ number, embedding }) => ({ number, vector: decodeVector(embedding) }))
}

/** Writes vectors with their bits, in the transaction of `client`; those that are there stay. */
export async function writeVectors(
  client: PoolClient,
  { indexVersionId, indexedSourceId }: IndexedKey,
  vectors: readonly NumberedVector[],
): Promise<void> {
  const mean = await readMean(client, indexVersionId)
  await client.query(
    `INSERT INTO chunk_vector (index_version_id, indexed_source_id, number, embedding)
     SELECT $1, $2, number, embedding FROM unnest($3::int[], $4::bytea[]) AS v(number, embedding) ON CONFLICT DO NOTHING`,
    [indexVersionId, indexedSourceId, vectors.map(({ number }) => number), vectors.map(({ vector }) => Buffer.from(encodeVector(vector)))],
  )
  const around = mean.vector ?? computeMean(vectors.map(({ vector }) => vector))
  await client.query(
    `INSERT INTO chunk_bits (index_version_id, indexed_source_id, number, bits)
     SELECT $1, $2, number, bits::bit varying FROM unnest($3::int[], $4::text[]) AS b(number, bits) ON CONFLICT DO NOTHING`,
    [indexVersionId, indexedSourceId, vectors.map(({ number }) => number), vectors.map(({ vector }) => computeSignBits(vector, around))],
  )
  if (mean.count < meanVectors) await improveMean(client, indexVersionId, mean.count)
}

type Mean = { readonly vector: Float32Array | null; readonly count: number }

/** Returns the mean; one that may still change is locked, so that all bits are taken around the same. */
async function readMean(client: PoolClient, indexVersionId: number): Promise<Mean> {
  const { rows } = await client.query<{ mean: Buffer | null; count: number }>(
    'SELECT mean, mean_count AS count FROM index_version WHERE id = $1',
    [indexVersionId],
  )
  if ((rows[0]?.count ?? 0) >= meanVectors) return { vector: rows[0]?.mean ? decodeVector(rows[0].mean) : null, count: rows[0]?.count ?? 0 }
  const { rows: locked } = await client.query<{ mean: Buffer | null; count: number }>(
    'SELECT mean, mean_count AS count FROM index_version WHERE id = $1 FOR NO KEY UPDATE',
    [indexVersionId],
  )
  return { vector: locked[0]?.mean ? decodeVector(locked[0].mean) : null, count: locked[0]?.count ?? 0 }
}

/** Takes the mean of all vectors, and all bits around it, each time that there are twice as many. */
async function improveMean(client: PoolClient, indexVersionId: number, before: number) {
  const { rows: counted } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM chunk_vector WHERE index_version_id = $1',
    [indexVersionId],
  )
  const count = counted[0]?.count ?? 0
  if (count < Math.min(Math.max(2 * before, 1), meanVectors)) return
  const { rows } = await client.query<{ indexedSourceId: number; number: number; embedding: Buffer }>(
    `SELECT indexed_source_id AS "indexedSourceId", number, embedding FROM chunk_vector WHERE index_version_id = $1
     ORDER BY indexed_source_id, number`,
    [indexVersionId],
  )
  const vectors = rows.map(({ embedding }) => decodeVector(embedding))
  const mean = computeMean(vectors.slice(0, meanVectors))
  await client.query('UPDATE index_version SET mean = $2, mean_count = $3 WHERE id = $1', [
    indexVersionId,
    Buffer.from(encodeVector(mean)),
    Math.min(count, meanVectors),
  ])
  await client.query(
    `UPDATE chunk_bits b SET bits = v.bits::bit varying
     FROM unnest($2::int[], $3::int[], $4::text[]) AS v(indexed_source_id, number, bits)
     WHERE b.index_version_id = $1 AND b.indexed_source_id = v.indexed_source_id AND b.number = v.number`,
    [
      indexVersionId,
      rows.map(({ indexedSourceId }) => indexedSourceId),
      rows.map(({ number }) => number),
      vectors.map((vector) => computeSignBits(vector, mean)),
    ],
  )
}
