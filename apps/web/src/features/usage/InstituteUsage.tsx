import { limits } from '@heddle/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { UsageFilterPills } from './breakdown/UsageFilterPills.tsx'
import { useUsageFilters } from './breakdown/use-usage-filters.ts'
import { ReportView } from './ReportView.tsx'
import { usageQueries } from './usage.queries.ts'
import { UsageRangeBar } from './UsageRangeBar.tsx'
import { useUsageRange } from './use-usage-range.ts'

type InstituteUsageProps = {
  timeZone: string
  /** The tenant of the user unless it is given. */
  tenantId?: string
}

/** What all users of a tenant have used, or those of them that the address asks for. */
export function InstituteUsage({ timeZone, tenantId }: InstituteUsageProps) {
  const range = useUsageRange(timeZone)
  const { all } = useUsageFilters()
  const query = useQuery(
    usageQueries.institute({ ...range.days, interval: range.interval, top: limits.usageBreakdownRows, ...all }, tenantId),
  )
  return (
    <>
      <UsageRangeBar range={range} timeZone={timeZone} previous={query.data?.previous} />
      <UsageFilterPills report={query.data} />
      <ReportView
        query={query}
        withUsers
        exportFilters={{ ...range.days, ...all, ...(tenantId !== undefined && { tenant_id: tenantId }) }}
      />
    </>
  )
}
