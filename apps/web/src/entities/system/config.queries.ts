import { limits } from '@heddle/contracts/limits'
import { defaultLanguage, languages } from '@heddle/contracts/languages'
import { getConfig, PublicConfig } from '@heddle/contracts/system/system'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { requestGate } from '#shared/api/request.ts'

// The configuration until the service has responded, and while it is unreachable.
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
  passkey_login: false,
  error_reporting: null,
  limits: {
    message_characters: limits.messageCharacters,
    files_per_upload: limits.filesPerUpload,
    max_file_mb: 20,
    requests_per_chat: limits.requestsPerChat,
    low_remaining_requests: limits.lowRemainingRequests,
    requests_per_second: limits.requestsPerSecond,
  },
}

const storageKey = 'config'

/** Returns the configuration of the last visit, so that this one starts in the right color and language. */
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
    requestGate.setCount(config.limits.requests_per_second)
    return config
  },
  staleTime: Infinity,
  meta: { silent: true },
})

/** Returns the product's name, version, languages and limits. Never suspends. */
export function useConfig(): PublicConfig {
  return useQuery({ ...configQuery, placeholderData: remembered ?? assumed }).data ?? assumed
}

/** Returns the configuration of this visit or the last one; null when there is neither. */
export function useKnownConfig(): PublicConfig | null {
  const { data, isPending } = useQuery({ ...configQuery, placeholderData: remembered })
  return data ?? (isPending ? null : assumed)
}

/** The language of the tenant that was open in this browser last. */
export const rememberedLanguage = remembered?.default_language
