import type { SearchResult } from '@heddle/contracts/retrieval/search'
import { createTermMatcher } from '@heddle/retrieval/terms/matched-terms'
import type { RankedChunk } from './ranking.ts'

const presentSearchResult = (
  { chunk, score, ranks, cosine, duplicates }: RankedChunk,
  matchTerms: (text: string) => string[],
): SearchResult => ({
  chunk: {
    id: chunk.id,
    text: chunk.text,
    heading_path: [...chunk.headingPath],
    page: chunk.pageFrom,
    page_to: chunk.pageTo,
    spans: [...chunk.spans],
  },
  source: { id: chunk.source.id, title: chunk.source.title, is_expired: chunk.source.isExpired },
  score,
  ranks: { ...ranks },
  matched_terms: matchTerms(chunk.text),
  cosine,
  duplicate_count: duplicates.length,
})

/** The terms of the query are read once for all that was found. */
export function presentSearchResults(found: readonly RankedChunk[], query: string): SearchResult[] {
  const matchTerms = createTermMatcher(query)
  return found.map((result) => presentSearchResult(result, matchTerms))
}
