// The conditions that a draft has to meet before it is published: figures of evaluation runs that the draft itself was asked in.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, LocalizedText, noNul, Timestamp } from '../wire.ts'
import { EvalMetric } from './eval-run.ts'

const Share = z.number().min(0).max(1)

/** Points of 100 that a draft may be worse by unless its condition says otherwise. */
export const defaultPointsWorse = 5

/** The measures that a judge has to give. */
export const judgedMetrics: ReadonlySet<EvalMetric> = new Set(['correctness', 'support'])

const condition = {
  /** An evaluation set. */
  dataset_id: Id,
  metric: EvalMetric,
  /** The lowest figure that passes. */
  at_least: Share.nullable(),
  /** Points of 100 that the figure may lie below that of the published version; null compares nothing. */
  at_most_worse: z.number().min(0).max(100).nullable(),
  /** How often each question is asked. */
  repeats: z.union([z.literal(3), z.literal(5)]),
  /** Needed by `judgedMetrics`; without one a run is judged by no model. */
  judge_model: z.string().min(1).max(limits.nameCharacters).regex(noNul).nullable(),
}

export const GateCondition = z.object(condition)
export type GateCondition = z.infer<typeof GateCondition>
schemaIds.add(GateCondition, { id: 'GateCondition' })

/** A condition as it is given: without a bound for the loss, that of `defaultPointsWorse`. */
export const NewGateCondition = z
  .strictObject({
    ...condition,
    at_least: condition.at_least.default(null),
    at_most_worse: condition.at_most_worse.default(defaultPointsWorse),
    judge_model: condition.judge_model.default(null),
  })
  .refine((given) => given.at_least !== null || given.at_most_worse !== null, { path: ['at_least'], message: 'A bound is needed' })
  .refine(({ metric, judge_model }) => judge_model !== null || !judgedMetrics.has(metric), {
    path: ['judge_model'],
    message: 'This measure needs a judge',
  })

/**
 * `missing`: no run was of this set. `stale`: runs were of another draft, another version of the set, or other contents of its resources.
 * `running`: the run that is needed waits or goes on.
 */
export const GateState = z.enum(['missing', 'stale', 'running', 'passed', 'failed'])
export type GateState = z.infer<typeof GateState>
schemaIds.add(GateState, { id: 'GateState' })

/** Why a condition is not met: too few questions count for it, or by its figure. */
export const GateProblem = z.enum(['too_few_rows', 'too_few_repeats', 'below_minimum', 'worse'])
export type GateProblem = z.infer<typeof GateProblem>

const Progress = z.object({ run_id: Id, answer_count: Count, answers_done: Count })

/** A condition with what is known of the draft. */
export const GateCheck = z.object({
  condition: GateCondition,
  /** Null once the set is deleted: the condition cannot be met. */
  dataset: z.object({ name: LocalizedText, version: Count.nullable() }).nullable(),
  state: GateState,
  problems: z.array(GateProblem),
  /** Questions that the figure is of; null before there is one. */
  row_count: Count.nullable(),
  /** Whether there are so few of them that the figure means little. */
  means_little: z.boolean(),
  figure: Share.nullable(),
  /** The figure of the published version. */
  baseline: Share.nullable(),
  change_points: z.number().nullable(),
  /** How many verdicts of people count in the figure, and in that of the published version. */
  verdict_count: Count.nullable(),
  baseline_verdict_count: Count.nullable(),
  /** Those that lost the most, or the lowest ones without a baseline. */
  worst_rows: z.array(z.object({ row_id: Id, row_no: Count, question: z.string(), before: Share.nullable(), after: Share })),
  /** The runs that the figures are of. */
  run_id: Id.nullable(),
  baseline_run_id: Id.nullable(),
  /** Of the runs that wait or go on. */
  progress: z.array(Progress),
})
export type GateCheck = z.infer<typeof GateCheck>
schemaIds.add(GateCheck, { id: 'GateCheck' })

