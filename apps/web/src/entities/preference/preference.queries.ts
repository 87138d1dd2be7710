import { getPreference } from '@heddle/contracts/preference'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** What the user prefers. Read once; whatever changes it writes into it. */
export const preferenceQuery = queryOptions({
  queryKey: ['preference'],
  queryFn: async ({ signal }) => (await call(getPreference, { signal })).user_preference,
  staleTime: Infinity,
})
