// The words of a question: BM25 over the contents that may be found.
import { type LexicalHit, rankByBm25 } from '@heddle/retrieval/bm25'
import { hashTerm } from '@heddle/retrieval/postings'
import { type LexicalTerm, lexicalTerms } from '@heddle/retrieval/terms/lexical-terms'
import { removeStopWords } from '@heddle/retrieval/terms/stop-words'
import type { Pool } from 'pg'
import type { PostingsCache } from './postings-cache.ts'
import { type ChunkKey, nameChunk, type SearchScope } from './search.sql.ts'

/** Hits of one half that the fusion sees. */
export const candidatesPerHalf = 100

/**
 * The coverage from which on words count in full. Those of a question in another language than the documents, which share a name or a
 * chance word with it, are mostly below: docs/decisions/0036.
 */
const fullCoverage = 0.2

/** A question of 2,000 characters has some thousand terms, and the postings of each take time. */
const maxTerms = 256

/** A chunk, and how much of the question its words cover, from 0 to 1. */
export type CoveringChunk = ChunkKey & { readonly coverage: number }

export type LexicalList = {
  /** The best one first. */
  readonly hits: readonly CoveringChunk[]
  /** From 0 to 1: how much the words of the question say of what was found. */
  readonly trust: number
  /** From 0 to 1: how far the first one is ahead of the second, as where it alone has the number of a standard; 0 without full trust. */
  readonly lead: number
}

export type LexicalHalf = {
  /** Of each question. */
  readonly lists: readonly LexicalList[]
  /** The indexes whose contents may be found. */
  readonly indexVersionIds: ReadonlySet<number>
  readonly isDisabled: (key: ChunkKey) => boolean
}

type Dependencies = { readonly pool: Pool; readonly postingsCache: PostingsCache }

/** Returns the best chunks by the words of each question. Without `isRanked` only what may be found is read. */
export async function searchWords(
  { pool, postingsCache }: Dependencies,
  scope: SearchScope,
  questions: readonly string[],
  isRanked: boolean,
): Promise<LexicalHalf> {
  const asked = questions.map((question) => (isRanked ? chooseTerms(question) : []))
  const names = [...new Set(asked.flatMap((terms) => terms.map(([name]) => name)))]
  const { contents, postings, disabled } = await postingsCache.find(pool, scope, names.map(hashTerm))
  const { sources, lengths } = contents
  const indexes = new Map(names.map((name, index) => [name, index]))
  const searched = { chunkCounts: sources.map(({ chunkCount }) => chunkCount), lengths }
  const off = new Set(disabled.map(nameChunk))
  const isDisabled = (key: ChunkKey) => off.has(nameChunk(key))
  const toCovering = ({ source, chunk, coverage }: LexicalHit): CoveringChunk => ({
    indexedSourceId: sources[source]?.id ?? 0,
    number: chunk,
    coverage,
  })
  return {
    lists: asked.map((terms) => {
      const found = terms.flatMap(([name, { count, weight }]) => {
        const bytes = postings[indexes.get(name) ?? -1]
        return bytes ? [{ weight: count * weight, postings: bytes }] : []
      })
      const hits = rankByBm25(searched, found, candidatesPerHalf + off.size).filter((hit) => !isDisabled(toCovering(hit)))
      return { hits: hits.slice(0, candidatesPerHalf).map(toCovering), ...weighHits(hits) }
    }),
    indexVersionIds: new Set(sources.map(({ indexVersionId }) => indexVersionId)),
    isDisabled,
  }
}

/**
 * Returns the terms of a question, without its stop words; of a long one those of its beginning and its end, where the question stands beside what is told with it,
 * and no single characters, which pairs of them say better.
 */
function chooseTerms(question: string): (readonly [string, LexicalTerm])[] {
  const terms = [...lexicalTerms(removeStopWords(question))]
  if (terms.length <= maxTerms) return terms
  const longer = terms.filter(([name]) => name.length > 1)
  return longer.length <= maxTerms ? longer : [...longer.slice(0, maxTerms / 2), ...longer.slice(-maxTerms / 2)]
}

function weighHits([first, second]: readonly LexicalHit[]): Pick<LexicalList, 'trust' | 'lead'> {
  if (!first) return { trust: 0, lead: 0 }
  const trust = Math.min(1, first.coverage / fullCoverage)
  return { trust, lead: trust < 1 ? 0 : 1 - (second?.score ?? 0) / first.score }
}
