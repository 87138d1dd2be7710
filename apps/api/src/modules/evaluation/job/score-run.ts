// What an answer to a question of a set comes to: its end, and its scores.
import { errorMessages } from '@heddle/contracts/error-messages'
import type { ErrorCode, ErrorDetail } from '@heddle/contracts/errors'
import type { EvalScore } from '@heddle/contracts/evaluation/eval-answer'
import { computeOverall } from '@heddle/evaluation/score/overall'
import type { Finding } from '@heddle/evaluation/score/score'
import { type ExpectedAnswer, type GivenAnswer, metrics, scoreAnswer } from '@heddle/evaluation/score/score-answer'
import type { Graph } from '@heddle/workflow/model/graph/graph'
import { listFoundResources } from '@heddle/workflow/model/graph/readable-outcomes'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import type { EndedRun } from '../../run/background-run.ts'
import type { EndedAnswer } from './answer.sql.ts'

const timeouts: ReadonlySet<ErrorCode> = new Set([
  'WORKFLOW_RUN_TIMEOUT',
  'MODEL_FIRST_TOKEN_TIMEOUT',
  'MODEL_STALLED',
  'MODEL_REPLY_TIMEOUT',
])

/** By the notice of a search that a model of it did not answer. */
const missingModels: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['embedding_unavailable', 'EMBEDDING_UNAVAILABLE'],
  ['rerank_unavailable', 'MODEL_UNAVAILABLE'],
])

/** Returns why an answer that was given says nothing of the workflow: a search of it went without one of its models. */
function findMissingModel({ outcomes, outcome: { status } }: EndedRun): ErrorDetail | null {
  const notices = status === 'completed' ? Object.values(outcomes).flatMap((node) => node?.output['notices'] ?? []) : []
  const code = notices.map((notice) => missingModels.get(notice)).find((missing) => missing !== undefined)
  return code ? { code, message: errorMessages[code] } : null
}

/** Returns how an answer has ended; null when its run was ended from outside, and says nothing of the workflow. */
function toOutcome({ status }: EndedRun['outcome'], error: ErrorDetail | null): EndedAnswer['outcome'] | null {
  if (status === 'completed') return error ? 'failed' : 'finished'
  if (status === 'stopped' || error?.code === 'CHAT_REPLY_INTERRUPTED') return null
  return error && timeouts.has(error.code) ? 'timed_out' : 'failed'
}

/** The rows of the last query that a model was given; null without one. */
function toGivenAnswer({ text, sources, passages }: EndedRun): GivenAnswer {
  const rows = passages.findLast(({ result }) => result !== undefined)?.result?.rows
  return {
    text,
    retrieved: passages.map(({ id, fileId, title, origin, text: passage }) => ({
      text: passage,
      source: { id: origin?.source_id ?? fileId ?? id, title },
    })),
    cited: sources.map(({ id, title, passage, knowledge, file }) => ({
      text: passage,
      source: { id: knowledge?.source_id ?? file?.id ?? id, ...(title !== null && { title }) },
    })),
    rows: rows ? rows.rows.map(({ cells }) => cells) : null,
  }
}

const maxFindings = 50
const maxFindingCharacters = 500

/** Returns the measures that say something of an answer, `overall` first. A search is measured by as many passages as the model was given. */
function scoreRun(expected: ExpectedAnswer, ended: EndedRun): EvalScore[] {
  const given = toGivenAnswer(ended)
  const scores = scoreAnswer(expected, given, Math.max(1, given.retrieved.length))
  const overall = computeOverall(scores, null)
  const measured = metrics.flatMap((metric): EvalScore[] => {
    const score = scores[metric]
    return score ? [{ metric, score: score.score, findings: score.findings.slice(0, maxFindings).map(boundFinding) }] : []
  })
  return overall === null ? measured : [{ metric: 'overall', score: overall, findings: [] }, ...measured]
}

const boundFinding = ({ code, value }: Finding) => ({ code, ...(value !== undefined && { value: value.slice(0, maxFindingCharacters) }) })

/** Returns what is kept of an answer; null when it has not come to an end of its own. */
export function toEndedAnswer(expected: ExpectedAnswer, graph: Graph, ended: EndedRun): EndedAnswer | null {
  const { runId: usageRunId, text, sources, outcomes, outcome: ending } = ended
  const error = ending.error ?? findMissingModel(ended)
  const outcome = toOutcome(ending, error)
  if (outcome === null) return null
  const { firstTokenMs, latencyMs, usage } = ending
  return {
    usageRunId,
    outcome,
    error,
    text,
    sources,
    scores: outcome === 'finished' ? scoreRun(expected, ended) : [],
    firstTokenMs,
    totalMs: latencyMs,
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    resourceIds: graph.nodes.flatMap((node) => listFoundResources(node, nodeTypes, outcomes)),
  }
}
