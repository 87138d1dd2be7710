import type { TextRange } from '@heddle/contracts/ingestion/chunk'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { type FetchContent, openRangedContent } from './pdf/ranged-content.ts'

/** Where a reader is in a document. */
export type PagePosition = {
  /** From 1. */
  readonly page: number
  /** A character that the shown part of a long page has. */
  readonly at?: number
}

/** One page of a document's extracted text, null past the end, and whether another page follows. */
export type DocumentPage = {
  page: {
    number: number
    label: string | null
    text: string
    /** Of a part of a page: its first character, and how many the page has. */
    from?: number
    length?: number
    /** The characters of the page that are cited, where they are known. */
    ranges?: readonly TextRange[]
  } | null
  hasNext: boolean
}

/** A file of any domain that can be shown. It never changes, so that it is read once, also when its chat or source is invalidated. */
export type OriginalDocument = {
  /** Unique among all queries. */
  key: QueryKey
  name: string
  mediaType: string
  fetchContent: FetchContent
}

/** One whose extracted text can be shown too. */
export type ReadableDocument = OriginalDocument & {
  readPage: (position: PagePosition, signal: AbortSignal) => Promise<DocumentPage>
}

export const documentQueries = {
  /** The file is dropped from memory soon after its last use. */
  content: ({ key, fetchContent }: OriginalDocument) =>
    queryOptions({
      queryKey: [...key, 'content'],
      queryFn: async ({ signal }) => (await fetchContent({ signal })).blob(),
      staleTime: 'static',
      gcTime: 60_000,
      meta: { silent: true },
    }),
  /** Its first range, and how to read the others. */
  ranges: ({ key, fetchContent }: OriginalDocument) =>
    queryOptions({
      queryKey: [...key, 'ranges'],
      queryFn: ({ signal }) => openRangedContent(fetchContent, signal),
      staleTime: 'static',
      gcTime: 60_000,
      meta: { silent: true },
    }),
  page: ({ key, readPage }: ReadableDocument, position: PagePosition) =>
    queryOptions({
      queryKey: [...key, 'page', position],
      queryFn: ({ signal }) => readPage(position, signal),
      staleTime: 'static',
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}
