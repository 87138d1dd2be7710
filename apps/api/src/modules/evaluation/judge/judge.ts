// Has a model judge an answer: a run of one node, which is counted as the evaluation that it belongs to.
import type { ErrorCode } from '@heddle/contracts/errors'
import type { Judgement } from '@heddle/contracts/evaluation/eval-answer'
import { estimateTokens } from '@heddle/text/count-tokens'
import { translate } from '@heddle/words/words'
import { countPromptTokens } from '@heddle/workflow/model/call/usage-estimate'
import type { FastifyBaseLogger } from 'fastify'
import type { PoolClient } from 'pg'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { BackgroundRuns } from '../../run/background-run.ts'
import { expectsCorrectness } from '../eval-row.rules.ts'
import { createJudgeNode } from './judge-node.ts'
import { createJudgeMessages, judgePromptVersion } from './judge-prompt.ts'
import { createJudgedCase, findFault, type Judged } from './judged-answer.ts'

const nodeId = 'judge'
const timeLimitMs = 120_000
/** Tokens that a judgement is taken to need, until the model has said it. */
const estimatedAnswer = 300

type PerformedRun = Parameters<BackgroundRuns['perform']>[0]

export type JudgingModel = PerformedRun['input']['model']

export type JudgeCall = {
  readonly model: JudgingModel
  /** Whom it is counted for. */
  readonly owner: Omit<PerformedRun['owner'], 'flow'>
  /** Aborted when the evaluation ends. */
  readonly signal: AbortSignal
  readonly keeping?: JudgeKeeping
}

/** What a model that is asked leaves behind, in the transactions that reserve and record what it uses. */
export type JudgeKeeping = {
  readonly begin: (client: PoolClient, asked: { readonly usageRunId: string; readonly estimatedTokens: number }) => Promise<void>
  readonly end: (client: PoolClient, ended: EndedJudgement) => Promise<void>
}

export type EndedJudgement = {
  readonly usageRunId: string
  readonly judgement: KeptJudgement | null
  readonly inputTokens: number
  readonly outputTokens: number
}

/** A judgement as it is kept; of an answer that no model was asked about with its support. */
export type KeptJudgement = Judgement & { readonly prompt_version: number; readonly support?: number }

/** The model did not answer just then: it may when it is asked again. */
export class JudgeAwayError extends Error {
  override readonly name = 'JudgeAwayError'
}

/**
 * Returns the judgement of an answer; null where the model gave none that can be used. A blank answer, and one that is too long, is wrong without
 * a model being asked. Throws `USAGE_LIMIT_REACHED`, `CHAT_REPLY_INTERRUPTED` when it was ended before its time, and `JudgeAwayError`.
 */
export type Judge = (judged: Judged, call: JudgeCall) => Promise<KeptJudgement | null>

type Dependencies = { readonly backgroundRuns: BackgroundRuns; readonly log: FastifyBaseLogger }

/** Failures of a moment. */
const awayCodes: ReadonlySet<ErrorCode> = new Set([
  'MODEL_UNAVAILABLE',
  'MODEL_RATE_LIMITED',
  'MODEL_BUSY',
  'MODEL_STREAM_BROKEN',
  'MODEL_FIRST_TOKEN_TIMEOUT',
  'MODEL_STALLED',
  'MODEL_REPLY_TIMEOUT',
  'WORKFLOW_RUN_TIMEOUT',
])

/** Returns what is said without a model; null where one has to be asked. */
function judgeWithoutModel(judged: Judged): KeptJudgement | null {
  const { expected } = judged
  const fault = findFault(judged)
  if (fault !== null) {
    const reason = translate(expected.language, `judgement.${fault}`)
    return { correctness: expectsCorrectness(expected) ? 0 : null, reason, claims: [], support: 0, prompt_version: judgePromptVersion }
  }
  return createJudgedCase(judged) ? null : { correctness: null, reason: '', claims: [], prompt_version: judgePromptVersion }
}

export const createJudge =
  ({ backgroundRuns, log }: Dependencies): Judge =>
  async (judged, { model, owner, signal, keeping }) => {
    const known = judgeWithoutModel(judged)
    const judgedCase = createJudgedCase(judged)
    if (known || !judgedCase) return known
    let judgement: Judgement | null = null
    const node = createJudgeNode(judgedCase, (given) => void (judgement = given))
    const read = (): KeptJudgement | null => judgement && { ...judgement, prompt_version: judgePromptVersion }
    const estimatedTokens = countPromptTokens(createJudgeMessages(judgedCase), estimateTokens) + estimatedAnswer
    const { outcome } = await backgroundRuns.perform(
      {
        input: {
          graph: { nodes: [{ id: nodeId, type: nodeId, title: 'Judge' }], edges: [] },
          nodeTypes: new Map([[nodeId, node]]),
          only: { nodeId, values: new Map() },
          question: judged.expected.question,
          responseLanguage: judgedCase.language,
          model,
        },
        owner: { flow: 'eval', ...owner },
        estimatedTokens,
        maxMs: timeLimitMs,
        ...(keeping && {
          keeping: {
            begin: (client, usageRunId) => keeping.begin(client, { usageRunId, estimatedTokens }),
            end:
              ({ runId: usageRunId, outcome: { status, usage } }) =>
              (client) =>
                keeping.end(client, { usageRunId, judgement: status === 'completed' ? read() : null, ...usage }),
          },
        }),
      },
      signal,
    )
    const { status, error, failure } = outcome
    if (status === 'stopped' || status === 'interrupted') throw new AppError('CHAT_REPLY_INTERRUPTED', { cause: failure })
    if (error && awayCodes.has(error.code)) throw new JudgeAwayError(error.code, { cause: failure })
    const given = status === 'completed' ? read() : null
    if (!given) log.warn({ model: model.name, code: error?.code, err: failure }, 'Answer was not judged')
    return given
  }
