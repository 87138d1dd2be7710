// The words of a question: BM25 over the contents that may be found.
import { type LexicalHit, rankByBm25 } from '@heddle/retrieval/bm25'
import { decodeLengths, hashTerm } from '@heddle/retrieval/postings'
import { lexicalTerms } from '@heddle/text/search/lexical-terms'
import type { Pool } from 'pg'
import { type ChunkKey, findPostings, type SearchScope } from './search.sql.ts'

/** Hits of one half that the fusion sees. */
export const candidatesPerHalf = 100

/** A question of 2,000 characters has some thousand terms; the rarest decide, and these are enough of them. */
const maxTerms = 256

export type LexicalHalf = {
  /** Of each question, the best one first. */
  readonly lists: readonly (readonly ChunkKey[])[]
  /** The indexes whose contents may be found. */
  readonly indexVersionIds: ReadonlySet<number>
  readonly isDisabled: (key: ChunkKey) => boolean
}

/** Returns the best chunks by the words of each question. Without `isRanked` only what may be found is read. */
export async function searchWords(pool: Pool, scope: SearchScope, questions: readonly string[], isRanked: boolean): Promise<LexicalHalf> {
  const asked = questions.map((question) => (isRanked ? [...lexicalTerms(question)].slice(0, maxTerms) : []))
  const names = [...new Set(asked.flatMap((terms) => terms.map(([name]) => name)))]
  const { sources, postings, disabled } = await findPostings(pool, scope, names.map(hashTerm))
  const indexes = new Map(names.map((name, index) => [name, index]))
  const lengths = sources.map((source) => decodeLengths(source.lengths))
  const off = new Set(disabled.map(nameChunk))
  const isDisabled = (key: ChunkKey) => off.has(nameChunk(key))
  const toKey = ({ source, chunk }: LexicalHit): ChunkKey => ({ indexedSourceId: sources[source]?.id ?? 0, number: chunk })
  return {
    lists: asked.map((terms) => {
      const found = terms.map(([name, { count, weight }]) => ({
        weight: count * weight,
        postings: postings.get(indexes.get(name) ?? -1) ?? [],
      }))
      return rankByBm25(lengths, found, candidatesPerHalf + off.size)
        .map(toKey)
        .filter((key) => !isDisabled(key))
        .slice(0, candidatesPerHalf)
    }),
    indexVersionIds: new Set(sources.map(({ indexVersionId }) => indexVersionId)),
    isDisabled,
  }
}

/** A chunk as the key of a map. */
export const nameChunk = ({ indexedSourceId, number }: ChunkKey) => `${indexedSourceId}/${number}`
