// Collections in the product's own tables: made terms and vectors, which no model has to embed.
import { createCollection } from '@heddle/db/factories/knowledge'
import type { PrismaClient } from '@heddle/db/client'
import { blockChunks, computeMean, encodeBlock } from '@heddle/retrieval/sign-bits'
import { encodeVector } from '@heddle/retrieval/vectors'
import { indexSource } from '@heddle/retrieval/postings'
import { hash, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Pool } from 'pg'
import type { LexicalCorpus } from './lexical-corpus.ts'
import { nameTerm } from './term-names.ts'

const chunksPerSource = 100
/** Vectors that the mean is computed of, as in the product. */
const meanVectors = 1_000

export type WrittenCollection = {
  readonly id: string
  readonly tenantId: string
  readonly groupId: string
  /** Of the chunks, in the order of the corpus. */
  readonly chunkIds: readonly string[]
  readonly cpuMs: number
}

type Corpus = LexicalCorpus & { readonly vectors: readonly Float32Array[] }

/** Writes a collection of sources of 100 chunks each. */
export async function writeCollection(db: PrismaClient, pool: Pool, { terms, offsets, vectors }: Corpus): Promise<WrittenCollection> {
  const { id, tenantId, groupId, activeIndexId } = await createCollection(db)
  const indexId = activeIndexId ?? 0
  const mean = computeMean(vectors.slice(0, meanVectors))
  const frozen = { embeddingModel: 'measured', dimension: mean.length, mean: Buffer.from(encodeVector(mean)), meanCount: meanVectors }
  await db.indexVersion.update({ where: { id: indexId }, data: frozen })
  const chunkIds: string[] = []
  let cpuMs = 0
  for (let from = 0; from < offsets.length - 1; from += chunksPerSource) {
    const count = Math.min(chunksPerSource, offsets.length - 1 - from)
    const chunks = Array.from({ length: count }, (_, index) =>
      [...terms.subarray(offsets[from + index], offsets[from + index + 1])].map(nameTerm),
    )
    const before = process.cpuUsage()
    const { postings, lengths } = indexSource(chunks.map(countTerms))
    const { user, system } = process.cpuUsage(before)
    cpuMs += (user + system) / 1_000
    const ids = chunks.map(() => randomUUIDv7())
    chunkIds.push(...ids)
    const sourceId = await writeSource(pool, { collectionId: id, indexId, lengths, count })
    const rows = [
      sourceId,
      ids,
      chunks.map((words) => words.join(' ')),
      chunks.map((words) => words.length),
      ids.map((each) => hash('sha256', each, 'buffer')),
    ]
    await pool.query(
      `INSERT INTO chunk (id, indexed_source_id, number, text, heading_path, spans, token_count, hash)
       SELECT id, $1, index - 1, text, '{}', '[]', tokens, hash
       FROM unnest($2::uuid[], $3::text[], $4::int[], $5::bytea[]) WITH ORDINALITY AS c(id, text, tokens, hash, index)`,
      rows,
    )
    await pool.query(
      'INSERT INTO lexical_posting SELECT $1, term, $2, postings FROM unnest($3::bigint[], $4::bytea[]) AS p(term, postings)',
      [indexId, sourceId, [...postings.keys()].map(String), [...postings.values()].map((bytes) => Buffer.from(bytes))],
    )
    const own = vectors.slice(from, from + count)
    const numbered = own.map((vector, number) => ({ number, vector }))
    for (let number = 0; number < count; number += blockChunks) {
      const bits = Buffer.from(encodeBlock(numbered.slice(number, number + blockChunks), mean))
      await pool.query('INSERT INTO chunk_bits VALUES ($1, $2, $3, $4)', [indexId, sourceId, number / blockChunks, bits])
    }
    await pool.query(
      'INSERT INTO chunk_vector SELECT $1, $2, index - 1, embedding FROM unnest($3::bytea[]) WITH ORDINALITY AS v(embedding, index)',
      [indexId, sourceId, own.map((vector) => Buffer.from(encodeVector(vector)))],
    )
  }
  return { id, tenantId, groupId, chunkIds, cpuMs }
}

/** Without the keys of the postings while they are written, which takes a third of the time. */
export async function writeWithoutKeys<T>(pool: Pool, write: () => Promise<T>): Promise<T> {
  await pool.query('ALTER TABLE lexical_posting DROP CONSTRAINT lexical_posting_pkey')
  await pool.query('DROP INDEX lexical_posting_indexed_source_id_idx')
  const written = await write()
  await pool.query('ALTER TABLE lexical_posting ADD PRIMARY KEY (index_version_id, term, indexed_source_id)')
  await pool.query('CREATE INDEX lexical_posting_indexed_source_id_idx ON lexical_posting (indexed_source_id)')
  await settle(pool)
  return written
}

/** Ends the work that writing leaves to PostgreSQL, which would otherwise take place beside what is measured. */
export async function settle(pool: Pool): Promise<void> {
  await pool.query('VACUUM (ANALYZE)')
  await pool.query('CHECKPOINT')
}

function countTerms(words: readonly string[]) {
  const counts = new Map<string, { count: number }>()
  for (const word of words) counts.set(word, { count: (counts.get(word)?.count ?? 0) + 1 })
  return counts
}

type NewSource = { readonly collectionId: string; readonly indexId: number; readonly lengths: Uint8Array; readonly count: number }

async function writeSource(pool: Pool, { collectionId, indexId, lengths, count }: NewSource): Promise<number> {
  const [sourceId, versionId] = [randomUUIDv7(), randomUUIDv7()]
  await pool.query(
    `INSERT INTO source (id, collection_id, kind, title, state, updated_at) VALUES ($1, $2, 'text', 'Measured', 'indexed', now())`,
    [sourceId, collectionId],
  )
  await pool.query(
    `INSERT INTO source_version (id, source_id, storage_key, name, media_type, size_bytes, bytes_hash) VALUES ($1, $2, $3, 'text', 'text/plain', 1, '')`,
    [versionId, sourceId, randomUUID()],
  )
  await pool.query('UPDATE source SET active_version_id = $2 WHERE id = $1', [sourceId, versionId])
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO indexed_source (index_version_id, source_version_id, chunk_count, chunk_lengths, title)
     VALUES ($1, $2, $3, $4, 'Measured') RETURNING id`,
    [indexId, versionId, count, Buffer.from(lengths)],
  )
  return rows[0]?.id ?? 0
}

/** Returns the size of a table with its indexes, in megabytes. */
export async function readMegabytes(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ size: string }>('SELECT pg_total_relation_size($1) AS size', [table])
  return Number(rows[0]?.size ?? 0) / 1e6
}
