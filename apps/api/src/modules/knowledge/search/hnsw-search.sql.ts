// The nearest chunks of one index by pgvector's HNSW. Prisma cannot say it: a type and a table that the database may not have, and settings
// of one statement.
import { vectorSchema } from '@heddle/db/vector-schema'
import type { Pool } from 'pg'
import { inTransaction } from '../../../database/transaction.ts'
import { writeHalfVector } from '../ingest/hnsw-index.sql.ts'
import {
  type ChunkKey,
  listScope,
  type NearChunk,
  readNearChunks,
  readPairs,
  type SearchedIndex,
  type SearchScope,
  sourcesSql,
} from './search.sql.ts'

/** Vectors that a scan keeps in its sight, and those that are returned: what the halves need twice over, as passages may be switched off. */
const hnswCandidates = 200
/** Of so few chunks, or of so small a part of the index, more of what a scan finds is refused than taken. */
const minScopeChunks = 5_000
const minScopeShare = 0.1

export type HnswQuestion = {
  readonly vector: Float32Array
  /** `computeSignBits` around the mean of the index. */
  readonly bits: string
}

export type HnswResult = {
  /** Those of the HNSW index, the nearest first. */
  readonly near: readonly ChunkKey[]
  /** The nearest by their sign bits of what is not in that index (yet), in no order. */
  readonly scanned: readonly NearChunk[]
  /** Whether the scan ended before it had found enough: it gives up where the filters refuse nearly all. */
  readonly isShort: boolean
}

/**
 * Returns the nearest chunks of each question. `relaxed_order` lets the scan go on until enough of what it finds may be shown: the rights and
 * filters are a condition of it. Throws what the database says when it has the index no more.
 */
export async function findNearHnsw(
  pool: Pool,
  scope: SearchScope,
  { id, dimension }: Pick<SearchedIndex, 'id' | 'dimension'>,
  questions: readonly HnswQuestion[],
  bitCandidates: number,
): Promise<HnswResult[]> {
  const text = `
    WITH sources AS MATERIALIZED (SELECT found.* FROM (${sourcesSql}) found WHERE found.index_version_id = ${id}),
    choice AS MATERIALIZED (
      SELECT chunks, chunks >= ${minScopeChunks} AND chunks >= ${minScopeShare} * (
        SELECT sum(chunk_count) FROM indexed_source WHERE index_version_id = ${id}) AS is_used
      FROM (SELECT coalesce(sum(chunk_count) FILTER (WHERE is_in_hnsw), 0) AS chunks FROM sources) scope
    ),
    -- Materialized, else the text of a question is read again for each chunk.
    asked AS MATERIALIZED (
      SELECT vector::halfvec(${dimension}) AS vector, bits::bit varying AS bits, index
      FROM unnest($8::text[], $9::text[]) WITH ORDINALITY AS q(vector, bits, index)
    )
    SELECT q.index::int - 1 AS question, near.keys, scanned.bytes,
      choice.is_used AND coalesce(length(near.keys), 0) < 8 * least(choice.chunks, ${hnswCandidates}) AS "isShort"
    FROM choice CROSS JOIN asked q
    CROSS JOIN LATERAL (
      SELECT string_agg(int4send(n.indexed_source_id) || int4send(n.number), '') AS keys FROM (
        SELECT v.indexed_source_id, v.number FROM ${vectorSchema}.vectors_${id} v
        -- Without IS TRUE it is a join, which loses the order of the scan.
        WHERE (SELECT is_used FROM choice) AND (v.indexed_source_id IN (SELECT s.id FROM sources s WHERE s.is_in_hnsw)) IS TRUE
        ORDER BY v.embedding <#> q.vector LIMIT ${hnswCandidates}
      ) n
    ) near
    CROSS JOIN LATERAL (
      SELECT string_agg(int4send(b.indexed_source_id) || int4send(b.number) || int4send((length(b.bits) + 7) / 8)
        || substr(varbit_send(b.bits), 5), '') AS bytes
      FROM (
        SELECT own.* FROM sources s
        CROSS JOIN LATERAL (
          SELECT c.indexed_source_id, c.number, c.bits FROM chunk_bits c WHERE c.index_version_id = ${id} AND c.indexed_source_id = s.id OFFSET 0
        ) own
        WHERE NOT (s.is_in_hnsw AND (SELECT is_used FROM choice))
        ORDER BY bit_count(own.bits # q.bits) LIMIT $10
      ) b
    ) scanned`
  const values = [
    ...listScope(scope),
    questions.map(({ vector }) => writeHalfVector(vector)),
    questions.map(({ bits }) => bits),
    bitCandidates,
  ]
  const { rows } = await inTransaction(
    pool,
    (client) =>
      client.query<{ question: number; keys: Buffer | null; bytes: Buffer | null; isShort: boolean }>({
        name: `find-near-hnsw-${id}`,
        text,
        values,
      }),
    `BEGIN; SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL hnsw.ef_search = ${hnswCandidates}`,
  )
  const found = new Map(rows.map((row) => [row.question, row]))
  return questions.map((_, question) => {
    const { keys, bytes, isShort = false } = found.get(question) ?? {}
    return { near: keys ? [...readPairs(keys)] : [], scanned: bytes ? readNearChunks(bytes) : [], isShort }
  })
}
