import { getMe } from '@heddle/contracts/auth'
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

/** The signed-in user. Only under the shell, whose loader has read it; so are the others. */
export const useMe = () => useSuspenseQuery(sessionQueries.me()).data.user

/** The signed-in user's tenant, as everyone of it sees it. */
export const useTenantProfile = () => useSuspenseQuery(sessionQueries.me()).data.tenant

/** Whether the signed-in user's role may do something wherever in the tenant. */
export const usePermission = (permission: Permission) => useSuspenseQuery(sessionQueries.me()).data.permissions.includes(permission)
