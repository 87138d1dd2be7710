import type { UsageBreakdown, UsageDimension, UsagePeriod, UserUsage } from '@heddle/contracts/usage/usage-report'
import { presentText } from '../../../platform/http/presenting.ts'
import { fromBucket } from '../rollup/usage-rollup.sql.ts'
import type { BreakdownRow } from './usage-breakdown.sql.ts'
import { presentFigures } from './usage-figures.ts'
import type { ActiveUsersRow, DurationRow, ErrorRow, PeriodRow } from './usage-periods.sql.ts'
import type { PreviousUsageRow, UserUsageRow } from './user-usage.sql.ts'

/** What was read of a range: rows of its intervals and of the whole. */
export type PeriodRows = {
  readonly sums: readonly PeriodRow[]
  readonly activeUsers: readonly ActiveUsersRow[]
  readonly durations: readonly DurationRow[]
  readonly errors: readonly ErrorRow[]
}

type Rows = { readonly [Name in keyof PeriodRows]: PeriodRows[Name][number][] }

const toMilliseconds = (bucket: number) => Math.round(fromBucket(bucket))

const presentDurations = (buckets: readonly [number, number] | null | undefined) =>
  buckets ? { p50: toMilliseconds(buckets[0]), p95: toMilliseconds(buckets[1]) } : null

/** Presents the interval that begins at `day`, or with null the whole range. */
const presentPeriod = ({ sums, activeUsers, durations, errors }: Rows): UsagePeriod => ({
  ...presentFigures(sums),
  active_users: activeUsers[0]?.users ?? 0,
  first_token_ms: presentDurations(durations[0]?.firstToken),
  total_ms: presentDurations(durations[0]?.total),
  errors: errors.map(({ code, runs }) => ({ code, runs })),
})

/** Returns how to present an interval by its first day, and with null the whole range. */
export function createPeriodPresenter(rows: PeriodRows): (day: string | null) => UsagePeriod {
  const byDay = new Map<string | null, Rows>()
  const find = (day: string | null) => {
    const found = byDay.get(day) ?? { sums: [], activeUsers: [], durations: [], errors: [] }
    byDay.set(day, found)
    return found
  }
  for (const row of rows.sums) find(row.day).sums.push(row)
  for (const row of rows.activeUsers) find(row.day).activeUsers.push(row)
  for (const row of rows.durations) find(row.day).durations.push(row)
  for (const row of rows.errors) find(row.day).errors.push(row)
  return (day) => presentPeriod(find(day))
}

export function presentBreakdowns(by: readonly UsageDimension[], rows: readonly BreakdownRow[]): UsageBreakdown[] {
  const byDimension = Map.groupBy(rows, ({ dimension }) => dimension)
  return by.map((dimension) => {
    const byRank = Map.groupBy(byDimension.get(dimension) ?? [], ({ rank }) => rank)
    const [others] = byRank.get(null) ?? []
    return {
      by: dimension,
      rows: [...byRank.values()].flatMap((ranked) => {
        const [first] = ranked
        if (!first || first.rank === null) return []
        return [{ key: first.key || null, name: first.name === null ? null : presentText(first.name), ...presentFigures(ranked) }]
      }),
      other: others ? { keys: others.keys, ...presentFigures(byRank.get(null) ?? []) } : null,
    }
  })
}

/** Presents the rows of one user, and what they used before. */
export function presentUserUsage(rows: readonly [UserUsageRow, ...UserUsageRow[]], previous: PreviousUsageRow | undefined): UserUsage {
  const [first] = rows
  return {
    user: { id: first.position.id, name: first.name === null ? null : presentText(first.name), email: first.email ?? '' },
    last_used_on: first.lastUsedOn,
    previous: { requests: previous?.requests ?? 0, tokens: previous?.tokens ?? 0 },
    ...presentFigures(rows),
  }
}
