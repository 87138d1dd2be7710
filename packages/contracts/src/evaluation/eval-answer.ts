// The answers of evaluation runs: their scores, what people say of them, and two runs side by side.
import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { Language } from '../languages.ts'
import { MessageSource } from '../message/message.ts'
import { schemaIds } from '../schema-ids.ts'
import { RunCost } from '../trial/workflow-run.ts'
import { Cells } from '../dataset/cell.ts'
import { Count, Id, Line, LocalizedText, PageInfo, PageQuery, Timestamp } from '../wire.ts'
import { EvalMetric, EvalRun } from './eval-run.ts'

export const EvalOutcome = z.enum(['finished', 'failed', 'timed_out'])
export type EvalOutcome = z.infer<typeof EvalOutcome>

const Share = z.number().min(0).max(1)

/** What is missing or too much in an answer, by the code of `Finding` in packages/evaluation. */
export const EvalFindingCode = z.enum([
  'source_not_retrieved',
  'source_not_cited',
  'unexpected_source_cited',
  'number_missing',
  'point_missing',
  'not_exact',
  'row_missing',
  'unexpected_row',
  'wrong_order',
  'not_refused',
  'figure_in_refusal',
  'source_in_refusal',
  'wrong_language',
])
export type EvalFindingCode = z.infer<typeof EvalFindingCode>

export const EvalScore = z.object({
  metric: EvalMetric,
  score: Share,
  findings: z.array(z.object({ code: EvalFindingCode, value: z.string().optional() })),
})
export type EvalScore = z.infer<typeof EvalScore>
schemaIds.add(EvalScore, { id: 'EvalScore' })

/** 0 wrong, 0.5 partly right, 1 right. */
export const Correctness = z.union([z.literal(0), z.literal(0.5), z.literal(1)])
export type Correctness = z.infer<typeof Correctness>

export const Judgement = z.object({
  /** Null where the row expects neither an answer nor points, nor that it is declined. */
  correctness: Correctness.nullable(),
  reason: z.string(),
  /** The sentences of the answer that state something, each with whether a cited passage says it; empty where that was not judged. */
  claims: z.array(z.object({ text: z.string(), is_supported: z.boolean() })),
})
export type Judgement = z.infer<typeof Judgement>
schemaIds.add(Judgement, { id: 'Judgement' })

export const EvalAnswer = z.object({
  /** From 1. */
  repeat: z.int(),
  outcome: EvalOutcome,
  error: ErrorDetail.nullable(),
  text: z.string(),
  sources: z.array(MessageSource),
  /** With what judge and people say of it. */
  scores: z.array(EvalScore),
  /** Of the judge; null without one, and where it gave none. */
  judgement: Judgement.nullable(),
  /** Of a person, which counts in place of the judge's. */
  verdict: z
    .object({ correctness: Correctness, note: z.string(), by: z.object({ id: Id, name: LocalizedText }).nullable(), at: Timestamp })
    .nullable(),
  first_token_ms: Count.nullable(),
  total_ms: Count.nullable(),
  input_tokens: Count,
  output_tokens: Count,
  cost: RunCost.nullable(),
})
export type EvalAnswer = z.infer<typeof EvalAnswer>
schemaIds.add(EvalAnswer, { id: 'EvalAnswer' })

/** A question of the set with its answers. */
export const EvalRow = z.object({
  id: Id,
  row_no: Count,
  /** By the columns of `evalColumn` in dataset/kind-columns.ts, as the version of the run has them. */
  cells: Cells,
  language: Language,
  tags: z.array(z.string()),
  is_known_failure: z.boolean(),
  /** The mean of the chosen measure over the repeats; null where it says nothing, and while its failure is known. */
  mean: Share.nullable(),
  answers: z.array(EvalAnswer),
  /** Whether the texts are kept from this reader, who may not read a resource that they are of. */
  is_withheld: z.literal(true).optional(),
})
export type EvalRow = z.infer<typeof EvalRow>
schemaIds.add(EvalRow, { id: 'EvalRow' })

const RunParams = z.strictObject({ id: Id, runId: Id })

const Selection = {
  metric: EvalMetric.optional(),
  tag: Line.max(200).optional(),
  language: Language.optional(),
}

