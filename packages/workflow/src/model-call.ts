// Calls a model for a node: once more with less history when the prompt was too long for it, and once more when its text is not what it has
// to be.
import type { ReplyNotice } from '@heddle/contracts/message'
import type { ModelCallUsage } from './events.ts'
import type { NodeContext, NodeEvent } from './node-type.ts'
import type { ModelMessage, ModelUsage } from './ports.ts'
import { type Fit, fitAsCounted, fitAsRefused } from './prompt-messages.ts'
import { countPromptTokens, estimateUsage } from './usage-estimate.ts'
import type { NodeResult } from './value.ts'

export type ModelTask = {
  readonly nodeId: string
  readonly model: string
  /** Returns the messages that fit. */
  readonly createMessages: (fit: Fit) => readonly ModelMessage[]
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  /** Whether text and reasoning are emitted as they arrive. */
  readonly isEmitted: boolean
  /** Emitted before the call. */
  readonly notice?: ReplyNotice | undefined
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
  const { ports, signal, input } = context
  const { nodeId, model, temperature, isEmitted } = task
  let { maxOutputTokens, notice } = task
  let messages = task.createMessages(fitAsCounted(context))
  let isRepair = false
  let mayCutHistory = true
  for (;;) {
    if (notice) yield { type: 'notice', notice }
    const ended = new AbortController()
    const calledAt = ports.now()
    let firstTokenMs: number | null = null
    let reported: ModelUsage | undefined
    let reasoning = ''
    let text = ''
    let isWrong = false

    const measureCall = (): ModelCallUsage => ({
      type: 'usage',
      nodeId,
      model,
      usage:
        reported ?? estimateUsage({ promptTokens: countPromptTokens(messages, ports.countTokens), text, reasoning }, ports.countTokens),
      firstTokenMs,
    })

    yield { type: 'call', nodeId, messages }
    signal.throwIfAborted()
    try {
      const request = {
        model,
        messages,
        contextTokens: input.contextTokens,
        ...(temperature !== undefined && { temperature }),
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
      }
      for await (const event of ports.model.generate(request, AbortSignal.any([signal, ended.signal]))) {
        if (event.type === 'usage') {
          reported = event.usage
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
      const fit = mayCutHistory && !isRepair && firstTokenMs === null ? fitAsRefused(error, messages, context) : null
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
    if (isEmitted) yield { type: 'retracted', field: 'text' }
  }
}

const countCharacters = (messages: readonly ModelMessage[]) => messages.reduce((sum, { content }) => sum + content.length, 0)
