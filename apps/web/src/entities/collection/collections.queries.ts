import { type CollectionItem, getCollection, queryCollections } from '@heddle/contracts/collection/collection'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'
import { sumSourceStates } from './source-counts.ts'

/** How often what is in progress is read again, while its tab is visible. */
export const progressIntervalMs = 2_000

/** Whether the state of the collection changes without an action of the user. */
const isChanging = ({ state, sources, is_paused: isPaused }: Pick<CollectionItem, 'state' | 'sources' | 'is_paused'>) =>
  state === 'reindexing' || (!isPaused && sumSourceStates(sources).running > 0)

export const collectionQueries = {
  all: ['collections'] as const,
  lists: ['collections', 'list'] as const,
  list: (asked: EndpointRequest<typeof queryCollections>['body']) =>
    queryOptions({
      queryKey: [...collectionQueries.lists, asked],
      queryFn: async ({ signal }): Promise<TablePage<CollectionItem>> => {
        const { collections, ...page } = await call(queryCollections, { body: asked, signal })
        return { rows: collections, ...page }
      },
      refetchInterval: ({ state: { data } }) => (data?.rows.some(isChanging) ? progressIntervalMs : false),
      meta: { silent: true },
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...collectionQueries.all, 'detail', id],
      queryFn: async ({ signal }) => (await call(getCollection, { params: { id }, signal })).collection,
      refetchInterval: ({ state: { data } }) => (data && isChanging(data) ? progressIntervalMs : false),
      meta: { silent: true },
    }),
  /** The workflows that search the collection. */
  workflows: (id: string) =>
    queryOptions({
      queryKey: [...collectionQueries.all, 'workflows', id],
      queryFn: async ({ signal }) => (await call(getCollection, { params: { id }, signal })).workflows,
      meta: { silent: true },
    }),
}
