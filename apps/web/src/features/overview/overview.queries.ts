import { getOverview } from '@heddle/contracts/overview/overview'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

const refreshMs = 60_000

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async ({ signal }) => (await call(getOverview, { signal })).overview,
  // What is mended on another page is gone at the return.
  staleTime: 0,
  refetchInterval: refreshMs,
  meta: { silent: true },
})
