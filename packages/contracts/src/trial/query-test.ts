// Tests of a dataset of kind `table`: what a question or a plan gives over the published version.
import { z } from 'zod'
import { PlanProblem } from '../dataset/plan.ts'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { Language } from '../languages.ts'
import { limits } from '../limits.ts'
import { CitedRows } from '../message/cited-rows.ts'
import { ModelReference } from '../model/chosen-model.ts'
import { ReplyUsage } from '../reply/reply-stream.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, IdParams, JsonValue, noNul } from '../wire.ts'
import { RunCost } from './workflow-run.ts'

/** As a workflow's query ends, or `plan_invalid` with the problems, or with the error of the database, or `failed` with the error. */
export const QueryTestOutcome = z.enum(['found', 'empty', 'no_such_value', 'ambiguous', 'not_expressible', 'plan_invalid', 'failed'])
export type QueryTestOutcome = z.infer<typeof QueryTestOutcome>

export const QueryTest = z.object({
  outcome: QueryTestOutcome,
  /** The plan that was given, or the last one that the model wrote; null when it wrote none. */
  plan: JsonValue,
  problems: z.array(PlanProblem),
  /** The plan in words; empty when it was not run. */
  query: z.string(),
  /** What is said where there are no rows. */
  message: z.string(),
  /** Which value of the rows each text of the plan was taken for. */
  taken: z.array(z.string()),
  rows: CitedRows.nullable(),
  error: ErrorDetail.nullable(),
  /** What the model took; null for a plan that was given. */
  asked: z.object({ model: z.string(), usage: ReplyUsage, cost: RunCost.nullable() }).nullable(),
  /** In milliseconds: of all, and of that the query; null when none was run. */
  ms: Count,
  query_ms: Count.nullable(),
})
export type QueryTest = z.infer<typeof QueryTest>
schemaIds.add(QueryTest, { id: 'QueryTest' })

export const testDatasetQuery = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/query_test',
  schema: {
    summary: 'Ask a table a question as a workflow does, or run a plan; the test ends when its reader disconnects',
    params: IdParams,
    body: z
      .strictObject({
        question: z.string().trim().min(1).max(limits.messageCharacters).regex(noNul, 'NUL is not allowed').optional(),
        /** In place of a question. */
        plan: JsonValue.optional(),
        /** That of the caller by default. */
        language: Language.optional(),
        /** Of a question; the tenant's default unless given. */
        model: ModelReference.optional(),
      })
      .refine(({ question, plan }) => (question === undefined) !== (plan === undefined), {
        path: ['question'],
        message: 'A question or a plan, and not both',
      }),
    response: { 200: z.object({ test: QueryTest }) },
  },
  config: {
    policy: 'manage_knowledge',
    errors: [
      'DATASET_NOT_FOUND',
      'DATASET_VERSION_NOT_FOUND',
      'DATASET_QUERY_TIMEOUT',
      'CHAT_CONFIG_MISSING',
      'CHAT_INVALID_MODEL_OBJECT',
      'USAGE_LIMIT_REACHED',
    ],
  },
} as const satisfies Endpoint
