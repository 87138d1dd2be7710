// Asks a question of a set once: what comes of it is written with its usage, so that neither is ever without the other.
import { limits } from '@heddle/contracts/limits'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { estimateTokens } from '@heddle/text/count-tokens'
import type { BackgroundRuns } from '../../run/background-run.ts'
import { estimatedOverhead } from '../../run/run.rules.ts'
import type { EvalQuestion } from '../eval-row.rules.ts'
import { type AskedOnce, beginAnswer, dropAnswer, endAnswer, type EndedAnswer } from './answer.sql.ts'
import type { Attempt } from './claim-run.ts'
import { toEndedAnswer } from './score-run.ts'

type PerformedRun = Parameters<BackgroundRuns['perform']>[0]

/** Whom a run is done for, and what it asks. */
export type Asking = {
  readonly attempt: Attempt
  readonly graph: WorkflowGraph
  readonly model: PerformedRun['input']['model']
  readonly owner: Omit<PerformedRun['owner'], 'flow'>
}

/** Returns the answer; null when its run was ended from outside. Throws `USAGE_LIMIT_REACHED`, and `RunLostError` when it is not to be asked. */
export async function askQuestion(
  backgroundRuns: BackgroundRuns,
  { attempt, graph, model, owner }: Asking,
  { expected }: EvalQuestion,
  once: AskedOnce,
  signal: AbortSignal,
): Promise<EndedAnswer | null> {
  const { question, language } = expected
  const estimatedTokens = estimateTokens(question) + estimatedOverhead
  let answer: EndedAnswer | null = null
  await backgroundRuns.perform(
    {
      input: { graph, question, responseLanguage: language, model },
      owner: { flow: 'eval', ...owner },
      estimatedTokens,
      maxMs: limits.testRunSeconds * 1_000,
      keeping: {
        begin: (client, usageRunId) => beginAnswer(client, attempt, once, { usageRunId, estimatedTokens }),
        end(ended) {
          const scored = toEndedAnswer(expected, graph, ended)
          return async (client) => {
            answer = scored && (await endAnswer(client, attempt.runId, once, scored)) ? scored : null
            if (!answer) await dropAnswer(client, attempt.runId, ended.runId)
          }
        },
      },
    },
    signal,
  )
  return answer
}
