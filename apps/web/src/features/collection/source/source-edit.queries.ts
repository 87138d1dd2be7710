import type { EndpointRequest } from '@heddle/contracts/endpoint'
import {
  actOnSources,
  cancelSource,
  createSource,
  getSourceContent,
  rereadSource,
  retrySource,
  type Source,
  type SourceAction,
  syncSource,
  updateSource,
  updateSourceReading,
} from '@heddle/contracts/collection/source'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { collectionQueries } from '#entities/collection/collections.queries.ts'
import { sourceQueries } from '#entities/collection/sources.queries.ts'
import { call, sendSignedIn } from '#shared/api/client.ts'
import { saveFile } from '#shared/files/save-file.ts'

/** Reads the sources of a collection again, and what they add up to. */
export const refetchSources = (queryClient: QueryClient, collectionId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: sourceQueries.of(collectionId) }),
    queryClient.invalidateQueries({ queryKey: collectionQueries.all }),
  ])

function useSourceMutation<Given, Result>(
  collectionId: string,
  mutationFn: (given: Given) => Promise<Result>,
  { silent = true }: { silent?: boolean } = {},
) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => refetchSources(queryClient, collectionId), meta: { silent } })
}

export const useCreateSource = (collectionId: string) =>
  useSourceMutation(
    collectionId,
    async (body: EndpointRequest<typeof createSource>['body']) => (await call(createSource, { params: { id: collectionId }, body })).source,
  )

export const useUpdateSource = (collectionId: string, sourceId: string) =>
  useSourceMutation(
    collectionId,
    async (body: EndpointRequest<typeof updateSource>['body']) =>
      (await call(updateSource, { params: { id: collectionId, sourceId }, body })).source,
  )

/** Corrects how a source is read, and reads it again. */
export const useUpdateSourceReading = (collectionId: string, sourceId: string) =>
  useSourceMutation(
    collectionId,
    async (body: EndpointRequest<typeof updateSourceReading>['body']) =>
      (await call(updateSourceReading, { params: { id: collectionId, sourceId }, body })).source,
  )

/** Does the same with several sources; returns of how many it was done. */
export const useActOnSources = (collectionId: string, options?: { silent: boolean }) =>
  useSourceMutation(
    collectionId,
    async ({ sources, action }: { sources: readonly Source[]; action: SourceAction }) =>
      (await call(actOnSources, { params: { id: collectionId }, body: { source_ids: sources.map(({ id }) => id), action } })).changed,
    options,
  )

type SourceStep = typeof retrySource | typeof cancelSource | typeof rereadSource | typeof syncSource

/** Does the same with one source, in the state that the page shows. */
const useSourceStep = (collectionId: string, endpoint: SourceStep) =>
  useSourceMutation(collectionId, (sourceId: string) => call(endpoint, { params: { id: collectionId, sourceId } }), { silent: false })

export const useRetrySource = (collectionId: string) => useSourceStep(collectionId, retrySource)
export const useCancelSource = (collectionId: string) => useSourceStep(collectionId, cancelSource)
/** Reads the original again. */
export const useRereadSource = (collectionId: string) => useSourceStep(collectionId, rereadSource)
/** Fetches a web page now. */
export const useSyncSource = (collectionId: string) => useSourceStep(collectionId, syncSource)

/** Downloads the original. */
export const useDownloadSource = (collectionId: string) =>
  useMutation({
    mutationFn: async ({ id, title, file_name: name }: Source) => {
      const response = await sendSignedIn(getSourceContent, { params: { id: collectionId, sourceId: id } }, '*/*')
      const content = await response.blob()
      saveFile(name ?? title, content.type, content)
    },
  })
