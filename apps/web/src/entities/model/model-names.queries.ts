import { limits } from '@heddle/contracts/limits'
import { queryModels } from '@heddle/contracts/model/model'
import type { ModelKind } from '@heddle/contracts/model/model-endpoint'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { modelsKey } from './models.queries.ts'

/** The names of the tenant's models of a kind that are in use. */
export const modelNamesQuery = (kind: ModelKind) =>
  queryOptions({
    queryKey: [...modelsKey, 'names', kind],
    queryFn: async ({ signal }) => {
      const { models } = await call(queryModels, { body: { kind, page_size: limits.maxPageSize }, signal })
      return models.filter(({ enabled }) => enabled).map(({ name }) => name)
    },
    meta: { silent: true },
  })
