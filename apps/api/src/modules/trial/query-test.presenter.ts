import type { PlanProblem } from '@heddle/contracts/dataset/plan'
import type { ErrorDetail } from '@heddle/contracts/errors'
import type { QueryTest } from '@heddle/contracts/trial/query-test'
import type { PlanError } from '@heddle/table/plan-error'
import type { DatasetAnswer } from '@heddle/workflow/model/ports'

type TestFacts = { readonly asked: QueryTest['asked']; readonly ms: number; readonly queryMs?: number | undefined }

const present = ({ asked, ms, queryMs }: TestFacts) => ({
  plan: null,
  problems: [],
  query: '',
  message: '',
  taken: [],
  rows: null,
  error: null,
  asked,
  ms: Math.round(ms),
  query_ms: queryMs === undefined ? null : Math.round(queryMs),
})

/** A plan is JSON, as a model or a caller wrote it. */
const presentPlan = (plan: unknown) => plan as QueryTest['plan']

export const presentAnswer = (plan: unknown, answer: DatasetAnswer, facts: TestFacts): QueryTest => ({
  ...present(facts),
  outcome: answer.outcome,
  plan: presentPlan(plan),
  query: answer.query,
  message: answer.cited ? '' : answer.text,
  taken: [...answer.taken],
  rows: answer.cited && answer.cited.rows,
})

export const presentProblems = (plan: unknown, errors: readonly PlanError[], facts: TestFacts): QueryTest => ({
  ...present(facts),
  outcome: 'plan_invalid',
  plan: presentPlan(plan),
  problems: errors.map(({ path, code, allowed }): PlanProblem => ({ path, code, ...(allowed && { allowed: [...allowed] }) })),
})

/** A plan that fits the columns, and that the database or another version refuses. */
export const presentRefused = (plan: unknown, error: ErrorDetail, facts: TestFacts): QueryTest => ({
  ...present(facts),
  outcome: 'plan_invalid',
  plan: presentPlan(plan),
  error: { code: error.code, message: error.message },
})

export const presentUnanswered = (end: Pick<QueryTest, 'outcome' | 'message' | 'error'>, facts: TestFacts): QueryTest => ({
  ...present(facts),
  ...end,
})
