import { listModels } from '@heddle/contracts/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** The models that may answer for an assistant. */
export const modelsQuery = (assistantId: string) =>
  queryOptions({
    queryKey: ['models', assistantId],
    queryFn: async ({ signal }) => (await call(listModels, { query: { assistant_id: assistantId }, signal })).models,
    staleTime: 5 * 60_000,
    // Optional: without a choice the server uses its default model.
    meta: { silent: true },
  })

/** The models of the tenant. */
export const tenantModelsQuery = () =>
  queryOptions({
    queryKey: ['models'],
    queryFn: async ({ signal }) => (await call(listModels, { query: {}, signal })).models,
    staleTime: 5 * 60_000,
    meta: { silent: true },
  })
