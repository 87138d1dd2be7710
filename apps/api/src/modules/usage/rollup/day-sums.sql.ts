// Sums up the days that are over, of what the rollup has of them. Prisma cannot say it: each is one statement, and days are cut by the
// database's time zones.
//
// A day is a cache of its quarters: the statement that changes one of them removes the day (`removeDays`), under the lock under which
// days are summed up. What has no day yet, as right after a change of the time zone, is read from its quarters.
import type { PoolClient } from 'pg'

/** Days of one statement: a day has some thousand events at most. */
const daysAtOnce = 50

/** What a row of a day sums up. */
export const sumColumns = [
  'runs',
  'estimated_runs',
  'unpriced_calls',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'reasoning_tokens',
  'cost',
]

export const dayColumns = `tenant_id, day, time_zone, flow, outcome, error_code, currency, ${sumColumns.join(', ')}, first_token_buckets, latency_buckets`

const collect = (bucket: string) => `coalesce(array_agg(${bucket} ORDER BY ${bucket}) FILTER (WHERE ${bucket} IS NOT NULL), '{}')`

/** SQL: the rows of the rollup of each day in `day` (tenant_id, day, time_zone). */
export const selectQuarters = (day: string) => `
  SELECT d.day, d.time_zone, r.*, (SELECT error_code FROM usage_key WHERE id = r.key_id) AS error_code
  FROM ${day} d CROSS JOIN LATERAL (
    SELECT * FROM usage_rollup
    WHERE tenant_id = d.tenant_id AND period_start >= d.day::timestamp AT TIME ZONE d.time_zone
      AND period_start < (d.day + 1)::timestamp AT TIME ZONE d.time_zone
    -- One range of the index a day: joined, all rows of the tenant are compared with each day.
    OFFSET 0
  ) r`

/** SQL: `dayColumns` of the rows that `selectQuarters` selected: a row counts once, each of its durations is one. */
export const sumQuarters = (quarter: string) => `
  SELECT tenant_id, day, time_zone, flow, outcome, error_code, currency,
    ${sumColumns.map((column) => `sum(${column}) FILTER (WHERE number IS NULL OR number = 1)`).join(', ')},
    ${collect('first_token')} AS first_token_buckets, ${collect('latency')} AS latency_buckets
  FROM ${quarter} q
  LEFT JOIN LATERAL unnest(first_token_buckets, latency_buckets) WITH ORDINALITY duration(first_token, latency, number) ON true
  GROUP BY 1, 2, 3, 4, 5, 6, 7`

/** SQL: how many users asked something on each day, of the rows that `selectQuarters` selected. */
export const countUsers = (quarter: string) => `
  SELECT tenant_id, day, time_zone, (count(DISTINCT user_id) FILTER (WHERE flow = 'chat' AND runs > 0))::int AS active_users
  FROM ${quarter} GROUP BY 1, 2, 3`

/** SQL: removes the days that periods in `period` (tenant_id, period_start) are of, in whatever zone they were cut. */
export const removeDays = (period: string) => `
  DELETE FROM usage_day d USING ${period} p
  WHERE d.tenant_id = p.tenant_id AND d.day BETWEEN p.period_start::date - 1 AND p.period_start::date + 1
    AND d.day = (p.period_start AT TIME ZONE d.time_zone)::date`

/** Sums up some days of these tenants that are over and have no sums, the earliest first. Returns how many. */
export async function sumUpDays(client: PoolClient, tenantIds: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ added: number }>(
    `
    WITH missing AS MATERIALIZED (
      SELECT t.id AS tenant_id, d.day::date AS day, t.time_zone
      FROM tenant t
      CROSS JOIN LATERAL (SELECT min(period_start) AS first FROM usage_rollup WHERE tenant_id = t.id) r
      CROSS JOIN LATERAL generate_series((r.first AT TIME ZONE t.time_zone)::date, (now() AT TIME ZONE t.time_zone)::date - 1, '1 day') d(day)
      WHERE t.id = ANY ($1)
        AND NOT EXISTS (SELECT FROM usage_day s WHERE s.tenant_id = t.id AND s.day = d.day::date AND s.time_zone = t.time_zone)
        AND EXISTS (SELECT FROM usage_rollup WHERE tenant_id = t.id AND period_start >= d.day::timestamp AT TIME ZONE t.time_zone
          AND period_start < (d.day + interval '1 day')::timestamp AT TIME ZONE t.time_zone)
      ORDER BY 2 LIMIT $2
    ), quarter AS MATERIALIZED (
      ${selectQuarters('missing')}
    ), added AS (
      INSERT INTO usage_day (tenant_id, day, time_zone, active_users) ${countUsers('quarter')} RETURNING 1
    ), summed AS (
      INSERT INTO usage_day_sum (${dayColumns}) ${sumQuarters('quarter')}
    ), left_over AS (
      DELETE FROM usage_day d USING tenant t WHERE t.id = ANY ($1) AND d.tenant_id = t.id AND d.time_zone <> t.time_zone
    )
    SELECT count(*)::int AS added FROM added`,
    [tenantIds, daysAtOnce],
  )
  return rows[0]?.added ?? 0
}
