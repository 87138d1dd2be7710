import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'

/** One page of what was read of a document, null where there is none, and whether there is another after it. */
export type DocumentPage = { page: { number: number; label: string | null; text: string } | null; hasNext: boolean }

/** A file that can be shown, whichever domain keeps it. It never changes. */
export type ReadableDocument = {
  /** Its own among all queries. */
  key: QueryKey
  name: string
  mediaType: string
  /** The file as it was uploaded. */
  readContent: (signal: AbortSignal) => Promise<Blob>
  readPage: (number: number, signal: AbortSignal) => Promise<DocumentPage>
}

export const documentQueries = {
  /** The file is let go soon after it was last looked at. */
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
