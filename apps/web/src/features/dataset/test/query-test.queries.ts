import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { testDatasetQuery } from '@heddle/contracts/trial/query-test'
import { useMutation } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** Asks the published version of a dataset a question, or runs a plan over it. */
export const useTestDatasetQuery = (id: string) =>
  useMutation({
    mutationFn: async (body: EndpointRequest<typeof testDatasetQuery>['body']) =>
      (await call(testDatasetQuery, { params: { id }, body })).test,
    meta: { silent: true },
  })
