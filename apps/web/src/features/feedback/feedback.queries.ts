import type { EndpointRequest } from '@heddle/contracts/endpoint'
import {
  createFeedbackRow,
  Feedback,
  getFeedback,
  queryFeedback,
  summarizeFeedback,
  updateFeedback,
} from '@heddle/contracts/feedback/feedback'
import { summarizeVotes, type VotePair } from '@heddle/contracts/feedback/vote'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { TablePage } from '#shared/table/table.ts'

export type FeedbackSelection = Omit<EndpointRequest<typeof summarizeFeedback>['body'], 'time_zone'>

const getTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export const feedbackQueries = {
  list: (asked: EndpointRequest<typeof queryFeedback>['body']) =>
    queryOptions({
      queryKey: ['feedback', 'list', asked],
      queryFn: async ({ signal }): Promise<TablePage<Feedback>> => {
        const { feedback, ...page } = await call(queryFeedback, { body: asked, signal })
        return { rows: feedback, ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  summary: (filters: FeedbackSelection) =>
    queryOptions({
      queryKey: ['feedback', 'summary', filters],
      queryFn: ({ signal }) => call(summarizeFeedback, { body: { ...filters, time_zone: getTimeZone() }, signal }),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** Each read is an event of the audit log, so the result is cached while the page is open. */
  detail: (id: string) =>
    queryOptions({
      queryKey: ['feedback', 'one', id],
      queryFn: async ({ signal }) => (await call(getFeedback, { params: { id }, signal })).feedback,
      staleTime: 60_000,
      meta: { silent: true },
    }),
}

/** A pair is told by its names. */
export type VoteRow = VotePair & { id: string }

export const votesQuery = (asked: EndpointRequest<typeof summarizeVotes>['body']) =>
  queryOptions({
    queryKey: ['feedback', 'votes', asked],
    queryFn: async ({ signal }): Promise<TablePage<VoteRow>> => {
      const { pairs } = await call(summarizeVotes, { body: asked, signal })
      return { rows: pairs.map((pair) => ({ ...pair, id: JSON.stringify([pair.first, pair.second]) })), isWhole: true }
    },
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })

/** Changes a feedback. Its conversation stays as it was read: each read is an event of the audit log. */
function useFeedbackMutation<Given>(mutationFn: (given: Given) => Promise<{ feedback: Feedback }>, onChange: (feedback: Feedback) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: ({ feedback }) => onChange(feedback),
    // Its user has said another word meanwhile, which is shown beside the error.
    onError: (error) => {
      const current = error instanceof ApiError && error.code === 'REVISION_MISMATCH' && Feedback.safeParse(error.params['current']).data
      if (!current) return undefined
      onChange(current)
      return queryClient.invalidateQueries({ queryKey: feedbackQueries.detail(current.id).queryKey })
    },
    onSettled: () => Promise.all(['list', 'summary'].map((read) => queryClient.invalidateQueries({ queryKey: ['feedback', read] }))),
    meta: { silent: true },
  })
}

export const useUpdateFeedback = (id: string, onChange: (feedback: Feedback) => void) =>
  useFeedbackMutation((body: EndpointRequest<typeof updateFeedback>['body']) => call(updateFeedback, { params: { id }, body }), onChange)

export const useCreateFeedbackRow = (id: string, onChange: (feedback: Feedback) => void) =>
  useFeedbackMutation(
    (body: EndpointRequest<typeof createFeedbackRow>['body']) => call(createFeedbackRow, { params: { id }, body }),
    onChange,
  )
