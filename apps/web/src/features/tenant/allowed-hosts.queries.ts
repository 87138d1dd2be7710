import { createAllowedHost, deleteAllowedHost, listAllowedHosts, updateAllowedHost } from '@heddle/contracts/tenant/allowed-host'
import type { EndpointRequest } from '@heddle/contracts/endpoint'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

export const allowedHostQueries = {
  list: (tenantId: string) =>
    queryOptions({
      queryKey: ['allowed-hosts', tenantId],
      queryFn: async ({ signal }) => (await call(listAllowedHosts, { params: { id: tenantId }, signal })).allowed_hosts,
      meta: { silent: true },
    }),
}

export function useCreateAllowedHost(tenantId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof createAllowedHost>['body']) => call(createAllowedHost, { params: { id: tenantId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: allowedHostQueries.list(tenantId).queryKey }),
    meta: { silent: true },
  })
}

export function useUpdateAllowedHost(tenantId: string, hostId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EndpointRequest<typeof updateAllowedHost>['body']) =>
      call(updateAllowedHost, { params: { id: tenantId, hostId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: allowedHostQueries.list(tenantId).queryKey }),
    meta: { silent: true },
  })
}

export function useDeleteAllowedHost(tenantId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (hostId: string) => call(deleteAllowedHost, { params: { id: tenantId, hostId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: allowedHostQueries.list(tenantId).queryKey }),
    meta: { silent: true },
  })
}
