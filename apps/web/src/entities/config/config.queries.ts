import { limits } from '@heddle/contracts/limits'
import { defaultLanguage, languages } from '@heddle/contracts/languages'
import { getConfig, PublicConfig } from '@heddle/contracts/system'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'

// What holds until the service has answered, and while it can not be reached.
const assumed: PublicConfig = {
  product_name: 'Heddle',
  licensed_by: '',
  version: '',
  languages: [...languages],
  default_language: defaultLanguage,
  primary_color: null,
  logo: null,
  login_methods: [
    { key: 'email', type: 'email', label: null },
    { key: 'account', type: 'account', label: null },
  ],
  limits: {
    message_characters: limits.messageCharacters,
    files_per_upload: limits.filesPerUpload,
    max_file_mb: 20,
    requests_per_chat: limits.requestsPerChat,
    low_remaining_requests: limits.lowRemainingRequests,
  },
}

const storageKey = 'config'

/** What the service said last time, so that the next visit begins in the right colours and words. */
function readRemembered(): PublicConfig | undefined {
  try {
    return PublicConfig.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
  } catch {
    return undefined
  }
}

const remembered = readRemembered()

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => {
    const config = await call(getConfig, { signal })
    localStorage.setItem(storageKey, JSON.stringify(config))
    return config
  },
  staleTime: Infinity,
  meta: { silent: true },
})

/** The product's name, version, languages and limits. Never waits. */
export function useConfig(): PublicConfig {
  return useQuery({ ...configQuery, placeholderData: remembered ?? assumed }).data ?? assumed
}

/** The same once the service has said it, now or at the last visit; null until then. What it can not say is assumed. */
export function useKnownConfig(): PublicConfig | null {
  const { data, isPending } = useQuery({ ...configQuery, placeholderData: remembered })
  return data ?? (isPending ? null : assumed)
}

/** The language of the tenant whose application was open here last. */
export const rememberedLanguage = remembered?.default_language
