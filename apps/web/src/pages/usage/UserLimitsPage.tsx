import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { limitQueries } from '#features/usage-limit/limits.queries.ts'
import { UserLimits } from '#features/usage-limit/UserLimits.tsx'
import { useLocalized } from '#i18n/use-language.ts'
import { paths } from '#shared/paths.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** Why a user was blocked: the limits that are about the user, with their counters. */
export function UserLimitsPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation('limit')
  const localized = useLocalized()
  const { data } = useQuery(limitQueries.ofUser(id))
  const name = data ? localized(data.user.name) : ''
  const title = data ? t('user.title', { name }) : t('title')
  usePageTitle(title)
  return (
    <PageFrame isWide title={title} hint={t('user.hint')} back={{ to: data ? paths.user(id) : paths.limits(), label: name || t('title') }}>
      <UserLimits key={id} userId={id} />
    </PageFrame>
  )
}
