// Writes a content into an index. Prisma cannot say it: arrays of thousands of chunks and postings are sent as one statement.
import { randomUUIDv7 } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { IndexableContent } from './cut-chunks.ts'

/** Rows of one statement: about a megabyte of parameters. */
const chunksPerStatement = 500
const postingsPerStatement = 10_000

export type IndexedChunk = { readonly number: number; readonly text: string; readonly headingPath: string[]; readonly hash: Buffer }

export type IndexedContent = { readonly indexVersionId: number; readonly sourceVersionId: string }

/**
 * Writes chunks with their postings, in the transaction of `client`; returns the id of the indexed source. Of two writers of the same content
 * the second one waits for the first and changes nothing.
 */
export async function writeIndexedSource(
  client: PoolClient,
  { indexVersionId, sourceVersionId }: IndexedContent,
  { title, chunks, lexical: { postings, lengths } }: IndexableContent,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO indexed_source (index_version_id, source_version_id, chunk_count, chunk_lengths, title) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (index_version_id, source_version_id) DO NOTHING RETURNING id`,
    [indexVersionId, sourceVersionId, chunks.length, lengths, title],
  )
  const id = rows[0]?.id
  if (id === undefined) {
    const known = await findIndexedSource(client, indexVersionId, sourceVersionId)
    if (!known) throw new Error('The indexed source was removed while it was written')
    return known.id
  }
  await insertChunks(client, id, chunks)
  await insertPostings(client, indexVersionId, id, postings)
  return id
}

/** Returns what an index has of a content; null when it has nothing of it. */
export async function findIndexedSource(
  queryable: Pool | PoolClient,
  indexVersionId: number,
  sourceVersionId: string,
): Promise<{ readonly id: number; readonly chunkCount: number; readonly title: string } | null> {
  const { rows } = await queryable.query<{ id: number; chunkCount: number; title: string }>(
    'SELECT id, chunk_count AS "chunkCount", title FROM indexed_source WHERE index_version_id = $1 AND source_version_id = $2',
    [indexVersionId, sourceVersionId],
  )
  return rows[0] ?? null
}

async function insertChunks(client: PoolClient, indexedSourceId: number, chunks: IndexableContent['chunks']) {
  const rows = chunks.map(({ text, repeatedLength, headingPath, spans, pageFrom, pageTo, tokenCount, enabled, editId, hash }, number) => ({
    id: randomUUIDv7(),
    number,
    text,
    repeated_length: repeatedLength,
    heading_path: headingPath,
    spans,
    page_from: pageFrom,
    page_to: pageTo,
    token_count: tokenCount,
    enabled,
    edit_id: editId,
    hash: hash.toString('hex'),
  }))
  for (let from = 0; from < rows.length; from += chunksPerStatement) {
    await client.query(
      `INSERT INTO chunk (id, indexed_source_id, number, text, repeated_length, heading_path, spans, page_from, page_to, token_count, enabled, edit_id,
         hash)
       SELECT id, $1, number, text, repeated_length, ARRAY(SELECT jsonb_array_elements_text(heading_path)), spans, page_from, page_to,
         token_count, enabled, edit_id, decode(hash, 'hex')
       FROM jsonb_to_recordset($2::jsonb) AS c(id uuid, number int, text text, repeated_length int, heading_path jsonb, spans jsonb,
         page_from int, page_to int, token_count int, enabled boolean, edit_id uuid, hash text)`,
      [indexedSourceId, JSON.stringify(rows.slice(from, from + chunksPerStatement))],
    )
  }
}

/** Replaces the postings of a content by those under another title, in the transaction of `client`. */
export async function writeTitle(
  client: PoolClient,
  { indexVersionId, id }: { readonly indexVersionId: number; readonly id: number },
  { title, chunks, lexical: { postings, lengths } }: IndexableContent<IndexedChunk>,
): Promise<void> {
  // First: another writer of the content waits here.
  await client.query('UPDATE indexed_source SET title = $2, chunk_lengths = $3, lexical_revision = lexical_revision + 1 WHERE id = $1', [
    id,
    title,
    lengths,
  ])
  await client.query('DELETE FROM lexical_posting WHERE indexed_source_id = $1', [id])
  await insertPostings(client, indexVersionId, id, postings)
  await client.query(
    'UPDATE chunk c SET hash = h.hash FROM unnest($2::bytea[]) WITH ORDINALITY AS h(hash, ordinal) WHERE c.indexed_source_id = $1 AND c.number = h.ordinal - 1',
    [id, chunks.map(({ hash }) => hash)],
  )
}

async function insertPostings(
  client: PoolClient,
  indexVersionId: number,
  indexedSourceId: number,
  postings: ReadonlyMap<bigint, Uint8Array>,
) {
  // In the order of the key, so that a source's rows touch each page of the index once.
  const terms = BigInt64Array.from(postings.keys()).toSorted()
  for (let from = 0; from < terms.length; from += postingsPerStatement) {
    const part = [...terms.subarray(from, from + postingsPerStatement)]
    await client.query(
      `INSERT INTO lexical_posting (index_version_id, term, indexed_source_id, postings)
       SELECT $1, term, $2, postings FROM unnest($3::bigint[], $4::bytea[]) AS p(term, postings)`,
      [indexVersionId, indexedSourceId, part, part.map((term) => postings.get(term))],
    )
  }
}

/** Returns chunks in the order of their numbers, from one on. */
export async function findStoredChunks(
  pool: Pool,
  indexedSourceId: number,
  { from, max }: { readonly from: number; readonly max: number | null } = { from: 0, max: null },
): Promise<IndexedChunk[]> {
  const { rows } = await pool.query<IndexedChunk>(
    `SELECT number, text, heading_path AS "headingPath", hash FROM chunk WHERE indexed_source_id = $1 AND number >= $2
     ORDER BY number LIMIT $3`,
    [indexedSourceId, from, max],
  )
  return rows
}
