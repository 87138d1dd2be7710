// One call of a model's test, by the router that replies use, and what it has shown.
import type { ModelTestResult } from '@heddle/contracts/model/model-test'
import { countTokens } from '@heddle/text/count-tokens'
import { createCallBudget } from '@heddle/workflow/model/call-budget'
import { type CallOutcome, readOutcome } from '@heddle/workflow/model/call/model-outcome'
import { countPromptTokens, estimateUsage } from '@heddle/workflow/model/call/usage-estimate'
import { type FinishReason, ModelError, type ModelRequest, type ModelUsage, type ToolCall } from '@heddle/workflow/model/ports'
import type { AcceptedParameters } from '../../../platform/inference/call/refusal/accepted-parameters.ts'
import type { ModelFinding } from '../../../platform/inference/call/model-client.ts'
import { type EndpointWords, readEndpointWords } from '../../../platform/inference/endpoint/endpoint-words.ts'
import { maxWaitMs, noWords, type TestCall, type TestCaller } from './tested.ts'

export type ChatCall = TestCall & {
  readonly text: string
  readonly outcome: CallOutcome
  readonly reasoning: NonNullable<ModelTestResult['chat']>['reasoning']
  readonly isReported: boolean
  readonly endedBy: NonNullable<ModelTestResult['chat']>['ended_by']
  readonly tokensPerSecond: number | null
  readonly accepted: AcceptedParameters | null
  readonly findings: readonly ModelFinding[]
  readonly words: EndpointWords
}

/** From the first token on: thoughts that begin inside are known by their end. */
const maxReplyMs = 45_000
/** A text that is longer has no end. */
const maxCharacters = 8_000
/** A rate of fewer tokens, or of a shorter time, says little: what has come is read about every 30 ms. */
const minRatedTokens = 8
const minRatedSeconds = 0.1

/** Calls a chat model. Never throws: a failure is a part of the call. */
export async function callChat({ router, model, userId, stop }: TestCaller, request: Omit<ModelRequest, 'model'>): Promise<ChatCall> {
  const ended = new AbortController()
  const budget = createCallBudget()
  let timer = setTimeout(() => ended.abort(new ModelError('MODEL_FIRST_TOKEN_TIMEOUT')), maxWaitMs)
  let startedAt = performance.now()
  let firstTokenMs: number | null = null
  let lastTokenMs = 0
  let reported: ModelUsage | undefined
  let accepted: AcceptedParameters | null = null
  let reasoning: ChatCall['reasoning'] = 'none'
  let refusal: unknown
  let text = ''
  let thought = ''
  const toolCalls: ToolCall[] = []
  let finish: FinishReason = 'stop'
  let endedBy: ChatCall['endedBy'] = 'stop'
  let failure: unknown
  const findings: ModelFinding[] = []
  try {
    const events = router.testModel(
      model,
      { ...request, budget },
      {
        userId,
        stop: AbortSignal.any([stop, ended.signal]),
        onAccepted: (parameters) => (accepted = parameters),
        onFinding: (finding) => {
          findings.push(finding)
          if (finding.setting === 'reasoning_format' && finding.value !== 'auto') reasoning = finding.value
        },
        onRefusal: (error) => (refusal = error),
      },
    )
    for await (const event of events) {
      if (event.type === 'usage') reported = event.usage
      if (event.type === 'finish') {
        finish = event.reason
        endedBy = event.reason === 'length' ? 'length' : 'stop'
      }
      if (event.type === 'tool_call') toolCalls.push(event.call)
      // Its turn has come.
      if (event.type === 'waiting') startedAt = performance.now()
      if (event.type === 'text_was_reasoning') {
        thought += text
        text = ''
        reasoning = 'begins_inside'
      }
      if (event.type !== 'text' && event.type !== 'reasoning') continue
      if (event.type === 'text') text += event.text
      else thought += event.text
      lastTokenMs = performance.now() - startedAt
      if (text.length > maxCharacters) {
        endedBy = 'cut'
        break
      }
      if (firstTokenMs !== null) continue
      firstTokenMs = Math.round(lastTokenMs)
      clearTimeout(timer)
      timer = setTimeout(() => ended.abort(), maxReplyMs)
    }
  } catch (error) {
    // What has come of a slow reply is enough.
    if (firstTokenMs !== null && ended.signal.aborted && !stop.aborted) endedBy = 'cut'
    else failure = error
  } finally {
    clearTimeout(timer)
  }
  const promptTokens = countPromptTokens(request.messages, countTokens)
  const usage = reported ?? estimateUsage({ promptTokens, text, reasoning: thought, toolCalls }, countTokens)
  const seconds = (lastTokenMs - (firstTokenMs ?? 0)) / 1_000
  const isRated = seconds >= minRatedSeconds && usage.outputTokens >= minRatedTokens
  return {
    usage,
    firstTokenMs,
    failure,
    text,
    outcome: readOutcome({ text, reasoning: thought, toolCalls, finish }),
    reasoning,
    isReported: reported !== undefined,
    endedBy,
    tokensPerSecond: isRated ? Math.round((usage.outputTokens / seconds) * 10) / 10 : null,
    accepted,
    findings,
    serverCalls: budget.countCalls(),
    words: failure === undefined || refusal === undefined ? noWords : readEndpointWords(refusal, model.endpoint),
  }
}
