// The nearest chunks by sign bits and exact cosines: what a question costs, and how many of the exactly nearest it finds.
import { randomUUID } from 'node:crypto'
import { computeMean, computeSignBits } from '@heddle/retrieval/sign-bits'
import { computeCosine, decodeVector, encodeVector, rankByCosine } from '@heddle/retrieval/vectors'
import type pg from 'pg'
import { type Cost, measureCalls } from './measure-calls.ts'
import { chunksPerSource, readMegabytes } from './retrieval-database.ts'

const candidates = 400
const found = 10
/** Vectors that the mean is computed of, as in the product, whose first ones come before the others. */
const meanVectors = 1_000
/** The share of the exact ten is also that among fewer candidates. */
const fewer = [50, 100, 200, candidates] as const

export type VectorMeasurement = {
  readonly bitsMegabytes: number
  readonly embeddingMegabytes: number
  readonly cost: Cost
  /** The share of the exactly nearest ten among the candidates, by their number. */
  readonly recall: readonly { readonly candidates: number; readonly share: number }[]
}

const bitsSql = `
  SELECT b.source_version_id, b.chunk FROM chunk_bits b JOIN source s ON s.version_id = b.source_version_id
  WHERE b.index_version_id = $1 AND s.is_enabled
  ORDER BY bit_count(b.bits # $2::bit varying) LIMIT ${candidates}`
const embeddingsSql = `
  SELECT e.source_version_id, e.chunk, e.embedding FROM chunk_embedding e
  JOIN unnest($2::uuid[], $3::int[]) wanted(source_version_id, chunk) USING (source_version_id, chunk)
  WHERE e.index_version_id = $1`

type BitsRow = { source_version_id: string; chunk: number }
type EmbeddingRow = BitsRow & { embedding: Buffer }

const nameChunk = ({ source_version_id: source, chunk }: BitsRow) => `${source} ${chunk}`

async function writeVectors(client: pg.Client, indexId: string, vectors: readonly Float32Array[], mean: Float32Array): Promise<string[]> {
  const names: string[] = []
  for (let from = 0; from < vectors.length; from += chunksPerSource) {
    const sourceId = randomUUID()
    const own = vectors.slice(from, from + chunksPerSource)
    const numbers = own.map((_, chunk) => chunk)
    await client.query('INSERT INTO source VALUES ($1, true)', [sourceId])
    await client.query(
      'INSERT INTO chunk_bits SELECT $1, $2, chunk, bits::bit varying FROM unnest($3::int[], $4::text[]) rows(chunk, bits)',
      [indexId, sourceId, numbers, own.map((vector) => computeSignBits(vector, mean))],
    )
    await client.query('INSERT INTO chunk_embedding SELECT $1, $2, * FROM unnest($3::int[], $4::bytea[])', [
      indexId,
      sourceId,
      numbers,
      own.map((vector) => Buffer.from(encodeVector(vector))),
    ])
    names.push(...numbers.map((chunk) => nameChunk({ source_version_id: sourceId, chunk })))
  }
  await client.query('VACUUM (ANALYZE) chunk_bits, chunk_embedding')
  return names
}

async function search(client: pg.Client, indexId: string, mean: Float32Array, question: Float32Array) {
  const near = await client.query<BitsRow>({ name: 'bits', text: bitsSql, values: [indexId, computeSignBits(question, mean)] })
  const embeddings = await client.query<EmbeddingRow>({
    name: 'embeddings',
    text: embeddingsSql,
    values: [indexId, near.rows.map((row) => row.source_version_id), near.rows.map(({ chunk }) => chunk)],
  })
  const vectors = embeddings.rows.map((row) => ({ name: nameChunk(row), vector: decodeVector(row.embedding) }))
  return { near: near.rows.map(nameChunk), nearest: rankByCosine(question, vectors, found) }
}

/** Measures one call a question over the vectors. */
export async function measureVectors(
  client: pg.Client,
  postgresPid: number,
  vectors: readonly Float32Array[],
  questions: readonly Float32Array[],
): Promise<VectorMeasurement> {
  const indexId = randomUUID()
  const mean = computeMean(vectors.slice(0, meanVectors))
  const names = await writeVectors(client, indexId, vectors, mean)
  const { cost, results } = await measureCalls(postgresPid, questions, (question) => search(client, indexId, mean, question))
  const shares = fewer.map(() => 0)
  for (const [index, question] of questions.entries()) {
    const exact = vectors
      .map((vector, at) => ({ name: names[at] ?? '', cosine: computeCosine(question, vector) }))
      .toSorted((a, b) => b.cosine - a.cosine)
      .slice(0, found)
    for (const [column, count] of fewer.entries()) {
      const near = new Set(results[index]?.near.slice(0, count))
      shares[column] = (shares[column] ?? 0) + exact.filter(({ name }) => near.has(name)).length / found / questions.length
    }
  }
  return {
    bitsMegabytes: await readMegabytes(client, 'chunk_bits'),
    embeddingMegabytes: await readMegabytes(client, 'chunk_embedding'),
    cost,
    recall: fewer.map((count, column) => ({ candidates: count, share: shares[column] ?? 0 })),
  }
}
