// What a run would take: by the last completed one of the set with the workflow, or by the nodes of its graph.
import { hasOpenValues } from '@heddle/contracts/dataset/fixed-plan'
import type { estimateEvalRun } from '@heddle/contracts/evaluation/eval-run'
import type { PrismaClient } from '@heddle/db/client'
import { findVisibleLoss } from '@heddle/evaluation/gate/sensitivity'
import { estimateTokens } from '@heddle/text/count-tokens'
import type { z } from 'zod'
import { estimatedOverhead } from '../../run/run.rules.ts'
import { readEvalQuestion } from '../eval-row.rules.ts'
import type { EvalRunRepository } from './eval-run.repository.ts'
import { findCallsPerAnswer, findRunTotals } from './eval-run.sql.ts'
import type { RunPlan } from './plan-run.ts'

export type RunEstimate = z.output<(typeof estimateEvalRun)['schema']['response'][200]>

/** What an answer takes, in the mean. */
type AnswerEstimate = { readonly calls: number; readonly tokens: number; readonly ms: number; readonly cost: RunEstimate['cost'] }

/** Answers that are asked for at once. */
export const parallelAnswers = 4
/** What a call of a model takes until one has shown it. */
const callMs = 8_000
/** A judgement is one call, with the answer and what it cites in the prompt. */
const judgementTokens = 2_000

const callingTypes = new Set(['llm', 'classifier', 'parameter_extract', 'query_rewrite', 'dataset_query'])

/** A query by a fixed plan without open values calls no model. */
const callsModel = (node: RunPlan['graph']['nodes'][number]) =>
  callingTypes.has(node.type) && !(node.type === 'dataset_query' && node.config.plan && !hasOpenValues(node.config.plan))

const countCalls = ({ graph }: RunPlan) => Math.max(1, graph.nodes.filter(callsModel).length)

function estimateByGraph(plan: RunPlan): AnswerEstimate {
  const calls = countCalls(plan)
  const questions = plan.rows.map(({ cells }) => estimateTokens(readEvalQuestion(cells)?.expected.question ?? ''))
  const questionTokens = questions.reduce((sum, tokens) => sum + tokens, 0) / plan.rows.length
  return { calls, tokens: calls * (estimatedOverhead + questionTokens), ms: calls * callMs, cost: null }
}

/** Returns what an answer of the last run took; null without one. */
async function readLastRun(db: PrismaClient, runs: EvalRunRepository, { dataset, workflow }: RunPlan): Promise<AnswerEstimate | null> {
  const last = await runs.findLastCompleted(dataset.id, workflow.id)
  const totals = last && (await findRunTotals(db, [last.id])).get(last.id)
  const calls = last && (await findCallsPerAnswer(db, last.id))
  if (!totals || calls === null || totals.totalP50 === null) return null
  const { answers, answerTokens, answerCost, totalP50 } = totals
  return {
    calls,
    tokens: answerTokens / answers,
    ms: totalP50,
    cost: answerCost && { currency: answerCost.currency, amount: String(Number(answerCost.amount) / answers) },
  }
}

/** Eight digits, as the database has them. */
const formatAmount = (amount: number) => amount.toFixed(8).replace(/\.?0+$/, '')

export async function estimateRun(db: PrismaClient, runs: EvalRunRepository, plan: RunPlan, repeats: number): Promise<RunEstimate> {
  const last = await readLastRun(db, runs, plan)
  const each = last ?? estimateByGraph(plan)
  const answers = plan.rows.length * repeats
  const judgements = plan.judgeModel === null ? 0 : answers
  return {
    row_count: plan.rows.length,
    answer_count: answers,
    model_calls: Math.round(each.calls * answers) + judgements,
    tokens: Math.round(each.tokens * answers) + judgements * judgementTokens,
    minutes: (answers * each.ms + judgements * callMs) / parallelAnswers / 60_000,
    cost: each.cost && { ...each.cost, amount: formatAmount(Number(each.cost.amount) * answers) },
    basis: last ? 'last_run' : 'graph',
    visible_loss_points: findVisibleLoss(plan.rows.length, repeats),
    judges_itself: plan.judgeModel === plan.modelName,
  }
}
