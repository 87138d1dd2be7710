import {
  type DatasetItem,
  type DatasetVersion,
  getDataset,
  getPublishedTable,
  queryDatasets,
  queryDatasetVersions,
} from '@heddle/contracts/dataset/dataset'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

/** How often versions are read again while the table of one is being filled, and their tab is visible. */
const buildingIntervalMs = 1_000

const isBuilding = ({ state }: DatasetVersion) => state === 'building'

export const datasetQueries = {
  all: ['datasets'] as const,
  lists: ['datasets', 'list'] as const,
  list: (asked: EndpointRequest<typeof queryDatasets>['body']) =>
    queryOptions({
      queryKey: [...datasetQueries.lists, asked],
      queryFn: async ({ signal }): Promise<TablePage<DatasetItem>> => {
        const { datasets, ...page } = await call(queryDatasets, { body: asked, signal })
        return { rows: datasets, ...page }
      },
      meta: { silent: true },
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...datasetQueries.all, 'detail', id],
      queryFn: async ({ signal }) => (await call(getDataset, { params: { id }, signal })).dataset,
      meta: { silent: true },
    }),
  /** What plans over the published version may name. */
  publishedTable: (id: string) =>
    queryOptions({
      queryKey: [...datasetQueries.all, 'published-table', id],
      queryFn: async ({ signal }) => (await call(getPublishedTable, { params: { id }, signal })).table,
      meta: { silent: true },
    }),
  /** The versions that are kept, the newest first. */
  versions: (id: string) =>
    queryOptions({
      queryKey: [...datasetQueries.all, 'versions', id],
      queryFn: async ({ signal, client, queryKey }) => {
        const { versions } = await call(queryDatasetVersions, { params: { id }, body: {}, signal })
        const before = client.getQueryData<DatasetVersion[]>(queryKey)
        // The end of a build changes what is published.
        if (before?.some(isBuilding) && !versions.some(isBuilding)) {
          void client.invalidateQueries({ queryKey: datasetQueries.detail(id).queryKey })
          void client.invalidateQueries({ queryKey: datasetQueries.lists })
        }
        return versions
      },
      refetchInterval: ({ state: { data } }) => (data?.some(isBuilding) ? buildingIntervalMs : false),
      meta: { silent: true },
    }),
}