export const queryEvalRows = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/eval_run/:runId/row/query',
  schema: {
    summary: 'The questions of a run with their answers',
    params: RunParams,
    body: PageQuery.extend({
      ...Selection,
      /** As the set has them, or those with the lowest means first. */
      order: z.enum(['row_no', 'worst']).optional(),
      /** `failed`: with an answer that failed, timed out or is missing. `unjudged`: without a verdict of a person. */
      only: z.enum(['failed', 'unjudged']).optional(),
    }),
    response: { 200: PageInfo.extend({ rows: z.array(EvalRow) }) },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND', 'EVAL_RUN_NOT_FOUND'] },
} as const satisfies Endpoint

export const judgeEvalAnswer = {
  method: 'PUT',
  url: '/api/v1/knowledge/dataset/:id/eval_run/:runId/row/:rowId/verdict',
  schema: {
    summary: 'Say whether an answer is right, in place of the judge',
    params: RunParams.extend({ rowId: Id }),
    body: z.strictObject({
      repeat: z.int().min(1).max(5),
      /** Null takes the verdict back. */
      correctness: Correctness.nullable(),
      /** The one that it has unless given. */
      note: Line.max(2_000).optional(),
    }),
    response: {
      /** With the means of its row by the measures that the verdict counts in, as those of `EvalRow`. */
      200: z.object({ answer: EvalAnswer, means: z.object({ overall: Share.nullable(), correctness: Share.nullable() }) }),
    },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['DATASET_NOT_FOUND', 'EVAL_RUN_NOT_FOUND', 'EVAL_ANSWER_NOT_FOUND'],
  },
} as const satisfies Endpoint

export const exportEvalRun = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id/eval_run/:runId/export',
  schema: {
    summary: 'All questions, answers and scores of a run',
    params: RunParams,
    querystring: z.strictObject({ format: z.enum(['xlsx', 'json']) }),
    response: {
      200: {
        description: 'A workbook of figures, rows and answers, or the same as JSON',
        content: {
          'application/json': { schema: z.file() },
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { schema: z.file() },
        },
      },
    },
  },
  config: { policy: 'manage_knowledge', audited: true, errors: ['DATASET_NOT_FOUND', 'EVAL_RUN_NOT_FOUND'] },
} as const satisfies Endpoint

/** `too_few` below 20 rows, whatever the figures are. */
export const EvalVerdict = z.enum(['better', 'worse', 'probably_luck', 'too_few'])
export type EvalVerdict = z.infer<typeof EvalVerdict>

const Group = { row_count: Count, before: Share, after: Share }

export const EvalComparison = z.object({
  metric: EvalMetric,
  verdict: EvalVerdict,
  /** Means over the rows that count in both runs; null without one. */
  before: Share.nullable(),
  after: Share.nullable(),
  /** In points of 100, with the bootstrap interval of it at 95 %. */
  change_points: z.number().nullable(),
  interval_points: z.object({ low: z.number(), high: z.number() }).nullable(),
  better_count: Count,
  worse_count: Count,
  equal_count: Count,
  /** How likely so uneven a split of better and worse is by chance. */
  sign_probability: Share,
  row_count: Count,
  visible_loss_points: z.number().nullable(),
  by_tag: z.array(z.object({ tag: z.string(), ...Group })),
  by_language: z.array(z.object({ language: Language, ...Group })),
  /** Of judge and people over both runs; null without answers that both have judged. */
  agreement: z.object({ answer_count: Count, share: Share, kappa: z.number().nullable() }).nullable(),
})
export type EvalComparison = z.infer<typeof EvalComparison>
schemaIds.add(EvalComparison, { id: 'EvalComparison' })

export const compareEvalRuns = {
  method: 'POST',
  url: '/api/v1/knowledge/eval_run/compare',
  schema: {
    summary: 'Two runs of one evaluation set, row by row, the worst changes first',
    body: PageQuery.extend({ a: Id, b: Id, ...Selection }),
    response: {
      200: PageInfo.extend({
        runs: z.object({ a: EvalRun, b: EvalRun }),
        comparison: EvalComparison,
        rows: z.array(z.object({ before: EvalRow, after: EvalRow, change_points: z.number() })),
      }),
    },
  },
  config: { policy: 'manage_knowledge', errors: ['EVAL_RUN_NOT_FOUND', 'EVAL_RUNS_NOT_COMPARABLE'] },
} as const satisfies Endpoint
