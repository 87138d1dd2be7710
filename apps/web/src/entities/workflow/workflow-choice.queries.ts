import { limits } from '@heddle/contracts/limits'
import { getWorkflow, queryWorkflows, queryWorkflowVersions } from '@heddle/contracts/workflow/workflow'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** Workflows as something to choose; their list and builder have queries of their own under the same first key. */
export const workflowChoiceQueries = {
  list: (keyword: string) =>
    queryOptions({
      queryKey: ['workflows', 'choice', keyword],
      queryFn: async ({ signal }) =>
        (await call(queryWorkflows, { body: { page_size: 50, ...(keyword && { keyword }) }, signal })).workflows,
      meta: { silent: true },
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['workflows', 'choice', 'detail', id],
      queryFn: async ({ signal }) => (await call(getWorkflow, { params: { id }, signal })).workflow,
      meta: { silent: true },
    }),
  /** The latest versions, the latest first. */
  versions: (id: string) =>
    queryOptions({
      queryKey: ['workflows', 'choice', 'versions', id],
      queryFn: async ({ signal }) =>
        (await call(queryWorkflowVersions, { params: { id }, body: { page_size: limits.maxPageSize }, signal })).versions,
      meta: { silent: true },
    }),
}
