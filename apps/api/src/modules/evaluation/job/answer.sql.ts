// Keeps answers. Prisma cannot say it: the row of an answer begins and ends in the transactions that reserve and record usage, guarded by the
// attempt and by the run of the workflow.
import type { MessageSource } from '@heddle/contracts/message/message'
import type { EvalScore } from '@heddle/contracts/evaluation/eval-answer'
import type { ErrorDetail } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import type { Pool, PoolClient } from 'pg'
import { toStorableJson, toStorableText } from '../../../platform/database/storable-text.ts'
import { keptMembersOf, resourceRows } from '../../../platform/permissions/resource.permissions.ts'
import { type Attempt, RunLostError } from './claim-run.ts'

/** A question that is asked once. */
export type AskedOnce = { readonly rowId: string; readonly repeat: number }

/** Notes that a model may be called for an answer. Throws `RunLostError` when another attempt has the run, or it has ended. */
export async function beginAnswer(
  client: PoolClient,
  { runId, attemptId }: Attempt,
  { rowId, repeat }: AskedOnce,
  { usageRunId, estimatedTokens }: { readonly usageRunId: string; readonly estimatedTokens: number },
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'begin-eval-answer',
    text: `
      INSERT INTO eval_answer (run_id, row_id, repeat, usage_run_id, input_tokens)
      SELECT r.id, $3, $4, $5, $6
      FROM (SELECT id FROM eval_run WHERE id = $1 AND attempt_id = $2 AND state = 'running' FOR SHARE) r`,
    values: [runId, attemptId, rowId, repeat, usageRunId, estimatedTokens],
  })
  if (rowCount !== 1) throw new RunLostError()
}

export type EndedAnswer = {
  readonly usageRunId: string
  readonly outcome: 'finished' | 'failed' | 'timed_out'
  readonly error: ErrorDetail | null
  readonly text: string
  readonly sources: readonly MessageSource[]
  readonly scores: readonly EvalScore[]
  readonly firstTokenMs: number | null
  readonly totalMs: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** What it may have text of. */
  readonly resourceIds: readonly string[]
}

/** What a usage event cost: null when a call of it has no price, and in several currencies. */
export const usageCostSql = (usageRunId: string) => `
  SELECT CASE WHEN count(DISTINCT c.currency) = 1 AND bool_and(c.cost IS NOT NULL OR c.input_tokens + c.output_tokens = 0)
    THEN jsonb_build_object('amount', trim_scale(sum(c.cost))::text, 'currency', min(c.currency)) END
  FROM usage_call c WHERE c.run_id = ${usageRunId}`

/**
 * Ends an answer whose usage is recorded in the same transaction, and prices it as that is. False when another attempt has given it up, or its run
 * has ended: the figures that are stored are those of the answers at that time.
 */
export async function endAnswer(client: PoolClient, runId: string, { rowId, repeat }: AskedOnce, answer: EndedAnswer): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'end-eval-answer',
    text: `
      UPDATE eval_answer SET outcome = $5::eval_outcome, error = $6, text = $7, sources = $8, scores = $9, first_token_ms = $10,
        total_ms = $11, input_tokens = $12, output_tokens = $13, cost = (${usageCostSql('$4')})
      WHERE run_id = (SELECT id FROM eval_run WHERE id = $1 AND state = 'running' FOR SHARE)
        AND row_id = $2 AND repeat = $3 AND usage_run_id = $4 AND outcome = 'running'`,
    values: [
      runId,
      rowId,
      repeat,
      answer.usageRunId,
      answer.outcome,
      answer.error && toStorableJson(answer.error),
      toStorableText(answer.text).slice(0, limits.evalAnswerCharacters).toWellFormed(),
      toStorableJson(answer.sources),
      toStorableJson(answer.scores),
      answer.firstTokenMs,
      answer.totalMs,
      answer.inputTokens,
      answer.outputTokens,
    ],
  })
  if (rowCount === 1 && answer.resourceIds.length > 0) await keepResources(client, runId, answer.resourceIds)
  return rowCount === 1
}

async function keepResources(client: PoolClient, runId: string, resourceIds: readonly string[]): Promise<void> {
  await client.query({
    name: 'keep-eval-run-resources',
    text: `
      INSERT INTO eval_run_resource (run_id, resource_id, members_of)
      SELECT $1, c.id, ${keptMembersOf} FROM unnest($2::uuid[]) AS c(id) LEFT JOIN ${resourceRows} k ON k.id = c.id
      ORDER BY c.id
      ON CONFLICT (run_id, resource_id) DO NOTHING`,
    values: [runId, [...new Set(resourceIds)]],
  })
}

/** Removes an answer that has not come to its end, and is asked for again. */
export async function dropAnswer(client: PoolClient, runId: string, usageRunId: string): Promise<boolean> {
  const { rowCount } = await client.query(`DELETE FROM eval_answer WHERE run_id = $1 AND usage_run_id = $2 AND outcome = 'running'`, [
    runId,
    usageRunId,
  ])
  return rowCount === 1
}

/** A model that was called for an answer, or for a judgement of one, when the process of that ended. */
export type Interrupted = {
  readonly usageRunId: string
  readonly isJudge: boolean
  readonly estimatedTokens: number
  readonly elapsedMs: number
}

/** Returns what was asked of a run when the processes that asked it ended. */
export async function findInterrupted(pool: Pool, runId: string): Promise<Interrupted[]> {
  const { rows } = await pool.query<Interrupted>(
    `SELECT a.*, round(extract(epoch FROM clock_timestamp() - a."startedAt") * 1000)::float8 AS "elapsedMs"
     FROM (
       SELECT usage_run_id AS "usageRunId", false AS "isJudge", input_tokens AS "estimatedTokens", started_at AS "startedAt"
       FROM eval_answer WHERE run_id = $1 AND outcome = 'running'
       UNION ALL
       SELECT judge_run_id, true, judge_estimated_tokens, judge_started_at FROM eval_answer WHERE run_id = $1 AND judge_run_id IS NOT NULL
     ) a ORDER BY a."startedAt"`,
    [runId],
  )
  return rows
}

/** Returns the runs that have ended for longer than a worker needs to end what it asks, and of which something is asked nevertheless. */
export async function findUnsettledRuns(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT DISTINCT r.id FROM eval_answer a JOIN eval_run r ON r.id = a.run_id
     WHERE (a.outcome = 'running' OR a.judge_run_id IS NOT NULL) AND r.ended_at < now() - interval '1 minute'`,
  )
  return rows.map(({ id }) => id)
}

/** Ends runs whose job the queue has given up, as when its workers were killed again and again; returns their ids. */
export async function failLostRuns(pool: Pool, error: ErrorDetail): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE eval_run r SET state = 'failed', error = $1, ended_at = now() WHERE r.state IN ('queued', 'running')
       AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'eval-run' AND j.id = r.job_id AND j.state < 'completed')
     RETURNING r.id`,
    [JSON.stringify(error)],
  )
  return rows.map(({ id }) => id)
}
