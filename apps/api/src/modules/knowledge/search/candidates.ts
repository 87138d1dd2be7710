// The chunks whose exact cosines are computed: the nearest by HNSW where the index has one, else those with the nearest sign bits.
import { createSignEstimate } from '@heddle/retrieval/sign-bits'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { isDatabaseOutage } from '../../../database/database-outage.ts'
import { findNearHnsw } from './hnsw-search.sql.ts'
import { type ChunkKey, findNearBits, type NearChunk, type SearchedIndex, type SearchScope } from './search.sql.ts'

/** Chunks with the nearest bits, and those of them whose exact cosines are computed: docs/decisions/0019. */
const bitCandidates = 1_600
const vectorCandidates = 400
/** How long a database that could not read an HNSW index is not asked for one: its pgvector was removed, or does not fit. */
const brokenForMs = 10 * 60_000

/** A question of one index. */
export type AskedVector = {
  readonly index: SearchedIndex
  readonly vector: Float32Array
  /** `computeSignBits` around the mean of the index. */
  readonly bits: string
  /** The vector less that mean. */
  readonly centered: Float32Array
}

type Dependencies = {
  readonly pool: pg.Pool
  readonly now: () => Date
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export type CandidateFinder = ReturnType<typeof createCandidateFinder>

export function createCandidateFinder({ pool, now, log }: Dependencies) {
  let brokenUntil = 0

  /** Returns what the HNSW index gives for some of the questions; those for which it has too little are missing. */
  async function findByHnsw(scope: SearchScope, index: SearchedIndex, asked: readonly AskedVector[]) {
    try {
      const results = await findNearHnsw(pool, scope, index, asked, bitCandidates)
      return asked.flatMap((question, at) => {
        const { near, scanned, isShort } = results[at] ?? { near: [], scanned: [], isShort: true }
        return isShort ? [] : [[question, [...near, ...selectBySigns(scanned, question.centered)]] as const]
      })
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || isDatabaseOutage(error)) throw error
      brokenUntil = now().getTime() + brokenForMs
      log.warn({ indexVersionId: index.id, code: error.code }, 'Search went without its HNSW index')
      return []
    }
  }

  /** Returns the candidates of each question. */
  return async function findCandidates(scope: SearchScope, asked: readonly AskedVector[]): Promise<readonly (readonly ChunkKey[])[]> {
    const isBroken = now().getTime() < brokenUntil
    const indexed = Map.groupBy(isBroken ? [] : asked.filter(({ index }) => index.hasHnsw), ({ index }) => index)
    const found = new Map<AskedVector, readonly ChunkKey[]>(
      (await Promise.all([...indexed].map(([index, own]) => findByHnsw(scope, index, own)))).flat(),
    )
    const others = asked.filter((question) => !found.has(question))
    const questions = others.map(({ index, bits }) => ({ indexVersionId: index.id, bits }))
    const near = questions.length > 0 ? await findNearBits(pool, scope, questions, bitCandidates) : []
    for (const [at, question] of others.entries()) found.set(question, selectBySigns(near[at] ?? [], question.centered))
    return asked.map((question) => found.get(question) ?? [])
  }
}

/** `centered` is the question less the mean, as the bits of the chunks are. */
function selectBySigns(chunks: readonly NearChunk[], centered: Float32Array): readonly NearChunk[] {
  if (chunks.length <= vectorCandidates) return chunks
  const estimate = createSignEstimate(centered)
  return chunks
    .map((chunk) => ({ chunk, nearness: estimate(chunk.bits) }))
    .toSorted((a, b) => b.nearness - a.nearness)
    .slice(0, vectorCandidates)
    .map(({ chunk }) => chunk)
}
