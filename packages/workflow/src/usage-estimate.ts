// What a model call used, where the endpoint does not say it: the one place that estimates it.
import type { ModelMessage, ModelUsage, WorkflowPorts } from './ports.ts'

type CountTokens = WorkflowPorts['countTokens']

/** Returns the tokens of the texts that a model is given; images are not counted. */
export const countPromptTokens = (messages: readonly ModelMessage[], countTokens: CountTokens): number =>
  messages.reduce((sum, { content }) => sum + countTokens(content), 0)

/** What a model was given, in tokens, and what it has sent. */
export type MeasuredCall = { readonly promptTokens: number; readonly text: string; readonly reasoning: string }

/** Returns the usage of a call: its whole prompt and all that it sent. A call that sent nothing has used nothing. */
export function estimateUsage({ promptTokens, text, reasoning }: MeasuredCall, countTokens: CountTokens): ModelUsage {
  const hasSent = text !== '' || reasoning !== ''
  const reasoningTokens = countTokens(reasoning)
  return {
    inputTokens: hasSent ? promptTokens : 0,
    outputTokens: reasoningTokens + countTokens(text),
    reasoningTokens,
    cachedTokens: 0,
    estimated: true,
  }
}
