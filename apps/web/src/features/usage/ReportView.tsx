import type { UsageReport } from '@heddle/contracts/usage/usage-report'
import { Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#shared/ui/states/EmptyState.tsx'
import { ErrorAlert } from '#shared/ui/states/ErrorAlert.tsx'
import { BreakdownTable } from './breakdown/BreakdownTable.tsx'
import { UsageCharts } from './charts/UsageCharts.tsx'
import classes from './Usage.module.css'
import type { ExportFilters } from './UsageExportMenu.tsx'
import { UsageNotes } from './UsageNotes.tsx'
import { UsageTiles } from './UsageTiles.tsx'

type ReportViewProps = {
  query: Pick<UseQueryResult<UsageReport>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>
  withUsers: boolean
  /** The usage that the tables are exported of; without it they are not. */
  exportFilters?: ExportFilters | undefined
}

/** The sums, the charts and the tables of a report. */
export function ReportView({ query, withUsers, exportFilters }: ReportViewProps) {
  const { data: report, error, isPlaceholderData, refetch } = query
  const { t } = useTranslation('usage')
  return (
    <>
      <ErrorAlert error={error} onRetry={() => void refetch()} />
      {!report && !error && <Skeleton height={420} radius="lg" />}
      {report && (
        <div className={isPlaceholderData ? classes.stale : undefined} aria-busy={isPlaceholderData}>
          <UsageTiles report={report} withUsers={withUsers} />
          {report.total.runs === 0 ? (
            <EmptyState icon={<IconChartBar size={36} stroke={1.4} />} title={t('empty.title')} hint={t('empty.hint')} />
          ) : (
            <>
              <UsageCharts report={report} withUsers={withUsers} />
              <BreakdownTable query={query} report={report} exportFilters={exportFilters} />
              <UsageNotes total={report.total} />
            </>
          )}
        </div>
      )}
    </>
  )
}
