import type { UsageOfDay } from '@heddle/contracts/overview/overview'
import { useTranslation } from 'react-i18next'
import { countFailures, sumTokens } from './figures.ts'
import classes from './Usage.module.css'
import { useUsageFormats } from './use-usage-formats.ts'

/** The sums of a day, without a comparison. */
export function TodayTiles({ usage }: { usage: UsageOfDay }) {
  const { t } = useTranslation('usage')
  const { formatCount, formatCost } = useUsageFormats()
  const tiles = [
    { key: 'requests', value: formatCount(usage.requests) },
    { key: 'activeUsers', value: formatCount(usage.active_users) },
    { key: 'tokens', value: formatCount(sumTokens(usage)) },
    { key: 'cost', value: formatCost(usage.cost) },
    { key: 'failures', value: formatCount(countFailures(usage)) },
  ] as const
  return (
    <dl className={classes.compactTiles}>
      {tiles.map(({ key, value }) => (
        <div key={key} className={classes.tile}>
          <dt>{t(`tile.${key}`)}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
