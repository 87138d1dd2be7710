import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { limits } from '@heddle/contracts/limits'
import { queryModels } from '@heddle/contracts/model/model'
import {
  createUsageLimitRule,
  deleteUsageLimitRule,
  getUserUsageLimits,
  queryNearUsageLimits,
  queryUsageLimitRules,
  updateUsageLimitRule,
  type UsageLimitRule,
  type UserUsageLimit,
} from '@heddle/contracts/usage-limit/usage-limit'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { modelsKey } from '#entities/model/models.queries.ts'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

const all = ['usage-limits'] as const

export const limitQueries = {
  list: (asked: EndpointRequest<typeof queryUsageLimitRules>['body']) =>
    queryOptions({
      queryKey: [...all, 'list', asked],
      queryFn: async ({ signal }): Promise<TablePage<UsageLimitRule>> => {
        const { rules, ...page } = await call(queryUsageLimitRules, { body: asked, signal })
        return { rows: rules, ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** What holds for a user. */
  ofUser: (id: string) =>
    queryOptions({
      queryKey: [...all, 'user', id],
      queryFn: ({ signal }) => call(getUserUsageLimits, { params: { id }, signal }),
      meta: { silent: true },
    }),
  /** The limits of experts and models that are near or reached. */
  shared: (asked: EndpointRequest<typeof queryNearUsageLimits>['body']) =>
    queryOptions({
      queryKey: [...all, 'shared', asked],
      queryFn: async ({ signal }): Promise<TablePage<UserUsageLimit>> => {
        const { limits: near, ...page } = await call(queryNearUsageLimits, { body: { ...asked, scopes: ['assistant', 'model'] }, signal })
        return { rows: near.map(({ rule_id: ruleId, subject, state }) => ({ id: `${ruleId} ${subject.id}`, holds: true, state })), ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  /** The models that a limit may be for, with their prices. */
  models: () =>
    queryOptions({
      queryKey: [...modelsKey, 'limited'],
      queryFn: async ({ signal }) => (await call(queryModels, { body: { kind: 'chat', page_size: limits.maxPageSize }, signal })).models,
      meta: { silent: true },
    }),
}

const refetchLimits = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: all })

type NewRule = EndpointRequest<typeof createUsageLimitRule>['body']
type RuleChange = EndpointRequest<typeof updateUsageLimitRule>['body']

export function useCreateUsageLimitRule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewRule) => call(createUsageLimitRule, { body }),
    onSuccess: () => refetchLimits(queryClient),
    meta: { silent: true },
  })
}

export function useUpdateUsageLimitRule(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RuleChange) => call(updateUsageLimitRule, { params: { id }, body }),
    onSuccess: () => refetchLimits(queryClient),
    meta: { silent: true },
  })
}

export function useDeleteUsageLimitRule() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(deleteUsageLimitRule, { params: { id } }),
    onSuccess: () => refetchLimits(queryClient),
    meta: { silent: true },
  })
}
