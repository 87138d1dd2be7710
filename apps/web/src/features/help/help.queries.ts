import { listSiteChapters } from '@heddle/contracts/help/help'
import type { Language } from '@heddle/contracts/languages'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#shared/api/client.ts'
import { loadChapters } from './load-chapters.ts'

export const helpQueries = {
  chapters: (language: Language) =>
    queryOptions({ queryKey: ['help', 'chapters', language], queryFn: () => loadChapters(language), staleTime: Infinity }),
  siteChapters: () =>
    queryOptions({ queryKey: ['help', 'site'], queryFn: async ({ signal }) => (await call(listSiteChapters, { signal })).chapters }),
}
