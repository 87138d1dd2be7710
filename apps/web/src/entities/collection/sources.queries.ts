import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { querySources, type Source } from '@heddle/contracts/collection/source'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'
import { progressIntervalMs } from './collections.queries.ts'
import { isRunning } from './source-counts.ts'

/** `tags`: those in use in the collection, on its first page. */
type SourcePage = TablePage<Source> & { tags: readonly string[] }

export const sourceQueries = {
  all: ['sources'] as const,
  of: (collectionId: string) => [...sourceQueries.all, collectionId] as const,
  list: (collectionId: string, asked: EndpointRequest<typeof querySources>['body']) =>
    queryOptions({
      queryKey: [...sourceQueries.of(collectionId), 'list', asked],
      queryFn: async ({ signal }): Promise<SourcePage> => {
        const { sources, tags = [], ...page } = await call(querySources, { params: { id: collectionId }, body: asked, signal })
        return { rows: sources, tags, ...page }
      },
      // Not while its tab is hidden.
      refetchInterval: ({ state: { data } }) => (data?.rows.some(({ state }) => isRunning(state)) ? progressIntervalMs : false),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}
