import type { EndpointRequest, EndpointResponse } from '@heddle/contracts/endpoint'
import {
  cancelEvalRun,
  createEvalRun,
  deleteEvalRun,
  estimateEvalRun,
  type EvalMetric,
  type EvalRunAsked,
  type EvalRunState,
  setEvalRunNightly,
} from '@heddle/contracts/evaluation/eval-run'
import { compareEvalRuns, type EvalRow, judgeEvalAnswer, queryEvalRows } from '@heddle/contracts/evaluation/eval-answer'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { evalRunQueries, isOngoing } from '#entities/evaluation/eval-runs.queries.ts'
import { call } from '#shared/api/client.ts'

export type RowsAsked = Omit<EndpointRequest<typeof queryEvalRows>['body'], 'page_token' | 'page_size'>
export type ComparisonAsked = Omit<EndpointRequest<typeof compareEvalRuns>['body'], 'page_token' | 'page_size'>

/** Rows of a page: each has up to five answers with their sources. */
const rowsOfPage = 20

/** How often the questions of a run that goes on are read again. */
const rowsIntervalMs = 10_000

/** Of a run that has ended only a verdict changes what was read, and says so itself. */
const ended = { staleTime: Infinity, refetchOnWindowFocus: false } as const

/** Apart from what else is read of runs, all of which is read again when one of them changes. */
const reviewKey = (datasetId: string, runId: string) => ['evalReview', datasetId, runId] as const

/** Returns what a person may judge and no one has: an answer that failed is no one's to judge, and one that is withheld cannot be. */
const listUnjudged = (rows: readonly EvalRow[]) =>
  rows.flatMap(({ id, answers, is_withheld: isWithheld }) =>
    isWithheld
      ? []
      : answers.filter(({ outcome, verdict }) => outcome === 'finished' && verdict === null).map(({ repeat }) => ({ rowId: id, repeat })),
  )

export const evalResultQueries = {
  /** Read once for each choice: what it takes does not change while a dialog is open. */
  estimate: (datasetId: string, run: EvalRunAsked) =>
    queryOptions({
      queryKey: [...evalRunQueries.of(datasetId), 'estimate', run],
      queryFn: ({ signal }) => call(estimateEvalRun, { params: { id: datasetId }, body: { run }, signal }),
      retry: false,
      meta: { silent: true },
    }),
  /** With the state of the run, as its end changes what is read. */
  rows: (datasetId: string, runId: string, asked: RowsAsked, state: EvalRunState) =>
    infiniteQueryOptions({
      queryKey: [...evalRunQueries.of(datasetId), 'rows', runId, state, asked],
      queryFn: ({ pageParam, signal }) =>
        call(queryEvalRows, {
          params: { id: datasetId, runId },
          body: { ...asked, page_size: rowsOfPage, ...(pageParam !== null && { page_token: pageParam }) },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_page_token: token }) => token,
      // A list of several pages is not read again below who reads it.
      refetchInterval: ({ state: { data } }) => (isOngoing({ state }) && (data?.pages.length ?? 0) <= 1 ? rowsIntervalMs : false),
      ...(!isOngoing({ state }) && ended),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** The answers without a verdict, page by page as they were first read: what is read again would lose those that have one meanwhile. */
  review: (datasetId: string, runId: string) =>
    infiniteQueryOptions({
      queryKey: reviewKey(datasetId, runId),
      queryFn: async ({ pageParam, signal }) => {
        const page = await call(queryEvalRows, {
          params: { id: datasetId, runId },
          body: { only: 'unjudged', order: 'row_no', page_size: rowsOfPage, ...(pageParam !== null && { page_token: pageParam }) },
          signal,
        })
        return { ...page, items: listUnjudged(page.rows) }
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_page_token: token }) => token,
      ...ended,
      gcTime: 0,
      refetchOnReconnect: false,
      meta: { silent: true },
    }),
  comparison: (datasetId: string, asked: ComparisonAsked) =>
    infiniteQueryOptions({
      queryKey: [...evalRunQueries.of(datasetId), 'comparison', asked],
      queryFn: ({ pageParam, signal }) =>
        call(compareEvalRuns, {
          body: { ...asked, page_size: rowsOfPage, ...(pageParam !== null && { page_token: pageParam }) },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next_page_token: token }) => token,
      staleTime: ({ state: { data } }) => (hasEnded(data) ? ended.staleTime : 0),
      refetchOnWindowFocus: ({ state: { data } }) => !hasEnded(data),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}

function hasEnded(data: InfiniteData<EndpointResponse<typeof compareEvalRuns>> | undefined) {
  const [first] = data?.pages ?? []
  return first !== undefined && !isOngoing(first.runs.a) && !isOngoing(first.runs.b)
}

/** A mutation after which all that is known of the runs of a set is read again. */
function useEvalMutation<Given, Result>(datasetId: string, mutationFn: (given: Given) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: evalRunQueries.of(datasetId) }),
    meta: { silent: true },
  })
}

