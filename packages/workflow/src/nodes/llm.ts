// Calls a language model. Its text is emitted in pieces as it arrives, and so is its reasoning.
import type { LlmNode } from '@heddle/contracts/workflow-graph'
import { computeAnswerRoom, fitsWithoutCounting, imageTokens, messageTokens } from '../context-room.ts'
import type { ModelCallUsage } from '../events.ts'
import { createContinuationMessages } from '../run/continuation.ts'
import { createRepairMessages, watchLanguage } from '../language-repair.ts'
import type { NodeContext, NodeType } from '../node-type.ts'
import { ModelError, type ModelMessage, type ModelUsage } from '../ports.ts'
import { formatLanguageInstruction } from '../response-language.ts'
import { countPromptTokens, estimateUsage } from '../usage-estimate.ts'

export const llmNode: NodeType<LlmNode> = {
  fields: () => ({ text: 'text' }),
  templates: ({ config }) => ({ 'config.prompt': config.prompt, 'config.question': config.question }),
  isReplayed: true,

  async *run(node, context) {
    const { ports, signal, input } = context
    const model = node.config.model ?? input.model
    const { temperature } = node.config
    const unseen = node.config.model === null ? 0 : input.images.length
    if (unseen > 0) yield { type: 'notice', notice: { code: 'images_not_seen', count: unseen } }

    let messages = buildMessages(node, context, fitAsCounted(context))
    let mayCutHistory = true
    // A continuation cannot be retracted: readers have seen the text before it.
    let watch = context.isShown && context.soFar === '' ? watchLanguage(ports, input) : null
    // Calls once, and once more when the answer is in another language.
    for (;;) {
      const ended = new AbortController()
      const calledAt = ports.now()
      let firstTokenMs: number | null = null
      let reported: ModelUsage | undefined
      let reasoning = ''
      let text = ''
      let isWrong = false

      const measureCall = (): ModelCallUsage => ({
        type: 'usage',
        nodeId: node.id,
        model,
        usage:
          reported ?? estimateUsage({ promptTokens: countPromptTokens(messages, ports.countTokens), text, reasoning }, ports.countTokens),
        firstTokenMs,
      })

      yield { type: 'call', nodeId: node.id, messages }
      signal.throwIfAborted()
      try {
        const request = { model, messages, contextTokens: input.contextTokens, ...(temperature === null ? {} : { temperature }) }
        for await (const event of ports.model.generate(request, AbortSignal.any([signal, ended.signal]))) {
          if (event.type === 'usage') {
            reported = event.usage
            continue
          }
          firstTokenMs ??= Math.round(ports.now() - calledAt)
          if (event.type === 'reasoning') {
            reasoning += event.text
            yield event
          } else {
            text += event.text
            yield { type: 'piece', field: 'text', text: event.text }
            isWrong = watch?.isWrong(text) ?? false
            if (!isWrong) continue
            ended.abort()
            break
          }
        }
      } catch (error) {
        // A broken or stopped call has used tokens too.
        yield measureCall()
        const fit = mayCutHistory && firstTokenMs === null ? fitAsRefused(error, messages, context) : null
        const shorter = fit && buildMessages(node, context, fit)
        if (!shorter || shorter.length >= messages.length) throw error
        messages = shorter
        mayCutHistory = false
        continue
      }
      yield measureCall()
      if (!isWrong && !watch?.isWrongAtEnd(text)) return { output: { text } }

      signal.throwIfAborted()
      watch = null
      messages = createRepairMessages(messages, text, input)
      yield { type: 'retracted', field: 'text' }
      yield { type: 'notice', notice: { code: 'language_repaired' } }
    }
  },
}

/** The size of the context, and how a text counts in it. */
type Fit = { readonly contextTokens: number; readonly countTokens: (text: string) => number }

const fitAsCounted = ({ input, ports }: NodeContext): Fit => ({ contextTokens: input.contextTokens, countTokens: ports.countTokens })

/** Returns the fit by the size that the endpoint names in its refusal of a long prompt; null for another error. */
function fitAsRefused(error: unknown, messages: readonly ModelMessage[], { input, ports: { countTokens } }: NodeContext): Fit | null {
  if (!(error instanceof ModelError) || error.code !== 'MODEL_CONTEXT_EXCEEDED') return null
  const { context_tokens: context, prompt_tokens: prompt } = error.params ?? {}
  const contextTokens = Math.min(input.contextTokens, typeof context === 'number' ? context : input.contextTokens / 2)
  const counted = sumMessageTokens(messages, countTokens)
  const ratio = typeof prompt === 'number' ? Math.max(1, prompt / counted) : 1
  return { contextTokens, countTokens: (text) => countTokens(text) * ratio }
}

const countMessageTokens = ({ content, images = [] }: ModelMessage, countTokens: Fit['countTokens']) =>
  messageTokens + countTokens(content) + images.length * imageTokens

const sumMessageTokens = (messages: readonly ModelMessage[], countTokens: Fit['countTokens']) =>
  messages.reduce((sum, message) => sum + countMessageTokens(message, countTokens), 0)

function buildMessages({ config }: LlmNode, { input, ports, soFar, render }: NodeContext, fit: Fit): ModelMessage[] {
  const system = [render(config.prompt), input.userPrompt, formatLanguageInstruction(input.responseLanguage)]
  const prompt: ModelMessage = { role: 'system', content: system.filter((part) => part?.trim()).join('\n\n') }
  // It is unknown whether the node's own model reads images.
  const images = config.model === null ? input.images : []
  const question: ModelMessage = { role: 'user', content: render(config.question), ...(images.length > 0 && { images }) }
  const history = takeLastMessages(input.history, config.history_messages)
  const continued = { ...input, soFar, contextTokens: fit.contextTokens }
  const rest = [question, ...createContinuationMessages(continued, [prompt, question], { ...ports, countTokens: fit.countTokens })]
  return [prompt, ...fitHistory(history, [prompt, ...rest], fit), ...rest]
}

/** Returns the newest messages that fit the model's context beside the required ones and the answer. */
function fitHistory(history: readonly ModelMessage[], rest: readonly ModelMessage[], { contextTokens, countTokens }: Fit) {
  let room = contextTokens - computeAnswerRoom(contextTokens)
  if (fitsWithoutCounting([...rest, ...history], room)) return history
  room -= sumMessageTokens(rest, countTokens)
  let first = history.length
  for (const message of history.toReversed()) {
    room -= countMessageTokens(message, countTokens)
    if (room < 0) break
    first -= 1
  }
  return takeLastMessages(history, history.length - first)
}

function takeLastMessages(history: readonly ModelMessage[], count: number): readonly ModelMessage[] {
  const last = history.slice(Math.max(0, history.length - count))
  // Chat templates of open models reject a conversation that starts with the assistant.
  const firstQuestion = last.findIndex(({ role }) => role === 'user')
  return firstQuestion === -1 ? [] : last.slice(firstQuestion)
}
