import type { UsageInterval } from '@heddle/contracts/usage/usage-report'
import { useTableState } from '#shared/table/use-table-state.ts'
import { findToday } from '#shared/dates.ts'
import { countDays, rangeFilter, resolveRange } from './usage-range.ts'

/** Bars of more days than these are too thin to read: they are those of weeks. */
const maxDailyBars = 92

/** Returns the range of the address in a time zone, 30 days without one, and the width of a point of its charts. */
export function useUsageRange(timeZone: string) {
  const { filters, setFilter } = useTableState({ filters: { range: rangeFilter } })
  const { range = '30d' } = filters
  const days = resolveRange(range, findToday(timeZone))
  const interval: UsageInterval = countDays(days) > maxDailyBars ? 'week' : 'day'
  return { range, days, interval, setRange: (next: string) => setFilter('range', next) }
}

export type UsageRange = ReturnType<typeof useUsageRange>
