// Chooses a category. The model is given numbered categories and answers with a number: shorter and safer to read than a name.
import { type ClassifierNode, errorHandle, otherHandle } from '@heddle/contracts/workflow/workflow-graph'
import { toAsciiDigits } from '../digits.ts'
import { callModel, type Repair } from '../call/model-call.ts'
import { createRepairRequest, type ModelText, toAnswerError } from '../call/model-outcome.ts'
import type { NodeContext, NodeProblem, NodeType } from '../node-type.ts'
import type { ModelMessage } from '../ports.ts'
import { type Fit, fitMessages, joinPrompt } from '../call/prompt-messages.ts'
import type { NodeResult } from '../value.ts'
import { findRepeated, requireFields } from './required-fields.ts'

/** A number has few tokens. */
const maxOutputTokens = 16
/** For a model whose thoughts or words have filled the first answer. */
const maxThinkingTokens = 2_048

/** The chosen category: its id in `category`, which is also the handle, and its `name`. */
export const classifierNode: NodeType<ClassifierNode> = {
  fields: () => ({ category: 'text', name: 'text' }),
  handles: ({ config }) => [...config.categories.map(({ id }) => id), otherHandle],
  chooseDefaultHandle: ({ config }, { category }) => config.categories.find(({ id }) => id === category)?.id ?? otherHandle,
  templates: ({ config }) => ({ 'config.question': config.question, 'config.instructions': config.instructions }),
  model: ({ config }) => config.model,
  findProblems: ({ config }) => [
    ...requireFields({
      'config.question': config.question,
      ...Object.fromEntries(config.categories.map(({ name }, at) => [`config.categories.${at}.name`, name])),
    }),
    ...checkCategories(config.categories),
  ],
  isReplayed: true,

  run({ id, config }, context) {
    const { categories } = config

    function accept(call: ModelText): NodeResult | Repair {
      const number = call.outcome === 'whole' ? readNumber(call.text, categories.length) : null
      if (number === null && call.isRepair) throw toAnswerError(call)
      if (number === null) return createRepair(call, categories.length)
      const chosen = categories[number - 1]
      return { output: { category: chosen?.id ?? otherHandle, name: chosen?.name ?? '' }, handle: chosen?.id ?? otherHandle }
    }

    return callModel(
      {
        nodeId: id,
        model: config.model ?? context.input.model,
        createMessages: (fit) => buildMessages(config, context, fit),
        temperature: 0,
        maxOutputTokens,
        isEmitted: false,
        accept,
      },
      context,
    )
  },
}

function buildMessages(config: ClassifierNode['config'], { input, render }: NodeContext, fit: Fit): ModelMessage[] {
  const list = config.categories.map(({ name, description }, at) => `${at + 1}. ${name}${description.trim() && `: ${description}`}`)
  const prompt = joinPrompt([
    'Choose the category to which the last message of the user belongs. Do not answer the message.',
    render(config.instructions),
    [...list, '0. None of these'].join('\n'),
    'Answer only with the number of the category.',
  ])
  return fitMessages(prompt, render(config.question), input.history, config.history_messages, fit)
}

const createRepair = (call: ModelText, count: number): Repair => ({
  added: createRepairRequest(call, `Answer with one number from 0 to ${count}, and nothing else.`),
  maxOutputTokens: call.outcome === 'whole' ? maxOutputTokens : maxThinkingTokens,
})

/** Returns the number of a category, 0 for none of them; null when the text names no number of the list, or several. */
function readNumber(text: string, count: number): number | null {
  const answer = toAsciiDigits(text.replace(/^[^]*<\/think>/, '')).normalize('NFKC')
  const numbers = new Set(answer.match(/\d+/g)?.map(Number))
  const [number] = numbers
  return numbers.size === 1 && number !== undefined && number <= count ? number : null
}

function checkCategories(categories: ClassifierNode['config']['categories']): NodeProblem[] {
  if (categories.length === 0) return [{ field: 'config.categories', code: 'handle_missing', message: 'There is no category.' }]
  const ids = categories.map(({ id }) => id)
  return findRepeated(ids, [otherHandle, errorHandle]).map((at) => ({
    field: `config.categories.${at}.id`,
    code: 'handle_repeated',
    message: `The id "${ids[at]}" is taken.`,
  }))
}
