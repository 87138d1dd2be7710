// Asks a language model. Its text is sent in pieces while it comes; its thought process is told as it is.
import type { LlmNode } from '@heddle/contracts/workflow'
import type { ModelCallUsage } from '../events.ts'
import type { NodeContext, NodeType } from '../node-type.ts'
import type { ModelMessage, ModelUsage, WorkflowPorts } from '../ports.ts'
import { responseLanguageInstruction } from '../response-language.ts'

export const llmNode: NodeType<LlmNode> = {
  fields: ['text'],
  templates: ({ config }) => [config.prompt, config.question],

  async *run(node, context) {
    const { ports, signal, input } = context
    const model = node.config.model ?? input.model
    const messages = buildMessages(node, context)
    const calledAt = ports.now()
    let firstTokenMs: number | null = null
    let reported: ModelUsage | undefined
    let reasoning = ''
    let text = ''

    const measureCall = (): ModelCallUsage => ({
      type: 'usage',
      nodeId: node.id,
      model,
      usage: reported ?? estimateUsage(ports, messages, reasoning, text),
      firstTokenMs,
    })

    try {
      const { temperature } = node.config
      for await (const event of ports.model.generate({ model, messages, ...(temperature === null ? {} : { temperature }) }, signal)) {
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
        }
      }
    } catch (error) {
      // A call that broke or was stopped has used tokens all the same.
      yield measureCall()
      throw error
    }
    yield measureCall()
    return { text }
  },
}

function buildMessages({ config }: LlmNode, { input, render }: NodeContext): ModelMessage[] {
  const system = [render(config.prompt), input.userPrompt, responseLanguageInstruction(input.responseLanguage)]
  return [
    { role: 'system', content: system.filter((part) => part?.trim()).join('\n\n') },
    ...lastMessages(input.history, config.history_messages),
    { role: 'user', content: render(config.question) },
  ]
}

function lastMessages(history: readonly ModelMessage[], count: number): readonly ModelMessage[] {
  const last = history.slice(Math.max(0, history.length - count))
  // Chat templates of open models refuse a conversation that the assistant begins.
  const firstQuestion = last.findIndex(({ role }) => role === 'user')
  return firstQuestion === -1 ? [] : last.slice(firstQuestion)
}

function estimateUsage({ countTokens }: WorkflowPorts, messages: readonly ModelMessage[], reasoning: string, text: string): ModelUsage {
  const nothing = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: true }
  if (reasoning === '' && text === '') return nothing
  const reasoningTokens = countTokens(reasoning)
  return {
    ...nothing,
    inputTokens: messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    outputTokens: reasoningTokens + countTokens(text),
    reasoningTokens,
  }
}
