// Runs of an evaluation set: its published questions, asked of a workflow by the worker.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { RunCost } from '../trial/workflow-run.ts'
import { Count, Id, IdParams, LocalizedText, noNul, PageInfo, PageQuery, Success, Timestamp } from '../wire.ts'

/**
 * `overall` is the mean of those that the row expects something of. `correctness` and `support` are those of a judge; all others need no
 * model. Each is from 0 to 1.
 */
export const EvalMetric = z.enum([
  'overall',
  'recall_at_k',
  'hit_at_1',
  'mrr_at_10',
  'citation_precision',
  'citation_recall',
  'numbers',
  'points',
  'exact',
  'rows',
  'refusal',
  'language',
  'correctness',
  'support',
])
export type EvalMetric = z.infer<typeof EvalMetric>
schemaIds.add(EvalMetric, { id: 'EvalMetric' })

export const EvalRunState = z.enum(['queued', 'running', 'completed', 'cancelled', 'failed'])
export type EvalRunState = z.infer<typeof EvalRunState>
schemaIds.add(EvalRunState, { id: 'EvalRunState' })

/** What it was started for: by a person, or for the gate of a workflow. */
export const EvalRunPurpose = z.enum(['manual', 'gate'])
export type EvalRunPurpose = z.infer<typeof EvalRunPurpose>

const Share = z.number().min(0).max(1)
const ModelName = z.string().min(1).max(200).regex(noNul)

/** Of one measure: over all rows that count, by tag and by language. */
export const EvalFigure = z.object({
  metric: EvalMetric,
  /** Null when no row counts. */
  mean: Share.nullable(),
  row_count: Count,
  by_tag: z.array(z.object({ tag: z.string(), row_count: Count, mean: Share })),
  by_language: z.array(z.object({ language: Language, row_count: Count, mean: Share })),
})
export type EvalFigure = z.infer<typeof EvalFigure>
schemaIds.add(EvalFigure, { id: 'EvalFigure' })

/** Milliseconds; null without a finished answer. */
const Durations = z.object({ p50: Count, p95: Count }).nullable()

export const EvalRun = z.object({
  id: Id,
  dataset: z.object({ id: Id, name: LocalizedText, version: Count }),
  workflow: z.object({
    id: Id,
    name: LocalizedText,
    /** Null of a draft. */
    version: Count.nullable(),
    draft_hash: z.string().nullable(),
  }),
  /** The model that the workflow's own choice is left to. */
  model: z.string(),
  judge_model: z.string().nullable(),
  repeats: z.int(),
  purpose: EvalRunPurpose,
  state: EvalRunState,
  error: ErrorDetail.nullable(),
  /** Whether the set, the workflow's collections or its datasets have another active version now. */
  is_stale: z.boolean(),
  row_count: Count,
  /** Rows whose failure is known, which no figure counts. */
  known_failure_count: Count,
  /** Of `row_count` × `repeats`. */
  answer_count: Count,
  failed_count: Count,
  timed_out_count: Count,
  /** Of those that some row expects something of, `overall` first; of a run that goes on, so far. */
  figures: z.array(EvalFigure),
  first_token_ms: Durations,
  total_ms: Durations,
  input_tokens: Count,
  output_tokens: Count,
  /** Null without calls of models, and when one of them is not priced. */
  cost: RunCost.nullable(),
  /** The loss that as many rows and repeats show nine times in ten, in points; null below 20 rows, when the figures mean little. */
  visible_loss_points: z.number().nullable(),
  created_by: z.object({ id: Id, name: LocalizedText }).nullable(),
  /** For whom it is repeated each night when something has changed; null of one that is not. */
  nightly_by: z.object({ id: Id, name: LocalizedText }).nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
})
export type EvalRun = z.infer<typeof EvalRun>
schemaIds.add(EvalRun, { id: 'EvalRun' })

