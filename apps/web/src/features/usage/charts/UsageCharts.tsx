import type { UsageReport } from '@heddle/contracts/usage/usage-report'
import classes from './UsageChart.module.css'
import { UsageChart } from './UsageChart.tsx'
import { useUsageCharts } from './use-usage-charts.ts'

/** What a report says of each of its days or weeks. */
export function UsageCharts({ report, withUsers }: { report: UsageReport; withUsers: boolean }) {
  const charts = useUsageCharts(report, { withUsers })
  return (
    <div className={classes.charts}>
      {charts.map((chart) => (
        <UsageChart key={chart.key} chart={chart} points={report.series} interval={report.interval} />
      ))}
    </div>
  )
}
