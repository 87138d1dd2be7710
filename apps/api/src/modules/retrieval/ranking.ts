// From the lists of both halves to what is shown: fused, ordered by a rerank model, without what says the same.
import type { SearchSettings } from '@heddle/contracts/retrieval/search'
import { collapseDuplicates } from '@heddle/retrieval/collapse-duplicates'
import { fuseRanks } from '@heddle/retrieval/rank-fusion'
import { namesStandard } from '@heddle/retrieval/terms/standard-number'
import { candidatesPerHalf, type LexicalHalf, type LexicalList } from './lexical-half.ts'
import { type ChunkKey, type FoundChunk, nameChunk } from './search.sql.ts'
import type { VectorHit, VectorList } from './vector-half.ts'

/** Hits that a rerank model orders, and that are compared for duplicates; more than may be shown. */
export const maxRanked = 60

export type Ranks = { readonly lexical: number | null; readonly vector: number | null; readonly rerank: number | null }

/** The weight of the vectors of a question that names a standard: they are near to those of any other number. */
const vectorWeightOfNumber = 0.5

/** A chunk that one of the halves has found. */
export type FusedChunk = {
  readonly key: ChunkKey
  readonly score: number
  readonly ranks: Ranks
  /** With the nearest question; null where none was compared. */
  readonly cosine: number | null
}

export type RankedChunk = FusedChunk & {
  readonly chunk: FoundChunk
  /** Others that say the same. */
  readonly duplicates: readonly FoundChunk[]
}

/** Fuses the lists of all questions; a rank is the best one in the lists of its half. */
export function fuseHalves(
  { lists: lexical, isDisabled }: LexicalHalf,
  vectors: readonly VectorList[],
  queries: readonly string[],
  { lexical_weight: lexicalWeight, vector_weight: vectorWeight }: SearchSettings,
): FusedChunk[] {
  const enabled = vectors.map((list) => ({ ...list, hits: list.hits.filter((hit) => !isDisabled(hit)) }))
  const nearest = new Map<string, VectorHit>()
  for (const hit of enabled.flatMap(({ hits }) => hits)) {
    const name = nameChunk(hit)
    if (hit.cosine > (nearest.get(name)?.cosine ?? Number.NEGATIVE_INFINITY)) nearest.set(name, hit)
  }
  const keys = new Map<string, ChunkKey>()
  const toNames = (hits: readonly ChunkKey[]) =>
    hits.slice(0, candidatesPerHalf).map(({ indexedSourceId, number }) => {
      const key = { indexedSourceId, number }
      keys.set(nameChunk(key), key)
      return nameChunk(key)
    })
  const lists = [
    ...lexical.map(({ hits, trust, lead }) => ({ weight: lexicalWeight * trust, lead, ids: toNames(hits) })),
    ...enabled.map((list) => {
      const weight = vectorWeight * (1 - measureMissedWords(list, lexical[list.question]))
      return namesStandard(queries[list.question] ?? '')
        ? { weight: weight * vectorWeightOfNumber, ids: toNames(list.hits) }
        : { weight, lead: measureLead(list), ids: toNames(list.hits) }
    }),
  ]
  const findBest = (ranks: readonly (number | null)[]) => {
    const found = ranks.filter((rank) => rank !== null)
    return found.length > 0 ? Math.min(...found) : null
  }
  return fuseRanks(lists).map(({ id, score, ranks }) => ({
    key: keys.get(id) ?? { indexedSourceId: 0, number: 0 },
    score,
    ranks: { lexical: findBest(ranks.slice(0, lexical.length)), vector: findBest(ranks.slice(lexical.length)), rerank: null },
    cosine: nearest.get(id)?.cosine ?? null,
  }))
}

/** Returns how far the first one is ahead of the second, from 0 to 1, beyond the cosine that any text has with the question. */
function measureLead({ hits: [first, second], meanCosine }: VectorList): number {
  if (!first || !second || first.cosine <= meanCosine) return 0
  return Math.min(1, (first.cosine - second.cosine) / (first.cosine - meanCosine))
}

/**
 * Returns the share of the question, from 0 to 1, that the first one by words covers and the first one by vectors does not: what is typed
 * as no model has read it, as Vietnamese without its marks, has chance vectors and its own words. Beyond the candidates a chunk may cover
 * as much as the last of them.
 */
function measureMissedWords({ hits: [nearest] }: VectorList, words: LexicalList | undefined): number {
  const [best] = words?.hits ?? []
  if (!nearest || !words || !best) return 0
  const own = words.hits.find((hit) => nameChunk(hit) === nameChunk(nearest))
  const unlisted = words.hits.length < candidatesPerHalf ? 0 : (words.hits.at(-1)?.coverage ?? 0)
  return best.coverage - (own?.coverage ?? unlisted)
}

/** Leaves of chunks that say the same the one whose source was added last. */
export function collapseRanked(hits: readonly (FusedChunk & { readonly chunk: FoundChunk })[]): RankedChunk[] {
  const candidates = hits.map((hit) => {
    const { headingPath, text, source } = hit.chunk
    return { hit, headingPath, text, addedAt: new Date(source.createdAt) }
  })
  return collapseDuplicates(candidates).map(({ hit: { hit }, duplicates }) => ({
    ...hit,
    duplicates: duplicates.map((other) => other.hit.chunk),
  }))
}

/** Orders hits as a rerank model has; what it left out, or scored below the threshold, is dropped. */
export function orderByRerank(
  hits: readonly RankedChunk[],
  ranked: readonly { readonly index: number; readonly score: number }[],
  { min_rerank_score: minScore }: SearchSettings,
): RankedChunk[] {
  return ranked.flatMap(({ index, score }, position) => {
    const hit = hits[index]
    if (!hit || (minScore !== null && score < minScore)) return []
    return [{ ...hit, score, ranks: { ...hit.ranks, rerank: position + 1 } }]
  })
}
