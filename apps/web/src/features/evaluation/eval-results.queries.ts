import type { EndpointRequest, EndpointResponse } from '@heddle/contracts/endpoint'
import {
  cancelEvalRun,
  createEvalRun,
  deleteEvalRun,
  estimateEvalRun,
  type EvalRunAsked,
  type EvalRunState,
} from '@heddle/contracts/evaluation/eval-run'
import { compareEvalRuns, type EvalAnswer, judgeEvalAnswer, queryEvalRows } from '@heddle/contracts/evaluation/eval-answer'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { evalRunQueries } from '#entities/evaluation/eval-runs.queries.ts'
import { call } from '#shared/api/client.ts'

export type RowsAsked = Omit<EndpointRequest<typeof queryEvalRows>['body'], 'page_token' | 'page_size'>
export type ComparisonAsked = Omit<EndpointRequest<typeof compareEvalRuns>['body'], 'page_token' | 'page_size'>

/** Rows of a page: each has up to five answers with their sources. */
const rowsOfPage = 20

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
      placeholderData: keepPreviousData,
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
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
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

/** Saves a verdict, and puts the answer where it is shown, so that no list is read again at every key. */
export function useJudgeEvalAnswer(datasetId: string, runId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ rowId, ...body }: Verdict) =>
      (await call(judgeEvalAnswer, { params: { id: datasetId, runId, rowId }, body })).answer,
    onSuccess: (answer, { rowId }) => {
      for (const query of queryClient.getQueryCache().findAll({ queryKey: [...evalRunQueries.of(datasetId), 'rows', runId] })) {
        queryClient.setQueryData<RowPages>(query.queryKey, (known) => known && putAnswer(known, rowId, answer))
      }
      // The figures follow the verdict.
      return queryClient.invalidateQueries({ queryKey: evalRunQueries.detail(datasetId, runId).queryKey })
    },
  })
}

type RowPages = InfiniteData<EndpointResponse<typeof queryEvalRows>, string | null>

const putAnswer = (known: RowPages, rowId: string, answer: EvalAnswer): RowPages => ({
  ...known,
  pages: known.pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) =>
      row.id === rowId ? { ...row, answers: row.answers.map((own) => (own.repeat === answer.repeat ? answer : own)) } : row,
    ),
  })),
})
