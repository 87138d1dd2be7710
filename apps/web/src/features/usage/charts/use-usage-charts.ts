import type { UsagePeriod, UsageReport } from '@heddle/contracts/usage/usage-report'
import { useTranslation } from 'react-i18next'
import { useUsageFormats } from '../use-usage-formats.ts'
import type { Chart } from './chart.ts'

const durations = ['p50', 'p95'] as const

const errorColors = ['red.6', 'orange.5', 'grape.5', 'blue.5']
const otherColor = 'gray.5'

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
  const readRuns = ({ errors }: UsagePeriod, code: string | null) => errors.find((each) => each.code === code)?.runs ?? 0
  const shown = report.total.errors.slice(0, errorColors.length)
  const errors: Chart = {
    ...counts,
    key: 'errors',
    title: t('chart.errors'),
    series: [
      ...shown.map(({ code }, index) => ({
        key: code ?? 'none',
        // The sentence of an error is too long for a legend: the breakdown has it.
        title: code ?? t('breakdown.unknownError'),
        color: errorColors[index] ?? otherColor,
        read: (point: UsagePeriod) => readRuns(point, code),
      })),
      ...(report.total.errors.length > shown.length
        ? [
            {
              key: 'others',
              title: t('chart.otherErrors'),
              color: otherColor,
              read: (point: UsagePeriod) =>
                point.errors.reduce((sum, { code, runs }) => sum + (shown.some((each) => each.code === code) ? 0 : runs), 0),
            },
          ]
        : []),
    ],
  }
  return [requests, tokens, ...costs, ...(withUsers ? [users] : []), ...times, failures, ...(shown.length > 0 ? [errors] : [])]
}
