import {
  getWorkflow,
  getWorkflowVersion,
  publishWorkflow,
  queryWorkflowVersions,
  saveWorkflowDraft,
  type Workflow,
} from '@heddle/contracts/workflow/workflow'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { infiniteQueryOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type DraftCopies, readDraftCopies } from '#entities/workflow/draft-copies.ts'
import { call } from '#shared/api/client.ts'
import type { Draft } from './graph/draft.ts'
import type { DraftCopy } from './saving/draft-saver.ts'

/** The workflow, and the drafts that earlier visits could not save. Read at each visit: the builder itself knows what is newer. */
export const builderQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: toKey(id),
    queryFn: async ({ signal }) => {
      const [{ workflow }, copies] = await Promise.all([
        call(getWorkflow, { params: { id }, signal }),
        readDraftCopies<DraftCopy>(userId, id),
      ])
      return { workflow, copies }
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { silent: true },
  })

const toKey = (id: string) => ['builder', id]

export const toGateKey = (id: string) => [...toKey(id), 'gate']

/** Changes what the page shows of the workflow; the builder keeps its own draft. */
export const updateShown = (queryClient: QueryClient, id: string, change: Partial<Workflow>) =>
  queryClient.setQueryData<{ workflow: Workflow; copies: DraftCopies<DraftCopy> }>(
    toKey(id),
    (shown) => shown && { ...shown, workflow: { ...shown.workflow, ...change } },
  )

/** The published versions, the latest first. `latest` is its number: with another one the list is read again. */
export const versionsQuery = (id: string, latest: number | null) =>
  infiniteQueryOptions({
    queryKey: [...toKey(id), 'versions', latest],
    queryFn: ({ signal, pageParam }) =>
      call(queryWorkflowVersions, { params: { id }, body: pageParam === null ? {} : { page_token: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page_token: token }) => token ?? null,
    meta: { silent: true },
  })

/** A version, which never changes. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...toKey(id), 'version', number],
    queryFn: async ({ signal }) => (await call(getWorkflowVersion, { params: { id, number }, signal })).version,
    staleTime: Infinity,
    meta: { silent: true },
  })

/** The node types with the check of schemas, which brings its engine of patterns. Until it is loaded, schemas count as valid. */
export const nodeTypesQuery = () =>
  queryOptions({
    queryKey: ['node_types'],
    queryFn: async () => (await import('@heddle/workflow/model/node-type-list')).nodeTypes,
    staleTime: Infinity,
    meta: { silent: true },
  })

/** Saves the draft; returns its new revision. */
export async function saveDraft(queryClient: QueryClient, id: string, { graph, layout }: Draft, revision: number): Promise<number> {
  // A draft that breaks the contract is refused, which the status shows.
  const body = { revision, graph: graph as WorkflowGraph, layout }
  const saved = await call(saveWorkflowDraft, { params: { id }, body })
  updateShown(queryClient, id, { has_changes: saved.has_changes })
  // What the conditions say is of the draft.
  void queryClient.invalidateQueries({ queryKey: toGateKey(id) })
  return saved.revision
}

export function usePublishWorkflow(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof publishWorkflow>['body']) => call(publishWorkflow, { params: { id }, body }),
    onSuccess: ({ version }) => {
      if (!version) return
      const { number, published_at } = version
      updateShown(queryClient, id, { published_version: { number, published_at }, has_changes: false })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: toGateKey(id) }),
    meta: { silent: true },
  })
}
