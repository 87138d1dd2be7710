import {
  createChunk,
  deleteChunk,
  discardChunkEdit,
  getSourcePage,
  type LostEdit,
  queryChunks,
  updateChunk,
} from '@heddle/contracts/ingestion/chunk'
import { getSource, getSourceContent, type Source } from '@heddle/contracts/collection/source'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OriginalDocument } from '#entities/document/document.queries.ts'
import { progressIntervalMs } from '#entities/collection/collections.queries.ts'
import { isRunning } from '#entities/collection/source-counts.ts'
import { call, sendSignedIn } from '#shared/api/client.ts'

export type SourceAddress = { readonly id: string; readonly sourceId: string }

const toKey = ({ id, sourceId }: SourceAddress) => ['sources', id, 'view', sourceId] as const

export const sourceViewQueries = {
  source: (params: SourceAddress) =>
    queryOptions({
      queryKey: [...toKey(params), 'source'],
      queryFn: async ({ signal, client }) => {
        const { source } = await call(getSource, { params, signal })
        const known = client.getQueryData<Source>([...toKey(params), 'source'])
        // Another content is searched by now.
        if (known && known.version_id !== source.version_id)
          for (const part of ['chunks', 'page']) void client.invalidateQueries({ queryKey: [...toKey(params), part] })
        return source
      },
      refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? progressIntervalMs : false),
      meta: { silent: true },
    }),
  chunks: (params: SourceAddress, body: EndpointRequest<typeof queryChunks>['body']) =>
    queryOptions({
      queryKey: [...toKey(params), 'chunks', body],
      queryFn: ({ signal }) => call(queryChunks, { params, body, signal }),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  page: (params: SourceAddress, page: number, at: number) =>
    queryOptions({
      queryKey: [...toKey(params), 'page', page, at],
      queryFn: async ({ signal }) => (await call(getSourcePage, { params: { ...params, page }, query: { at }, signal })).page,
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}

/** The original of a source, for the preview. */
export const toOriginal = (
  params: SourceAddress,
  { version_id: version, file_name: name, title, media_type: mediaType }: Source,
): OriginalDocument => ({
  key: [...toKey(params), 'original', version],
  name: name ?? title,
  mediaType: mediaType ?? 'text/plain',
  fetchContent: (options) => sendSignedIn(getSourceContent, { params, query: { version_id: version ?? undefined }, ...options }, '*/*'),
})

function useChunkMutation<Given, Result>(params: SourceAddress, mutationFn: (given: Given) => Promise<Result>, silent: boolean) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: toKey(params) })
  return useMutation({ mutationFn, onSettled, meta: { silent } })
}

export const useCreateChunk = (params: SourceAddress) =>
  useChunkMutation(
    params,
    async (body: EndpointRequest<typeof createChunk>['body']) => (await call(createChunk, { params, body })).chunk,
    true,
  )

type ChunkChange = { chunkId: string; body: EndpointRequest<typeof updateChunk>['body'] }

/** The caller shows the error of a silent one. */
export const useUpdateChunk = (params: SourceAddress, { silent = true } = {}) =>
  useChunkMutation(
    params,
    async ({ chunkId, body }: ChunkChange) => (await call(updateChunk, { params: { ...params, chunkId }, body })).chunk,
    silent,
  )

/** Deletes a chunk that was added. */
export const useDeleteChunk = (params: SourceAddress) =>
  useChunkMutation(params, (chunkId: string) => call(deleteChunk, { params: { ...params, chunkId } }), true)

export const useDiscardEdit = (params: SourceAddress) =>
  useChunkMutation(params, ({ id: editId }: LostEdit) => call(discardChunkEdit, { params: { ...params, editId } }), false)

/** Adds the text of a lost edit as a chunk of its own, and forgets the edit. */
export const useKeepEdit = (params: SourceAddress) =>
  useChunkMutation(
    params,
    async ({ id: editId, text }: LostEdit) => {
      if (text !== null) await call(createChunk, { params, body: { chunk: { text } } })
      return call(discardChunkEdit, { params: { ...params, editId } })
    },
    false,
  )
