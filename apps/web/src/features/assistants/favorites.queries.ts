// The favourites in the user's order. The list is read once; each change replaces it with what the service answers.
import type { Assistant } from '@heddle/contracts/assistant'
import { addFavoriteAssistant, removeFavoriteAssistant, replaceFavoriteAssistants, type UserPreference } from '@heddle/contracts/preference'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { assistantQueries } from '#shared/assistants/assistants.queries.ts'
import { preferenceQuery } from '#shared/preference/preference.queries.ts'

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
  const put = (assistant_ids: string[]) =>
    queryClient.setQueryData<UserPreference>(
      preferenceQuery.queryKey,
      (preference) => preference && { ...preference, favorites: { assistant_ids } },
    )
  return useMutation({
    mutationFn: send,
    // Changes are made one after the other, so that the last answer is of the last change.
    scope: { id: 'favorites' },
    onMutate: (change) => {
      const before = queryClient.getQueryData(preferenceQuery.queryKey)?.favorites.assistant_ids
      // What was dropped stays where it was dropped.
      if ('replace' in change) put(change.replace)
      return { before }
    },
    onSuccess: ({ assistant_ids }) => {
      put(assistant_ids)
      return queryClient.invalidateQueries({ queryKey: assistantQueries.all })
    },
    onError: (_error, change, context) => {
      if ('replace' in change && context?.before) put(context.before)
    },
  })
}

/** The assistants in the order of `ids`; one that is not among them (just added elsewhere) comes last. */
export function inOrder(assistants: readonly Assistant[], ids: readonly string[]): readonly Assistant[] {
  const place = ({ id }: Assistant) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return assistants.toSorted((one, other) => place(one) - place(other))
}

/**
 * All favourites after those that are shown were put into the order `shown`; the others stay behind whom they were. Null when
 * nothing has changed, and there is nothing to send.
 */
export function reorder(ids: readonly string[], shown: readonly string[]): string[] | null {
  const places = shown.filter((id) => ids.includes(id))[Symbol.iterator]()
  const next = ids.map((id) => (shown.includes(id) ? (places.next().value ?? id) : id))
  return next.every((id, index) => id === ids[index]) ? null : next
}
