import { proposeQaThreshold, reviewQa, testQa } from '@heddle/contracts/dataset/qa-match'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { datasetQueries } from '#entities/dataset/datasets.queries.ts'
import { call } from '#shared/api/client.ts'

/** What the keeper of a draft should look at; read again whenever it is shown, as each edit of a row may change it. */
export const qaReviewQuery = (id: string) =>
  queryOptions({
    queryKey: [...datasetQueries.all, 'qa-review', id],
    queryFn: ({ signal }) => call(reviewQa, { params: { id }, body: {}, signal }),
    staleTime: 0,
    meta: { silent: true },
  })

export const useTestQa = (id: string) =>
  useMutation({
    mutationFn: (body: EndpointRequest<typeof testQa>['body']) => call(testQa, { params: { id }, body }),
    meta: { silent: true },
  })

export const useProposeThreshold = (id: string) =>
  useMutation({
    mutationFn: (evalSetId: string) => call(proposeQaThreshold, { params: { id }, body: { eval_set_id: evalSetId } }),
    meta: { silent: true },
  })
