// The two halves of retrieval over 100,000 chunks in PostgreSQL.
import { formatNumber, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { measureLexical } from './lexical-search.ts'
import type { Cost } from './measure-calls.ts'
import { connectRetrieval } from './retrieval-database.ts'
import { enlarge, makeTopics, readVectors } from './vector-corpus.ts'
import { measureVectors } from './vector-search.ts'

const costColumns = ['p50 ms', 'p95 ms', 'CPU of the process ms', 'CPU of PostgreSQL ms']
const listCost = ({ p50, p95, cpu, databaseCpu }: Cost) => [p50, p95, cpu, databaseCpu].map(formatNumber)
const formatShare = (share: number) => `${(share * 100).toFixed(1)} %`

/** `VECTORS` names a file of real embeddings (bench/retrieval/embed-passages.ts); without it they are made. */
export async function runRetrieval({ databaseUrl, postgresPid, isQuick }: Testbed): Promise<void> {
  const chunks = isQuick ? 20_000 : 100_000
  const calls = isQuick ? 40 : 200
  const client = await connectRetrieval(databaseUrl)
  try {
    const lexical = await measureLexical(client, postgresPid, chunks, calls)
    printTable(
      `BM25 over ${chunks.toLocaleString('en')} chunks`,
      ['question', ...costColumns, 'the same ten as the exhaustive scorer'],
      lexical.questions.map(({ kind, cost, exact }) => [kind, ...listCost(cost), formatShare(exact)]),
    )
    printNote(
      `${lexical.rows.toLocaleString('en')} rows, ${formatNumber(lexical.megabytes)} MB with the index; ${formatNumber((lexical.indexCpuMs / chunks) * 1_000)} µs of CPU a chunk for its postings.`,
    )

    const file = process.env.VECTORS
    const real = file ? readVectors(file) : makeTopics()
    const questions = real.slice(0, calls)
    const stored = real.slice(calls)
    const rows: string[][] = []
    // The real ones alone, and with those that are made around them.
    for (const vectors of [stored, enlarge(stored, chunks)]) {
      const { cost, recall, bitsMegabytes, embeddingMegabytes } = await measureVectors(client, postgresPid, vectors, questions)
      const shares = recall.map(({ share }) => formatShare(share))
      rows.push([
        vectors.length.toLocaleString('en'),
        ...listCost(cost),
        ...shares,
        formatNumber(bitsMegabytes),
        formatNumber(embeddingMegabytes),
      ])
    }
    printTable(
      'Sign bits, then 400 exact cosines',
      ['vectors', ...costColumns, 'exact ten among 50', '100', '200', '400', 'MB of all bits', 'MB of all vectors'],
      rows,
    )
    printNote(
      file
        ? `${stored.length} stored vectors and ${questions.length} questions are real embeddings; the others are made between neighbors, with noise of the same covariance.`
        : 'No VECTORS: all vectors are made, and the shares say nothing about a model.',
    )
  } finally {
    await client.query('DROP SCHEMA bench_retrieval CASCADE')
    await client.end()
  }
}
