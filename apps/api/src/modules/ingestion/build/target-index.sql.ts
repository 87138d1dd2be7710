// The indexes that a content is written into. Prisma cannot say it: the settings of a model are frozen by the first writer.
import type { Pool } from 'pg'
import type { EmbeddingSettings } from '../../../platform/inference/embedding/embedder.ts'
import { isSameFingerprint } from '../../../platform/inference/embedding/fingerprint.ts'

export type TargetIndex = EmbeddingSettings & {
  readonly id: number
  readonly chunkStrategy: 'structure' | 'fixed'
  readonly chunkTokens: number
  readonly overlapTokens: number
  readonly embeddingModel: string | null
  /** Null before the first vectors. */
  readonly fingerprint: Buffer | null
}

export const targetIndexColumns = `i.id, i.chunk_strategy AS "chunkStrategy", i.chunk_tokens AS "chunkTokens", i.overlap_tokens AS "overlapTokens",
  i.embedding_model AS "embeddingModel", i.dimension, i.query_prefix AS "queryPrefix", i.passage_prefix AS "passagePrefix", i.fingerprint`

/** Returns the index of a collection that is searched; null when the collection is gone. */
export async function findSearchedIndex(pool: Pool, collectionId: string): Promise<TargetIndex | null> {
  const { rows } = await pool.query<TargetIndex>(
    `SELECT ${targetIndexColumns} FROM collection c JOIN index_version i ON i.id = c.active_index_id WHERE c.id = $1`,
    [collectionId],
  )
  return rows[0] ?? null
}

/** Freezes what the vectors of an index are made with, and returns it; what is frozen stays. Null when the index is gone. */
export async function freezeEmbedding(
  pool: Pool,
  indexVersionId: number,
  { dimension, queryPrefix, passagePrefix }: EmbeddingSettings,
  fingerprint: Uint8Array,
): Promise<EmbeddingSettings | null> {
  await pool.query(
    `UPDATE index_version SET fingerprint = $2, dimension = $3, query_prefix = $4, passage_prefix = $5 WHERE id = $1 AND fingerprint IS NULL`,
    [indexVersionId, Buffer.from(fingerprint), dimension, queryPrefix, passagePrefix],
  )
  const { rows } = await pool.query<TargetIndex>(`SELECT ${targetIndexColumns} FROM index_version i WHERE i.id = $1`, [indexVersionId])
  const [frozen] = rows
  return frozen ? { dimension: frozen.dimension, queryPrefix: frozen.queryPrefix, passagePrefix: frozen.passagePrefix } : null
}

/** Returns the indexes of the same collection whose vectors are those of this one where the texts are the same. */
export async function findComparableIndexes(pool: Pool, indexVersionId: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number; own: Buffer; other: Buffer }>(
    `SELECT o.id, i.fingerprint AS own, o.fingerprint AS other
     FROM index_version i JOIN index_version o ON o.collection_id = i.collection_id AND o.embedding_model = i.embedding_model
       AND o.dimension = i.dimension AND o.passage_prefix = i.passage_prefix
     WHERE i.id = $1 AND i.fingerprint IS NOT NULL AND o.fingerprint IS NOT NULL`,
    [indexVersionId],
  )
  return rows.filter(({ own, other }) => isSameFingerprint(own, other)).map(({ id }) => id)
}
