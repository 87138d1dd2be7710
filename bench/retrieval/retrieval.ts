// Retrieval by the product's own statements: over 100,000 chunks, or `CHUNKS`, and over few of them beside these.
import { createClient } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { selectTop } from '@heddle/retrieval/select-top'
import { computeCosine } from '@heddle/retrieval/vectors'
import { loadavg } from 'node:os'
import pg from 'pg'
import { type Half, openSearch, updateHnswNow } from '../../apps/api/test/knowledge/search-now.ts'
import { formatNumber, printNote, printTable } from '../report.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { readMegabytes, settle, writeCollection, type WrittenCollection, writeWithoutKeys } from './index-writer.ts'
import { createDice } from './dice.ts'
import { writeCorpus, writeQuestions } from './lexical-corpus.ts'
import { type Cost, measureCalls } from '../testbed/measure-calls.ts'
import { createScratchDatabase } from './scratch-database.ts'
import { nameTerm } from './term-names.ts'
import { enlarge, makeTopics, readVectors } from './vector-corpus.ts'

const smallChunks = 1_000
const found = 10
const columns = ['p50 ms', 'p95 ms', 'CPU of the process ms', 'CPU of PostgreSQL ms']
const listCost = ({ p50, p95, cpu, databaseCpu }: Cost) => [p50, p95, cpu, databaseCpu].map(formatNumber)
const formatShare = (share: number) => `${(share * 100).toFixed(1)} %`

/**
 * `VECTORS` names a file of real embeddings (bench/retrieval/embed-passages.ts); without it they are made. `PGVECTOR_URL` is a server on this
 * machine that has pgvector, for a user who may create databases: everything is measured there then, first without and then with HNSW.
 */
export async function runRetrieval({ databaseUrl, isQuick }: Testbed): Promise<void> {
  const chunks = Number(process.env['CHUNKS'] ?? (isQuick ? 20_000 : 100_000))
  const calls = isQuick ? 40 : 200
  const { VECTORS: file, PGVECTOR_URL: serverUrl = databaseUrl } = process.env
  const server = await createScratchDatabase(serverUrl)
  const real = file ? readVectors(file) : makeTopics()
  const stored = enlarge(real.slice(calls), chunks + smallChunks)
  const dice = createDice(2)
  const vectors = new Map<string, Float32Array>()
  /** Writes questions that were not asked before: of those, the process would know all postings. */
  function write(kind: 'typical' | 'common'): readonly string[] {
    const questions = writeQuestions(dice, calls, kind).map((terms) => terms.map(nameTerm).join(' '))
    for (const [index, question] of questions.entries()) vectors.set(question, real[index] ?? new Float32Array())
    return questions
  }
  const pool = createPool(server.databaseUrl, 4, { connectMs: 60_000, responseMs: 600_000 })
  // Whose tables they are takes their keys away.
  const owner = new pg.Pool({ connectionString: server.databaseUrl, max: 1 })
  // Dropping the database ends connections that are still closing.
  for (const each of [pool, owner]) each.on('error', () => {})
  const db = createClient(pool)
  const { search, retrieve } = openSearch(pool, (question) => vectors.get(question) ?? new Float32Array())
  const measure = (collection: WrittenCollection, questions: readonly string[], half: Half, call = search) =>
    measureCalls(server.postgresPid, questions, (question) => call(collection, collection.id, question, half))
  const name = chunks.toLocaleString('en')

  /** Measures what vectors cost and find, by bits or HNSW. */
  async function measureVectors(large: WrittenCollection, kind: string) {
    const questions = write('typical')
    const nearest = await measure(large, questions, 'vectors')
    const rows = [
      [name, `vectors, ${kind}`, '', ...listCost(nearest.cost)],
      [name, `both, ${kind}`, 'typical', ...listCost((await measure(large, write('typical'), 'both')).cost)],
      [name, `both, ${kind}`, 'common', ...listCost((await measure(large, write('common'), 'both')).cost)],
      [name, `both, ${kind}, with neighbors`, 'typical', ...listCost((await measure(large, write('typical'), 'both', retrieve)).cost)],
    ]
    const asked = questions.map((question) => vectors.get(question) ?? new Float32Array())
    return { rows, recall: computeRecall(large, stored.slice(smallChunks), asked, nearest.results) }
  }

  try {
    const small = await writeWithoutKeys(owner, () =>
      writeCollection(db, pool, { ...writeCorpus(smallChunks), vectors: stored.slice(0, smallChunks) }),
    )
    const alone = await measure(small, write('typical'), 'both')
    const large = await writeWithoutKeys(owner, () =>
      writeCollection(db, pool, { ...writeCorpus(chunks), vectors: stored.slice(smallChunks) }),
    )
    const beside = await measure(small, write('typical'), 'both')
    const smallName = smallChunks.toLocaleString('en')
    const rows = [
      [smallName, 'both', 'typical', ...listCost(alone.cost)],
      [`${smallName} beside ${name} of others`, 'both', 'typical', ...listCost(beside.cost)],
      [name, 'words', 'typical', ...listCost((await measure(large, write('typical'), 'words')).cost)],
      [name, 'words', 'common', ...listCost((await measure(large, write('common'), 'words')).cost)],
    ]
    const byBits = await measureVectors(large, 'bits')
    rows.push(...byBits.rows)
    const notes = [`By bits ${formatShare(byBits.recall)} of the exactly nearest ten are found.`]
    const begun = performance.now()
    // Also below the size from which the worker builds it, which follows from what is measured here.
    if ((await updateHnswNow(pool, chunks)) > 0) {
      const seconds = (performance.now() - begun) / 1_000
      await settle(owner)
      const byHnsw = await measureVectors(large, 'HNSW')
      rows.push(...byHnsw.rows)
      notes.push(`By HNSW ${formatShare(byHnsw.recall)}; it was built in ${formatNumber(seconds)} s.`)
    }
    printTable(`Retrieval of ${found} passages`, ['chunks', 'by', 'questions', ...columns], rows)
    const sizes = await Promise.all(['lexical_posting', 'chunk_bits', 'chunk_vector', 'chunk'].map((table) => readMegabytes(owner, table)))
    const [postings = 0, bits = 0, embeddings = 0, texts = 0] = sizes.map(Math.round)
    notes.push(
      `Megabytes with indexes: postings ${postings}, bits ${bits}, vectors ${embeddings}, chunks ${texts}. Postings take ${formatNumber((large.cpuMs / chunks) * 1_000)} µs of CPU a chunk. What stands with neighbors is what a reply waits for before its model is called, beside the embedding of the question. Load of the machine: ${loadavg()[0]?.toFixed(1)}.`,
    )
    printNote(notes.join(' '))
    printNote(
      file
        ? `${real.length - calls} stored vectors and ${calls} questions are real embeddings; the others are made between neighbors, with noise of the same covariance.`
        : 'No VECTORS: all vectors are made, and the shares say nothing about a model.',
    )
  } finally {
    await db.$disconnect()
    await pool.end()
    await owner.end()
    await server.drop()
  }
}

/** Returns which share of the exactly nearest ten the search has found. */
function computeRecall(
  { chunkIds }: WrittenCollection,
  stored: readonly Float32Array[],
  questions: readonly Float32Array[],
  results: readonly (readonly string[])[],
): number {
  const shares = questions.map((question, index) => {
    const cosines = Float64Array.from(stored, (vector) => computeCosine(question, vector))
    const shown = new Set(results[index])
    return selectTop(cosines, found).filter((at) => shown.has(chunkIds[at] ?? '')).length / found
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
