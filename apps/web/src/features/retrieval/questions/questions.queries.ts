import type { EndpointRequest } from '@heddle/contracts/endpoint'
import {
  type CollectionQuestion,
  createCollectionQuestion,
  deleteCollectionQuestion,
  importCollectionQuestions,
  queryCollectionQuestions,
  updateCollectionQuestion,
} from '@heddle/contracts/retrieval/question'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

export const questionQueries = {
  of: (collectionId: string) => ['questions', collectionId] as const,
  list: (collectionId: string, asked: EndpointRequest<typeof queryCollectionQuestions>['body']) =>
    queryOptions({
      queryKey: [...questionQueries.of(collectionId), asked],
      queryFn: async ({ signal }): Promise<TablePage<CollectionQuestion>> => {
        const { questions, ...page } = await call(queryCollectionQuestions, { params: { id: collectionId }, body: asked, signal })
        return { rows: questions, ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}

function useQuestionMutation<Given, Result>(collectionId: string, mutationFn: (given: Given) => Promise<Result>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: questionQueries.of(collectionId) }),
    meta: { silent: true },
  })
}

export const useCreateCollectionQuestion = (collectionId: string) =>
  useQuestionMutation(collectionId, (body: EndpointRequest<typeof createCollectionQuestion>['body']) =>
    call(createCollectionQuestion, { params: { id: collectionId }, body }),
  )

export const useUpdateCollectionQuestion = (collectionId: string, questionId: string) =>
  useQuestionMutation(collectionId, (body: EndpointRequest<typeof updateCollectionQuestion>['body']) =>
    call(updateCollectionQuestion, { params: { id: collectionId, questionId }, body }),
  )

export const useDeleteCollectionQuestion = (collectionId: string) =>
  useQuestionMutation(collectionId, (questionId: string) => call(deleteCollectionQuestion, { params: { id: collectionId, questionId } }))

/** Adds the questions of a CSV, or only checks it. */
export const useImportCollectionQuestions = (collectionId: string) =>
  useQuestionMutation(collectionId, (body: EndpointRequest<typeof importCollectionQuestions>['body']) =>
    call(importCollectionQuestions, { params: { id: collectionId }, body }),
  )
