import { listModels } from '@heddle/contracts/model/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

type ModelOwner = { readonly assistant_id: string } | { readonly workflow_id: string }

/** The models that may answer for an assistant, or for one that is made of a workflow. */
export const modelsQuery = (owner: ModelOwner | null) =>
  queryOptions({
    queryKey: ['models', owner],
    queryFn: async ({ signal }) => (await call(listModels, { query: owner ?? {}, signal })).models,
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
