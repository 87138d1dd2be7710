// The days of a usage report, as they are written in the address: a named range, or `2026-11-01..2026-11-23`.
import { limits } from '@heddle/contracts/limits'
import { z } from 'zod'
import { parseDay } from '#shared/dates.ts'

export type DayRange = { readonly from: string; readonly to: string }

export const namedRanges = ['today', '7d', '30d', '90d', 'month'] as const
export type NamedRange = (typeof namedRanges)[number]

const dayMs = 86_400_000
const lengths = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const

const addDays = (day: string, count: number) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

export const countDays = ({ from, to }: DayRange): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Returns the last day that a range from `from` may have. */
export const findLastDay = (from: string): string => addDays(from, limits.usageDays - 1)

/** Returns the first day that a range until `to` may have. */
export const findFirstDay = (to: string): string => addDays(to, 1 - limits.usageDays)

export const writeRange = ({ from, to }: DayRange): string => `${from}..${to}`

function readWrittenRange(text: string): DayRange | null {
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  if (parseDay(from) === null || parseDay(to) === null) return null
  const days = countDays({ from, to })
  return days >= 1 && days <= limits.usageDays ? { from, to } : null
}

export const rangeFilter = z.string().refine((text) => isNamedRange(text) || readWrittenRange(text) !== null)

export const isNamedRange = (text: string): text is NamedRange => (namedRanges as readonly string[]).includes(text)

/** Returns the days of a text that `rangeFilter` accepts. */
export function resolveRange(text: string, today: string): DayRange {
  if (!isNamedRange(text)) return readWrittenRange(text) ?? { from: today, to: today }
  return { from: text === 'month' ? `${today.slice(0, 8)}01` : addDays(today, 1 - lengths[text]), to: today }
}
