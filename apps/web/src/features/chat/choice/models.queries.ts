import { listModels } from '@heddle/contracts/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

export const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async ({ signal }) => (await call(listModels, { query: {}, signal })).models,
  staleTime: 5 * 60_000,
})