export const useCreateEvalRun = (datasetId: string) =>
  useEvalMutation(datasetId, async (run: EvalRunAsked) => (await call(createEvalRun, { params: { id: datasetId }, body: { run } })).run)

export const useCancelEvalRun = (datasetId: string) =>
  useEvalMutation(datasetId, (runId: string) => call(cancelEvalRun, { params: { id: datasetId, runId }, body: {} }))

export const useSetEvalRunNightly = (datasetId: string) =>
  useEvalMutation(datasetId, ({ runId, isNightly }: { runId: string; isNightly: boolean }) =>
    call(setEvalRunNightly, { params: { id: datasetId, runId }, body: { is_nightly: isNightly } }),
  )

export function useDeleteEvalRun(datasetId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (runId: string) => call(deleteEvalRun, { params: { id: datasetId, runId } }),
    onSuccess: async (_, runId) => {
      queryClient.removeQueries({ queryKey: evalRunQueries.detail(datasetId, runId).queryKey })
      await queryClient.invalidateQueries({ queryKey: [...evalRunQueries.of(datasetId), 'list'] })
    },
    meta: { silent: true },
  })
}

type Verdict = { rowId: string } & EndpointRequest<typeof judgeEvalAnswer>['body']

/** Saves a verdict, and puts the answer and the figure of its question where they are shown, so that no list is read again at every key. */
export function useJudgeEvalAnswer(datasetId: string, runId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ rowId, ...body }: Verdict) => call(judgeEvalAnswer, { params: { id: datasetId, runId, rowId }, body }),
    onSuccess: async (judged, { rowId }) => {
      const all = evalRunQueries.of(datasetId)
      const rows = [...all, 'rows', runId]
      for (const queryKey of [rows, reviewKey(datasetId, runId)])
        for (const query of queryClient.getQueryCache().findAll({ queryKey }))
          queryClient.setQueryData<RowPages>(
            query.queryKey,
            (known) => known && putAnswer(known, rowId, judged, readMetric(query.queryKey)),
          )
      // A list that is shown keeps its order; the figures follow the verdict.
      await queryClient.invalidateQueries({ queryKey: rows, refetchType: 'none' })
      await queryClient.invalidateQueries({ queryKey: [...all, 'comparison'] })
      await queryClient.invalidateQueries({ queryKey: evalRunQueries.detail(datasetId, runId).queryKey })
    },
  })
}

type RowPages = InfiniteData<EndpointResponse<typeof queryEvalRows>, string | null>
type Judged = EndpointResponse<typeof judgeEvalAnswer>

/** Returns the measure that the rows of a query have the mean of. */
const readMetric = (queryKey: readonly unknown[]) => (queryKey.at(-1) as Partial<RowsAsked>).metric ?? 'overall'

function putAnswer(known: RowPages, rowId: string, { answer, means }: Judged, metric: EvalMetric): RowPages {
  const put = (row: EvalRow): EvalRow => ({
    ...row,
    answers: row.answers.map((own) => (own.repeat === answer.repeat ? answer : own)),
    // A verdict says nothing of the other measures.
    mean: metric === 'overall' || metric === 'correctness' ? means[metric] : row.mean,
  })
  return { ...known, pages: known.pages.map((page) => ({ ...page, rows: page.rows.map((row) => (row.id === rowId ? put(row) : row)) })) }
}
