// Keeps the sums of usage by quarter of an hour. Prisma cannot say it: a trigger on usage_event marks what is written
// (usage_stale_period), and one statement takes marks and adds their events to the sums. A period with an event that was changed or
// removed is summed up again as a whole.
//
// Events commit out of order, so that no moment or id says up to where they are summed. A mark is committed with its event:
// a snapshot that has the one has the other, and a mark that it does not have is taken by a later run.
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { removeDays, sumColumns, sumUpDays } from './day-sums.sql.ts'

/** Marks of one statement: it has few milliseconds of work for each. */
const marksAtOnce = 2_000

/** The bounds between buckets of durations grow by this factor, which makes 1 % the largest relative error (DDSketch, Masson et al. 2019). */
const bucketGrowth = 1.01 / 0.99

/** The bucket of a duration in milliseconds; both are SQL. */
const toBucket = (milliseconds: string) => `ceil(ln(greatest(${milliseconds}, 1)::float8) / ln(${bucketGrowth}::float8))::smallint`

/** The duration in milliseconds that stands for a bucket. */
export const fromBucket = (bucket: number): number => (2 * bucketGrowth ** bucket) / (bucketGrowth + 1)

const hashedColumns = `tenant_id, user_id, group_ids, assistant_id, workflow_version_id, model_name, endpoint_id, currency, flow, outcome`

const keyColumns = `${hashedColumns}, error_code`

/** SQL: the id of a key, the same for the same columns. One without an error has the id that it had before errors were kept. */
const keyId = `encode(substring(sha256(convert_to(
  (jsonb_build_array(${hashedColumns}) || coalesce(to_jsonb(error_code), '[]'))::text, 'UTF8')) FOR 16), 'hex')::uuid`

const sums = [...sumColumns, 'calls']

const bucketColumns = ['first_token_buckets', 'latency_buckets']

/** What `sumEvents` selects. */
export const summedColumns = `tenant_id, period_start, user_id, group_ids, assistant_id, workflow_version_id, model_name, endpoint_id,
  currency, flow, outcome, error_code, ${sums.join(', ')}, ${bucketColumns.join(', ')}`

export const rollupColumns = `tenant_id, period_start, key_id, user_id, flow, outcome, ${sums.join(', ')}, currency, ${bucketColumns.join(', ')}`

/** SQL: the columns of the rollup of what `sumEvents` selected. */
export const selectRollup = (summed: string) => `
  SELECT tenant_id, period_start, ${keyId} AS key_id, user_id, flow, outcome, ${sums.join(', ')}, currency, ${bucketColumns.join(', ')}
  FROM ${summed}`

/** SQL: the events of the periods in `period` (tenant_id, period_start), each with its period. */
export const selectEvents = (period: string) => `
  SELECT p.period_start, e.* FROM ${period} p
  CROSS JOIN LATERAL (
    SELECT * FROM usage_event
    WHERE tenant_id = p.tenant_id AND created_at >= p.period_start AND created_at < p.period_start + interval '15 min'
    -- One range of the index a period: joined, all events of the tenant are compared with each period.
    OFFSET 0
  ) e`

/**
 * SQL: the sums of the events that `selectEvents` selected, by period and by what a row of the rollup is about. A run counts at the model
 * that it is recorded with, its tokens and costs at the models that its calls went to; what the calls do not account for is the run's own.
 */
export const sumEvents = (event: string) => `
  SELECT e.tenant_id, e.period_start, e.user_id, e.group_ids, e.assistant_id, e.workflow_version_id, l.model_name, l.endpoint_id,
    l.currency, e.flow, e.outcome, e.error_code, ${sums.map((sum) => `sum(l.${sum})`).join(', ')},
    coalesce(array_agg(l.first_token ORDER BY l.first_token) FILTER (WHERE l.first_token IS NOT NULL), '{}'),
    coalesce(array_agg(l.latency ORDER BY l.latency) FILTER (WHERE l.latency IS NOT NULL), '{}')
  FROM ${event} e
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(cached_tokens), 0) AS cached, coalesce(sum(output_tokens), 0) AS output,
      coalesce(sum(reasoning_tokens), 0) AS reasoning, (array_agg(endpoint_id ORDER BY seq DESC) FILTER (WHERE model_name = e.model_name))[1] AS endpoint,
      (array_agg(currency ORDER BY seq DESC) FILTER (WHERE model_name = e.model_name))[1] AS currency
    FROM usage_call WHERE run_id = e.run_id
  ) a
  CROSS JOIN LATERAL (
    SELECT e.model_name, a.endpoint AS endpoint_id, a.currency, 1 AS runs, e.estimated::int AS estimated_runs, 0 AS calls, 0 AS unpriced_calls,
      e.input_tokens - a.input AS input_tokens, e.cached_tokens - a.cached AS cached_tokens, e.output_tokens - a.output AS output_tokens,
      e.reasoning_tokens - a.reasoning AS reasoning_tokens, 0::numeric AS cost,
      ${toBucket('e.first_token_ms')} AS first_token, ${toBucket('e.latency_ms')} AS latency
    UNION ALL
    SELECT model_name, endpoint_id, currency, 0, 0, 1, (cost IS NULL AND input_tokens + output_tokens > 0)::int, input_tokens, cached_tokens,
      output_tokens, reasoning_tokens, coalesce(cost, 0), NULL, NULL
    FROM usage_call WHERE run_id = e.run_id
  ) l
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12`

