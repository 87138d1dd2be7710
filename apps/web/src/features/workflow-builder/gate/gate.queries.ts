// The conditions for publishing a workflow, and what they say of its draft.
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import {
  checkWorkflowGate,
  getWorkflowGate,
  proveWorkflowGate,
  updateWorkflowGate,
  type WorkflowGate,
} from '@heddle/contracts/evaluation/gate'
import { getWorkflow } from '@heddle/contracts/workflow/workflow'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { toGateKey, updateShown } from '../builder.queries.ts'

/** How often the gate is read again while runs go on or a publication waits, and the page is visible. */
const checkingIntervalMs = 2_000

const isWaiting = (gate: WorkflowGate | undefined) => gate?.pending?.error === null

export const gateQuery = (id: string) =>
  queryOptions({
    queryKey: toGateKey(id),
    queryFn: async ({ signal, client, queryKey }) => {
      const { gate } = await call(getWorkflowGate, { params: { id }, signal })
      // The worker has published, or has not: what the page shows of the workflow may be another version.
      if (isWaiting(client.getQueryData<WorkflowGate>(queryKey)) && !isWaiting(gate)) {
        const { workflow } = await call(getWorkflow, { params: { id }, signal })
        updateShown(client, id, { published_version: workflow.published_version, has_changes: workflow.has_changes })
      }
      return gate
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' || isWaiting(data) ? checkingIntervalMs : false),
    meta: { silent: true },
  })

function useGateMutation<Input>(id: string, request: (input: Input) => Promise<{ gate: WorkflowGate }>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: request,
    onSuccess: ({ gate }) => queryClient.setQueryData(toGateKey(id), gate),
    // Another person may have changed the conditions: what is tried next is of those that there are now.
    onError: () => queryClient.invalidateQueries({ queryKey: toGateKey(id) }),
    meta: { silent: true },
  })
}

export const useSaveConditions = (id: string) =>
  useGateMutation(id, (body: EndpointRequest<typeof updateWorkflowGate>['body']) => call(updateWorkflowGate, { params: { id }, body }))

/** Starts the runs that the conditions miss, of the draft as it is saved. */
export const useCheckGate = (id: string) => useGateMutation(id, () => call(checkWorkflowGate, { params: { id }, body: {} }))

export const useProveGate = (id: string) => useGateMutation(id, () => call(proveWorkflowGate, { params: { id }, body: {} }))
