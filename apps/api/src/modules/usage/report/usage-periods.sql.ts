// The usage of each interval of a range, and of the whole range. Prisma cannot say it: see usage-selection.sql.ts.
import type { UsageInterval } from '@heddle/contracts/usage/usage-report'
import type { PoolClient } from 'pg'
import { type FigureRow, figures, sums } from './usage-figures.ts'
import { intervalStart, selected, toSelectionValues, type UsageSelection } from './usage-selection.sql.ts'

/** Of one interval by its first day, or with null of the whole range. */
type OfInterval = { readonly day: string | null }

export type PeriodRow = OfInterval & FigureRow

export async function sumPeriods(client: PoolClient, selection: UsageSelection, interval: UsageInterval): Promise<PeriodRow[]> {
  const { rows } = await client.query<PeriodRow>(
    `
    WITH used AS (
      SELECT ${intervalStart} AS day, flow, outcome, currency, ${sums} FROM usage_rollup WHERE ${selected} GROUP BY 1, 2, 3, 4
    )
    SELECT day::text, ${figures} FROM used GROUP BY GROUPING SETS ((day, currency), (currency))`,
    [...toSelectionValues(selection), interval],
  )
  return rows
}

export type ActiveUsersRow = OfInterval & { readonly users: number }

export async function countActiveUsers(client: PoolClient, selection: UsageSelection, interval: UsageInterval): Promise<ActiveUsersRow[]> {
  const { rows } = await client.query<ActiveUsersRow>(
    `
    WITH used AS (
      SELECT ${intervalStart} AS day, user_id FROM usage_rollup WHERE ${selected} AND flow = 'chat' AND runs > 0 GROUP BY 1, 2
    )
    SELECT day::text, count(DISTINCT user_id)::int AS users FROM used GROUP BY GROUPING SETS ((day), ())`,
    [...toSelectionValues(selection), interval],
  )
  return rows
}

/** The buckets of the median and of the 95th percentile; null when nothing was measured. */
export type DurationRow = OfInterval & {
  readonly kind: 'first_token' | 'total'
  readonly p50: number
  readonly p95: number
}

/** Of completed runs, of replies unless another flow is selected. */
export async function measureDurations(client: PoolClient, selection: UsageSelection, interval: UsageInterval): Promise<DurationRow[]> {
  const { rows } = await client.query<DurationRow>(
    `
    WITH measured AS (
      SELECT ${intervalStart} AS day, unnest(first_token_buckets) AS first_token, unnest(latency_buckets) AS total
      FROM usage_rollup WHERE ${selected} AND flow = coalesce($9, 'chat') AND outcome = 'completed'
    ), counted AS (
      SELECT day, CASE grouping(total) WHEN 1 THEN 'first_token' ELSE 'total' END AS kind, coalesce(first_token, total) AS bucket, count(*) AS count
      FROM measured GROUP BY GROUPING SETS ((day, first_token), (first_token), (day, total), (total))
    ), ranked AS (
      SELECT day, kind, bucket, sum(count) OVER (PARTITION BY day, kind ORDER BY bucket) AS up_to, sum(count) OVER (PARTITION BY day, kind) AS total
      FROM counted WHERE bucket IS NOT NULL
    )
    SELECT day::text, kind, min(bucket) FILTER (WHERE up_to >= 0.5 * total) AS p50, min(bucket) FILTER (WHERE up_to >= 0.95 * total) AS p95
    FROM ranked GROUP BY 1, 2`,
    [...toSelectionValues(selection), interval],
  )
  return rows
}