/** Acts in a transaction, in one worker at a time. Returns null when another worker is at it. */
const inOneWorker = <T>(pool: Pool, act: (client: PoolClient) => Promise<T>): Promise<T | null> =>
  inTransaction(pool, async (client) => {
    // In a statement before: the snapshot of the next one then has all that the last holder of the lock has written.
    const { rows: locks } = await client.query<{ isHeld: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('roll up usage', 0)) AS "isHeld"`,
    )
    return locks[0]?.isHeld ? act(client) : null
  })

const isSameRow = (a: string, b: string) =>
  `${a}.tenant_id = ${b}.tenant_id AND ${a}.period_start = ${b}.period_start AND ${a}.key_id = ${b}.key_id`

const mergeBuckets = (column: string) => `${column} = ARRAY(SELECT bucket FROM unnest(r.${column} || n.${column}) bucket ORDER BY bucket)`

type Taken = { readonly marks: number; readonly tenantIds: readonly string[] }

/** Takes up to 2,000 marks, and all of the periods that are summed up again. Returns how many, and the tenants that they are of. */
async function rollUpUsage(client: PoolClient): Promise<Taken> {
  const { rows } = await client.query<Taken>(
    `
    WITH mark AS MATERIALIZED (
      SELECT id, tenant_id, period_start, event_id FROM usage_stale_period ORDER BY id LIMIT $1
    ), stale AS MATERIALIZED (
      SELECT DISTINCT tenant_id, period_start FROM mark WHERE event_id IS NULL
    ), taken AS (
      DELETE FROM usage_stale_period
      WHERE id IN (SELECT id FROM mark) OR (tenant_id, period_start) IN (SELECT tenant_id, period_start FROM stale)
    ), removed AS (
      DELETE FROM usage_rollup r USING stale p WHERE r.tenant_id = p.tenant_id AND r.period_start = p.period_start
    ), period AS MATERIALIZED (
      SELECT DISTINCT tenant_id, period_start FROM mark
    ), removed_day AS (
      ${removeDays('period')}
    ), event AS MATERIALIZED (
      ${selectEvents('stale')}
      UNION ALL
      SELECT m.period_start, e.* FROM mark m
      CROSS JOIN LATERAL (
        SELECT * FROM usage_event
        WHERE id = m.event_id AND created_at >= m.period_start AND created_at < m.period_start + interval '15 min'
        OFFSET 0
      ) e
      WHERE (m.tenant_id, m.period_start) NOT IN (SELECT tenant_id, period_start FROM stale)
    ), summed (${summedColumns}) AS MATERIALIZED (
      ${sumEvents('event')}
    ), keyed AS (
      INSERT INTO usage_key (id, ${keyColumns}) SELECT DISTINCT ${keyId}, ${keyColumns} FROM summed ON CONFLICT DO NOTHING
    ), rolled AS MATERIALIZED (
      ${selectRollup('summed')}
    ), raised AS (
      UPDATE usage_rollup r SET ${[...sums.map((sum) => `${sum} = r.${sum} + n.${sum}`), ...bucketColumns.map(mergeBuckets)].join(', ')}
      FROM rolled n
      WHERE ${isSameRow('r', 'n')} AND (n.tenant_id, n.period_start) NOT IN (SELECT tenant_id, period_start FROM stale)
      RETURNING r.tenant_id, r.period_start, r.key_id
    ), added AS (
      INSERT INTO usage_rollup (${rollupColumns})
      SELECT ${rollupColumns} FROM rolled n WHERE NOT EXISTS (SELECT FROM raised WHERE ${isSameRow('raised', 'n')})
    )
    SELECT (SELECT count(*) FROM mark)::int AS marks, ARRAY(SELECT DISTINCT tenant_id FROM mark) AS "tenantIds"`,
    [marksAtOnce],
  )
  return rows[0] ?? { marks: 0, tenantIds: [] }
}

/** Sums up what was written before it began, and of its tenants the days that are over. */
export async function rollUpAllUsage(pool: Pool): Promise<void> {
  const changed = new Set<string>()
  for (let marks = marksAtOnce; marks === marksAtOnce;) {
    const taken = await inOneWorker(pool, rollUpUsage)
    marks = taken?.marks ?? 0
    for (const tenantId of taken?.tenantIds ?? []) changed.add(tenantId)
  }
  if (changed.size === 0) return
  while (await inOneWorker(pool, (client) => sumUpDays(client, [...changed])));
}
