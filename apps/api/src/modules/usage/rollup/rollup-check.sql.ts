// Compares the rollup with the events. Prisma cannot say it: both are summed up in one statement, and so by one snapshot.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { countUsers, dayColumns, selectQuarters, sumQuarters } from './day-sums.sql.ts'
import { rollupColumns, selectEvents, selectRollup, summedColumns, sumEvents } from './usage-rollup.sql.ts'

/** The time that one statement compares: of the busiest tenant some ten thousand events. */
const windowDays = 7

const dayMs = 24 * 60 * 60 * 1_000

/** Marks the periods whose sums are not those of their events, for the next rollup to repair. Returns how many. */
async function markDifferences(pool: Pool, tenantId: string, from: Date, to: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `
    WITH period AS MATERIALIZED (
      SELECT tenant_id, date_bin('15 min', created_at, 'epoch'::timestamptz) AS period_start FROM usage_event
      WHERE tenant_id = $1 AND created_at >= $2 AND created_at < $3
      UNION SELECT tenant_id, period_start FROM usage_rollup WHERE tenant_id = $1 AND period_start >= $2 AND period_start < $3
      EXCEPT SELECT tenant_id, period_start FROM usage_stale_period WHERE tenant_id = $1
    ), event AS MATERIALIZED (
      ${selectEvents('period')}
    ), summed (${summedColumns}) AS MATERIALIZED (
      ${sumEvents('event')}
    ), expected AS MATERIALIZED (
      ${selectRollup('summed')}
    ), stored AS MATERIALIZED (
      SELECT ${rollupColumns} FROM usage_rollup JOIN period USING (tenant_id, period_start)
    ), missing AS (
      SELECT * FROM expected EXCEPT ALL SELECT * FROM stored
    ), surplus AS (
      SELECT * FROM stored EXCEPT ALL SELECT * FROM expected
    )
    INSERT INTO usage_stale_period (tenant_id, period_start)
    SELECT tenant_id, period_start FROM missing UNION SELECT tenant_id, period_start FROM surplus`,
    [tenantId, from, to],
  )
  return rowCount ?? 0
}

/** Removes the sums of days that are not those of their quarters. Returns how many. */
async function removeWrongDays(pool: Pool, tenantId: string, from: Date, to: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `
    WITH day AS MATERIALIZED (
      SELECT tenant_id, day, time_zone, active_users FROM usage_day
      WHERE tenant_id = $1 AND day >= ($2::timestamptz AT TIME ZONE 'UTC')::date AND day < ($3::timestamptz AT TIME ZONE 'UTC')::date
    ), quarter AS MATERIALIZED (
      ${selectQuarters('day')}
    ), expected (${dayColumns}) AS MATERIALIZED (
      ${sumQuarters('quarter')}
    ), stored AS MATERIALIZED (
      SELECT ${dayColumns} FROM usage_day_sum WHERE (tenant_id, day, time_zone) IN (SELECT tenant_id, day, time_zone FROM day)
    ), wrong AS (
      SELECT tenant_id, day, time_zone FROM (SELECT * FROM expected EXCEPT ALL SELECT * FROM stored) missing
      UNION SELECT tenant_id, day, time_zone FROM (SELECT * FROM stored EXCEPT ALL SELECT * FROM expected) surplus
      UNION SELECT tenant_id, day, time_zone FROM (
        SELECT * FROM day EXCEPT ${countUsers('quarter')}) users
    )
    DELETE FROM usage_day d USING wrong w WHERE d.tenant_id = w.tenant_id AND d.day = w.day AND d.time_zone = w.time_zone`,
    [tenantId, from, to],
  )
  return rowCount ?? 0
}

/**
 * Compares all that is summed up with its events. What differs is logged as an error, and summed up again. Returns how many
 * quarters of an hour and days differ.
 */
export async function checkUsageRollup({
  pool,
  log,
}: {
  readonly pool: Pool
  readonly log: Pick<FastifyBaseLogger, 'error'>
}): Promise<number> {
  const { rows: tenants } = await pool.query<{ id: string; first: Date | null; last: Date | null }>(`
    SELECT t.id, least(e.first, r.first) AS first, greatest(e.last, r.last) AS last FROM tenant t
    CROSS JOIN LATERAL (SELECT min(created_at) AS first, max(created_at) AS last FROM usage_event WHERE tenant_id = t.id) e
    CROSS JOIN LATERAL (SELECT min(period_start) AS first, max(period_start) AS last FROM usage_rollup WHERE tenant_id = t.id) r`)
  let differences = 0
  for (const { id, first, last } of tenants) {
    if (!first || !last) continue
    const windowMs = windowDays * dayMs
    // Windows begin where periods do: a week is a whole number of quarters since the epoch. In other zones it is another day.
    const start = Math.floor((first.getTime() - dayMs) / windowMs) * windowMs
    for (let from = start; from <= last.getTime() + dayMs; from += windowMs) {
      const window = [new Date(from), new Date(from + windowMs)] as const
      differences += await markDifferences(pool, id, ...window)
      differences += await removeWrongDays(pool, id, ...window)
    }
  }
  if (differences > 0) log.error({ periods: differences }, 'Sums of usage differed from the events, and are made again')
  return differences
}
