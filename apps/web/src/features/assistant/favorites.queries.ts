// The favorites in the user's order. The list is read once; each change replaces it with the response of the service.
import type { Assistant } from '@heddle/contracts/assistant/assistant'
import {
  addFavoriteAssistant,
  removeFavoriteAssistant,
  replaceFavoriteAssistants,
  type UserPreference,
} from '@heddle/contracts/preference/preference'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { assistantQueries } from '#entities/assistant/assistants.queries.ts'
import { preferenceQuery } from '#entities/preference/preference.queries.ts'
import { call } from '#shared/api/client.ts'

/** Returns the ids of the favorites in their order; undefined until they are read. Without `read` only the cache is used. */
export function useFavoriteIds({ read }: { read: boolean }): readonly string[] | undefined {
  return useQuery({ ...preferenceQuery, enabled: read }).data?.favorites.assistant_ids
}

// Changes run one after the other, so that the last response belongs to the last change.
const scope = { id: 'favorites' }

function putFavorites(queryClient: QueryClient, assistant_ids: string[]) {
  queryClient.setQueryData<UserPreference>(
    preferenceQuery.queryKey,
    (preference) => preference && { ...preference, favorites: { assistant_ids } },
  )
}

function applyResponse(queryClient: QueryClient, { assistant_ids }: { assistant_ids: string[] }) {
  putFavorites(queryClient, assistant_ids)
  return queryClient.invalidateQueries({ queryKey: assistantQueries.all })
}

/** Adds an assistant to the favorites, or removes it. */
export function useToggleFavorite(assistantId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ isFavorite }: { isFavorite: boolean }) =>
      isFavorite
        ? call(removeFavoriteAssistant, { params: { assistant_id: assistantId } })
        : call(addFavoriteAssistant, { body: { assistant_id: assistantId } }),
    scope,
    onSuccess: (answer) => applyResponse(queryClient, answer),
    meta: { failure: 'toggleFavorite' },
  })
}

/** Reorders the favorites. */
export function useReplaceFavoriteAssistants() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (assistant_ids: string[]) => call(replaceFavoriteAssistants, { body: { assistant_ids } }),
    scope,
    onMutate: (assistant_ids) => {
      const before = queryClient.getQueryData(preferenceQuery.queryKey)?.favorites.assistant_ids
      // The dropped item stays where it was dropped.
      putFavorites(queryClient, assistant_ids)
      return { before }
    },
    onSuccess: (answer) => applyResponse(queryClient, answer),
    onError: (_error, _order, context) => {
      if (context?.before) putFavorites(queryClient, context.before)
    },
    meta: { failure: 'replaceFavorites' },
  })
}

/** Returns the assistants in the order of `ids`; one that was just added elsewhere comes last. */
export function sortByIds(assistants: readonly Assistant[], ids: readonly string[]): readonly Assistant[] {
  const findPosition = ({ id }: Assistant) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return assistants.toSorted((one, other) => findPosition(one) - findPosition(other))
}

/**
 * Returns all favorites after the visible ones were sorted as `shown`; the others keep their positions. Null when the order is
 * unchanged.
 */
export function reorder(ids: readonly string[], shown: readonly string[]): string[] | null {
  const positions = shown.filter((id) => ids.includes(id))[Symbol.iterator]()
  const next = ids.map((id) => (shown.includes(id) ? (positions.next().value ?? id) : id))
  return next.every((id, index) => id === ids[index]) ? null : next
}
