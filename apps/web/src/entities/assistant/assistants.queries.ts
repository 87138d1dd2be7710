import { getAssistant, listAssistantWorkflows, queryAssistants } from '@heddle/contracts/assistant/assistant'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

export type AssistantFilter = { scope: 'favorites' | 'others' | 'all' | 'managed'; keyword?: string; acceptsFiles?: true }

const pageSize = 24

export const assistantQueries = {
  all: ['assistants'] as const,
  lists: ['assistants', 'list'] as const,
  list: ({ scope, keyword, acceptsFiles }: AssistantFilter) =>
    infiniteQueryOptions({
      queryKey: [...assistantQueries.lists, scope, keyword ?? '', acceptsFiles ?? false],
      queryFn: ({ pageParam, signal }) =>
        call(queryAssistants, {
          body:
            pageParam === null
              ? { page_size: pageSize, scope, keyword: keyword || undefined, accepts_files: acceptsFiles }
              : { page_token: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next_page_token ?? null,
      staleTime: 60_000,
      meta: { silent: true },
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...assistantQueries.all, 'detail', id],
      queryFn: async ({ signal }) => (await call(getAssistant, { params: { id }, signal })).assistant,
      staleTime: 60_000,
    }),
  /** The workflows that the user may make an expert of. */
  workflows: () =>
    queryOptions({
      queryKey: [...assistantQueries.all, 'workflows'],
      queryFn: async ({ signal }) => (await call(listAssistantWorkflows, { signal })).workflows,
      meta: { silent: true },
    }),
}
