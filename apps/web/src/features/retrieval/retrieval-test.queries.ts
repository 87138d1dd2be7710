import { searchCollection, type SearchFilters, type SearchSettings } from '@heddle/contracts/retrieval/search'
import { querySources } from '@heddle/contracts/collection/source'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

export type TestedSearch = { readonly query: string; readonly filters: SearchFilters; readonly settings: readonly SearchSettings[] }

export const retrievalTestQueries = {
  /** The tags in use in a collection. */
  tags: (collectionId: string) =>
    queryOptions({
      queryKey: ['sources', collectionId, 'tags'],
      queryFn: async ({ signal }) => {
        const { tags } = await call(querySources, { params: { id: collectionId }, body: { page_size: 1 }, signal })
        return tags ?? []
      },
      meta: { silent: true },
    }),
}

/** Asks the same with each of the settings. */
export const useTestSearch = (collectionId: string) =>
  useMutation({
    mutationFn: async ({ query, filters, settings }: TestedSearch) => {
      const ask = (own: SearchSettings) => call(searchCollection, { params: { id: collectionId }, body: { query, filters, ...own } })
      return { query, outcomes: await Promise.all(settings.map(ask)) }
    },
    meta: { silent: true },
  })
