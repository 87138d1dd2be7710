import { type Language, languageNames } from '@heddle/contracts/languages'
import { hashKey, notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { useConfig } from '#entities/config/config.queries.ts'
import { sessionQueries } from '#entities/session/session.queries.ts'

export type Brand = {
  readonly product_name: string
  readonly licensed_by: string
  readonly primary_color: string | null
  readonly logo: string | null
  readonly languages: readonly Language[]
  readonly default_language: Language
}

/** Whose application this is: the signed-in user's tenant; before the sign-in that of the host name. Never waits. */
export function useBrand(): Brand {
  const config = useConfig()
  return useKnownSession()?.tenant ?? config
}

/** The language of the signed-in user's profile. Never waits. */
export const useProfileLanguage = (): Language | undefined => useKnownSession()?.user.language

const meHash = hashKey(sessionQueries.me().queryKey)

/** Read from the cache without asking for it: on the sign-in page there is no user to ask for. */
function useKnownSession() {
  const queryClient = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) => {
      const notify = notifyManager.batchCalls(onChange)
      // A component that begins to read any query is an event too, even one that suspends: answering that by rendering it again
      // would never end.
      return queryClient.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'observerResultsUpdated' && query.queryHash === meHash) notify()
      })
    },
    [queryClient],
  )
  return useSyncExternalStore(subscribe, () => queryClient.getQueryData(sessionQueries.me().queryKey))
}

/** The languages that the tenant offers, each by its own name; `chosen` too, which the tenant may have ceased to offer. */
export function useLanguageOptions(chosen?: Language) {
  const { languages } = useBrand()
  const shown = chosen === undefined || languages.includes(chosen) ? languages : [...languages, chosen]
  return shown.map((value) => ({ value, label: languageNames[value] }))
}
