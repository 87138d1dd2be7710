import { getWorkflowRun, queryWorkflowRuns } from '@heddle/contracts/trial/workflow-run'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { openKeptRun } from './test-run.ts'

/** The key of what a new run changes. */
export const testRunsKey = (workflowId: string) => ['builder', workflowId, 'runs']

const pageSize = 10

/** The kept test runs, the latest first. */
export const testRunsQuery = (workflowId: string) =>
  infiniteQueryOptions({
    queryKey: [...testRunsKey(workflowId), 'list'],
    queryFn: ({ signal, pageParam }) =>
      call(queryWorkflowRuns, {
        params: { id: workflowId },
        body: { page_size: pageSize, ...(pageParam !== null && { page_token: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_page_token: token }) => token ?? null,
    meta: { silent: true },
  })

/** A kept run with its trace. It never changes, but what of it its reader may read does. */
export const testRunQuery = (workflowId: string, runId: string) =>
  queryOptions({
    queryKey: ['builder', workflowId, 'run', runId],
    queryFn: async ({ signal }) => (await call(getWorkflowRun, { params: { id: workflowId, runId }, signal })).run,
    staleTime: 0,
    meta: { silent: true },
  })

/** The last kept run; null when there is none. */
export const lastRunQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...testRunsKey(workflowId), 'last'],
    queryFn: async ({ signal }) => {
      const { runs } = await call(queryWorkflowRuns, { params: { id: workflowId }, body: { page_size: 1 }, signal })
      const [last] = runs
      return last ? openKeptRun((await call(getWorkflowRun, { params: { id: workflowId, runId: last.id }, signal })).run) : null
    },
    staleTime: Infinity,
    meta: { silent: true },
  })
