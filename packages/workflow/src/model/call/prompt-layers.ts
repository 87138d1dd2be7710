// The layers of a prompt: what it has beside its author's text and the question, each with a budget in tokens.
import { computeAnswerRoom, type CountTokens, estimateTokens, imageTokens, messageTokens } from '../context-room.ts'
import type { WorkflowInput } from '../node-type.ts'
import type { ModelDescription, ModelMessage } from '../ports.ts'
import type { PromptLayer } from './prompt-layer.ts'
import { fitInstructions, renderInstructions } from './personal-instructions.ts'

/** Tokens reserved for the prompts around passages. */
const promptRoom = 1_024

/**
 * Returns the budget of files or passages: their share of the context, but not more than the question, the expert,
 * the personal instructions and files that are added to the prompts leave.
 */
export function budgetPassages(
  percent: number,
  { contextTokens, question, userPrompt, instructions, addedFiles, images }: WorkflowInput,
  countTokens: CountTokens,
): number {
  const wishes = instructions ? renderInstructions(fitInstructions(instructions, contextTokens)) : ''
  const texts = [question, userPrompt ?? '', addedFiles ?? ''].reduce((sum, text) => sum + countTokens(text), 0)
  const asked = texts + estimateTokens(wishes) + images.length * imageTokens
  const free = contextTokens - computeAnswerRoom(contextTokens) - promptRoom - asked
  return Math.max(0, Math.min(Math.floor((contextTokens * percent) / 100), free))
}

/** Returns the budget of the history: what the answer and the required messages leave of the context. */
export const budgetHistory = (required: readonly ModelMessage[], { contextTokens, countTokens }: ModelDescription): number =>
  contextTokens - computeAnswerRoom(contextTokens) - sumMessageTokens(required, countTokens)

export const countMessageTokens = ({ content, images = [] }: ModelMessage, countTokens: CountTokens): number =>
  messageTokens + countTokens(content) + images.length * imageTokens

export const sumMessageTokens = (messages: readonly ModelMessage[], countTokens: CountTokens): number =>
  messages.reduce((sum, message) => sum + countMessageTokens(message, countTokens), 0)

/** Prints what went along with a call: a line for each layer. */
export const printLayers = (layers: readonly PromptLayer[], countTokens: CountTokens): string =>
  layers
    .map(({ name, countBudget, texts }) => {
      const tokens = texts.reduce((sum, { text }) => sum + countTokens(text), 0)
      return `${name}: ${tokens} of ${countBudget()} tokens, ${texts.length} ${texts.length === 1 ? 'text' : 'texts'}`
    })
    .join('\n')
