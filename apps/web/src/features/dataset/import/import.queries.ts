import {
  applyDatasetImport,
  checkDatasetImport,
  createDatasetImport,
  type DatasetImport,
  deleteDatasetImport,
  getDatasetImport,
  type ImportState,
  planDatasetImport,
} from '@heddle/contracts/dataset/import'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { call } from '#shared/api/client.ts'

/** How often a step that runs is read again, while its tab is visible. */
const progressIntervalMs = 1_000

export const isWorking = (state: ImportState): boolean => state === 'reading' || state === 'checking' || state === 'applying'

export const importQueries = {
  detail: (datasetId: string, id: string) =>
    queryOptions({
      queryKey: ['dataset-imports', datasetId, id],
      queryFn: async ({ signal, client, queryKey }) => {
        const { import: read } = await call(getDatasetImport, { params: { id: datasetId, importId: id }, signal })
        const before = client.getQueryData<DatasetImport>(queryKey)
        // Its columns and rows are others then.
        if (before?.state === 'applying' && read.state !== 'applying') void client.invalidateQueries({ queryKey: datasetQueries.all })
        return read
      },
      refetchInterval: ({ state: { data } }) => (data && isWorking(data.state) ? progressIntervalMs : false),
      meta: { silent: true },
    }),
}

async function cacheImport(queryClient: QueryClient, datasetId: string, read: DatasetImport) {
  const { queryKey } = importQueries.detail(datasetId, read.id)
  // A read in flight has the step before.
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, read)
}

/** Uploads a file to be read. `sent` is the sent share, from 0 to 1. */
export function useCreateImport(datasetId: string) {
  const queryClient = useQueryClient()
  const [sent, setSent] = useState(0)
  const running = useRef<AbortController>(null)
  const create = useMutation({
    mutationFn: async (file: File) => {
      const abort = new AbortController()
      running.current = abort
      setSent(0)
      const form = new FormData()
      form.append('files', file)
      return (await call(createDatasetImport, { params: { id: datasetId }, form, onSent: setSent, signal: abort.signal })).import
    },
    onSuccess: (read) => cacheImport(queryClient, datasetId, read),
    meta: { silent: true },
  })
  return { create, sent, cancel: () => running.current?.abort() }
}

/** The steps of an import: each begins, and is read until it ends. */
export function useImportSteps(datasetId: string, importId: string) {
  const queryClient = useQueryClient()
  const params = { id: datasetId, importId }
  const { queryKey } = importQueries.detail(datasetId, importId)
  const shared = {
    onSuccess: (read: DatasetImport) => cacheImport(queryClient, datasetId, read),
    // It may be at another step, which another tab began.
    onError: () => queryClient.invalidateQueries({ queryKey }),
    meta: { silent: true },
  }
  const plan = useMutation({
    mutationFn: async (body: EndpointRequest<typeof planDatasetImport>['body']) => (await call(planDatasetImport, { params, body })).import,
    ...shared,
  })
  const check = useMutation({
    mutationFn: async (body: EndpointRequest<typeof checkDatasetImport>['body']) =>
      (await call(checkDatasetImport, { params, body })).import,
    ...shared,
  })
  const apply = useMutation({
    mutationFn: async (body: EndpointRequest<typeof applyDatasetImport>['body']) =>
      (await call(applyDatasetImport, { params, body })).import,
    ...shared,
  })
  const remove = useMutation({
    mutationFn: () => call(deleteDatasetImport, { params }),
    meta: { silent: true },
  })
  return { plan, check, apply, remove }
}

export type ImportSteps = ReturnType<typeof useImportSteps>
