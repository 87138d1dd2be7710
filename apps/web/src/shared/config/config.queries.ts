import { limits } from '@heddle/contracts/limits'
import { defaultLanguage, languages } from '@heddle/contracts/languages'
import { getConfig, type PublicConfig } from '@heddle/contracts/service'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'

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

const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(getConfig, { signal }),
  staleTime: Infinity,
  meta: { silent: true },
})

/** The product's name, version, languages and limits. Never waits. */
export function useConfig(): PublicConfig {
  return useQuery({ ...configQuery, placeholderData: assumed }).data ?? assumed
}
