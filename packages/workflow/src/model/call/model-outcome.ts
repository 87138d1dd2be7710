// How a call of a model has ended, and what that means for its node. With model-outcome.test.ts it is the table of outcomes.
import { type FinishReason, ModelError, type ModelErrorCode, type ModelMessage, type ToolCall } from '../ports.ts'
import { WorkflowError } from '../workflow-error.ts'

export type EmptyCode = Extract<ModelErrorCode, 'MODEL_EMPTY' | 'MODEL_ONLY_THOUGHT' | 'MODEL_THOUGHT_TO_LIMIT' | 'MODEL_TOOL_CALL'>

/** A whole text, one that the model's limit has cut, or the error of a reply without text. */
export type CallOutcome = 'whole' | 'cut' | EmptyCode

export type EndedCall = {
  readonly text: string
  readonly reasoning: string
  /** None of them was offered to the model. */
  readonly toolCalls?: readonly ToolCall[]
  readonly finish: FinishReason
}

/** Returns the outcome of a call that has not failed. A text of blanks is none; a call of a tool beside a text is left out. */
export function readOutcome({ text, reasoning, toolCalls = [], finish }: EndedCall): CallOutcome {
  if (text.trim() !== '') return finish === 'length' ? 'cut' : 'whole'
  // Some servers name the end alone: their parser has taken the call out of the text.
  if (toolCalls.length > 0 || finish === 'tool_calls') return 'MODEL_TOOL_CALL'
  if (reasoning.trim() === '') return 'MODEL_EMPTY'
  return finish === 'length' ? 'MODEL_THOUGHT_TO_LIMIT' : 'MODEL_ONLY_THOUGHT'
}

export const isEmpty = (outcome: CallOutcome): outcome is EmptyCode => outcome !== 'whole' && outcome !== 'cut'

export type ModelText = {
  /** Those of its call. */
  readonly messages: readonly ModelMessage[]
  readonly text: string
  readonly outcome: CallOutcome
  /** Whether its watch has ended the call. */
  readonly isWrong: boolean
  readonly isRepair: boolean
}

/** Throws for a reply without text. */
export function requireText({ outcome }: Pick<ModelText, 'outcome'>): void {
  if (isEmpty(outcome)) throw new ModelError(outcome)
}

/** Returns the error of an answer that is of no use, or was cut, after its repair. */
export const toAnswerError = ({ outcome }: Pick<ModelText, 'outcome'>): ModelError | WorkflowError =>
  isEmpty(outcome) ? new ModelError(outcome) : new WorkflowError('WORKFLOW_OUTPUT_INVALID')

/** The characters of a wrong answer that its repair shows to the model. */
const maxShown = 4_000

/** Returns the messages that ask for an answer once more, after those of the first call; none after one without text. */
export function createRepairRequest({ text, outcome }: Pick<ModelText, 'text' | 'outcome'>, request: string): ModelMessage[] {
  // Chat templates reject an empty message.
  if (isEmpty(outcome)) return []
  return [
    { role: 'assistant', content: text.slice(0, maxShown).toWellFormed() },
    { role: 'user', content: request },
  ]
}