/** What the gate said when a version was published; kept with it. */
export const VersionGate = z.object({
  state: z.enum(['passed', 'overridden']),
  /** Of one that was overridden. */
  reason: z.string().nullable(),
  checks: z.array(GateCheck),
})
export type VersionGate = z.infer<typeof VersionGate>
schemaIds.add(VersionGate, { id: 'VersionGate' })

const Named = z.object({ id: Id, name: LocalizedText })

export const WorkflowGate = z.object({
  revision: z.int(),
  checks: z.array(GateCheck),
  /** Of all conditions: the first that holds of failed, running, missing and stale; passed when each is; null without conditions. */
  state: GateState.nullable(),
  /** The last proof of these conditions: whether answers without a word were blocked. */
  proof: z.object({ at: Timestamp, is_blocked: z.boolean(), checks: z.array(GateCheck) }).nullable(),
  /** A publication that waits for the conditions, or did not take place. */
  pending: z
    .object({
      by: Named.nullable(),
      at: Timestamp,
      note: z.string(),
      /** Why it did not take place; null while it waits. */
      error: ErrorDetail.nullable(),
    })
    .nullable(),
  /** `override`: may publish although a condition is not met. `loosen`: may remove a condition, or change one so that it asks less. */
  abilities: z.object({ override: z.boolean(), loosen: z.boolean() }),
})
export type WorkflowGate = z.infer<typeof WorkflowGate>
schemaIds.add(WorkflowGate, { id: 'WorkflowGate' })

const GateResponse = z.object({ gate: WorkflowGate })

export const getWorkflowGate = {
  method: 'GET',
  url: '/api/v1/workflow/:id/gate',
  schema: {
    summary: 'The conditions for publishing a workflow, and whether its draft meets them',
    params: IdParams,
    response: { 200: GateResponse },
  },
  config: { policy: 'manage_workflows', errors: ['WORKFLOW_NOT_FOUND'] },
} as const satisfies Endpoint

export const updateWorkflowGate = {
  method: 'PUT',
  url: '/api/v1/workflow/:id/gate',
  schema: {
    summary: 'Set the conditions for publishing a workflow; once a version is published, who may not override them may only add to them',
    params: IdParams,
    body: z.strictObject({ revision: z.int(), conditions: z.array(NewGateCondition).max(limits.gateConditions) }),
    response: { 200: GateResponse },
  },
  config: {
    policy: 'manage_workflows',
    audited: true,
    errors: ['WORKFLOW_NOT_FOUND', 'DATASET_NOT_FOUND', 'FORBIDDEN', 'REVISION_MISMATCH'],
  },
} as const satisfies Endpoint

export const checkWorkflowGate = {
  method: 'POST',
  url: '/api/v1/workflow/:id/gate/check',
  schema: {
    summary: 'Start the evaluation runs that the conditions miss, of the draft and of the published version',
    params: IdParams,
    body: z.strictObject({}),
    response: { 200: GateResponse },
  },
  config: {
    policy: 'manage_workflows',
    audited: true,
    errors: [
      'WORKFLOW_NOT_FOUND',
      'DATASET_NOT_FOUND',
      'EVAL_SET_EMPTY',
      'EVAL_SET_TOO_LARGE',
      'EVAL_RUN_TOO_MANY',
      'MODEL_NOT_FOUND',
      'WORKFLOW_GRAPH_INVALID',
      'WORKFLOW_GATE_STALE',
    ],
  },
} as const satisfies Endpoint

export const proveWorkflowGate = {
  method: 'POST',
  url: '/api/v1/workflow/:id/gate/prove',
  schema: {
    summary: 'Check that the conditions block a draft whose answers are blank, on the questions of the last runs; no model is called',
    params: IdParams,
    body: z.strictObject({}),
    response: { 200: GateResponse },
  },
  config: { policy: 'manage_workflows', audited: true, errors: ['WORKFLOW_NOT_FOUND', 'EVAL_RUN_NOT_FOUND'] },
} as const satisfies Endpoint
