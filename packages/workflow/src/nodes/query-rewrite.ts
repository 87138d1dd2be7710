// Writes the question again so that it stands alone, for searches and for other nodes. A reader never sees the call itself.
import type { QueryRewriteNode } from '@heddle/contracts/workflow/workflow-graph'
import { callModel } from '../model-call.ts'
import type { NodeType } from '../node-type.ts'
import type { ModelMessage } from '../ports.ts'
import { type Fit, fitHistory, joinPrompt } from '../prompt-messages.ts'
import { requireFields } from './required-fields.ts'

const instruction = `Rewrite the user's question so that it can be understood without the conversation before it: put in what its pronouns and omissions refer to.
Keep its meaning, its language unless told otherwise below, and all names, numbers and codes. Do not answer it.
Write only the rewritten question, in one paragraph, without quotation marks and without explanations.`

const maxOutputTokens = 1_024

/** The rewritten question: `text`. When no model can write it, that is the question itself. */
export const queryRewriteNode: NodeType<QueryRewriteNode> = {
  fields: () => ({ text: 'text' }),
  templates: ({ config }) => ({ 'config.question': config.question, 'config.instructions': config.instructions }),
  model: ({ config }) => config.model,
  findProblems: ({ config }) => requireFields({ 'config.question': config.question }),
  isReplayed: true,
  replaceFailed: ({ config }, { render }) => ({ text: render(config.question) }),

  async *run({ id, config }, context) {
    const question = context.render(config.question)
    const instructions = context.render(config.instructions)
    // Without a conversation and instructions there is nothing to put into the question.
    if (instructions.trim() === '' && (context.input.history.length === 0 || config.history_messages === 0))
      return { output: { text: question } }
    return yield* callModel(
      {
        nodeId: id,
        model: config.model ?? context.input.model,
        createMessages: (fit) => buildMessages(config, question, instructions, context.input.history, fit),
        temperature: 0,
        maxOutputTokens,
        isEmitted: false,
        accept: ({ text }) => ({ output: { text: text.trim() || question } }),
      },
      context,
    )
  },
}

function buildMessages(
  { history_messages: maxMessages }: QueryRewriteNode['config'],
  question: string,
  instructions: string,
  earlier: readonly ModelMessage[],
  fit: Fit,
): ModelMessage[] {
  const prompt: ModelMessage = { role: 'system', content: joinPrompt([instruction, instructions]) }
  const asked: ModelMessage = { role: 'user', content: question }
  const history = fitHistory(earlier, maxMessages, [prompt, asked], fit)
  if (history.length === 0) return [prompt, asked]
  // As a text: models that are given a conversation continue it, and answer the question.
  const conversation = history.map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`).join('\n\n')
  return [prompt, { role: 'user', content: `The conversation:\n\n${conversation}\n\nThe question to rewrite:\n\n${question}` }]
}
