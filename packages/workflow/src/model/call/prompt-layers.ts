// The layers of a prompt: what it has beside its author's text and the question, each with a budget in tokens.
import { computeAnswerRoom, type CountTokens, estimateTokens, imageTokens, messageTokens } from '../context-room.ts'
import type { WorkflowInput } from '../node-type.ts'
import type { ModelDescription, ModelMessage } from '../ports.ts'
import { fitInstructions, renderInstructions } from './standing-instructions.ts'

/**
 * The user prompt, the standing instructions of the person and of the folders, earlier messages, and passages of the chat's files and of
 * knowledge collections.
 */
type LayerName = 'expert' | 'person' | 'folder' | 'history' | 'files' | 'passages'

/** `title` names the file, source, folder or part that it is of; null for none, and for a result over a dataset. */
export type LayerText = { readonly title: string | null; readonly text: string; readonly isCut?: boolean }

export type PromptLayer = {
  readonly name: LayerName
  /** Returns the most tokens that it may have in the prompt. */
  readonly countBudget: () => number
  /** The texts of it that went along. */
  readonly texts: readonly LayerText[]
}

/** Tokens reserved for the prompts around passages. */
const promptRoom = 1_024

/**
 * Returns the budget of files or passages: their share of the context, but not more than the question, the expert and
 * the standing instructions leave.
 */
export function budgetPassages(
  percent: number,
  { contextTokens, question, userPrompt, instructions, images }: WorkflowInput,
  countTokens: CountTokens,
): number {
  const wishes = instructions ? renderInstructions(fitInstructions(instructions, contextTokens)) : ''
  const asked = countTokens(question) + countTokens(userPrompt ?? '') + estimateTokens(wishes) + images.length * imageTokens
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
