import type { UsageReport } from '@heddle/contracts/usage/usage-report'
import { useTranslation } from 'react-i18next'
import { countFailures, sumTokens } from './figures.ts'
import classes from './Usage.module.css'
import { useUsageFormats } from './use-usage-formats.ts'

type UsageTilesProps = { report: UsageReport; withUsers: boolean }

/** The sums of a report, each with that of the days before. */
export function UsageTiles({ report: { total, previous }, withUsers }: UsageTilesProps) {
  const { t } = useTranslation('usage')
  const { formatCount, formatMilliseconds, formatCost, formatChange } = useUsageFormats()
  const before = previous.total
  const compare = (now: number, then: number) => {
    const change = formatChange(now, then)
    return change === null ? formatCount(then) : t('tile.changed', { before: formatCount(then), change })
  }
  const tiles = [
    { key: 'requests', value: formatCount(total.requests), before: compare(total.requests, before.requests) },
    { key: 'tokens', value: formatCount(sumTokens(total)), before: compare(sumTokens(total), sumTokens(before)) },
    { key: 'cost', value: formatCost(total.cost), before: formatCost(before.cost) },
    ...(withUsers
      ? [{ key: 'activeUsers', value: formatCount(total.active_users), before: compare(total.active_users, before.active_users) } as const]
      : []),
    {
      key: 'firstToken',
      value: formatMilliseconds(total.first_token_ms?.p50),
      before: formatMilliseconds(before.first_token_ms?.p50),
    },
    { key: 'failures', value: formatCount(countFailures(total)), before: compare(countFailures(total), countFailures(before)) },
  ] as const

  return (
    <dl className={classes.tiles}>
      {tiles.map(({ key, value, before: then }) => (
        <div key={key} className={classes.tile}>
          <dt>{t(`tile.${key}`)}</dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.before}>{t('tile.before', { value: then })}</dd>
        </div>
      ))}
    </dl>
  )
}
