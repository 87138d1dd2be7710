// The HNSW indexes of pgvector, a table of each large index version (Y. Malkov and D. Yashunin, "Efficient and robust approximate nearest
// neighbor search using Hierarchical Navigable Small World graphs", 2016). Prisma cannot say it: tables that are made while the worker runs,
// and a type that the database may not have.
import { vectorSchema } from '@heddle/db/vector-schema'
import { decodeVector, formatHalfVector } from '@heddle/retrieval/vectors'
import type { Pool, PoolClient } from 'pg'

/** Dimensions that an HNSW index of `halfvec` may have. */
const maxDimension = 4_000
/** Vectors of one statement: some seconds on a busy machine. */
const vectorsPerStatement = 250

const nameTable = (indexVersionId: number) => `${vectorSchema}.vectors_${indexVersionId}`

/** Returns whether the server has pgvector now, and the migrator has made the schema. */
export async function canKeepHnsw(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ canKeep: boolean }>(
    `SELECT to_regnamespace($1) IS NOT NULL AND to_regtype('halfvec') IS NOT NULL AND EXISTS (
       SELECT FROM pg_available_extensions WHERE name = 'vector' AND installed_version IS NOT NULL) AS "canKeep"`,
    [vectorSchema],
  )
  return rows[0]?.canKeep ?? false
}

export type LargeIndex = { readonly id: number; readonly dimension: number }

/** Returns the indexes that are searched, or built, and have at least `minChunks` chunks. */
export async function findLargeIndexes(pool: Pool, minChunks: number): Promise<LargeIndex[]> {
  const { rows } = await pool.query<LargeIndex>(
    `SELECT i.id, i.dimension FROM index_version i JOIN indexed_source x ON x.index_version_id = i.id
     WHERE i.state IN ('building', 'active') AND i.dimension BETWEEN 1 AND ${maxDimension}
     GROUP BY i.id HAVING sum(x.chunk_count) >= $1 ORDER BY i.id`,
    [minChunks],
  )
  return rows
}

/**
 * Drops the tables of indexes that are neither searched nor built any more, and of those that have become less than half as large as one that
 * gets a table.
 */
export async function dropUnusedTables(pool: Pool, minChunks: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'r' AND NOT EXISTS (
       SELECT FROM index_version i JOIN indexed_source x ON x.index_version_id = i.id
       WHERE 'vectors_' || i.id = c.relname AND i.state IN ('building', 'active')
       GROUP BY i.id HAVING 2 * sum(x.chunk_count) >= $2)`,
    [vectorSchema, minChunks],
  )
  for (const { name } of rows) await pool.query(`DROP TABLE ${name}`)
}

/** Makes the empty table of an index, in the transaction of `client`; changes nothing when it is there. */
export async function ensureTable(client: PoolClient, { id, dimension }: LargeIndex): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [nameTable(id)])
  if (rows[0]?.isThere) return
  await client.query(
    `CREATE TABLE ${nameTable(id)} (indexed_source_id int, number int, embedding halfvec(${dimension}) NOT NULL,
       PRIMARY KEY (indexed_source_id, number));
     CREATE INDEX ON ${nameTable(id)} USING hnsw (embedding halfvec_ip_ops)`,
  )
  // Of a table that was dropped, or of the server that a backup came from.
  await client.query('UPDATE indexed_source SET hnsw_revision = NULL WHERE index_version_id = $1', [id])
}

/** Removes the vectors of contents that are gone. */
export async function removeGoneContents(pool: Pool, { id }: LargeIndex): Promise<void> {
  // The ids by jumps over the key: reading all of the table each minute would cost more than it removes.
  await pool.query(
    `WITH RECURSIVE copied AS (
       SELECT min(indexed_source_id) AS id FROM ${nameTable(id)}
       UNION ALL
       SELECT (SELECT min(indexed_source_id) FROM ${nameTable(id)} WHERE indexed_source_id > copied.id) FROM copied WHERE copied.id IS NOT NULL
     )
     DELETE FROM ${nameTable(id)} v USING copied
     WHERE v.indexed_source_id = copied.id AND NOT EXISTS (SELECT FROM indexed_source x WHERE x.id = copied.id)`,
  )
}

export type ChangedContent = { readonly id: number; readonly vectorRevision: number }

/** Returns the first contents whose vectors are complete, and not as they are in the HNSW index. */
export async function findChangedContents(pool: Pool, { id }: LargeIndex, max: number): Promise<ChangedContent[]> {
  const { rows } = await pool.query<ChangedContent>(
    `SELECT x.id, x.vector_revision AS "vectorRevision" FROM indexed_source x
     WHERE x.index_version_id = $1 AND x.hnsw_revision IS DISTINCT FROM x.vector_revision AND x.chunk_count = (
       SELECT count(*) FROM chunk_vector v WHERE v.index_version_id = $1 AND v.indexed_source_id = x.id)
     ORDER BY x.id LIMIT $2`,
    [id, max],
  )
  return rows
}

/** Copies the vectors of a content. Until its end, and when one is changed meanwhile, the content is searched without the index. */
export async function copyIndexContent(
  pool: Pool,
  { id: indexVersionId }: LargeIndex,
  { id, vectorRevision }: ChangedContent,
  signal: AbortSignal,
) {
  const table = nameTable(indexVersionId)
  await pool.query(`DELETE FROM ${table} WHERE indexed_source_id = $1`, [id])
  for (let after = -1; ;) {
    signal.throwIfAborted()
    const { rows } = await pool.query<{ number: number; embedding: Buffer }>(
      `SELECT number, embedding FROM chunk_vector WHERE index_version_id = $1 AND indexed_source_id = $2 AND number > $3
       ORDER BY number LIMIT ${vectorsPerStatement}`,
      [indexVersionId, id, after],
    )
    const last = rows.at(-1)
    if (!last) break
    await pool.query(
      `INSERT INTO ${table} (indexed_source_id, number, embedding)
       SELECT $1, number, embedding::halfvec FROM unnest($2::int[], $3::text[]) AS v(number, embedding) ON CONFLICT DO NOTHING`,
      [id, rows.map(({ number }) => number), rows.map(({ embedding }) => formatHalfVector(decodeVector(embedding)))],
    )
    after = last.number
  }
  await pool.query('UPDATE indexed_source SET hnsw_revision = $2 WHERE id = $1', [id, vectorRevision])
}
