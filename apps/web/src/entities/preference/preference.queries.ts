import { getPreference, getPersonalInstructions } from '@heddle/contracts/preference/preference'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

/** The user's preferences. Read once; every mutation updates the cache. */
export const preferenceQuery = queryOptions({
  queryKey: ['preference'],
  queryFn: async ({ signal }) => (await call(getPreference, { signal })).user_preference,
  staleTime: Infinity,
})

export const instructionsQuery = queryOptions({
  queryKey: ['instructions'],
  queryFn: async ({ signal }) => (await call(getPersonalInstructions, { signal })).instructions,
  // The section shows the error.
  meta: { silent: true },
})
