import { queryDatasetRows } from '@heddle/contracts/dataset/row'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { call } from '#shared/api/client.ts'

export const datasetRowQueries = {
  /** The columns of a version, which never change; those of the draft (null) are the dataset's. */
  columns: (id: string, version: number | null) =>
    queryOptions({
      queryKey: [...datasetQueries.all, 'columns', id, version],
      queryFn:
        version === null
          ? skipToken
          : async ({ signal }) => (await call(queryDatasetRows, { params: { id }, body: { version, page_size: 1 }, signal })).columns ?? [],
      staleTime: Infinity,
    }),
}
