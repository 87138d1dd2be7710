// What a search reads. Prisma cannot say it: aggregates of bytes, distances of bit strings, and the caller's rights inside each statement.
import type { ChunkSpan } from '@heddle/contracts/document/chunk-span'
import type { ReadingFinding } from '@heddle/contracts/document/reading'
import { type Language, languages } from '@heddle/contracts/languages'
import { vectorSchema } from '@heddle/db/vector-schema'
import { decodeLengths, lengthBytes } from '@heddle/retrieval/postings'
import { hash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { type ActorAccess, hasPermission } from '../../platform/permissions/actor.ts'
import { tenantDaySql } from '../../platform/database/time-zone.sql.ts'
import { readableResourceSql } from '../../platform/permissions/resource.permissions.ts'

/** What may be found, and for whom. */
export type SearchScope = {
  readonly actor: ActorAccess
  readonly collectionIds: readonly string[]
  readonly filters: { readonly tags?: readonly string[] | undefined; readonly languages?: readonly string[] | undefined }
  /** Whether the actor searches as one who manages all collections of the tenant, and not as a reader. */
  readonly asManager: boolean
  /** The validity of a source is that of the tenant's day at this time. */
  readonly at: Date
}

/** The values of `collectionsSql` and `sourcesSql`, $1 to $7. */
export const listScope = ({ actor, collectionIds, filters, asManager, at }: SearchScope) => [
  actor.tenantId,
  collectionIds,
  actor.memberships.map(({ groupId }) => groupId),
  asManager && hasPermission(actor, 'manage_knowledge'),
  at,
  filters.tags ?? [],
  filters.languages ?? [],
]

const collectionsSql = `
  c.id = ANY($2::uuid[]) AND (${readableResourceSql({ tenantId: '$1', groupIds: '$3' })} OR ($4::boolean AND c.tenant_id = $1::uuid))`

const languageList = languages.map((language) => `'${language}'`).join(', ')

const todaySql = tenantDaySql({ tenantId: '$1', at: '$5' })

/** The contents that may be found: of readable collections, enabled, valid already, and no other than the active ones. */
export const sourcesSql = `
  SELECT x.id, x.index_version_id, x.chunk_count, x.chunk_lengths, x.lexical_revision, x.vector_revision, x.hnsw_revision IS NOT DISTINCT FROM x.vector_revision AS is_in_hnsw,
    c.id AS collection_id, s.id AS source_id
  FROM collection c
  JOIN source s ON s.collection_id = c.id
  JOIN indexed_source x ON x.index_version_id = c.active_index_id AND x.source_version_id = s.active_version_id
  WHERE ${collectionsSql}
    AND s.enabled AND (s.valid_from IS NULL OR s.valid_from <= ${todaySql})
    AND (cardinality($6::text[]) = 0 OR s.tags && $6::text[])
    AND (cardinality($7::text[]) = 0 OR s.language = ANY($7::text[])
      OR ('other' = ANY($7::text[]) AND coalesce(s.language, '') NOT IN (${languageList})))`

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
      ORDER BY sum(found.chunk_count) DESC, s.language`,
    values: [...listScope(scope), [...languages]],
  })
  return rows.map(({ language }) => language)
}

/** Where a chunk is: the id of an indexed source, and its number there. */
export type ChunkKey = { readonly indexedSourceId: number; readonly number: number }

/** A key of maps and sets. */
export const nameChunk = ({ indexedSourceId, number }: ChunkKey) => `${indexedSourceId}/${number}`

/** The contents that may be found, ordered by their ids. */
export type SearchedContents = {
  readonly sources: readonly { readonly id: number; readonly indexVersionId: number; readonly chunkCount: number }[]
  /** Of the chunks of all sources, one source after the other. */
  readonly lengths: Uint16Array
  /** Of the list of contents with the revisions of their postings: the same digest, the same postings. */
  readonly digest: string
}

export type AskedTerm = {
  /** Of `hashTerm`. */
  readonly key: bigint
  /** Whether its postings are known for the contents of the known digest. */
  readonly isKnown: boolean
}

export type LexicalRows = {
  /** Null while they are those of the known digest. */
  readonly contents: SearchedContents | null
  /**
   * By the index of the term that was asked for, as `rankByBm25` reads them; of terms that no content has there are none, and none of known
   * ones unless the contents are others.
   */
  readonly postings: ReadonlyMap<number, readonly Buffer[]>
  /** The chunks that are switched off. */
  readonly disabled: readonly ChunkKey[]
}

const sourcesRow = -1
const lengthsRow = -2
const disabledRow = -3
/** The postings of a term come as a row of so many sources: the driver takes longer for a row than the database for a posting. */
const sourcesPerRow = 100

/**
 * Returns the contents that may be found with the postings of some terms, all of one moment. What is known of the contents with a digest is
 * left out while they are the ones that may be found.
 */
export async function findPostings(
  pool: Pool,
  scope: SearchScope,
  terms: readonly AskedTerm[],
  knownDigest: string | null,
): Promise<LexicalRows> {
  const { rows } = await pool.query<{ term: number; bytes: Buffer | null }>({
    name: 'find-postings',
    text: `
        WITH sources AS MATERIALIZED (SELECT row_number() OVER (ORDER BY id)::int - 1 AS number, * FROM (${sourcesSql}) found),
        list AS (
          SELECT string_agg(int4send(id) || int4send(index_version_id) || int4send(length(chunk_lengths) / ${lengthBytes})
            || int4send(lexical_revision), '' ORDER BY number) AS bytes
          FROM sources
        ),
        contents AS MATERIALIZED (SELECT bytes, coalesce(encode(sha256(bytes), 'hex') <> $10::text, true) AS is_other FROM list),
        found AS MATERIALIZED (
          SELECT t.index, p.indexed_source_id, p.postings
          FROM unnest($8::bigint[], $9::boolean[]) WITH ORDINALITY AS t(term, is_known, index)
          CROSS JOIN (SELECT DISTINCT index_version_id FROM sources) v
          -- OFFSET 0: by the whole key, else the rows that other indexes have of the term may be read too.
          CROSS JOIN LATERAL (
            SELECT own.indexed_source_id, own.postings FROM lexical_posting own
            WHERE own.index_version_id = v.index_version_id AND own.term = t.term OFFSET 0
          ) p
          WHERE NOT t.is_known OR (SELECT is_other FROM contents)
        )
        SELECT ${sourcesRow}::int AS term, bytes FROM contents WHERE is_other
        UNION ALL
        SELECT ${lengthsRow}, string_agg(chunk_lengths, '' ORDER BY number) FROM sources WHERE (SELECT is_other FROM contents)
        UNION ALL
        SELECT ${disabledRow}, string_agg(int4send(k.indexed_source_id) || int4send(k.number), '')
        FROM sources JOIN chunk k ON k.indexed_source_id = sources.id AND NOT k.enabled
        UNION ALL
        SELECT f.index::int - 1, string_agg(int4send(s.number) || int4send(length(f.postings)) || f.postings, '')
        FROM found f JOIN sources s ON s.id = f.indexed_source_id
        GROUP BY f.index, s.number / ${sourcesPerRow}`,
    values: [...listScope(scope), terms.map(({ key }) => String(key)), terms.map(({ isKnown }) => isKnown), knownDigest],
  })
  const byTerm = Map.groupBy(rows, ({ term }) => term)
  const bytesOf = (row: number) => byTerm.get(row)?.[0]?.bytes ?? Buffer.alloc(0)
  return {
    contents: byTerm.has(sourcesRow) ? readContents(bytesOf(sourcesRow), bytesOf(lengthsRow)) : null,
    postings: new Map([...byTerm].map(([term, parts]) => [term, parts.flatMap(({ bytes }) => bytes ?? [])])),
    disabled: readKeys(bytesOf(disabledRow)),
  }
}

const readContents = (list: Buffer, lengths: Buffer): SearchedContents => ({
  sources: readRecords(list, 4, (numberAt) => ({ id: numberAt(0), indexVersionId: numberAt(1), chunkCount: numberAt(2) })),
  lengths: decodeLengths(lengths),
  digest: hash('sha256', list, 'hex'),
})

/** Reads records of `count` numbers of four bytes each. */
const readRecords = <Value>(bytes: Buffer, count: number, read: (numberAt: (index: number) => number) => Value): Value[] =>
  Array.from({ length: bytes.length / (count * 4) }, (_, record) => read((index) => bytes.readInt32BE((record * count + index) * 4)))

/** Reads ids of indexed sources with numbers of their chunks. */
export const readKeys = (bytes: Buffer): ChunkKey[] =>
  readRecords(bytes, 2, (numberAt) => ({ indexedSourceId: numberAt(0), number: numberAt(1) }))

/** A content whose sign bits are searched, and what they are known by: they change with either number. */
export type SignedContent = {
  readonly id: number
  readonly indexVersionId: number
  readonly vectorRevision: number
  readonly meanCount: number
}

/** Returns all that may be found in some indexes; `withoutHnsw` leaves out the contents that the HNSW index has. */
export async function findSignedContents(
  queryable: Pool | PoolClient,
  scope: SearchScope,
  indexVersionIds: readonly number[],
  withoutHnsw: boolean,
): Promise<SignedContent[]> {
  const { rows } = await queryable.query<{ bytes: Buffer | null }>({
    name: 'find-signed-contents',
    text: `
      SELECT string_agg(int4send(s.id) || int4send(i.id) || int4send(s.vector_revision) || int4send(i.mean_count), '') AS bytes
      FROM (${sourcesSql}) s JOIN index_version i ON i.id = s.index_version_id
      WHERE i.id = ANY($8::int[]) AND NOT ($9::boolean AND s.is_in_hnsw)`,
    values: [...listScope(scope), indexVersionIds, withoutHnsw],
  })
  return readRecords(rows[0]?.bytes ?? Buffer.alloc(0), 4, (numberAt) => ({
    id: numberAt(0),
    indexVersionId: numberAt(1),
    vectorRevision: numberAt(2),
    meanCount: numberAt(3),
  }))
}

/** All blocks of a content, of `encodeBlock`; null when it has none. */
export type SignBits = Omit<SignedContent, 'indexVersionId'> & { readonly bits: Buffer | null }

/** Returns the sign bits of contents that `findSignedContents` has found. */
export async function findSignBits(queryable: Pool | PoolClient, ids: readonly number[]): Promise<SignBits[]> {
  const { rows } = await queryable.query<SignBits>({
    name: 'find-sign-bits',
    text: `
      SELECT x.id, x.vector_revision AS "vectorRevision", i.mean_count AS "meanCount", (
        SELECT string_agg(b.bits, '' ORDER BY b.block) FROM chunk_bits b WHERE b.index_version_id = i.id AND b.indexed_source_id = x.id
      ) AS bits
      FROM indexed_source x JOIN index_version i ON i.id = x.index_version_id
      WHERE x.id = ANY($1::int[])`,
    values: [ids],
  })
  return rows
}

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
      -- OFFSET 0: by the whole key, else all vectors of a source may be read for each chunk.
      CROSS JOIN LATERAL (
        SELECT own.indexed_source_id, own.number, own.embedding FROM chunk_vector own
        WHERE own.index_version_id = s.index_version_id AND own.indexed_source_id = w.indexed_source_id AND own.number = w.number OFFSET 0
      ) v`,
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
    /** Of the searched content. */
    readonly findings: readonly ReadingFinding[]
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
        jsonb_build_object('id', c.id, 'copyright', c.copyright, 'allowsPreview', c.allows_preview) AS collection,
        jsonb_build_object('id', s.id, 'title', s.title, 'language', s.language, 'validFrom', s.valid_from, 'validUntil', s.valid_until,
          'isExpired', coalesce(s.valid_until < ${todaySql}, false), 'createdAt', s.created_at, 'findings', coalesce(v.findings, '[]'),
          'replacedBy', CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('id', r.id, 'title', r.title) END) AS source
      FROM wanted w
      JOIN sources f ON f.id = w.indexed_source_id
      JOIN chunk k ON k.indexed_source_id = w.indexed_source_id AND k.number = w.number AND k.enabled
      JOIN source s ON s.id = f.source_id
      JOIN collection c ON c.id = f.collection_id
      LEFT JOIN source_version v ON v.id = s.active_version_id
      LEFT JOIN source r ON r.id = s.replaced_by_id AND r.collection_id = s.collection_id`,
    values: [...listScope(scope), keys.map(({ indexedSourceId }) => indexedSourceId), keys.map(({ number }) => number)],
  })
  return rows
}
