import {
  abandonReindex,
  type Collection,
  createCollection,
  deleteCollection,
  reindexCollection,
  updateCollection,
} from '@heddle/contracts/collection/collection'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { call } from '#shared/api/client.ts'

/** Invalidates the lists, and caches the collection of a response. */
async function cacheCollection(queryClient: QueryClient, collection: Collection) {
  // A read in flight has the state before.
  await queryClient.cancelQueries({ queryKey: collectionQueries.detail(collection.id).queryKey })
  queryClient.setQueryData(collectionQueries.detail(collection.id).queryKey, collection)
  await queryClient.invalidateQueries({ queryKey: collectionQueries.lists })
}

export function useCreateCollection() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof createCollection>['body']) => (await call(createCollection, { body })).collection,
    onSuccess: (collection) => cacheCollection(queryClient, collection),
    meta: { silent: true },
  })
}

/** The caller shows the error of a silent one. */
export function useUpdateCollection(id: string, { silent = true } = {}) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof updateCollection>['body']) =>
      (await call(updateCollection, { params: { id }, body })).collection,
    onSuccess: (collection) => cacheCollection(queryClient, collection),
    meta: { silent },
  })
}

export function useReindexCollection(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof reindexCollection>['body']) =>
      (await call(reindexCollection, { params: { id }, body })).collection,
    onSuccess: (collection) => cacheCollection(queryClient, collection),
    meta: { silent: true },
  })
}

export function useAbandonReindex(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => (await call(abandonReindex, { params: { id } })).collection,
    onSuccess: (collection) => cacheCollection(queryClient, collection),
    meta: { silent: true },
  })
}

export function useDeleteCollection(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteCollection, { params: { id } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: collectionQueries.detail(id).queryKey })
      await queryClient.invalidateQueries({ queryKey: collectionQueries.lists })
    },
    meta: { silent: true },
  })
}
