// Calls a model for a node: once more with less history when the prompt was too long for it, and once more when its text is not what it has
// to be.
import type { ReplyNotice } from '@heddle/contracts/chat/message'
import type { ModelCallUsage } from './events.ts'
import type { NodeContext, NodeEvent } from './node-type.ts'
import type { AnswerSchema, AnsweringModel, ModelMessage, ModelUsage } from './ports.ts'
import { type Fit, fitAsRefused } from './prompt-messages.ts'
import { countPromptTokens, estimateUsage } from './usage-estimate.ts'
import { createCallBudget } from './call-budget.ts'
import type { NodeResult } from './value.ts'

export type ModelTask = {
  readonly nodeId: string
  readonly model: string
  /** Returns the messages that fit. */
  readonly createMessages: (fit: Fit) => readonly ModelMessage[]
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  /** The form of the answer, which the messages name too. */
  readonly answerSchema?: AnswerSchema | undefined
  /** Whether text and reasoning are emitted as they arrive. */
  readonly isEmitted: boolean
  /** Emitted before the call. */
  readonly notice?: (fit: Fit) => ReplyNotice | undefined
  /** Whether the text so far cannot become what it has to be: the first call ends then. */
  readonly isWrong?: ((text: string) => boolean) | undefined
  /** Returns the node's result, or how to repair the text of the first call. Throws when the text is of no use. */
  readonly accept: (call: ModelText) => NodeResult | Repair
}

export type ModelText = {
  /** Those of its call. */
  readonly messages: readonly ModelMessage[]
  readonly text: string
  /** Whether `isWrong` has ended the call. */
  readonly isWrong: boolean
  readonly isRepair: boolean
}

/** The second and last call. */
export type Repair = {
  readonly messages: readonly ModelMessage[]
  readonly maxOutputTokens?: number
  readonly notice?: ReplyNotice
}

/**
 * Calls the model and returns what the task makes of its text. Emits a usage for each call, failed and stopped ones too. Throws the
 * error of the call, or the signal's reason.
 */
export async function* callModel(task: ModelTask, context: NodeContext): AsyncGenerator<NodeEvent, NodeResult> {
  const { ports, signal } = context
  const { nodeId, model, temperature, answerSchema, isEmitted } = task
  const counted = await ports.model.describe(model)
  const { contextTokens, countTokens } = counted
  let { maxOutputTokens } = task
  let notice = task.notice?.(counted)
  let messages = task.createMessages(counted)
  let isRepair = false
  let mayCutHistory = true
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
    let isWrong = false

    const measureCall = (): ModelCallUsage => ({
      type: 'usage',
      nodeId,
      model,
      answeredBy,
      usage: reported ?? estimateUsage({ promptTokens: countPromptTokens(messages, countTokens), text, reasoning }, countTokens),
      serverCalls: budget.countCalls() - callsBefore,
      firstTokenMs,
    })

    yield { type: 'call', nodeId, model, messages }
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
        if (event.type === 'finish') continue
        if (event.type === 'text_was_reasoning') {
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
          isWrong = !isRepair && (task.isWrong?.(text) ?? false)
          if (!isWrong) continue
          ended.abort()
          break
        }
      }
    } catch (error) {
      // A broken or stopped call has used tokens too.
      yield measureCall()
      const fit = mayCutHistory && !isRepair && firstTokenMs === null ? fitAsRefused(error, messages, counted) : null
      const shorter = fit && task.createMessages(fit)
      if (!shorter || countCharacters(shorter) >= countCharacters(messages)) throw error
      messages = shorter
      mayCutHistory = false
      notice = undefined
      continue
    }
    yield measureCall()
    const accepted = task.accept({ messages, text, isWrong, isRepair })
    if ('output' in accepted) return accepted

    signal.throwIfAborted()
    ;({ messages, maxOutputTokens, notice } = accepted)
    isRepair = true
    budget = createCallBudget()
    if (isEmitted) yield { type: 'retracted', field: 'text' }
  }
}

const countCharacters = (messages: readonly ModelMessage[]) => messages.reduce((sum, { content }) => sum + content.length, 0)
