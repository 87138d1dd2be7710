// What a search reads. Prisma cannot say it: aggregates of bytes, distances of bit strings, and the caller's rights inside each statement.
import type { ChunkSpan } from '@heddle/contracts/knowledge/chunk'
import { type Language, languages } from '@heddle/contracts/languages'
import { vectorSchema } from '@heddle/db/vector-schema'
import type { Pool } from 'pg'
import { type ActorAccess, hasPermission } from '../../../permissions/actor.ts'
import { readableCollectionSql } from '../../../permissions/collection.permissions.ts'

/** What may be found, and for whom. */
export type SearchScope = {
  readonly actor: ActorAccess
  readonly collectionIds: readonly string[]
  readonly filters: { readonly tags?: readonly string[] | undefined; readonly languages?: readonly string[] | undefined }
  /** Whether the actor searches as one who manages all collections of the tenant, and not as a reader. */
  readonly asManager: boolean
  readonly today: Date
}

/** The values of `collectionsSql` and `sourcesSql`, $1 to $7. */
export const listScope = ({ actor, collectionIds, filters, asManager, today }: SearchScope) => [
  actor.tenantId,
  collectionIds,
  actor.memberships.map(({ groupId }) => groupId),
  asManager && hasPermission(actor, 'manage_knowledge'),
  today.toISOString().slice(0, 10),
  filters.tags ?? [],
  filters.languages ?? [],
]

const collectionsSql = `
  c.id = ANY($2::uuid[]) AND (${readableCollectionSql({ tenantId: '$1', groupIds: '$3' })} OR ($4::boolean AND c.tenant_id = $1::uuid))`

/** The contents that may be found: of readable collections, enabled, valid already, and no other than the active ones. */
export const sourcesSql = `
  SELECT x.id, x.index_version_id, x.chunk_count, x.chunk_lengths, x.hnsw_revision IS NOT DISTINCT FROM x.vector_revision AS is_in_hnsw,
    c.id AS collection_id, s.id AS source_id
  FROM collection c
  JOIN source s ON s.collection_id = c.id
  JOIN indexed_source x ON x.index_version_id = c.active_index_id AND x.source_version_id = s.active_version_id
  WHERE ${collectionsSql}
    AND s.enabled AND (s.valid_from IS NULL OR s.valid_from <= $5::date)
    AND (cardinality($6::text[]) = 0 OR s.tags && $6::text[])
    AND (cardinality($7::text[]) = 0 OR s.language = ANY($7::text[])
      OR ('other' = ANY($7::text[]) AND coalesce(s.language, '') NOT IN ('zhHant', 'en', 'ja', 'th', 'vi')))`

export type SearchedIndex = {
  readonly collectionId: string
  readonly id: number
  readonly rerankModel: string | null
  readonly embeddingModel: string | null
  readonly dimension: number | null
  readonly queryPrefix: string
  readonly passagePrefix: string
  readonly fingerprint: Buffer | null
  readonly mean: Buffer | null
  /** Whether there is an HNSW index of its vectors. */
  readonly hasHnsw: boolean
}

/** Returns the active indexes of the collections that the actor may search. */
export async function findSearchedIndexes(pool: Pool, scope: SearchScope): Promise<SearchedIndex[]> {
  const { rows } = await pool.query<SearchedIndex>({
    name: 'find-searched-indexes',
    text: `
      SELECT c.id AS "collectionId", i.id, c.rerank_model AS "rerankModel", i.embedding_model AS "embeddingModel", i.dimension,
        i.query_prefix AS "queryPrefix", i.passage_prefix AS "passagePrefix", i.fingerprint, i.mean,
        to_regclass('${vectorSchema}.vectors_' || i.id) IS NOT NULL AS "hasHnsw"
      FROM collection c JOIN index_version i ON i.id = c.active_index_id
      WHERE ${collectionsSql}
      ORDER BY c.id`,
    values: listScope(scope).slice(0, 4),
  })
  return rows
}

/** Returns the languages of the contents that may be found, the one with the most chunks first; others than those of the product are left out. */
export async function findDocumentLanguages(pool: Pool, scope: SearchScope): Promise<Language[]> {
  const { rows } = await pool.query<{ language: Language }>({
    name: 'find-document-languages',
    text: `
      SELECT s.language
      FROM (${sourcesSql}) found JOIN source s ON s.id = found.source_id
      WHERE s.language = ANY($8::text[])
      GROUP BY s.language
      ORDER BY sum(length(found.chunk_lengths)) DESC, s.language`,
    values: [...listScope(scope), [...languages]],
  })
  return rows.map(({ language }) => language)
}

/** Where a chunk is: the id of an indexed source, and its number there. */
export type ChunkKey = { readonly indexedSourceId: number; readonly number: number }

export type LexicalRows = {
  readonly sources: readonly { readonly id: number; readonly indexVersionId: number; readonly lengths: Buffer }[]
  /** By the index of the term that was asked for; a source by its index above. */
  readonly postings: ReadonlyMap<number, readonly { readonly source: number; readonly bytes: Buffer }[]>
  /** The chunks that are switched off. */
  readonly disabled: readonly ChunkKey[]
}

