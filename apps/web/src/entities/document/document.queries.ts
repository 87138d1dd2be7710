import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'

/** One page of a document's extracted text, null past the end, and whether another page follows. */
export type DocumentPage = { page: { number: number; label: string | null; text: string } | null; hasNext: boolean }

/** A file of any domain that can be shown. It never changes. */
export type ReadableDocument = {
  /** Unique among all queries. */
  key: QueryKey
  name: string
  mediaType: string
  /** The file as it was uploaded. */
  readContent: (signal: AbortSignal) => Promise<Blob>
  readPage: (number: number, signal: AbortSignal) => Promise<DocumentPage>
}

export const documentQueries = {
  /** The file is dropped from memory soon after its last use. */
  content: ({ key, readContent }: ReadableDocument) =>
    queryOptions({
      queryKey: [...key, 'content'],
      queryFn: ({ signal }) => readContent(signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      meta: { silent: true },
    }),
  page: ({ key, readPage }: ReadableDocument, number: number) =>
    queryOptions({
      queryKey: [...key, 'page', number],
      queryFn: ({ signal }) => readPage(number, signal),
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}
