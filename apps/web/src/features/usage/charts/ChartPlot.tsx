import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { ChartProps } from './chart.ts'

/** The month and the day, as the tables write them. */
const formatDay = (day: string) => day.slice(5)

/** The drawing of a chart. With the focus in it, the arrow keys go from day to day. */
export function ChartPlot({ chart: { title, kind, isCount = false, series, format, formatAxis }, points }: ChartProps) {
  const plot = {
    // A legend of several lines takes its height from the plot.
    h: series.length > 4 ? 320 : 220,
    data: points.map((point) => ({ day: point.day, ...Object.fromEntries(series.map(({ key, read }) => [key, read(point)])) })),
    dataKey: 'day',
    series: series.map(({ key, title: label, color }) => ({ name: key, label, color })),
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' },
    valueFormatter: format,
    xAxisProps: { tickFormatter: formatDay, minTickGap: 24 },
    yAxisProps: { tickFormatter: formatAxis, allowDecimals: !isCount, width: 72, interval: 0 },
  } as const
  // The highest number of the axis is centered on its line, which needs half a line above.
  const frame = { title, margin: { top: 8 } }
  return kind === 'bars' ? (
    <BarChart {...plot} type="stacked" maxBarWidth={36} barProps={{ isAnimationActive: false }} barChartProps={frame} />
  ) : (
    <LineChart {...plot} curveType="monotone" connectNulls={false} lineProps={{ isAnimationActive: false }} lineChartProps={frame} />
  )
}
