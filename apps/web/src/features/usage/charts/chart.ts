// What a chart of a report shows; its table says the same.
import type { UsageInterval, UsagePoint } from '@heddle/contracts/usage/usage-report'

export type ChartSeries = {
  readonly key: string
  readonly title: string
  readonly color: string
  /** Null where there is nothing to measure. */
  readonly read: (point: UsagePoint) => number | null
}

export type Chart = {
  readonly key: string
  readonly title: string
  /** Bars lie on one another: together they are the sum. */
  readonly kind: 'bars' | 'lines'
  /** Whether it counts: an axis has no half requests. */
  readonly isCount?: boolean
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  readonly formatAxis: (value: number) => string
}

export type ChartProps = { readonly chart: Chart; readonly points: readonly UsagePoint[]; readonly interval: UsageInterval }
