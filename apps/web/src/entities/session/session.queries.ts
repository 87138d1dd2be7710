import { getMe } from '@heddle/contracts/auth'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { Permission } from '@heddle/contracts/permissions'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

export const sessionQueries = {
  me: () =>
    queryOptions({
      queryKey: ['session', 'me'],
      queryFn: ({ signal }) => call(getMe, { signal }),
      staleTime: 5 * 60_000,
    }),
}

/** The signed-in user, their tenant as everyone of it sees it, and what their role may do wherever in the tenant. */
export type Session = EndpointResponse<typeof getMe>

/** Only under the shell, whose loader has read it; so are the others. */
export const useSession = (): Session => useSuspenseQuery(sessionQueries.me()).data
export const useMe = () => useSession().user
export const useTenantProfile = () => useSession().tenant
export const usePermission = (permission: Permission) => useSession().permissions.includes(permission)
