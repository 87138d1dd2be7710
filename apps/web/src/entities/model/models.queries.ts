import { listModels } from '@heddle/contracts/model/chosen-model'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** The key of all lists of models. */
export const modelsKey = ['models'] as const

export type ModelOwner = { readonly assistant_id: string } | { readonly workflow_id: string }

const fetchModels = async (owner: ModelOwner | undefined, signal: AbortSignal) =>
  (await call(listModels, { query: owner ?? {}, signal })).models

/** The models that may answer for an assistant, or for one that is made of a workflow; not read without an owner. */
export const modelsQuery = (owner: ModelOwner | null) =>
  queryOptions({
    queryKey: [...modelsKey, 'owner', owner],
    queryFn: owner === null ? skipToken : ({ signal }) => fetchModels(owner, signal),
    staleTime: 5 * 60_000,
    // Optional: without a choice the server uses its default model.
    meta: { silent: true },
  })

/** The models of the tenant. */
export const tenantModelsQuery = () =>
  queryOptions({
    queryKey: [...modelsKey, 'tenant'],
    queryFn: ({ signal }) => fetchModels(undefined, signal),
    staleTime: 5 * 60_000,
    meta: { silent: true },
  })
