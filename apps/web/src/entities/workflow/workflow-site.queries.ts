import { getWorkflowSite } from '@heddle/contracts/workflow/workflow'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** The models and servers that workflows of the tenant may use. Optional: without them there are fewer warnings. */
export const workflowSiteQuery = () =>
  queryOptions({
    queryKey: ['workflow-site'],
    queryFn: async ({ signal }) => (await call(getWorkflowSite, { signal })).site,
    meta: { silent: true },
  })
