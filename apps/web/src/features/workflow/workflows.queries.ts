import type { EndpointRequest } from '@heddle/contracts/endpoint'
import type { LocalizedText } from '@heddle/contracts/wire'
import {
  createWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  exportWorkflow,
  getWorkflow,
  importWorkflow,
  queryWorkflows,
  updateWorkflow,
  type WorkflowItem,
} from '@heddle/contracts/workflow/workflow'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { saveFile } from '#shared/files/save-file.ts'
import type { TablePage } from '#shared/table/table.ts'

const all = ['workflows'] as const

export const workflowQueries = {
  list: (asked: EndpointRequest<typeof queryWorkflows>['body']) =>
    queryOptions({
      queryKey: [...all, 'list', asked],
      queryFn: async ({ signal }): Promise<TablePage<WorkflowItem>> => {
        const { workflows, ...page } = await call(queryWorkflows, { body: asked, signal })
        return { rows: workflows, ...page }
      },
      meta: { silent: true },
    }),
  /** Read at each opening of the settings. */
  settings: (id: string) =>
    queryOptions({
      queryKey: [...all, 'settings', id],
      queryFn: async ({ signal }) => (await call(getWorkflow, { params: { id }, signal })).workflow,
      gcTime: 0,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { silent: true },
    }),
}

/** A mutation after which every list is read again. The caller shows the error of a silent one. */
function useWorkflowMutation<Given, Result>(mutationFn: (given: Given) => Promise<Result>, { silent = true } = {}) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey: all }), meta: { silent } })
}

export const useCreateWorkflow = () =>
  useWorkflowMutation(
    async (workflow: EndpointRequest<typeof createWorkflow>['body']['workflow']) =>
      (await call(createWorkflow, { body: { workflow } })).workflow,
  )

export const useImportWorkflow = () =>
  useWorkflowMutation((body: EndpointRequest<typeof importWorkflow>['body']) => call(importWorkflow, { body }))

export const useDuplicateWorkflow = () =>
  useWorkflowMutation(
    async ({ id, name }: { id: string; name: LocalizedText }) =>
      (await call(duplicateWorkflow, { params: { id }, body: { name } })).workflow,
    { silent: false },
  )

export function useUpdateWorkflow(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof updateWorkflow>['body']) =>
      (await call(updateWorkflow, { params: { id }, body })).workflow,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...all, 'list'] }),
    meta: { silent: true },
  })
}

export const useDeleteWorkflow = () => useWorkflowMutation((id: string) => call(deleteWorkflow, { params: { id } }))

/** Downloads a workflow as a file. */
export const useExportWorkflow = () =>
  useMutation({
    mutationFn: async ({ id, fileName }: { id: string; fileName: string }) => {
      const file = await call(exportWorkflow, { params: { id } })
      saveFile(fileName, 'application/json', JSON.stringify(file, null, 2))
    },
  })
