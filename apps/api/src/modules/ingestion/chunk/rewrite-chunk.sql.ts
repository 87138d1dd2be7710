// Changes one chunk of an index with its postings, its length and its vector. Prisma cannot say it: row locks, and thousands of postings
// as one statement.
import type { Queryable } from '@heddle/db/client'
import { decodeLengths, encodeLengths, indexSource, replaceChunk } from '@heddle/retrieval/postings'
import { blockChunks, computeMean, encodeBlock, toBlock } from '@heddle/retrieval/sign-bits'
import { decodeVector, encodeVector } from '@heddle/retrieval/vectors'
import { lexicalTerms } from '@heddle/retrieval/terms/lexical-terms'
import { hash, randomUUIDv7 } from 'node:crypto'
import type { EditableChunk } from '../build/apply-edits.ts'
import { type CutChunk, toIndexedText } from '../build/cut-chunks.ts'

export type VersionedChunkKey = { readonly indexVersionId: number; readonly indexedSourceId: number; readonly number: number }

/** Keeps others from indexing the source, and from editing it, until the transaction ends. */
export async function lockSource(tx: Queryable, sourceId: string): Promise<void> {
  await tx.$queryRaw`SELECT FROM source WHERE id = ${sourceId}::uuid FOR UPDATE`
}

/** Adds a chunk after the last one of a content, without terms and vector; returns its id and number. */
export async function appendChunk(tx: Queryable, indexedSourceId: number): Promise<{ readonly id: string; readonly number: number }> {
  const { chunkCount, chunkLengths } = await tx.indexedSource.findUniqueOrThrow({ where: { id: indexedSourceId } })
  const lengths = Buffer.from(encodeLengths([...decodeLengths(chunkLengths), 0]))
  await tx.indexedSource.update({ where: { id: indexedSourceId }, data: { chunkCount: chunkCount + 1, chunkLengths: lengths } })
  const id = randomUUIDv7()
  await tx.chunk.create({
    data: { id, indexedSourceId, number: chunkCount, text: '', headingPath: [], spans: [], tokenCount: 0, hash: Buffer.alloc(32) },
  })
  return { id, number: chunkCount }
}

/** Writes a chunk in place of the one with its number. Without a vector it has none, which the build of an index then makes. */
export async function rewriteChunk(
  tx: Queryable,
  { indexVersionId, indexedSourceId, number }: VersionedChunkKey,
  title: string,
  { text, repeatedLength, tokenCount, enabled, editId, headingPath }: EditableChunk & Pick<CutChunk, 'headingPath'>,
  vector: Float32Array | null,
): Promise<void> {
  const indexedText = toIndexedText(title, { text, headingPath })
  await tx.chunk.update({
    where: { indexedSourceId_number: { indexedSourceId, number } },
    data: { text, repeatedLength, tokenCount, enabled, editId, hash: hash('sha256', indexedText, 'buffer') },
  })
  await rewritePostings(tx, { indexVersionId, indexedSourceId, number }, indexedText)
  await tx.chunkVector.deleteMany({ where: { indexVersionId, indexedSourceId, number } })
  await tx.indexedSource.update({ where: { id: indexedSourceId }, data: { vectorRevision: { increment: 1 } } })
  if (vector) {
    await tx.chunkVector.create({ data: { indexVersionId, indexedSourceId, number, embedding: Buffer.from(encodeVector(vector)) } })
  }
  await rewriteBits(tx, { indexVersionId, indexedSourceId }, [number])
}

