import { getMe } from '@heddle/contracts/people/auth'
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

/** The signed-in user, the public profile of their tenant, and the tenant-wide permissions of their role. */
export type Session = EndpointResponse<typeof getMe>

/** These hooks work only inside the shell, whose loader has read the session. */
export const useSession = (): Session => useSuspenseQuery(sessionQueries.me()).data
export const useMe = () => useSession().user
export const useTenantProfile = () => useSession().tenant
export const usePermission = (permission: Permission) => useSession().permissions.includes(permission)
