import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { getOwnUsage, getTenantUsage, getUsageSummary, queryUserUsage } from '@heddle/contracts/usage/usage-report'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

export const usageQueries = {
  own: (query: EndpointRequest<typeof getOwnUsage>['query']) =>
    queryOptions({
      queryKey: ['usage', 'own', query],
      queryFn: async ({ signal }) => (await call(getOwnUsage, { query, signal })).usage,
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** Of the tenant of the user, unless another is given. */
  institute: (query: EndpointRequest<typeof getUsageSummary>['query'], tenantId?: string) =>
    queryOptions({
      queryKey: ['usage', 'institute', tenantId, query],
      queryFn: async ({ signal }) => {
        const response =
          tenantId === undefined
            ? await call(getUsageSummary, { query, signal })
            : await call(getTenantUsage, { params: { id: tenantId }, query, signal })
        return response.usage
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  users: (body: EndpointRequest<typeof queryUserUsage>['body']) =>
    queryOptions({
      queryKey: ['usage', 'users', body],
      queryFn: async ({ signal }) => {
        const { users, ...page } = await call(queryUserUsage, { body, signal })
        return { rows: users.map((user) => ({ ...user, id: user.user.id })), ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
}
