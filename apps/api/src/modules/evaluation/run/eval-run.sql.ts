// What the answers of runs come to, and whether a worker has one. Prisma cannot say it: percentiles, sums of decimals in JSON, jobs.
import type { Cells } from '@heddle/contracts/dataset/cell'
import { evalColumn } from '@heddle/contracts/dataset/kind-columns'
import type { RunCost } from '@heddle/contracts/trial/workflow-run'
import type { Queryable } from '@heddle/db/client'
import { Prisma } from '@heddle/db/generated/client'
import type { Pool } from 'pg'
import type { ScoredAnswer } from '../run-figures.ts'

export type RunTotals = {
  readonly runId: string
  readonly answers: number
  readonly failed: number
  readonly timedOut: number
  readonly firstTokenP50: number | null
  readonly firstTokenP95: number | null
  readonly totalP50: number | null
  readonly totalP95: number | null
  /** With those of judges. */
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null when something has used tokens without a price, and in several currencies. */
  readonly cost: RunCost | null
  /** Those of the answers alone. */
  readonly answerTokens: number
  readonly answerCost: RunCost | null
}

/** The sum of what has used tokens at a cost. */
const sumCosts = Prisma.sql`CASE WHEN count(DISTINCT u.cost->>'currency') = 1 AND bool_and(u.cost IS NOT NULL OR u.input + u.output = 0)
  THEN jsonb_build_object('amount', trim_scale(sum((u.cost->>'amount')::numeric))::text, 'currency', min(u.cost->>'currency')) END`

/** Returns the totals of runs by their ids; of one without an answer none. */
export async function findRunTotals(on: Queryable, runIds: readonly string[]): Promise<ReadonlyMap<string, RunTotals>> {
  const rows = await on.$queryRaw<RunTotals[]>`
    SELECT run_id AS "runId", count(*)::int AS answers,
      count(*) FILTER (WHERE outcome = 'failed')::int AS failed, count(*) FILTER (WHERE outcome = 'timed_out')::int AS "timedOut",
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY first_token_ms) FILTER (WHERE outcome = 'finished'))::int AS "firstTokenP50",
      round(percentile_cont(0.95) WITHIN GROUP (ORDER BY first_token_ms) FILTER (WHERE outcome = 'finished'))::int AS "firstTokenP95",
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY total_ms) FILTER (WHERE outcome = 'finished'))::int AS "totalP50",
      round(percentile_cont(0.95) WITHIN GROUP (ORDER BY total_ms) FILTER (WHERE outcome = 'finished'))::int AS "totalP95",
      sum(input_tokens + judge_input_tokens)::float8 AS "inputTokens", sum(output_tokens + judge_output_tokens)::float8 AS "outputTokens",
      sum(input_tokens + output_tokens)::float8 AS "answerTokens",
      (SELECT ${sumCosts} FROM unnest(array_agg(cost) || array_agg(judge_cost), array_agg(input_tokens) || array_agg(judge_input_tokens),
        array_agg(output_tokens) || array_agg(judge_output_tokens)) AS u(cost, input, output)) AS cost,
      (SELECT ${sumCosts} FROM unnest(array_agg(cost), array_agg(input_tokens), array_agg(output_tokens)) AS u(cost, input, output)) AS "answerCost"
    FROM eval_answer WHERE run_id = ANY(${[...runIds]}::uuid[]) AND outcome <> 'running'
    GROUP BY run_id`
  return new Map(rows.map((row) => [row.runId, row]))
}

/** Returns how many models an answer of a run has called, in the mean; null of one without answers. */
export async function findCallsPerAnswer(on: Queryable, runId: string): Promise<number | null> {
  const [row] = await on.$queryRaw<{ calls: number | null }[]>`
    SELECT (count(c.run_id)::float8 / nullif(count(DISTINCT a.usage_run_id), 0)) AS calls
    FROM eval_answer a LEFT JOIN usage_call c ON c.run_id = a.usage_run_id
    WHERE a.run_id = ${runId}::uuid AND a.outcome = 'finished'`
  return row?.calls ?? null
}

export type RunDay = {
  readonly runId: string
  /** Where the tenant is, when the run ended or, of one that goes on, now: on it known failures are looked at. */
  readonly day: string
  readonly knownFailures: number
}

export async function findRunDays(on: Queryable, runIds: readonly string[]): Promise<ReadonlyMap<string, RunDay>> {
  const rows = await on.$queryRaw<RunDay[]>`
    SELECT r.id AS "runId", d.day, (
      SELECT count(*) FROM eval_run_row w
      WHERE w.run_id = r.id AND w.cells->>${evalColumn.knownFailure} ~ '\\S' AND w.cells->>${evalColumn.knownFailureUntil} >= d.day
    )::int AS "knownFailures"
    FROM eval_run r JOIN tenant t ON t.id = r.tenant_id,
      LATERAL (SELECT to_char(coalesce(r.ended_at, now()) AT TIME ZONE t.time_zone, 'YYYY-MM-DD') AS day) d
    WHERE r.id = ANY(${[...runIds]}::uuid[])`
  return new Map(rows.map((row) => [row.runId, row]))
}

/** Returns what the answers of a run that have ended came to; of thousands of them the texts are never read together. */
export const findScoredAnswers = (on: Queryable, runId: string): Promise<ScoredAnswer[]> =>
  on.$queryRaw<ScoredAnswer[]>`
    SELECT row_id AS "rowId", repeat, outcome::text, correctness AS verdict, (judgement->>'correctness')::float8 AS judged,
      judgement IS NULL AND outcome = 'finished' AS "isUnjudged",
      coalesce((SELECT jsonb_object_agg(s->>'metric', s->'score') FROM jsonb_array_elements(scores) s WHERE s->>'metric' <> 'overall'), '{}') AS scores,
      coalesce((judgement->>'support')::float8,
        (SELECT avg((c->>'is_supported')::boolean::int)::float8 FROM jsonb_array_elements(judgement->'claims') c)) AS support
    FROM eval_answer WHERE run_id = ${runId}::uuid AND outcome <> 'running'`

/** Returns whether a worker that is alive asks the questions of a run. */
export async function isHeld(pool: Pool, jobId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM pgboss.job WHERE name = 'eval-run' AND id = $1 AND state = 'active' AND heartbeat_on > now() - interval '30 seconds'`,
    [jobId],
  )
  return rowCount === 1
}

/**
 * Returns the marked runs that are to be looked at: at night where their tenant is, between one and five, and once a night, as the run that repeats
 * one takes its mark over.
 */
export async function findDueRuns(on: Queryable, at: Date): Promise<string[]> {
  const rows = await on.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM eval_run r JOIN tenant t ON t.id = r.tenant_id
    WHERE r.nightly_by_id IS NOT NULL AND r.state NOT IN ('queued', 'running')
      AND extract(hour FROM ${at}::timestamptz AT TIME ZONE t.time_zone) BETWEEN 1 AND 4
      AND (r.created_at AT TIME ZONE t.time_zone)::date < (${at}::timestamptz AT TIME ZONE t.time_zone)::date
    ORDER BY r.id`
  return rows.map(({ id }) => id)
}

export type AskedRow = { readonly id: string; readonly rowNo: number; readonly cells: Cells }

/** Returns what a run asked, in the order of the set. */
export const findAskedRows = async (on: Queryable, runId: string): Promise<AskedRow[]> => {
  const rows = await on.evalRunRow.findMany({ where: { runId }, orderBy: [{ rowNo: 'asc' }, { rowId: 'asc' }] })
  return rows.map(({ rowId, rowNo, cells }) => ({ id: rowId, rowNo, cells: cells as Cells }))
}