const sourcesRow = -1
const disabledRow = -2

/**
 * Returns the contents that may be found with the postings of some terms, all of one moment. The rows of a term come as one: the driver
 * takes longer for a row than the database for a posting.
 *
 * @param terms `hashTerm` of each
 */
export async function findPostings(pool: Pool, scope: SearchScope, terms: readonly bigint[]): Promise<LexicalRows> {
  const { rows } = await pool.query<{ term: number; bytes: Buffer | null }>({
    name: 'find-postings',
    text: `
        WITH sources AS MATERIALIZED (SELECT row_number() OVER (ORDER BY id)::int - 1 AS number, * FROM (${sourcesSql}) found),
        found AS MATERIALIZED (
          SELECT t.index, p.indexed_source_id, p.postings
          FROM unnest($8::bigint[]) WITH ORDINALITY AS t(term, index)
          CROSS JOIN (SELECT DISTINCT index_version_id FROM sources) v
          -- OFFSET 0: by the whole key, else the rows that other indexes have of the term may be read too.
          CROSS JOIN LATERAL (
            SELECT own.indexed_source_id, own.postings FROM lexical_posting own
            WHERE own.index_version_id = v.index_version_id AND own.term = t.term OFFSET 0
          ) p
        )
        SELECT ${sourcesRow}::int AS term,
          string_agg(int4send(id) || int4send(index_version_id) || int4send(length(chunk_lengths)) || chunk_lengths, '' ORDER BY number) AS bytes
        FROM sources
        UNION ALL
        SELECT ${disabledRow}, string_agg(int4send(k.indexed_source_id) || int4send(k.number), '')
        FROM sources JOIN chunk k ON k.indexed_source_id = sources.id AND NOT k.enabled
        UNION ALL
        SELECT f.index::int - 1, string_agg(int4send(s.number) || int4send(length(f.postings)) || f.postings, '')
        FROM found f JOIN sources s ON s.id = f.indexed_source_id
        GROUP BY f.index`,
    values: [...listScope(scope), terms.map(String)],
  })
  const bytesOf = (row: number) => rows.find(({ term }) => term === row)?.bytes ?? Buffer.alloc(0)
  return {
    sources: [...readRecords(bytesOf(sourcesRow), 3)].map(([[id = 0, indexVersionId = 0], lengths]) => ({ id, indexVersionId, lengths })),
    postings: new Map(
      rows
        .filter(({ term }) => term >= 0)
        .map(({ term, bytes }) => [
          term,
          [...readRecords(bytes ?? Buffer.alloc(0), 2)].map(([[source = 0], own]) => ({ source, bytes: own })),
        ]),
    ),
    disabled: [...readPairs(bytesOf(disabledRow))],
  }
}

/** Yields records of some numbers, four bytes each, the last of which is the length of the bytes that follow. */
function* readRecords(bytes: Buffer, numbers: number): Generator<[number[], Buffer]> {
  for (let at = 0; at < bytes.length;) {
    const read: number[] = []
    for (let index = 0; index < numbers; index++) read.push(bytes.readInt32BE(at + index * 4))
    const from = at + numbers * 4
    at = from + (read.at(-1) ?? 0)
    yield [read, bytes.subarray(from, at)]
  }
}

export function* readPairs(bytes: Buffer): Generator<ChunkKey> {
  for (let at = 0; at < bytes.length; at += 8) yield { indexedSourceId: bytes.readInt32BE(at), number: bytes.readInt32BE(at + 4) }
}

export type VectorQuestion = {
  readonly indexVersionId: number
  /** `computeSignBits` around the mean of the index. */ readonly bits: string
}

export type NearChunk = ChunkKey & { /** One a dimension, the first the highest of the first byte. */ readonly bits: Buffer }

/** Returns for each question the chunks whose sign bits are nearest, in no order. Those of a question come as one row. */
export async function findNearBits(
  pool: Pool,
  scope: SearchScope,
  questions: readonly VectorQuestion[],
  candidates: number,
): Promise<NearChunk[][]> {
  const { rows } = await pool.query<{ question: number; bytes: Buffer }>({
    name: 'find-near-bits',
    text: `
      WITH sources AS MATERIALIZED (${sourcesSql}),
      -- Materialized, else the text of a question is read again for each chunk.
      asked AS MATERIALIZED (
        SELECT index_version_id, bits::bit varying AS bits, index
        FROM unnest($8::int[], $9::text[]) WITH ORDINALITY AS q(index_version_id, bits, index)
      )
      SELECT q.index::int - 1 AS question,
        string_agg(int4send(near.indexed_source_id) || int4send(near.number) || int4send((length(near.bits) + 7) / 8)
          || substr(varbit_send(near.bits), 5), '') AS bytes
      FROM asked q
      CROSS JOIN LATERAL (
        SELECT b.indexed_source_id, b.number, b.bits
        FROM sources s
        -- OFFSET 0: a content at a time, else the bits of all indexes may be read.
        CROSS JOIN LATERAL (
          SELECT own.indexed_source_id, own.number, own.bits FROM chunk_bits own
          WHERE own.index_version_id = s.index_version_id AND own.indexed_source_id = s.id OFFSET 0
        ) b
        WHERE s.index_version_id = q.index_version_id
        ORDER BY bit_count(b.bits # q.bits) LIMIT $10
      ) near
      GROUP BY q.index`,
    values: [...listScope(scope), questions.map(({ indexVersionId }) => indexVersionId), questions.map(({ bits }) => bits), candidates],
  })
  const found = new Map(rows.map(({ question, bytes }) => [question, bytes]))
  return questions.map((_, question) => readNearChunks(found.get(question) ?? Buffer.alloc(0)))
}

