import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { getPrompt, notePromptUse, type PromptItem, queryPrompts, queryPromptVersions } from '@heddle/contracts/prompt/prompt'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

/** As many as the composer lists before it asks the server for others by their name. */
const usablePageSize = 50

export const promptQueries = {
  all: ['prompts'] as const,
  lists: ['prompts', 'list'] as const,
  list: (asked: EndpointRequest<typeof queryPrompts>['body']) =>
    queryOptions({
      queryKey: [...promptQueries.lists, asked],
      queryFn: async ({ signal }): Promise<TablePage<PromptItem>> => {
        const { prompts, ...page } = await call(queryPrompts, { body: asked, signal })
        return { rows: prompts, ...page }
      },
      meta: { silent: true },
    }),
  /** Those that the composer offers, first the ones used last. */
  usable: (keyword: string) =>
    queryOptions({
      ...promptQueries.list({ order: 'used', state: 'offered', page_size: usablePageSize, ...(keyword !== '' && { keyword }) }),
      staleTime: 30_000,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...promptQueries.all, 'detail', id],
      queryFn: async ({ signal }) => (await call(getPrompt, { params: { id }, signal })).prompt,
      meta: { silent: true },
    }),
  /** The newest first; another version is another list. */
  versions: (id: string, version: number) =>
    infiniteQueryOptions({
      queryKey: [...promptQueries.all, 'versions', id, version],
      queryFn: ({ pageParam, signal }) =>
        call(queryPromptVersions, { params: { id }, body: pageParam === null ? {} : { page_token: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next_page_token ?? null,
      meta: { silent: true },
    }),
}

/** Notes that a prompt was used, for the order of the composer's list. A failure is not worth a word. */
export function useNotePromptUse() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(notePromptUse, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: promptQueries.lists }),
    meta: { silent: true },
  })
}
