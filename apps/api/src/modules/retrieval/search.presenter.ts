import type { SearchResult } from '@heddle/contracts/retrieval/search'
import { listMatchedTerms } from '@heddle/retrieval/terms/matched-terms'
import type { RankedChunk } from './ranking.ts'

export const presentSearchResult = ({ chunk, score, ranks, cosine, duplicates }: RankedChunk, query: string): SearchResult => ({
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
  matched_terms: listMatchedTerms(chunk.text, query),
  cosine,
  duplicate_count: duplicates.length,
})
