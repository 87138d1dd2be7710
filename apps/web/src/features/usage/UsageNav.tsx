import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { usePermission } from '#entities/auth/session.queries.ts'
import { paths } from '#shared/paths.ts'
import { PageNav } from '#shared/ui/layout/PageNav.tsx'

const pages = { own: paths.ownUsage(), users: paths.userUsage(), summary: paths.usageSummary() } as const

/** The ways to the other pages of usage, with the same days. Those who read only their own have none. */
export function UsageNav() {
  const { t } = useTranslation('usage')
  const [search] = useSearchParams()
  const range = search.get('range')
  const mayRead = usePermission('read_usage')
  if (!mayRead) return null
  const links = (['own', 'users', 'summary'] as const).map((page) => ({
    key: page,
    to: { pathname: pages[page], search: range === null ? '' : `?range=${range}` },
    text: t(`nav.${page}`),
  }))
  return <PageNav label={t('nav.label')} links={links} />
}