/** Removes a chunk of a content; the last one takes its number, so that no number is without a chunk. */
export async function removeChunk(
  tx: Queryable,
  { indexVersionId, indexedSourceId, number }: VersionedChunkKey,
  title: string,
): Promise<void> {
  const { chunkCount } = await tx.indexedSource.findUniqueOrThrow({ where: { id: indexedSourceId } })
  const last = { indexVersionId, indexedSourceId, number: chunkCount - 1 }
  await tx.chunk.delete({ where: { indexedSourceId_number: { indexedSourceId, number } } })
  await tx.chunkVector.deleteMany({ where: { indexVersionId, indexedSourceId, number } })
  if (number < last.number) {
    const where = { indexedSourceId_number: { indexedSourceId, number: last.number } }
    const { text, headingPath } = await tx.chunk.update({ where, data: { number } })
    await tx.chunkVector.updateMany({ where: last, data: { number } })
    await rewritePostings(tx, { indexVersionId, indexedSourceId, number }, toIndexedText(title, { text, headingPath }))
  }
  await rewritePostings(tx, last, '')
  const { chunkLengths } = await tx.indexedSource.findUniqueOrThrow({ where: { id: indexedSourceId } })
  const lengths = Buffer.from(encodeLengths([...decodeLengths(chunkLengths)].slice(0, -1)))
  const data = { chunkCount: last.number, chunkLengths: lengths, vectorRevision: { increment: 1 } }
  await tx.indexedSource.update({ where: { id: indexedSourceId }, data })
  await rewriteBits(tx, { indexVersionId, indexedSourceId }, [number, last.number])
}

async function rewritePostings(tx: Queryable, { indexVersionId, indexedSourceId, number }: VersionedChunkKey, indexedText: string) {
  const terms = lexicalTerms(indexedText)
  const rows = await tx.lexicalPosting.findMany({ where: { indexedSourceId }, select: { term: true, postings: true } })
  const changed = replaceChunk(new Map(rows.map(({ term, postings }) => [term, postings])), number, terms)
  const written = [...changed].filter(([, bytes]) => bytes.length > 0)
  const removed = [...changed].filter(([, bytes]) => bytes.length === 0).map(([term]) => term)
  await tx.$executeRaw`
    INSERT INTO lexical_posting (index_version_id, term, indexed_source_id, postings)
    SELECT ${indexVersionId}, term, ${indexedSourceId}, decode(postings, 'hex')
    FROM jsonb_to_recordset(${JSON.stringify(written.map(toRecord))}::jsonb) AS p(term bigint, postings text)
    ON CONFLICT (index_version_id, term, indexed_source_id) DO UPDATE SET postings = EXCLUDED.postings`
  await tx.lexicalPosting.deleteMany({ where: { indexVersionId, indexedSourceId, term: { in: removed } } })
  const { chunkLengths } = await tx.indexedSource.findUniqueOrThrow({ where: { id: indexedSourceId } })
  const own = decodeLengths(indexSource([terms]).lengths)[0] ?? 0
  const lengths = Buffer.from(encodeLengths([...decodeLengths(chunkLengths)].with(number, own)))
  const data = { chunkLengths: lengths, lexicalRevision: { increment: 1 } }
  await tx.indexedSource.update({ where: { id: indexedSourceId }, data })
}

const toRecord = ([term, bytes]: [bigint, Uint8Array]) => ({ term: term.toString(), postings: Buffer.from(bytes).toString('hex') })

/** Takes the bits of the blocks that some chunks belong to, once their vectors are written. */
async function rewriteBits(
  tx: Queryable,
  { indexVersionId, indexedSourceId }: Omit<VersionedChunkKey, 'number'>,
  numbers: readonly number[],
) {
  // A mean that is taken again meanwhile waits, and then takes these bits around itself too.
  const [index] = await tx.$queryRaw<{ mean: Uint8Array | null }[]>`SELECT mean FROM index_version WHERE id = ${indexVersionId} FOR SHARE`
  for (const block of new Set(numbers.map(toBlock))) {
    const number = { gte: block * blockChunks, lt: (block + 1) * blockChunks }
    const stored = await tx.chunkVector.findMany({ where: { indexVersionId, indexedSourceId, number }, orderBy: { number: 'asc' } })
    const chunks = stored.map((row) => ({ number: row.number, vector: decodeVector(row.embedding) }))
    const key = { indexVersionId, indexedSourceId, block }
    if (chunks.length === 0) {
      await tx.chunkBits.deleteMany({ where: key })
      continue
    }
    const mean = index?.mean ? decodeVector(index.mean) : computeMean(chunks.map(({ vector }) => vector))
    const bits = Buffer.from(encodeBlock(chunks, mean))
    await tx.chunkBits.upsert({
      where: { indexVersionId_indexedSourceId_block: key },
      create: { ...key, bits },
      update: { bits },
    })
  }
}
