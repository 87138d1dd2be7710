import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { type EvalRun, getEvalRun, queryEvalRuns } from '@heddle/contracts/evaluation/eval-run'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

/** How often a run that goes on is read again while its tab is visible. */
const runningIntervalMs = 2_000

/** Whether a run has more answers to come. */
export const isOngoing = ({ state }: Pick<EvalRun, 'state'>) => state === 'queued' || state === 'running'

/** Returns how many answers a run that has ended never got, each of which its figures count as 0. */
export const countMissing = (run: Pick<EvalRun, 'state' | 'row_count' | 'repeats' | 'answer_count'>) =>
  isOngoing(run) ? 0 : Math.max(0, run.row_count * run.repeats - run.answer_count)

export const evalRunQueries = {
  all: ['evalRuns'] as const,
  of: (datasetId: string) => [...evalRunQueries.all, datasetId] as const,
  list: (datasetId: string, asked: EndpointRequest<typeof queryEvalRuns>['body']) =>
    queryOptions({
      queryKey: [...evalRunQueries.of(datasetId), 'list', asked],
      queryFn: async ({ signal }): Promise<TablePage<EvalRun>> => {
        const { runs, ...page } = await call(queryEvalRuns, { params: { id: datasetId }, body: asked, signal })
        return { rows: runs, ...page }
      },
      refetchInterval: ({ state: { data } }) => (data?.rows.some(isOngoing) ? runningIntervalMs : false),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  detail: (datasetId: string, runId: string) =>
    queryOptions({
      queryKey: [...evalRunQueries.of(datasetId), 'run', runId],
      queryFn: async ({ signal }) => (await call(getEvalRun, { params: { id: datasetId, runId }, signal })).run,
      refetchInterval: ({ state: { data } }) => (data && isOngoing(data) ? runningIntervalMs : false),
      meta: { silent: true },
    }),
}
