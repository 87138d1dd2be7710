// Keeps judgements. Prisma cannot say it: they are written in the transactions that reserve and record usage, guarded by the attempt and by the
// state of the run.
import type { PoolClient } from 'pg'
import { toStorableJson } from '../../../platform/database/storable-text.ts'
import type { EndedJudgement, KeptJudgement } from '../judge/judge.ts'
import { type AskedOnce, usageCostSql } from './answer.sql.ts'
import { type Attempt, RunLostError } from './claim-run.ts'

/** Notes that a judge may be called for an answer. Throws `RunLostError` when another attempt has the run, or it has ended. */
export async function beginJudgement(
  client: PoolClient,
  { runId, attemptId }: Attempt,
  { rowId, repeat }: AskedOnce,
  { usageRunId, estimatedTokens }: { readonly usageRunId: string; readonly estimatedTokens: number },
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'begin-eval-judgement',
    text: `
      UPDATE eval_answer SET judge_run_id = $5, judge_estimated_tokens = $6, judge_started_at = clock_timestamp()
      WHERE run_id = (SELECT id FROM eval_run WHERE id = $1 AND attempt_id = $2 AND state = 'running' FOR SHARE)
        AND row_id = $3 AND repeat = $4 AND outcome = 'finished' AND judgement IS NULL AND judge_run_id IS NULL`,
    values: [runId, attemptId, rowId, repeat, usageRunId, estimatedTokens],
  })
  if (rowCount !== 1) throw new RunLostError()
}

/** Ends what a judge was asked, whose usage is recorded in the same transaction. Of a run that has ended the judgement is dropped. */
export async function endJudgement(
  client: PoolClient,
  runId: string,
  { rowId, repeat }: AskedOnce,
  { usageRunId, judgement, inputTokens, outputTokens }: EndedJudgement,
): Promise<void> {
  await client.query({
    name: 'end-eval-judgement',
    text: `
      UPDATE eval_answer a SET judge_run_id = NULL, judgement = CASE WHEN r.state = 'running' THEN $5::jsonb ELSE a.judgement END,
        judge_input_tokens = a.judge_input_tokens + $6::int, judge_output_tokens = a.judge_output_tokens + $7::int,
        judge_cost = CASE
          WHEN $6::int + $7::int = 0 THEN a.judge_cost
          WHEN a.judge_input_tokens + a.judge_output_tokens = 0 THEN n.cost
          WHEN a.judge_cost->>'currency' = n.cost->>'currency' THEN jsonb_build_object('currency', n.cost->>'currency',
            'amount', trim_scale((a.judge_cost->>'amount')::numeric + (n.cost->>'amount')::numeric)::text) END
      FROM (SELECT state FROM eval_run WHERE id = $1 FOR SHARE) r, (SELECT (${usageCostSql('$4')}) AS cost) n
      WHERE a.run_id = $1 AND a.row_id = $2 AND a.repeat = $3 AND a.judge_run_id = $4`,
    values: [runId, rowId, repeat, usageRunId, judgement && toStorableJson(judgement), inputTokens, outputTokens],
  })
}

/** Keeps what is said of an answer without a model. */
export async function keepJudgement(
  client: PoolClient,
  runId: string,
  { rowId, repeat }: AskedOnce,
  judgement: KeptJudgement,
): Promise<void> {
  await client.query(
    `UPDATE eval_answer SET judgement = $4
     WHERE run_id = (SELECT id FROM eval_run WHERE id = $1 AND state = 'running' FOR SHARE) AND row_id = $2 AND repeat = $3 AND judgement IS NULL`,
    [runId, rowId, repeat, toStorableJson(judgement)],
  )
}

/** Notes that no judge is asked any more; false when none was. */
export async function dropJudgement(client: PoolClient, runId: string, usageRunId: string): Promise<boolean> {
  const { rowCount } = await client.query('UPDATE eval_answer SET judge_run_id = NULL WHERE run_id = $1 AND judge_run_id = $2', [
    runId,
    usageRunId,
  ])
  return rowCount === 1
}
