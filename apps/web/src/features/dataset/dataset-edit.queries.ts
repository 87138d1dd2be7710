import {
  createDataset,
  Dataset,
  deleteDataset,
  publishDataset,
  restoreDatasetVersion,
  updateDataset,
} from '@heddle/contracts/dataset/dataset'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { call } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'

/** Invalidates the lists, and caches the dataset of a response. */
async function cacheDataset(queryClient: QueryClient, dataset: Dataset) {
  // A read in flight has the state before.
  await queryClient.cancelQueries({ queryKey: datasetQueries.detail(dataset.id).queryKey })
  queryClient.setQueryData(datasetQueries.detail(dataset.id).queryKey, dataset)
  await queryClient.invalidateQueries({ queryKey: datasetQueries.lists })
}

/** Caches what another user has saved meanwhile: the next attempt is made on it. */
async function cacheCurrent(queryClient: QueryClient, error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'REVISION_MISMATCH') return
  const { data } = Dataset.safeParse(error.params['current'])
  if (data) await cacheDataset(queryClient, data)
}

export function useCreateDataset() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof createDataset>['body']) => (await call(createDataset, { body })).dataset,
    onSuccess: (dataset) => cacheDataset(queryClient, dataset),
    meta: { silent: true },
  })
}

export function useUpdateDataset(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof updateDataset>['body']) =>
      (await call(updateDataset, { params: { id }, body })).dataset,
    onSuccess: (dataset) => cacheDataset(queryClient, dataset),
    onError: (error) => cacheCurrent(queryClient, error),
    meta: { silent: true },
  })
}

export function usePublishDataset(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof publishDataset>['body']) =>
      (await call(publishDataset, { params: { id }, body })).version,
    onSuccess: (version) => {
      // The end of its build is noticed by the list, which may be read after that end only.
      queryClient.setQueryData(datasetQueries.versions(id).queryKey, (before = []) => [version, ...before])
      return queryClient.invalidateQueries({ queryKey: datasetQueries.all })
    },
    onError: (error) => cacheCurrent(queryClient, error),
    meta: { silent: true },
  })
}

export function useRestoreDatasetVersion(dataset: Dataset) {
  const queryClient = useQueryClient()
  const { id, revision } = dataset
  return useMutation({
    mutationFn: async (number: number) => (await call(restoreDatasetVersion, { params: { id, number }, body: { revision } })).dataset,
    onSuccess: async (restored) => {
      await cacheDataset(queryClient, restored)
      await queryClient.invalidateQueries({ queryKey: datasetQueries.all })
    },
    onError: (error) => cacheCurrent(queryClient, error),
    meta: { silent: true },
  })
}

export function useDeleteDataset(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteDataset, { params: { id } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: datasetQueries.detail(id).queryKey })
      await queryClient.invalidateQueries({ queryKey: datasetQueries.lists })
    },
    meta: { silent: true },
  })
}
