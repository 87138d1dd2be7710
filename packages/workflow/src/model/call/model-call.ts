// Calls a model for a node: again with less history while the prompt is too long for it, and once more when its text is not what it has to
// be.
import type { ReplyNotice } from '@heddle/contracts/message/message'
import type { ModelCallUsage } from '../events.ts'
import type { LanguageWatch } from './language-repair.ts'
import { type ModelText, readOutcome } from './model-outcome.ts'
import type { NodeContext, NodeEvent } from '../node-type.ts'
import type { AnswerSchema, AnsweringModel, FinishReason, ModelMessage, ModelUsage, ToolCall } from '../ports.ts'
import type { PromptLayer } from './prompt-layer.ts'
import { type Fit, shortenRefused } from './prompt-messages.ts'
import { countPromptTokens, estimateUsage } from './usage-estimate.ts'
import { createCallBudget } from '../call-budget.ts'
import type { NodeResult } from '../value.ts'

export type ModelTask<Result extends object> = {
  readonly nodeId: string
  readonly model: string
  /** Returns the messages that fit. */
  readonly createMessages: (fit: Fit) => readonly ModelMessage[]
  /** Returns what went along in the messages that were made last. */
  readonly listLayers?: () => readonly PromptLayer[]
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  /** The form of the answer, which the messages name too. */
  readonly answerSchema?: AnswerSchema | undefined
  /** Whether text and reasoning are emitted as they arrive. */
  readonly isEmitted: boolean
  /** Emitted before the call. */
  readonly notice?: (fit: Fit) => ReplyNotice | undefined
  /** Ends the first call once its text cannot become what it has to be. */
  readonly watch?: LanguageWatch | null
  /** Returns what the text is, or how to repair that of the first call. Throws when the text is of no use. */
  readonly accept: (call: ModelText) => Result | Repair
}

/** The second and last call. */
export type Repair = {
  /** The messages after those of the first call. */
  readonly added: readonly ModelMessage[]
  readonly maxOutputTokens?: number
  readonly notice?: ReplyNotice
}

/**
 * Calls the model and returns what the task makes of its text. Emits a usage for each call, failed and stopped ones too. Throws the
 * error of the call, or the signal's reason.
 */
export async function* callModel<Result extends object = NodeResult>(
  task: ModelTask<Result>,
  context: NodeContext,
): AsyncGenerator<NodeEvent, Result> {
  const { ports, signal } = context
  const { nodeId, model, temperature, answerSchema, isEmitted } = task
  let fit = await ports.model.describe(model)
  const { contextTokens, countTokens } = fit
  let { maxOutputTokens } = task
  let notice = task.notice?.(fit)
  let messages = task.createMessages(fit)
  let added: readonly ModelMessage[] = []
  let isRepair = false
  let budget = createCallBudget()
  for (;;) {
    if (notice) yield { type: 'notice', notice }
    const ended = new AbortController()
    const callsBefore = budget.countCalls()
    const calledAt = ports.now()
    let firstTokenMs: number | null = null
    let answeredBy: AnsweringModel | null = null
    let isWaiting = false
    let reported: ModelUsage | undefined
    let reasoning = ''
    let text = ''
    const toolCalls: ToolCall[] = []
    let isWrong = false
    let finish: FinishReason = 'stop'

    const measureCall = (): ModelCallUsage => ({
      type: 'usage',
      nodeId,
      model,
      answeredBy,
      usage: reported ?? estimateUsage({ promptTokens: countPromptTokens(messages, countTokens), text, reasoning, toolCalls }, countTokens),
      serverCalls: budget.countCalls() - callsBefore,
      firstTokenMs,
    })

    yield { type: 'call', nodeId, model, messages, ...(task.listLayers && { layers: task.listLayers() }) }
    signal.throwIfAborted()
    try {
      const request = {
        model,
        messages,
        contextTokens,
        budget,
        ...(temperature !== undefined && { temperature }),
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
        ...(answerSchema && { answerSchema }),
      }
      for await (const event of ports.model.generate(request, AbortSignal.any([signal, ended.signal]))) {
        if (event.type === 'usage') {
          reported = event.usage
          continue
        }
        if (event.type === 'waiting') {
          isWaiting = true
          yield event
          continue
        }
        if (event.type === 'answering') {
          answeredBy = event.model
          if (isWaiting) yield { type: 'waiting', ahead: null }
          continue
        }
        if (event.type === 'finish') {
          finish = event.reason
          continue
        }
        if (event.type === 'tool_call') {
          toolCalls.push(event.call)
          continue
        }
        if (event.type === 'text_was_reasoning') {
          task.watch?.restart()
          reasoning += text
          if (isEmitted && text !== '') {
            yield { type: 'retracted', field: 'text' }
            yield { type: 'reasoning', text }
          }
          text = ''
          continue
        }
        firstTokenMs ??= Math.round(ports.now() - calledAt)
        if (event.type === 'reasoning') {
          reasoning += event.text
          if (isEmitted) yield event
        } else {
          text += event.text
          if (isEmitted) yield { type: 'piece', field: 'text', text: event.text }
          isWrong = !isRepair && (task.watch?.isWrong(text) ?? false)
          if (!isWrong) continue
          ended.abort()
          break
        }
      }
    } catch (error) {
      // A broken or stopped call has used tokens too.
      yield measureCall()
      const refused = { messages, fit, remainingCalls: budget.countRemaining() }
      const shorter =
        firstTokenMs === null ? shortenRefused(error, refused, (smaller) => [...task.createMessages(smaller), ...added]) : null
      if (!shorter) throw error
      ;({ fit, messages } = shorter)
      notice = undefined
      continue
    }
    yield measureCall()
    const accepted = task.accept({ messages, text, outcome: readOutcome({ text, reasoning, toolCalls, finish }), isWrong, isRepair })
    if (!('added' in accepted)) return accepted

    signal.throwIfAborted()
    ;({ added, maxOutputTokens, notice } = accepted)
    messages = [...messages, ...added]
    isRepair = true
    budget = createCallBudget()
    if (isEmitted) yield { type: 'retracted', field: 'text' }
  }
}
