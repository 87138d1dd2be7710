// The usage of each interval of a range, and of the whole range. Prisma cannot say it: see usage-selection.sql.ts.
import type { PoolClient } from 'pg'
import { type FigureRow, figures, sums } from './usage-figures.ts'
import { countUsers, selectQuarters } from '../rollup/day-sums.sql.ts'
import { countReportDays } from './usage-days.ts'
import {
  intervalDay,
  intervalNumber,
  isUnfiltered,
  selected,
  selectsAll,
  toSelectionValues,
  type UsageSelection,
} from './usage-selection.sql.ts'

/** What is read of a range, and the first days of its intervals, the earliest first. */
export type PeriodSelection = UsageSelection & { readonly intervals: readonly string[] }

/** Of one interval by its first day, or with null of the whole range. */
type OfInterval = { readonly day: string | null }

export type PeriodRow = OfInterval & FigureRow

const toPeriodValues = (selection: PeriodSelection) => [...toSelectionValues(selection), selection.intervals]

const summedColumns = `flow, outcome, error_code, currency, runs, estimated_runs, unpriced_calls, input_tokens, cached_tokens, output_tokens, reasoning_tokens,
  cost, first_token_buckets, latency_buckets`

/** SQL: the days of the range that are not summed up, such as today. */
const openDays = `
  SELECT $1::uuid AS tenant_id, d::date AS day, $2::text AS time_zone FROM generate_series($3::date, $4::date, '1 day') d
  WHERE NOT EXISTS (SELECT FROM usage_day WHERE tenant_id = $1 AND day = d::date AND time_zone = $2)`

/** SQL: what is selected, each row with the number of its interval: where nothing is filtered, of most days the sums alone. */
const selectRows = (selection: PeriodSelection) =>
  selectsAll(selection)
    ? `
  SELECT width_bucket(day, $14::date[]) AS interval, ${summedColumns} FROM (
    SELECT day, ${summedColumns} FROM usage_day_sum WHERE tenant_id = $1 AND time_zone = $2 AND day BETWEEN $3 AND $4
    UNION ALL SELECT day, ${summedColumns} FROM (${selectQuarters(`(${openDays})`)}) quarter
  ) summed WHERE ${isUnfiltered}`
    : `
  SELECT ${intervalNumber} AS interval, ${summedColumns} FROM (
    SELECT *, (SELECT error_code FROM usage_key WHERE id = key_id) AS error_code FROM usage_rollup
  ) summed WHERE ${selected}`

export async function sumPeriods(client: PoolClient, selection: PeriodSelection): Promise<PeriodRow[]> {
  const { rows } = await client.query<PeriodRow>(
    `
    WITH used AS (
      SELECT interval, flow, outcome, currency, ${sums} FROM (${selectRows(selection)}) selected GROUP BY 1, 2, 3, 4
    )
    SELECT ${intervalDay}, ${figures} FROM used GROUP BY GROUPING SETS ((interval, currency), (currency))`,
    toPeriodValues(selection),
  )
  return rows
}

export type ActiveUsersRow = OfInterval & { readonly users: number }

const asked = `flow = 'chat' AND runs > 0`

const countUsersByInterval = `
  WITH used AS MATERIALIZED (
    SELECT ${intervalNumber} AS interval, user_id FROM usage_rollup WHERE ${selected} AND ${asked} GROUP BY 1, 2
  )
  SELECT ${intervalDay}, count(*)::int AS users FROM used GROUP BY interval
  UNION ALL SELECT NULL, count(DISTINCT user_id)::int FROM used`

/** The users of a day are counted already. */
const countUsersByDay = `
  SELECT day::text, active_users AS users FROM usage_day WHERE tenant_id = $1 AND time_zone = $2 AND day BETWEEN $3 AND $4
  UNION ALL SELECT day::text, active_users FROM (${countUsers(`(${selectQuarters(`(${openDays})`)})`)}) open_day
  UNION ALL SELECT NULL, count(*)::int FROM (
    SELECT FROM usage_rollup WHERE ${selected} AND ${asked} AND cardinality($14::date[]) > 0 GROUP BY user_id
  ) asking`

export async function countActiveUsers(client: PoolClient, selection: PeriodSelection): Promise<ActiveUsersRow[]> {
  const isByDay = selectsAll(selection) && selection.intervals.length === countReportDays(selection)
  const { rows } = await client.query<ActiveUsersRow>(isByDay ? countUsersByDay : countUsersByInterval, toPeriodValues(selection))
  return rows
}

export type ErrorRow = OfInterval & { readonly code: string | null; readonly runs: number }

/** The runs that failed or were interrupted, by their error codes; the most frequent first. */
export async function countErrors(client: PoolClient, selection: PeriodSelection): Promise<ErrorRow[]> {
  const { rows } = await client.query<ErrorRow>(
    `
    SELECT ${intervalDay}, error_code AS code, sum(runs)::int AS runs FROM (${selectRows(selection)}) selected
    WHERE outcome IN ('failed', 'interrupted') AND runs > 0
    GROUP BY GROUPING SETS ((interval, error_code), (error_code)) ORDER BY 3 DESC, 2`,
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
      SELECT interval, unnest(first_token_buckets) AS first_token, unnest(latency_buckets) AS total
      FROM (${selectRows(selection)}) selected WHERE flow = coalesce($9, 'chat') AND outcome = 'completed'
    )
    SELECT ${intervalDay}, ${percentiles('first_token')} AS "firstToken", ${percentiles('total')} AS total
    FROM measured GROUP BY GROUPING SETS ((interval), ())`,
    toPeriodValues(selection),
  )
  return rows
}
