import { type Language, languageNames } from '@heddle/contracts/languages'
import { hashKey, notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useConfig } from '#entities/system/config.queries.ts'
import { sessionQueries } from '#entities/auth/session.queries.ts'

export type Brand = {
  readonly product_name: string
  readonly licensed_by: string
  readonly primary_color: string | null
  readonly logo: string | null
  readonly languages: readonly Language[]
  readonly default_language: Language
}

/** Returns the brand of the signed-in user's tenant, or before the sign-in of the host name's. Never suspends. */
export function useBrand(): Brand {
  const config = useConfig()
  return useKnownSession()?.tenant ?? config
}

/** Returns the language of the signed-in user's profile. Never suspends. */
export const useProfileLanguage = (): Language | undefined => useKnownSession()?.user.language

const meHash = hashKey(sessionQueries.me().queryKey)

/** Reads the session from the cache only: the sign-in page has no user to request. */
function useKnownSession() {
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => {
      const notify = notifyManager.batchCalls(onChange)
      // A component that starts to observe a query is an event too, even one that suspends: rendering it again for that would
      // never end.
      return queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'observerResultsUpdated' && query.queryHash === meHash) notify()
      })
    },
    [queryClient],
  )
  return useSyncExternalStore(subscribe, () => queryClient.getQueryData(sessionQueries.me().queryKey))
}

/** Returns the languages that the tenant offers, in their own names, and `chosen`, which the tenant may no longer offer. */
export function useLanguageOptions(chosen?: Language) {
  const { languages } = useBrand()
  const shown = chosen === undefined || languages.includes(chosen) ? languages : [...languages, chosen]
  return shown.map((value) => ({ value, label: languageNames[value] }))
}
