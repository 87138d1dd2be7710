import { type AssistantDetail, createAssistant, deleteAssistant, updateAssistant } from '@heddle/contracts/assistant/assistant'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { call } from '#shared/api/client.ts'

type NewAssistant = EndpointRequest<typeof createAssistant>['body']['assistant']
type AssistantChange = EndpointRequest<typeof updateAssistant>['body']['assistant']

/** Invalidates the lists, and caches the expert of a response. */
async function cacheAssistant(queryClient: QueryClient, assistant: AssistantDetail) {
  queryClient.setQueryData(assistantQueries.detail(assistant.id).queryKey, assistant)
  await queryClient.invalidateQueries({ queryKey: assistantQueries.lists })
}

export function useCreateAssistant() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (assistant: NewAssistant) => (await call(createAssistant, { body: { assistant } })).assistant,
    onSuccess: (assistant) => cacheAssistant(queryClient, assistant),
    meta: { silent: true },
  })
}

export function useUpdateAssistant(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (assistant: AssistantChange) => (await call(updateAssistant, { params: { id }, body: { assistant } })).assistant,
    onSuccess: (assistant) => cacheAssistant(queryClient, assistant),
    meta: { silent: true },
  })
}

export function useDeleteAssistant(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteAssistant, { params: { id } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: assistantQueries.detail(id).queryKey })
      await queryClient.invalidateQueries({ queryKey: assistantQueries.all })
    },
    meta: { silent: true },
  })
}