const Asked = z.strictObject({
  workflow_id: Id,
  /** One of the two: a published version, or the draft as it is, by its hash. */
  version: z.int().min(1).max(2_147_483_647).optional(),
  draft_hash: z.string().min(1).max(100).regex(noNul).optional(),
  /** The tenant's default unless given. */
  model: ModelName.optional(),
  repeats: z.union([z.literal(1), z.literal(3), z.literal(5)]),
  judge_model: ModelName.optional(),
  /** So many of the first rows, to try it; all unless given. */
  rows: z.int().min(1).max(limits.evalRows).optional(),
})
export type EvalRunAsked = z.infer<typeof Asked>

const RunParams = z.strictObject({ id: Id, runId: Id })
const RunResponse = z.object({ run: EvalRun })

const askErrors = [
  'DATASET_NOT_FOUND',
  'EVAL_SET_EMPTY',
  'EVAL_SET_TOO_LARGE',
  'WORKFLOW_NOT_FOUND',
  'WORKFLOW_VERSION_NOT_FOUND',
  'WORKFLOW_GATE_STALE',
  'WORKFLOW_GRAPH_INVALID',
  'MODEL_NOT_FOUND',
] as const

export const estimateEvalRun = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/eval_run/estimate',
  schema: {
    summary: 'What a run of the evaluation set would take',
    params: IdParams,
    body: z.strictObject({ run: Asked }),
    response: {
      200: z.object({
        row_count: Count,
        answer_count: Count,
        model_calls: Count,
        tokens: Count,
        minutes: z.number().min(0),
        cost: RunCost.nullable(),
        /** By the last run of this set with the workflow, or, without one, by the nodes of its graph. */
        basis: z.enum(['last_run', 'graph']),
        visible_loss_points: z.number().nullable(),
        /** The judge is the model that is judged. */
        judges_itself: z.boolean(),
      }),
    },
  },
  config: { policy: 'manage_knowledge', errors: askErrors },
} as const satisfies Endpoint

export const createEvalRun = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/eval_run',
  schema: {
    summary: 'Ask a workflow the questions of the published version of an evaluation set; a worker does it',
    params: IdParams,
    body: z.strictObject({ run: Asked }),
    response: { 200: RunResponse },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: [...askErrors, 'EVAL_RUN_TOO_MANY'] },
} as const satisfies Endpoint

export const queryEvalRuns = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/eval_run/query',
  schema: {
    summary: 'The runs of an evaluation set, the latest first',
    params: IdParams,
    body: PageQuery.extend({ workflow_id: Id.optional(), state: EvalRunState.optional() }),
    response: { 200: PageInfo.extend({ runs: z.array(EvalRun) }) },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND'] },
} as const satisfies Endpoint

export const getEvalRun = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id/eval_run/:runId',
  schema: { summary: 'One run with its figures', params: RunParams, response: { 200: RunResponse } },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND', 'EVAL_RUN_NOT_FOUND'] },
} as const satisfies Endpoint

export const cancelEvalRun = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/eval_run/:runId/cancel',
  schema: {
    summary: 'End a run that waits or goes on; its answers stay',
    params: RunParams,
    body: z.strictObject({}),
    response: { 200: RunResponse },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['DATASET_NOT_FOUND', 'EVAL_RUN_NOT_FOUND', 'EVAL_RUN_ENDED'] },
} as const satisfies Endpoint

export const setEvalRunNightly = {
  method: 'PUT',
  url: '/api/v1/knowledge/dataset/:id/eval_run/:runId/nightly',
  schema: {
    summary: 'Have a run of a published version repeated each night, with all questions, when set, workflow or resources have changed',
    params: RunParams,
    body: z.strictObject({ is_nightly: z.boolean() }),
    response: { 200: RunResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['DATASET_NOT_FOUND', 'EVAL_RUN_NOT_FOUND', 'WORKFLOW_VERSION_NOT_FOUND'],
  },
} as const satisfies Endpoint

export const deleteEvalRun = {
  method: 'DELETE',
  url: '/api/v1/knowledge/dataset/:id/eval_run/:runId',
  schema: { summary: 'Delete a run with its answers', params: RunParams, response: { 200: Success } },
  config: { policy: 'manage_knowledge', audited: true, errors: ['DATASET_NOT_FOUND', 'EVAL_RUN_NOT_FOUND'] },
} as const satisfies Endpoint
