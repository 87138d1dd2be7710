import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import { units } from '@heddle/units/units'
import { NativeSelect, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#i18n/use-language.ts'
import { CrashBoundary } from '#shared/ui/states/CrashBoundary.tsx'
import { readNumber } from './cited-cell.ts'
import type { UnitChoice } from './RowsTable.tsx'
import { useFormatCell } from './use-format-cell.ts'

// The library of the charts is larger than the rest of the panel.
const RowsChart = lazy(async () => ({ default: (await import('./RowsChart.tsx')).RowsChart }))

/** Returns the columns of groups that a chart can show. */
export const listChartColumns = ({ columns, rows }: CitedRows): number[] =>
  columns.some((column) => column.is_key) && rows.length > 1
    ? columns.flatMap(({ is_key: isKey }, at) => (!isKey && rows.some(({ cells }) => typeof cells[at] === 'number') ? [at] : []))
    : []

const day = /^\d{4}-\d{2}-\d{2}$/

/** The numbers of one column of groups, as bars or, where the groups are days, as a line. */
export function GroupChart({ rows, unitChoice }: { rows: CitedRows; unitChoice: UnitChoice }) {
  const { t } = useTranslation('chat')
  const { tag } = useLanguage()
  const formatCell = useFormatCell()
  const offered = listChartColumns(rows)
  const [chosen, setChosen] = useState(offered[0] ?? 0)
  const column = rows.columns[chosen]
  const nameColumn = (at: number) => {
    const unit = unitChoice.unitOf(at)
    const { name = '' } = rows.columns[at] ?? {}
    return unit === null ? name : `${name} (${units[unit].symbol})`
  }
  if (!column) return null
  const keys = rows.columns.flatMap((key, at) => (key.is_key ? [{ key, at }] : []))
  const unit = unitChoice.unitOf(chosen)
  const points = rows.rows.map(({ cells }) => ({
    name: keys.map(({ at, key }) => formatCell(cells[at] ?? null, key, unitChoice.unitOf(at)) || '–').join(' · '),
    value: readNumber(cells[chosen] ?? null, column, unit),
  }))
  const isByDay = keys.length === 1 && points.every(({ name }) => day.test(name))
  return (
    <>
      {offered.length > 1 ? (
        <NativeSelect
          size="xs"
          mb="xs"
          aria-label={t('sources.rows.chartOf')}
          data={offered.map((at) => ({ value: String(at), label: nameColumn(at) }))}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      ) : (
        <Text size="sm" mb="xs">
          {nameColumn(chosen)}
        </Text>
      )}
      <CrashBoundary resetKeys={[points]}>
        <Suspense fallback={<Skeleton height={240} />}>
          <RowsChart
            title={nameColumn(chosen)}
            kind={isByDay ? 'line' : 'bars'}
            points={isByDay ? points.toSorted((one, other) => (one.name < other.name ? -1 : 1)) : points}
            format={(value) => value.toLocaleString(tag, { maximumSignificantDigits: 5 })}
          />
        </Suspense>
      </CrashBoundary>
    </>
  )
}
