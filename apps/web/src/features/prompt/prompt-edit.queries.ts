import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { createPrompt, deletePrompt, importPrompts, Prompt, updatePrompt } from '@heddle/contracts/prompt/prompt'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { promptQueries } from '#entities/prompt/prompts.queries.ts'
import { call } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'

/** Invalidates the lists, and caches the prompt of a response. */
async function cachePrompt(queryClient: QueryClient, prompt: Prompt) {
  // A read in flight has the state before.
  await queryClient.cancelQueries({ queryKey: promptQueries.detail(prompt.id).queryKey })
  queryClient.setQueryData(promptQueries.detail(prompt.id).queryKey, prompt)
  await queryClient.invalidateQueries({ queryKey: promptQueries.lists })
}

export function useCreatePrompt() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof createPrompt>['body']) => (await call(createPrompt, { body })).prompt,
    onSuccess: (prompt) => cachePrompt(queryClient, prompt),
    meta: { silent: true },
  })
}

export function useUpdatePrompt(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof updatePrompt>['body']) => (await call(updatePrompt, { params: { id }, body })).prompt,
    onSuccess: (prompt) => cachePrompt(queryClient, prompt),
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'REVISION_MISMATCH') return
      // What another user has saved meanwhile: the next attempt is made on it.
      const { data } = Prompt.safeParse(error.params['current'])
      if (data) await cachePrompt(queryClient, data)
    },
    meta: { silent: true },
  })
}

export function useDeletePrompt(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deletePrompt, { params: { id } }),
    onSuccess: async () => {
      queryClient.removeQueries({ queryKey: promptQueries.detail(id).queryKey })
      await queryClient.invalidateQueries({ queryKey: promptQueries.lists })
    },
    meta: { silent: true },
  })
}

export function useImportPrompts() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, ...query }: EndpointRequest<typeof importPrompts>['query'] & { file: File }) => {
      const form = new FormData()
      form.append('files', file)
      return call(importPrompts, { query, form })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: promptQueries.lists }),
    meta: { silent: true },
  })
}
