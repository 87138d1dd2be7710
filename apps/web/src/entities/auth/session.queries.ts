import { getMe } from '@heddle/contracts/auth/auth'
import type { EndpointResponse } from '@heddle/contracts/endpoint'
import type { Permission } from '@heddle/contracts/permissions'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#shared/api/client.ts'
import { findToday } from '#shared/dates.ts'

export const sessionQueries = {
  me: () =>
    queryOptions({
      queryKey: ['session', 'me'],
      queryFn: ({ signal }) => call(getMe, { signal }),
      staleTime: 5 * 60_000,
    }),
}

/** The signed-in user, the public profile of their tenant, and the tenant-wide permissions of their role. */
export type OwnSession = EndpointResponse<typeof getMe>

/** These hooks work only inside the shell, whose loader has read the session. */
export const useSession = (): OwnSession => useSuspenseQuery(sessionQueries.me()).data
export const useMe = () => useSession().user
export const useTenantProfile = () => useSession().tenant

/** The tenant's day, by which every validity counts, as `2026-12-31`. */
export function useTenantToday(): string {
  const { time_zone: zone } = useTenantProfile()
  const [today] = useState(() => findToday(zone))
  return today
}

export const usePermission = (permission: Permission) => useSession().permissions.includes(permission)

/** Whether the user chooses between light and dark; others follow their system. */
export const useMayChooseTheme = () => {
  const { permissions, tenant } = useSession()
  return tenant.users_choose_theme || permissions.includes('administer')
}
