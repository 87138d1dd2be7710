// The usage of each interval of a range, and of the whole range. Prisma cannot say it: see usage-selection.sql.ts.
import type { PoolClient } from 'pg'
import { type FigureRow, figures, sums } from './usage-figures.ts'
import { intervalDay, intervalNumber, selected, toSelectionValues, type UsageSelection } from './usage-selection.sql.ts'

/** What is read of a range, and the first days of its intervals, the earliest first. */
export type PeriodSelection = UsageSelection & { readonly intervals: readonly string[] }

/** Of one interval by its first day, or with null of the whole range. */
type OfInterval = { readonly day: string | null }

export type PeriodRow = OfInterval & FigureRow

const toPeriodValues = (selection: PeriodSelection) => [...toSelectionValues(selection), selection.intervals]

export async function sumPeriods(client: PoolClient, selection: PeriodSelection): Promise<PeriodRow[]> {
  const { rows } = await client.query<PeriodRow>(
    `
    WITH used AS (
      SELECT ${intervalNumber} AS interval, flow, outcome, currency, ${sums} FROM usage_rollup WHERE ${selected} GROUP BY 1, 2, 3, 4
    )
    SELECT ${intervalDay}, ${figures} FROM used GROUP BY GROUPING SETS ((interval, currency), (currency))`,
    toPeriodValues(selection),
  )
  return rows
}

export type ActiveUsersRow = OfInterval & { readonly users: number }

export async function countActiveUsers(client: PoolClient, selection: PeriodSelection): Promise<ActiveUsersRow[]> {
  const { rows } = await client.query<ActiveUsersRow>(
    `
    WITH used AS MATERIALIZED (
      SELECT ${intervalNumber} AS interval, user_id FROM usage_rollup WHERE ${selected} AND flow = 'chat' AND runs > 0 GROUP BY 1, 2
    )
    SELECT ${intervalDay}, count(*)::int AS users FROM used GROUP BY interval
    UNION ALL SELECT NULL, count(DISTINCT user_id)::int FROM used`,
    toPeriodValues(selection),
  )
  return rows
}

/** The buckets of the median and of the 95th percentile; null when nothing was measured. */
export type DurationRow = OfInterval & {
  readonly firstToken: readonly [p50: number, p95: number] | null
  readonly total: readonly [p50: number, p95: number] | null
}

/** Of completed runs, of replies unless another flow is selected. */
export async function measureDurations(client: PoolClient, selection: PeriodSelection): Promise<DurationRow[]> {
  const percentiles = (bucket: string) => `percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY ${bucket})`
  const { rows } = await client.query<DurationRow>(
    `
    WITH measured AS (
      SELECT ${intervalNumber} AS interval, unnest(first_token_buckets) AS first_token, unnest(latency_buckets) AS total
      FROM usage_rollup WHERE ${selected} AND flow = coalesce($9, 'chat') AND outcome = 'completed'
    )
    SELECT ${intervalDay}, ${percentiles('first_token')} AS "firstToken", ${percentiles('total')} AS total
    FROM measured GROUP BY GROUPING SETS ((interval), ())`,
    toPeriodValues(selection),
  )
  return rows
}
