import type { UsagePeriod, UsageReport } from '@heddle/contracts/usage/usage-report'
import { useTranslation } from 'react-i18next'
import { useUsageFormats } from '../use-usage-formats.ts'
import type { Chart } from './chart.ts'

const durations = ['p50', 'p95'] as const

/** Returns the charts of a report: those of cost by currency, and of users only with `withUsers`. */
export function useUsageCharts(report: UsageReport, { withUsers }: { withUsers: boolean }): Chart[] {
  const { t } = useTranslation('usage')
  const { formatCount, formatShort, formatAmount, formatMilliseconds } = useUsageFormats()
  const counts = { kind: 'bars', isCount: true, format: formatCount, formatAxis: formatShort } as const

  const requests: Chart = {
    ...counts,
    key: 'requests',
    title: t('tile.requests'),
    series: [{ key: 'requests', title: t('tile.requests'), color: 'brand.6', read: ({ requests: value }) => value }],
  }
  const tokens: Chart = {
    ...counts,
    key: 'tokens',
    title: t('tile.tokens'),
    series: [
      { key: 'input', title: t('token.input'), color: 'blue.6', read: (point) => point.input_tokens - point.cached_tokens },
      { key: 'cached', title: t('token.cached'), color: 'cyan.4', read: (point) => point.cached_tokens },
      { key: 'output', title: t('token.output'), color: 'brand.6', read: (point) => point.output_tokens - point.reasoning_tokens },
      { key: 'reasoning', title: t('token.reasoning'), color: 'grape.5', read: (point) => point.reasoning_tokens },
    ],
  }
  const costs = report.total.cost.map(({ currency }): Chart => {
    const format = (value: number) => formatAmount(currency, value)
    const read = ({ cost }: UsagePeriod) => Number(cost.find((each) => each.currency === currency)?.amount ?? 0)
    const title = t('chart.cost', { currency })
    return {
      key: `cost-${currency}`,
      title,
      kind: 'bars',
      format,
      formatAxis: format,
      series: [{ key: 'cost', title, color: 'teal.6', read }],
    }
  })
  const users: Chart = {
    ...counts,
    key: 'users',
    title: t('tile.activeUsers'),
    series: [{ key: 'users', title: t('tile.activeUsers'), color: 'indigo.5', read: (point) => point.active_users }],
  }
  const times = (['first_token_ms', 'total_ms'] as const).map((key): Chart => ({
    key,
    title: t(`chart.${key}`),
    kind: 'lines',
    format: formatMilliseconds,
    formatAxis: formatMilliseconds,
    series: durations.map((part) => ({
      key: part,
      title: t(`chart.${part}`),
      color: part === 'p50' ? 'blue.6' : 'orange.6',
      read: (point) => point[key]?.[part] ?? null,
    })),
  }))
  const failures: Chart = {
    ...counts,
    key: 'failures',
    title: t('chart.failures'),
    series: [
      { key: 'failed', title: t('outcome.failed'), color: 'red.6', read: ({ outcomes }) => outcomes.failed },
      { key: 'interrupted', title: t('outcome.interrupted'), color: 'yellow.6', read: ({ outcomes }) => outcomes.interrupted },
      { key: 'stopped', title: t('outcome.stopped'), color: 'gray.5', read: ({ outcomes }) => outcomes.stopped },
    ],
  }
  return [requests, tokens, ...costs, ...(withUsers ? [users] : []), ...times, failures]
}
