// The vectors of an index: which are missing, which another index has, and the bits that they are first chosen by. Prisma cannot say it:
// row locks, and arrays of vectors as one statement.
import { blockChunks, computeMean, encodeBlock, toBlock } from '@heddle/retrieval/sign-bits'
import { decodeVector, encodeVector } from '@heddle/retrieval/vectors'
import type { Pool, PoolClient } from 'pg'
import type { IndexedChunk } from './indexed-source.sql.ts'

/** The mean is of so many vectors at least, once the index has them. */
const meanVectors = 1_000

export type IndexedKey = { readonly indexVersionId: number; readonly indexedSourceId: number }
export type NumberedVector = { readonly number: number; readonly vector: Float32Array }
/** `hash`: of the indexed text that the vector is of. */
export type TextVector = NumberedVector & { readonly hash: Buffer }

/** Returns the first chunks that have no vector. */
export async function findChunksWithoutVector(
  pool: Pool,
  { indexVersionId, indexedSourceId }: IndexedKey,
  max: number,
): Promise<IndexedChunk[]> {
  const { rows } = await pool.query<IndexedChunk>(
    `SELECT c.number, c.text, c.heading_path AS "headingPath", c.hash FROM chunk c
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
export async function findKnownVectors(pool: Pool, key: IndexedKey, indexIds: readonly number[], max: number): Promise<TextVector[]> {
  const { rows } = await pool.query<{ number: number; hash: Buffer; embedding: Buffer }>(
    `SELECT DISTINCT ON (c.number) c.number, c.hash, v.embedding
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
  return rows.map(({ number, hash, embedding }) => ({ number, hash, vector: decodeVector(embedding) }))
}

/**
 * Returns the vectors whose chunks still have their texts. These stay until the transaction of `client` ends: an edit locks the source
 * FOR UPDATE.
 */
export async function lockCurrentTexts<Vector extends TextVector>(
  client: PoolClient,
  { indexedSourceId }: IndexedKey,
  vectors: readonly Vector[],
): Promise<Vector[]> {
  await client.query(
    `SELECT FROM source s JOIN source_version v ON v.source_id = s.id JOIN indexed_source x ON x.source_version_id = v.id
     WHERE x.id = $1 FOR KEY SHARE OF s`,
    [indexedSourceId],
  )
  const { rows } = await client.query<{ number: number; hash: Buffer }>(
    'SELECT number, hash FROM chunk WHERE indexed_source_id = $1 AND number = ANY($2)',
    [indexedSourceId, vectors.map(({ number }) => number)],
  )
  const hashes = new Map(rows.map(({ number, hash }) => [number, hash]))
  return vectors.filter(({ number, hash }) => hashes.get(number)?.equals(hash))
}

/** Writes vectors with their bits, in the transaction of `client`; those that are there stay. */
export async function writeVectors(client: PoolClient, key: IndexedKey, vectors: readonly NumberedVector[]): Promise<void> {
  if (vectors.length === 0) return
  const { indexVersionId, indexedSourceId } = key
  // A content has one writer at a time. An edit takes this lock before that of the mean, too.
  await client.query('UPDATE indexed_source SET vector_revision = vector_revision + 1 WHERE id = $1', [indexedSourceId])
  const mean = await readMean(client, indexVersionId)
  await client.query(
    `INSERT INTO chunk_vector (index_version_id, indexed_source_id, number, embedding)
     SELECT $1, $2, number, embedding FROM unnest($3::int[], $4::bytea[]) AS v(number, embedding) ON CONFLICT DO NOTHING`,
    [indexVersionId, indexedSourceId, vectors.map(({ number }) => number), vectors.map(({ vector }) => Buffer.from(encodeVector(vector)))],
  )
  const around = mean.vector ?? computeMean(vectors.map(({ vector }) => vector))
  await client.query(
    `INSERT INTO chunk_bits (index_version_id, indexed_source_id, block, bits)
     SELECT $1, indexed_source_id, block, bits FROM unnest($2::int[], $3::int[], $4::bytea[]) AS b(indexed_source_id, block, bits)
     ON CONFLICT (index_version_id, indexed_source_id, block) DO UPDATE SET bits = excluded.bits`,
    [indexVersionId, ...encodeBlocks(await findBlocks(client, key, vectors), around)],
  )
  if (mean.count < meanVectors) await improveMean(client, indexVersionId, mean.count)
}

/** A vector of another text than its chunk has one of; `newHash` is of that text. */
type RenewedVector = TextVector & { readonly newHash: Buffer }

/** Writes vectors in place of others, in the transaction of `client`; a chunk that was edited meanwhile stays as it is. */
export async function replaceVectors(client: PoolClient, key: IndexedKey, vectors: readonly RenewedVector[]): Promise<void> {
  const current = await lockCurrentTexts(client, key, vectors)
  const numbers = current.map(({ number }) => number)
  await client.query(
    `UPDATE chunk c SET hash = v.hash FROM unnest($2::int[], $3::bytea[]) AS v(number, hash)
     WHERE c.indexed_source_id = $1 AND c.number = v.number`,
    [key.indexedSourceId, numbers, current.map(({ newHash }) => newHash)],
  )
  await client.query('DELETE FROM chunk_vector WHERE index_version_id = $1 AND indexed_source_id = $2 AND number = ANY($3)', [
    key.indexVersionId,
    key.indexedSourceId,
    numbers,
  ])
  await writeVectors(client, key, current)
}

type StoredVector = { readonly indexedSourceId: number; readonly number: number; readonly embedding: Buffer }

/** Returns all vectors of the blocks that some chunks belong to. */
async function findBlocks(
  client: PoolClient,
  { indexVersionId, indexedSourceId }: IndexedKey,
  chunks: readonly { readonly number: number }[],
): Promise<StoredVector[]> {
  const { rows } = await client.query<StoredVector>(
    `SELECT v.indexed_source_id AS "indexedSourceId", v.number, v.embedding
     FROM unnest($3::int[]) AS b(block)
     JOIN chunk_vector v ON v.index_version_id = $1 AND v.indexed_source_id = $2
       AND v.number >= b.block * ${blockChunks} AND v.number < (b.block + 1) * ${blockChunks}
     ORDER BY v.number`,
    [indexVersionId, indexedSourceId, [...new Set(chunks.map(({ number }) => toBlock(number)))]],
  )
  return rows
}

/** Returns the bits of whole blocks, as arrays of columns. */
function encodeBlocks(vectors: readonly StoredVector[], mean: Float32Array) {
  const bySource = Map.groupBy(vectors, ({ indexedSourceId }) => indexedSourceId)
  const blocks = [...bySource].flatMap(([indexedSourceId, own]) =>
    [...Map.groupBy(own, ({ number }) => toBlock(number))].map(([block, stored]) => {
      const chunks = stored.map(({ number, embedding }) => ({ number, vector: decodeVector(embedding) }))
      return { indexedSourceId, block, bits: Buffer.from(encodeBlock(chunks, mean)) }
    }),
  )
  return [blocks.map(({ indexedSourceId }) => indexedSourceId), blocks.map(({ block }) => block), blocks.map(({ bits }) => bits)]
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
  const { rows } = await client.query<StoredVector>(
    `SELECT indexed_source_id AS "indexedSourceId", number, embedding FROM chunk_vector WHERE index_version_id = $1
     ORDER BY indexed_source_id, number`,
    [indexVersionId],
  )
  const mean = computeMean(rows.slice(0, meanVectors).map(({ embedding }) => decodeVector(embedding)))
  await client.query('UPDATE index_version SET mean = $2, mean_count = $3 WHERE id = $1', [
    indexVersionId,
    Buffer.from(encodeVector(mean)),
    Math.min(count, meanVectors),
  ])
  // All have bits already, and those of a content that was deleted meanwhile stay deleted.
  await client.query(
    `UPDATE chunk_bits b SET bits = v.bits FROM unnest($2::int[], $3::int[], $4::bytea[]) AS v(indexed_source_id, block, bits)
     WHERE b.index_version_id = $1 AND b.indexed_source_id = v.indexed_source_id AND b.block = v.block`,
    [indexVersionId, ...encodeBlocks(rows, mean)],
  )
}
