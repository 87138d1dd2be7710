import { compareDatasetVersions } from '@heddle/contracts/dataset/dataset'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { queryOptions } from '@tanstack/react-query'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { call } from '#shared/api/client.ts'

type Body = EndpointRequest<typeof compareDatasetVersions>['body']

/** Two versions, the earlier one first; null is the draft. */
export type VersionPair = Pick<Body, 'from' | 'to'>

export const versionQueries = {
  /** The rows that differ between two versions. */
  changes: (id: string, pair: VersionPair, page: Pick<Body, 'page_size' | 'page_token'>) =>
    queryOptions({
      queryKey: [...datasetQueries.all, 'changes', id, pair, page],
      queryFn: ({ signal }) => call(compareDatasetVersions, { params: { id }, body: { ...pair, ...page }, signal }),
      meta: { silent: true },
    }),
}
