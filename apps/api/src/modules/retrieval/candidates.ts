// The chunks whose exact cosines are computed: the nearest by HNSW where the index has one, else those that are probably nearest by their sign
// bits.
import { selectBySigns } from '@heddle/retrieval/sign-bits'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { isDatabaseOutage } from '../../platform/database/database-outage.ts'
import { findNearHnsw } from './hnsw-search.sql.ts'
import type { ChunkKey, SearchedIndex, SearchScope } from './search.sql.ts'
import { createSignBitsCache, type FoundBits } from './sign-bits-cache.ts'

/** Chunks whose exact cosines are computed: docs/decisions/0019. */
const vectorCandidates = 400
/** How long a database that could not read an HNSW index is not asked for one: its pgvector was removed, or does not fit. */
const brokenForMs = 10 * 60_000

/** A question of one index. */
export type AskedVector = {
  readonly index: SearchedIndex
  readonly vector: Float32Array
  /** The vector less the mean of the index. */
  readonly centered: Float32Array
}

type Dependencies = {
  readonly pool: pg.Pool
  readonly now: () => Date
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export type CandidateFinder = ReturnType<typeof createCandidateFinder>

export function createCandidateFinder({ pool, now, log }: Dependencies) {
  const signBits = createSignBitsCache()
  let brokenUntil = 0

  /** Returns what the HNSW index gives for some of the questions; those for which it has too little are missing. */
  async function findByHnsw(scope: SearchScope, index: SearchedIndex, asked: readonly AskedVector[]) {
    try {
      const { results, others } = await findNearHnsw(
        { pool, signBits },
        scope,
        index,
        asked.map(({ vector }) => vector),
      )
      return asked.flatMap((question, at) => {
        const { near, isShort } = results[at] ?? { near: [], isShort: true }
        return isShort ? [] : [[question, [...near, ...selectNear(others, question.centered)]] as const]
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
    const others = Map.groupBy(
      asked.filter((question) => !found.has(question)),
      ({ index }) => index.id,
    )
    const contents = others.size > 0 ? await signBits.find(pool, scope, [...others.keys()]) : []
    const byIndex = Map.groupBy(contents, ({ indexVersionId }) => indexVersionId)
    for (const [id, questions] of others)
      for (const question of questions) found.set(question, selectNear(byIndex.get(id) ?? [], question.centered))
    return asked.map((question) => found.get(question) ?? [])
  }
}

const selectNear = (contents: readonly FoundBits[], centered: Float32Array): readonly ChunkKey[] =>
  selectBySigns(
    contents.map(({ bits }) => bits),
    centered,
    vectorCandidates,
  ).map(({ run, chunk }) => ({ indexedSourceId: contents[run]?.indexedSourceId ?? 0, number: chunk }))
