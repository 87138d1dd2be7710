import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PagePosition } from '#entities/document/document.queries.ts'
import { findCitedRanges, type PageRange } from '#entities/document/find-cited-range.ts'
import { type CitedPassage, findCitedPosition } from './find-cited-position.ts'
import { type CitedKey, originalQueries } from './original.queries.ts'

export type CitedPosition = {
  readonly position: PagePosition
  /** The cited sentence; null until it is looked for on its page, and where the statement is not known. */
  readonly sentence: readonly PageRange[] | null
}

/**
 * Returns where a passage is cited, by the text of its pages where it runs over several; null while these are loaded. Where one cannot be, the
 * place is that which the lengths of its parts tell.
 */
export function useCitedPosition(cited: CitedKey, source: CitedPassage, statement: string): CitedPosition | null {
  const { spans } = source.knowledge
  const numbers = useMemo(() => [...new Set(spans.map(({ page }) => page))].toSorted((one, other) => one - other), [spans])
  const isSearched = statement !== '' && numbers.length > 1
  const results = useQueries({ queries: isSearched ? numbers.map((page) => originalQueries.page(cited, { page })) : [] })
  const pages = results.flatMap(({ data }) => data?.page ?? [])
  const isLoading = results.some(({ isPending }) => isPending)
  const sentence = !isLoading && pages.length === results.length && isSearched ? findCitedRanges(pages, statement) : []
  if (isLoading) return null
  const [first] = sentence
  return first ? { position: { page: first.page }, sentence } : { position: findCitedPosition(source, statement), sentence: null }
}
