import type { EndpointRequest } from '@heddle/contracts/endpoint'
import {
  createModel,
  deleteModel,
  type ManagedModel,
  queryModels,
  reorderModels,
  setDefaultModel,
  testModel,
  updateModel,
} from '@heddle/contracts/model/model'
import {
  createModelEndpoint,
  deleteModelEndpoint,
  listUpstreamModels,
  queryModelEndpoints,
  updateModelEndpoint,
} from '@heddle/contracts/model/model-endpoint'
import type { ModelCheck } from '@heddle/contracts/model/model-test'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { modelsKey } from '#entities/model/models.queries.ts'
import { call } from '#shared/api/client.ts'

const all = ['model-servers'] as const

/** The servers are few, and each page has all of their models. */
async function fetchAll<Row>(fetchPage: (token: string | undefined) => Promise<{ rows: Row[]; next: string | undefined }>) {
  const found: Row[] = []
  let token: string | undefined
  do {
    const page = await fetchPage(token)
    found.push(...page.rows)
    token = page.next
  } while (token !== undefined)
  return found
}

const atPage = (token: string | undefined) => (token === undefined ? {} : { page_token: token })

export const modelServerQueries = {
  endpoints: () =>
    queryOptions({
      queryKey: [...all, 'endpoints'],
      queryFn: ({ signal }) =>
        fetchAll(async (token) => {
          const { endpoints, next_page_token: next } = await call(queryModelEndpoints, { body: atPage(token), signal })
          return { rows: endpoints, next }
        }),
      meta: { silent: true },
    }),
  models: () =>
    queryOptions({
      queryKey: [...all, 'models'],
      queryFn: ({ signal }) =>
        fetchAll(async (token) => {
          const { models, next_page_token: next } = await call(queryModels, { body: atPage(token), signal })
          return { rows: models, next }
        }),
      meta: { silent: true },
    }),
  /** What a server says it serves, asked for each time. */
  upstream: (endpointId: string) =>
    queryOptions({
      queryKey: [...all, 'upstream', endpointId],
      queryFn: async ({ signal }) => (await call(listUpstreamModels, { params: { id: endpointId }, signal })).models,
      gcTime: 0,
      retry: false,
      meta: { silent: true },
    }),
}

/** What users may choose has changed too. */
const refetch = (queryClient: QueryClient) =>
  Promise.all([queryClient.invalidateQueries({ queryKey: all }), queryClient.invalidateQueries({ queryKey: modelsKey })])

export function useCreateModelEndpoint() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createModelEndpoint>['body']) => call(createModelEndpoint, { body }),
    onSuccess: () => refetch(queryClient),
    meta: { silent: true },
  })
}

export function useUpdateModelEndpoint(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof updateModelEndpoint>['body']) => call(updateModelEndpoint, { params: { id }, body }),
    onSuccess: () => refetch(queryClient),
    meta: { silent: true },
  })
}

export function useDeleteModelEndpoint() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteModelEndpoint, { params: { id } }),
    onSuccess: () => refetch(queryClient),
    meta: { silent: true },
  })
}

export function useCreateModel() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createModel>['body']) => call(createModel, { body }),
    onSuccess: () => refetch(queryClient),
    meta: { silent: true },
  })
}

/** Adds them one after the other, in their order, and returns them; those before a refused one stay. */
export function useAddModels() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (models: readonly EndpointRequest<typeof createModel>['body']['model'][]) => {
      const added: ManagedModel[] = []
      for (const model of models) added.push((await call(createModel, { body: { model } })).model)
      return added
    },
    onSettled: () => refetch(queryClient),
    meta: { silent: true },
  })
}

export function useUpdateModel(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof updateModel>['body']) => call(updateModel, { params: { id }, body }),
    onSuccess: () => refetch(queryClient),
    meta: { silent: true },
  })
}

export function useSetDefaultModel() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(setDefaultModel, { params: { id } }),
    onSuccess: () => refetch(queryClient),
  })
}

export function useDeleteModel() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteModel, { params: { id } }),
    onSuccess: () => refetch(queryClient),
    meta: { silent: true },
  })
}

/** The result is of the model, and the test says whether its server is well. */
export function useTestModel(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ checks, signal }: { checks: ModelCheck[]; signal: AbortSignal }) =>
      call(testModel, { params: { id }, body: { checks }, signal }),
    onSuccess: () => refetch(queryClient),
    meta: { silent: true },
  })
}

export function useReorderModels() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (modelIds: string[]) => call(reorderModels, { body: { model_ids: modelIds } }),
    // One after the other: the last move is the order.
    scope: { id: 'reorder-models' },
    onSuccess: () => refetch(queryClient),
  })
}
