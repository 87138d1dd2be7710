import type { EvalRun } from '@heddle/contracts/evaluation/eval-run'
import { ErrorDetail } from '@heddle/contracts/errors'
import { findVisibleLoss } from '@heddle/evaluation/gate/sensitivity'
import { presentText, presentTime } from '../../../platform/http/presenting.ts'
import type { EvalRunView } from './run-view.ts'

const presentDurations = (p50: number | null | undefined, p95: number | null | undefined) =>
  typeof p50 === 'number' && typeof p95 === 'number' ? { p50, p95 } : null

export function presentEvalRun({ run, totals, figures, knownFailures, isStale }: EvalRunView): EvalRun {
  const { dataset, workflow, createdBy, nightlyBy, startedAt, endedAt } = run
  return {
    id: run.id,
    dataset: { id: dataset.id, name: presentText(dataset.name), version: run.datasetVersion },
    workflow: {
      id: workflow.id,
      name: presentText(workflow.name),
      version: run.workflowVersion,
      draft_hash: run.workflowVersion === null ? run.graphHash : null,
    },
    model: run.modelName,
    judge_model: run.judgeModel,
    repeats: run.repeats,
    purpose: run.purpose,
    state: run.state,
    error: run.error === null ? null : ErrorDetail.parse(run.error),
    is_stale: isStale,
    row_count: run.rowCount,
    known_failure_count: knownFailures,
    answer_count: totals?.answers ?? 0,
    failed_count: totals?.failed ?? 0,
    timed_out_count: totals?.timedOut ?? 0,
    figures: [...figures],
    first_token_ms: presentDurations(totals?.firstTokenP50, totals?.firstTokenP95),
    total_ms: presentDurations(totals?.totalP50, totals?.totalP95),
    input_tokens: totals?.inputTokens ?? 0,
    output_tokens: totals?.outputTokens ?? 0,
    cost: totals?.cost ?? null,
    visible_loss_points: findVisibleLoss(run.rowCount - knownFailures, run.repeats),
    created_by: createdBy && { id: createdBy.id, name: presentText(createdBy.name) },
    nightly_by: nightlyBy && { id: nightlyBy.id, name: presentText(nightlyBy.name) },
    created_at: presentTime(run.createdAt),
    started_at: startedAt && presentTime(startedAt),
    ended_at: endedAt && presentTime(endedAt),
  }
}
