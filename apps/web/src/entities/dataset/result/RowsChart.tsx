import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'

export type RowsChartProps = {
  /** What the numbers are, with their unit. */
  title: string
  /** Bars by the names of groups, a line by days. */
  kind: 'bars' | 'line'
  points: readonly { readonly name: string; readonly value: number | null }[]
  format: (value: number) => string
}

/** The drawing of grouped rows. With the focus in it, the arrow keys go from group to group. */
export function RowsChart({ title, kind, points, format }: RowsChartProps) {
  const plot = {
    h: 240,
    data: points.map(({ name, value }) => ({ name, value })),
    dataKey: 'name',
    series: [{ name: 'value', label: title, color: 'var(--accent)' }],
    valueFormatter: format,
    xAxisProps: { minTickGap: 8 },
    yAxisProps: { tickFormatter: format, width: 64 },
  }
  // The highest number of the axis is centered on its line, which needs half a line above.
  const frame = { title, margin: { top: 8 } }
  return kind === 'bars' ? (
    <BarChart {...plot} maxBarWidth={36} barProps={{ isAnimationActive: false }} barChartProps={frame} />
  ) : (
    <LineChart {...plot} curveType="linear" connectNulls={false} lineProps={{ isAnimationActive: false }} lineChartProps={frame} />
  )
}
