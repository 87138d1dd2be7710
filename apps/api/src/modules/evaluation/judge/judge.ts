// Has a model judge an answer: a run of one node, which is counted as the evaluation that it belongs to.
import type { Judgement } from '@heddle/contracts/evaluation/eval-answer'
import { estimateTokens } from '@heddle/text/count-tokens'
import { countPromptTokens } from '@heddle/workflow/model/call/usage-estimate'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { BackgroundRuns } from '../../run/background-run.ts'
import { createJudgeNode } from './judge-node.ts'
import { createJudgeMessages, judgePromptVersion } from './judge-prompt.ts'
import { createJudgedCase, type Judged } from './judged-answer.ts'

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
}

/** A judgement as it is kept. */
export type KeptJudgement = Judgement & { readonly prompt_version: number }

/**
 * Returns the judgement of an answer; null where there is nothing to judge, or the model gave none that can be used. Throws
 * `USAGE_LIMIT_REACHED`, and `CHAT_REPLY_INTERRUPTED` when it was ended before its time.
 */
export type Judge = (judged: Judged, call: JudgeCall) => Promise<KeptJudgement | null>

type Dependencies = { readonly backgroundRuns: BackgroundRuns; readonly log: FastifyBaseLogger }

export const createJudge =
  ({ backgroundRuns, log }: Dependencies): Judge =>
  async (judged, { model, owner, signal }) => {
    const judgedCase = createJudgedCase(judged)
    if (!judgedCase) return null
    let judgement: Judgement | null = null
    const node = createJudgeNode(judgedCase, (given) => void (judgement = given))
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
        estimatedTokens: countPromptTokens(createJudgeMessages(judgedCase), estimateTokens) + estimatedAnswer,
        maxMs: timeLimitMs,
      },
      signal,
    )
    const { status, error, failure } = outcome
    if (status === 'stopped' || status === 'interrupted') throw new AppError('CHAT_REPLY_INTERRUPTED', { cause: failure })
    if (status === 'failed' || !judgement) {
      log.warn({ model: model.name, code: error?.code, err: failure }, 'Answer was not judged')
      return null
    }
    return { ...(judgement as Judgement), prompt_version: judgePromptVersion }
  }