/** Reads chunks with their bits, as one row has them. */
export const readNearChunks = (bytes: Buffer): NearChunk[] =>
  [...readRecords(bytes, 3)].map(([[indexedSourceId = 0, number = 0], bits]) => ({ indexedSourceId, number, bits }))

export type VectorRow = ChunkKey & { readonly embedding: Buffer }

/** Returns the vectors of some chunks, in no order. */
export async function findVectors(pool: Pool, scope: SearchScope, keys: readonly ChunkKey[]): Promise<VectorRow[]> {
  const { rows } = await pool.query<VectorRow>({
    name: 'find-searched-vectors',
    text: `
      WITH sources AS MATERIALIZED (SELECT found.* FROM (${sourcesSql}) found WHERE found.id = ANY($8::int[]))
      SELECT v.indexed_source_id AS "indexedSourceId", v.number, v.embedding
      FROM unnest($8::int[], $9::int[]) AS w(indexed_source_id, number)
      JOIN sources s ON s.id = w.indexed_source_id
      JOIN chunk_vector v ON v.index_version_id = s.index_version_id AND v.indexed_source_id = w.indexed_source_id AND v.number = w.number`,
    values: [...listScope(scope), keys.map(({ indexedSourceId }) => indexedSourceId), keys.map(({ number }) => number)],
  })
  return rows
}

export type FoundChunk = ChunkKey & {
  readonly id: string
  readonly text: string
  readonly repeatedLength: number
  readonly headingPath: readonly string[]
  readonly spans: readonly ChunkSpan[]
  readonly pageFrom: number | null
  readonly pageTo: number | null
  readonly tokenCount: number
  /** Of what is embedded, in hexadecimal digits. */
  readonly hash: string
  readonly collection: { readonly id: string; readonly copyright: unknown; readonly allowsPreview: boolean }
  readonly source: {
    readonly id: string
    readonly title: string
    readonly language: string | null
    /** Days, as `2026-12-31`; the last one is included. */
    readonly validFrom: string | null
    readonly validUntil: string | null
    readonly isExpired: boolean
    readonly replacedBy: { readonly id: string; readonly title: string } | null
    readonly createdAt: string
  }
}

/** Returns those of some chunks that may be found, in no order. */
export async function findChunks(pool: Pool, scope: SearchScope, keys: readonly ChunkKey[]): Promise<FoundChunk[]> {
  const { rows } = await pool.query<FoundChunk>({
    name: 'find-searched-chunks',
    text: `
      WITH wanted AS (SELECT * FROM unnest($8::int[], $9::int[]) AS w(indexed_source_id, number)),
      sources AS (SELECT found.* FROM (${sourcesSql}) found WHERE found.id = ANY($8::int[]))
      SELECT k.id, k.indexed_source_id AS "indexedSourceId", k.number, k.text, k.repeated_length AS "repeatedLength",
        k.heading_path AS "headingPath", k.spans, k.page_from AS "pageFrom", k.page_to AS "pageTo", k.token_count AS "tokenCount",
        encode(k.hash, 'hex') AS hash,
        jsonb_build_object('id', c.id, 'copyright', c.copyright, 'allowsPreview', c.allows_preview) AS collection,
        jsonb_build_object('id', s.id, 'title', s.title, 'language', s.language, 'validFrom', s.valid_from, 'validUntil', s.valid_until,
          'isExpired', coalesce(s.valid_until < $5::date, false), 'createdAt', s.created_at,
          'replacedBy', CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('id', r.id, 'title', r.title) END) AS source
      FROM wanted w
      JOIN sources f ON f.id = w.indexed_source_id
      JOIN chunk k ON k.indexed_source_id = w.indexed_source_id AND k.number = w.number AND k.enabled
      JOIN source s ON s.id = f.source_id
      JOIN collection c ON c.id = f.collection_id
      LEFT JOIN source r ON r.id = s.replaced_by_id AND r.collection_id = s.collection_id`,
    values: [...listScope(scope), keys.map(({ indexedSourceId }) => indexedSourceId), keys.map(({ number }) => number)],
  })
  return rows
}
