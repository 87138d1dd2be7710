import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useTenantProfile } from '#entities/auth/session.queries.ts'
import { UsageNav } from '#features/usage/UsageNav.tsx'
import { UserUsageTable } from '#features/usage/users/UserUsageTable.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function UserUsagePage() {
  const { t } = useTranslation('usage')
  usePageTitle(t('users.title'))
  const { time_zone: timeZone } = useTenantProfile()
  return (
    <PageFrame isWide title={t('users.title')} hint={t('users.hint')}>
      <UsageNav />
      <UserUsageTable timeZone={timeZone} />
    </PageFrame>
  )
}
