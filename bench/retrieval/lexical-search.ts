// BM25 over the posting table: what a question costs, and whether it finds what an exhaustive scorer does.
import { randomUUID } from 'node:crypto'
import { type QueryTerm, rankByBm25 } from '@heddle/retrieval/bm25'
import { decodeLengths, hashTerm, indexSource } from '@heddle/retrieval/postings'
import type pg from 'pg'
import { type LexicalCorpus, scoreExhaustively, writeCorpus, writeQuestions } from './lexical-corpus.ts'
import { type Cost, measureCalls } from './measure-calls.ts'
import { chunksPerSource, readMegabytes } from './retrieval-database.ts'

const hits = 100
/** Hits that are compared with the exhaustive scorer's. */
const comparedHits = 10
const maxCompared = 20

export type LexicalMeasurement = {
  readonly megabytes: number
  readonly rows: number
  readonly indexCpuMs: number
  readonly questions: readonly { readonly kind: string; readonly cost: Cost; readonly exact: number }[]
}

const nameOf = (term: number) => `term ${term}`

async function writeIndex(client: pg.Client, indexId: string, { terms, offsets }: LexicalCorpus) {
  let rows = 0
  let indexCpuMs = 0
  for (let from = 0; from < offsets.length - 1; from += chunksPerSource) {
    const chunks = Array.from({ length: Math.min(chunksPerSource, offsets.length - 1 - from) }, (_, index) => {
      const counts = new Map<string, { count: number }>()
      for (let at = offsets[from + index] ?? 0; at < (offsets[from + index + 1] ?? 0); at++) {
        const name = nameOf(terms[at] ?? 0)
        counts.set(name, { count: (counts.get(name)?.count ?? 0) + 1 })
      }
      return counts
    })
    const before = process.cpuUsage()
    const { postings, lengths } = indexSource(chunks)
    const { user, system } = process.cpuUsage(before)
    indexCpuMs += (user + system) / 1_000
    const sourceId = randomUUID()
    await client.query('INSERT INTO source VALUES ($1, true)', [sourceId])
    await client.query('INSERT INTO lexical_source VALUES ($1, $2, $3)', [indexId, sourceId, lengths])
    await client.query(
      'INSERT INTO lexical_posting SELECT $1, term, $2, postings FROM unnest($3::bigint[], $4::bytea[]) rows(term, postings)',
      [indexId, sourceId, [...postings.keys()], [...postings.values()].map((bytes) => Buffer.from(bytes))],
    )
    rows += postings.size
  }
  await client.query('ALTER TABLE lexical_posting ADD PRIMARY KEY (index_version_id, term, source_version_id)')
  await client.query('VACUUM (ANALYZE) lexical_posting')
  return { rows, indexCpuMs }
}

/** The sources that the caller may search, numbered in the order of their ids, and one row a term: a row each would cost the driver more. */
const sourcesSql = `
  SELECT array_agg(l.source_version_id ORDER BY l.source_version_id) AS ids, string_agg(l.lengths, ''::bytea ORDER BY l.source_version_id) AS lengths,
    array_agg(length(l.lengths) ORDER BY l.source_version_id) AS sizes
  FROM lexical_source l JOIN source s ON s.version_id = l.source_version_id
  WHERE l.index_version_id = $1 AND s.is_enabled`
const termsSql = `
  SELECT p.term, string_agg(p.postings, ''::bytea ORDER BY readable.number) AS postings,
    array_agg(length(p.postings) ORDER BY readable.number) AS sizes, array_agg(readable.number::int ORDER BY readable.number) AS sources
  FROM lexical_posting p JOIN unnest($2::uuid[]) WITH ORDINALITY readable(id, number) ON readable.id = p.source_version_id
  WHERE p.index_version_id = $1 AND p.term = ANY($3::bigint[])
  GROUP BY p.term`

type SourcesRow = { ids: string[]; lengths: Buffer; sizes: number[] }
type TermRow = { term: string; postings: Buffer; sizes: number[]; sources: number[] }

function* cutBytes(bytes: Buffer, sizes: readonly number[]) {
  let at = 0
  for (const size of sizes) yield bytes.subarray(at, (at += size))
}

async function search(client: pg.Client, indexId: string, question: readonly number[]) {
  const sources = await client.query<SourcesRow>({ name: 'sources', text: sourcesSql, values: [indexId] })
  const { ids = [], lengths = Buffer.alloc(0), sizes = [] } = sources.rows[0] ?? {}
  const keys = question.map((term) => hashTerm(nameOf(term)))
  const found = await client.query<TermRow>({ name: 'terms', text: termsSql, values: [indexId, ids, keys] })
  const terms = found.rows.map((row): QueryTerm => {
    const parts = [...cutBytes(row.postings, row.sizes)]
    return { weight: 1, postings: parts.map((bytes, index) => ({ source: (row.sources[index] ?? 1) - 1, bytes })) }
  })
  return rankByBm25([...cutBytes(lengths, sizes)].map(decodeLengths), terms, hits)
}

/** Whether two lists of scores, the best one first, are the same but for the rounding of sums in another order. */
const isSame = (found: readonly number[], expected: readonly number[]) =>
  found.length === expected.length && found.every((score, index) => Math.abs(score - (expected[index] ?? 0)) < 1e-9)

/** Measures `calls` questions of each kind over `chunks` chunks. */
export async function measureLexical(client: pg.Client, postgresPid: number, chunks: number, calls: number): Promise<LexicalMeasurement> {
  const indexId = randomUUID()
  const corpus = writeCorpus(chunks)
  const { rows, indexCpuMs } = await writeIndex(client, indexId, corpus)
  const questions = []
  for (const kind of ['typical', 'common'] as const) {
    const asked = writeQuestions(calls, kind)
    const { cost, results } = await measureCalls(postgresPid, asked, (question) => search(client, indexId, question))
    const compared = results.slice(0, maxCompared)
    const exact = compared.filter((found, index) => {
      const expected = scoreExhaustively(corpus, asked[index] ?? [], comparedHits)
      return isSame(
        found.slice(0, comparedHits).map(({ score }) => score),
        expected,
      )
    })
    questions.push({ kind, cost, exact: exact.length / compared.length })
  }
  return { megabytes: await readMegabytes(client, 'lexical_posting'), rows, indexCpuMs, questions }
}
