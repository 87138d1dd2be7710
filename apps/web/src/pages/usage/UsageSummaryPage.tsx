import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useTenantProfile } from '#entities/auth/session.queries.ts'
import { InstituteUsage } from '#features/usage/InstituteUsage.tsx'
import { LimitStates } from '#features/usage/LimitStates.tsx'
import { UsageNav } from '#features/usage/UsageNav.tsx'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

export function UsageSummaryPage() {
  const { t } = useTranslation('usage')
  usePageTitle(t('summary.title'))
  const { time_zone: timeZone } = useTenantProfile()
  return (
    <PageFrame isWide title={t('summary.title')} hint={t('summary.hint')}>
      <UsageNav />
      <LimitStates title={t('limit.institute')} scope="tenant" />
      <InstituteUsage timeZone={timeZone} />
    </PageFrame>
  )
}
