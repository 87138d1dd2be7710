// What a model call used, where the endpoint does not say it: the one place that estimates it.
import type { ModelMessage, ModelUsage, ToolCall, WorkflowPorts } from '../ports.ts'

type CountTokens = WorkflowPorts['countTokens']

/** Returns the tokens of the texts that a model is given; images are not counted. */
export const countPromptTokens = (messages: readonly ModelMessage[], countTokens: CountTokens): number =>
  messages.reduce((sum, { content }) => sum + countTokens(content), 0)

/** What a model was given, in tokens, and what it has sent. */
export type MeasuredCall = {
  readonly promptTokens: number
  readonly text: string
  readonly reasoning: string
  readonly toolCalls?: readonly ToolCall[]
}

/** Returns the usage of a call: its whole prompt and all that it sent. A call that sent nothing has used nothing. */
export function estimateUsage({ promptTokens, text, reasoning, toolCalls = [] }: MeasuredCall, countTokens: CountTokens): ModelUsage {
  const sent = [text, ...toolCalls.map((call) => call.name + call.arguments)]
  const hasSent = sent.some((each) => each !== '') || reasoning !== ''
  const reasoningTokens = countTokens(reasoning)
  return {
    inputTokens: hasSent ? promptTokens : 0,
    outputTokens: sent.reduce((sum, each) => sum + countTokens(each), reasoningTokens),
    reasoningTokens,
    cachedTokens: 0,
    estimated: true,
  }
}
