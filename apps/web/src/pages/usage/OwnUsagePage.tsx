import { limits } from '@heddle/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#entities/brand/use-page-title.ts'
import { useTenantProfile } from '#entities/auth/session.queries.ts'
import { UsageFilterPills } from '#features/usage/breakdown/UsageFilterPills.tsx'
import { useUsageFilters } from '#features/usage/breakdown/use-usage-filters.ts'
import { LimitStates } from '#features/usage/LimitStates.tsx'
import { ReportView } from '#features/usage/ReportView.tsx'
import { usageQueries } from '#features/usage/usage.queries.ts'
import { UsageNav } from '#features/usage/UsageNav.tsx'
import { UsageRangeBar } from '#features/usage/UsageRangeBar.tsx'
import { useUsageRange } from '#features/usage/use-usage-range.ts'
import { PageFrame } from '#shared/ui/layout/PageFrame.tsx'

/** What the user has used, and what is left of the limits. */
export function OwnUsagePage() {
  const { t } = useTranslation('usage')
  usePageTitle(t('own.title'))
  const { time_zone: timeZone } = useTenantProfile()
  const range = useUsageRange(timeZone)
  const { own } = useUsageFilters()
  const query = useQuery(usageQueries.own({ ...range.days, interval: range.interval, top: limits.usageBreakdownRows, ...own }))
  return (
    <PageFrame isWide title={t('own.title')} hint={t('own.hint')}>
      <UsageNav />
      <LimitStates title={t('limit.own')} />
      <UsageRangeBar range={range} timeZone={timeZone} previous={query.data?.previous} />
      <UsageFilterPills report={query.data} />
      <ReportView query={query} withUsers={false} />
    </PageFrame>
  )
}
