import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { limits } from '@heddle/contracts/limits'
import { queryNearUsageLimits } from '@heddle/contracts/usage-limit/usage-limit'
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
  /** The limits that these users are near to or have reached, at most a page of them. */
  nearLimits: (userIds: string[]) =>
    queryOptions({
      queryKey: ['usage', 'near limits', userIds],
      queryFn: async ({ signal }) => {
        const body = { user_ids: userIds, page_size: limits.maxPageSize }
        return (await call(queryNearUsageLimits, { body, signal })).limits
      },
      enabled: userIds.length > 0,
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
