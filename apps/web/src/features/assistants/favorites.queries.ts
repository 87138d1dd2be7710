// The favourites in the user's order. The list is read once; each change replaces it with what the service answers.
import {
  addFavoriteAssistant,
  getPreference,
  removeFavoriteAssistant,
  replaceFavoriteAssistants,
  type UserPreference,
} from '@heddle/contracts/preference'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { assistantQueries } from '#shared/assistants/assistants.queries.ts'

const preferenceQuery = queryOptions({
  queryKey: ['preference'],
  queryFn: async ({ signal }) => (await call(getPreference, { signal })).user_preference,
  staleTime: Infinity,
})

/** The favourites in their order, undefined until they are read. Without `read`, what is known already. */
export function useFavoriteIds({ read }: { read: boolean }): readonly string[] | undefined {
  return useQuery({ ...preferenceQuery, enabled: read }).data?.favorites.assistant_ids
}

type Change = { add: string } | { remove: string } | { replace: string[] }

function send(change: Change) {
  if ('add' in change) return call(addFavoriteAssistant, { body: { assistant_id: change.add } })
  if ('remove' in change) return call(removeFavoriteAssistant, { params: { assistant_id: change.remove } })
  return call(replaceFavoriteAssistants, { body: { assistant_ids: change.replace } })
}

export function useChangeFavorites() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ assistant_ids }) => {
      queryClient.setQueryData<UserPreference>(
        preferenceQuery.queryKey,
        (preference) => preference && { ...preference, favorites: { assistant_ids } },
      )
      return queryClient.invalidateQueries({ queryKey: assistantQueries.all })
    },
  })
}

/** The order with one assistant moved up (-1) or down (1); null when it is at the end already, and there is nothing to send. */
export function moveFavorite(ids: readonly string[], id: string, by: -1 | 1): string[] | null {
  const from = ids.indexOf(id)
  const to = from + by
  if (from === -1 || to < 0 || to >= ids.length) return null
  const next = ids.filter((other) => other !== id)
  next.splice(to, 0, id)
  return next
}
