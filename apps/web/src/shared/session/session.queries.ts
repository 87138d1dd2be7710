import { getMe } from '@heddle/contracts/auth'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'

export const sessionQueries = {
  me: () =>
    queryOptions({
      queryKey: ['session', 'me'],
      queryFn: async ({ signal }) => (await call(getMe, { signal })).user,
      staleTime: 5 * 60_000,
    }),
}

/** The signed-in user. Only under the shell, whose loader has read it. */
export function useMe() {
  return useSuspenseQuery(sessionQueries.me()).data
}
