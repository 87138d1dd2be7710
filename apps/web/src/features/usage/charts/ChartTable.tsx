import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChartProps } from './chart.ts'
import classes from './UsageChart.module.css'

/** The numbers of a chart, the latest day first. */
export function ChartTable({ chart: { title, series, format }, points, interval }: ChartProps) {
  const { t } = useTranslation('usage')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by the keyboard.
    <div className={classes.table} role="group" tabIndex={0} aria-label={title}>
      <Table stickyHeader aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t(interval === 'week' ? 'chart.week' : 'chart.day')}</Table.Th>
            {series.map(({ key, title: name }) => (
              <Table.Th key={key} scope="col" ta="end">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map((point) => (
            <Table.Tr key={point.day}>
              <Table.Th scope="row" fw={400}>
                {point.day}
              </Table.Th>
              {series.map(({ key, read }) => {
                const value = read(point)
                return (
                  <Table.Td key={key} ta="end">
                    {value === null ? '–' : format(value)}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
