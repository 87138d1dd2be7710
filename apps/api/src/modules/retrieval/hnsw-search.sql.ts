// The nearest chunks of one index by pgvector's HNSW. Prisma cannot say it: a type and a table that the database may not have, and settings
// of one statement.
import { formatHalfVector } from '@heddle/retrieval/vectors'
import { vectorSchema } from '@heddle/db/vector-schema'
import type { Pool } from 'pg'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type ChunkKey, listScope, readKeys, type SearchedIndex, type SearchScope, sourcesSql } from './search.sql.ts'
import type { FoundBits, SignBitsCache } from './sign-bits-cache.ts'

/** Vectors that a scan keeps in its sight, and those that are returned: what the halves need twice over, as passages may be switched off. */
const hnswCandidates = 200
/** Of so few chunks, or of so small a part of the index, more of what a scan finds is refused than taken. */
const minScopeChunks = 5_000
const minScopeShare = 0.1

export type HnswCandidates = {
  /** Of each question. */
  readonly results: readonly {
    /** The nearest first. */
    readonly near: readonly ChunkKey[]
    /** Whether the scan ended before it had found enough: it gives up where the filters refuse nearly all. */
    readonly isShort: boolean
  }[]
  /** What is not in the HNSW index (yet), or all where that is too little to be searched by it. */
  readonly others: readonly FoundBits[]
}

type NearRow = { question: number; keys: Buffer | null; isUsed: boolean; hasOthers: boolean; isShort: boolean }

/**
 * Returns the nearest chunks of each question, and what has to be searched beside them, both of one moment. `relaxed_order` lets the scan go
 * on until enough of what it finds may be shown: the rights and filters are a condition of it. Throws what the database says when it has the
 * index no more.
 */
export async function findNearHnsw(
  { pool, signBits }: { readonly pool: Pool; readonly signBits: SignBitsCache },
  scope: SearchScope,
  { id, dimension }: Pick<SearchedIndex, 'id' | 'dimension'>,
  questions: readonly Float32Array[],
): Promise<HnswCandidates> {
  const text = `
    WITH sources AS MATERIALIZED (SELECT found.* FROM (${sourcesSql}) found WHERE found.index_version_id = ${id}),
    choice AS MATERIALIZED (
      SELECT chunks, others > 0 AS has_others, chunks >= ${minScopeChunks} AND chunks >= ${minScopeShare} * (
        SELECT sum(chunk_count) FROM indexed_source WHERE index_version_id = ${id}) AS is_used
      FROM (
        SELECT coalesce(sum(chunk_count) FILTER (WHERE is_in_hnsw), 0) AS chunks, count(*) FILTER (WHERE NOT is_in_hnsw) AS others FROM sources
      ) scope
    ),
    -- Materialized, else the text of a question is read again for each chunk.
    asked AS MATERIALIZED (
      SELECT vector::halfvec(${dimension}) AS vector, index FROM unnest($8::text[]) WITH ORDINALITY AS q(vector, index)
    )
    SELECT q.index::int - 1 AS question, near.keys, choice.is_used AS "isUsed", choice.has_others AS "hasOthers",
      choice.is_used AND coalesce(length(near.keys), 0) < 8 * least(choice.chunks, ${hnswCandidates}) AS "isShort"
    FROM choice CROSS JOIN asked q
    CROSS JOIN LATERAL (
      SELECT string_agg(int4send(n.indexed_source_id) || int4send(n.number), '') AS keys FROM (
        SELECT v.indexed_source_id, v.number FROM ${vectorSchema}.vectors_${id} v
        -- Without IS TRUE it is a join, which loses the order of the scan.
        WHERE (SELECT is_used FROM choice) AND (v.indexed_source_id IN (SELECT s.id FROM sources s WHERE s.is_in_hnsw)) IS TRUE
        ORDER BY v.embedding <#> q.vector LIMIT ${hnswCandidates}
      ) n
    ) near`
  return inTransaction(
    pool,
    async (client) => {
      const { rows } = await client.query<NearRow>({
        name: `find-near-hnsw-${id}`,
        text,
        values: [...listScope(scope), questions.map(formatHalfVector)],
      })
      const { isUsed = false, hasOthers = false } = rows[0] ?? {}
      const others = isUsed && !hasOthers ? [] : await signBits.find(client, scope, [id], isUsed)
      const found = new Map(rows.map((row) => [row.question, row]))
      const results = questions.map((_, question) => {
        const { keys, isShort = true } = found.get(question) ?? {}
        return { near: keys ? readKeys(keys) : [], isShort }
      })
      return { results, others }
    },
    `BEGIN ISOLATION LEVEL REPEATABLE READ; SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL hnsw.ef_search = ${hnswCandidates}`,
  )
}
