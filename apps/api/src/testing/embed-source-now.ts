// The vectors of a source, as ingestion would have left them: for tests of what searches by them.
import type { Dependencies } from '../boot/dependencies.ts'
import { toIndexedText } from '../modules/knowledge/ingest/cut-chunks.ts'
import type { Embedder } from '../models/embedding/embedder.ts'
import { computeFingerprint } from '../models/embedding/fingerprint.ts'
import { computeMean, computeSignBits } from '@heddle/retrieval/sign-bits'
import { decodeVector, encodeVector } from '@heddle/retrieval/vectors'
import type { indexSourceNow } from './index-source-now.ts'

type IndexedNow = Awaited<ReturnType<typeof indexSourceNow>>

const never = new AbortController().signal

/** Embeds the chunks of an indexed source with the model of its index, whose mean and fingerprint the first one makes. */
export async function embedSourceNow(
  { db, pool }: Pick<Dependencies, 'db' | 'pool'>,
  embedder: Embedder,
  { source, indexVersionId, indexedSourceId, chunks }: IndexedNow,
) {
  const index = await db.indexVersion.findUniqueOrThrow({ where: { id: indexVersionId }, include: { collection: true } })
  const request = { tenantId: index.collection.tenantId, modelName: index.embeddingModel ?? '', settings: index }
  const texts = chunks.map((chunk) => toIndexedText(source.title, chunk))
  const { vectors } = await embedder.embed({ ...request, texts, purpose: 'passage' }, never)
  const mean = index.mean ? decodeVector(index.mean) : computeMean(vectors)
  if (!index.mean) {
    const fingerprint = Buffer.from(await computeFingerprint(embedder, request, never))
    const frozen = { mean: Buffer.from(encodeVector(mean)), fingerprint, dimension: mean.length }
    await db.indexVersion.update({ where: { id: indexVersionId }, data: frozen })
  }
  await db.chunkVector.createMany({
    data: vectors.map((vector, number) => ({ indexVersionId, indexedSourceId, number, embedding: Buffer.from(encodeVector(vector)) })),
  })
  await pool.query(
    'INSERT INTO chunk_bits (index_version_id, indexed_source_id, number, bits) SELECT $1, $2, index - 1, bits::bit varying FROM unnest($3::text[]) WITH ORDINALITY AS v(bits, index)',
    [indexVersionId, indexedSourceId, vectors.map((vector) => computeSignBits(vector, mean))],
  )
}
