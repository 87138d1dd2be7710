import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { queryUsers } from '@heddle/contracts/user/user'
import { createTenant, deleteTenant, getTenant, queryTenants, type Tenant, updateTenant } from '@heddle/contracts/tenant/tenant'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { configQuery } from '#entities/system/config.queries.ts'
import { sessionQueries } from '#entities/auth/session.queries.ts'
import { call } from '#shared/api/client.ts'
import type { TablePage } from '#shared/table/table.ts'

export const tenantQueries = {
  lists: () => ['tenants', 'list'] as const,
  list: (asked: EndpointRequest<typeof queryTenants>['body']) =>
    queryOptions({
      queryKey: [...tenantQueries.lists(), asked],
      queryFn: async ({ signal }): Promise<TablePage<Tenant>> => {
        const { tenants, ...page } = await call(queryTenants, { body: asked, signal })
        return { rows: tenants, ...page }
      },
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['tenants', 'detail', id],
      queryFn: async ({ signal }) => (await call(getTenant, { params: { id }, signal })).tenant,
      meta: { silent: true },
    }),
}

/** Whom an administrator asks: a few super users of the own tenant who can sign in. */
export const superUsersQuery = queryOptions({
  queryKey: ['tenants', 'super-users'],
  queryFn: async ({ signal }) => (await call(queryUsers, { body: { role: 'S', status: 'active', page_size: 3 }, signal })).users,
  meta: { silent: true },
})

function cacheTenant(queryClient: QueryClient, tenant: Tenant) {
  queryClient.setQueryData(tenantQueries.detail(tenant.id).queryKey, tenant)
  void queryClient.invalidateQueries({ queryKey: tenantQueries.lists() })
}

export function useCreateTenant() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: EndpointRequest<typeof createTenant>['body']) => (await call(createTenant, { body })).tenant,
    onSuccess: (tenant) => cacheTenant(queryClient, tenant),
    meta: { silent: true },
  })
}

export function useUpdateTenant(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (tenant: EndpointRequest<typeof updateTenant>['body']['tenant']) =>
      (await call(updateTenant, { params: { id }, body: { tenant } })).tenant,
    onSuccess: (tenant) => {
      cacheTenant(queryClient, tenant)
      // The color, name and languages of the user's own tenant change immediately.
      void queryClient.invalidateQueries({ queryKey: sessionQueries.me().queryKey })
      void queryClient.invalidateQueries({ queryKey: configQuery.queryKey })
    },
    meta: { silent: true },
  })
}

export function useDeleteTenant(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteTenant, { params: { id } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: tenantQueries.detail(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: tenantQueries.lists() })
    },
    meta: { silent: true },
  })
}
