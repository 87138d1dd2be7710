import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePermission } from '#entities/auth/session.queries.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { helpQueries } from './help.queries.ts'
import { addSiteChapters } from './site-chapters.ts'

/** Returns the chapters in the interface's language that are for the user; undefined until they are there. */
export function useChapters() {
  const { language } = useLanguage()
  const isAdministrator = usePermission('administer')
  const { data: own, error, refetch } = useQuery(helpQueries.chapters(language))
  const site = useQuery(helpQueries.siteChapters())
  const chapters = useMemo(() => {
    // The product's own chapters are shown also when the request for those of the site fails.
    if (!own || site.isPending) return undefined
    return addSiteChapters(own, site.data ?? [], language).filter(({ audience }) => isAdministrator || audience !== 'administrators')
  }, [own, site.isPending, site.data, language, isAdministrator])
  return { chapters, error, refetch }
}
