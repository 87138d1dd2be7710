// The messages of a model call: as much of the chat's history as fits beside what is asked.
import { computeAnswerRoom, fitsWithoutCounting, imageTokens, messageTokens } from './context-room.ts'
import { type ModelDescription, ModelError, type ModelMessage } from './ports.ts'

/** The size of the context, how a text counts in it, and whether it may have images. */
export type Fit = ModelDescription

/** Returns the fit by the size that the endpoint names in its refusal of a long prompt; null for another error. */
export function fitAsRefused(error: unknown, messages: readonly ModelMessage[], counted: Fit): Fit | null {
  if (!(error instanceof ModelError) || error.code !== 'MODEL_CONTEXT_EXCEEDED') return null
  const { context_tokens: context, prompt_tokens: prompt } = error.params ?? {}
  const contextTokens = Math.min(counted.contextTokens, typeof context === 'number' ? context : counted.contextTokens / 2)
  const ratio = typeof prompt === 'number' ? Math.max(1, prompt / sumMessageTokens(messages, counted.countTokens)) : 1
  return { ...counted, contextTokens, countTokens: (text) => counted.countTokens(text) * ratio }
}

const countMessageTokens = ({ content, images = [] }: ModelMessage, countTokens: Fit['countTokens']) =>
  messageTokens + countTokens(content) + images.length * imageTokens

const sumMessageTokens = (messages: readonly ModelMessage[], countTokens: Fit['countTokens']) =>
  messages.reduce((sum, message) => sum + countMessageTokens(message, countTokens), 0)

/** Returns the newest of at most `maxMessages` that fit the model's context beside the required ones and the answer. */
export function fitHistory(
  history: readonly ModelMessage[],
  maxMessages: number,
  required: readonly ModelMessage[],
  { contextTokens, countTokens }: Fit,
): readonly ModelMessage[] {
  const last = takeLastMessages(history, maxMessages)
  let room = contextTokens - computeAnswerRoom(contextTokens)
  if (last.length === 0 || fitsWithoutCounting([...required, ...last], room)) return last
  room -= sumMessageTokens(required, countTokens)
  let first = last.length
  for (const message of last.toReversed()) {
    room -= countMessageTokens(message, countTokens)
    if (room < 0) break
    first -= 1
  }
  return takeLastMessages(last, last.length - first)
}

function takeLastMessages(history: readonly ModelMessage[], count: number): readonly ModelMessage[] {
  const last = history.slice(Math.max(0, history.length - count))
  // Chat templates of open models reject a conversation that starts with the assistant.
  const firstQuestion = last.findIndex(({ role }) => role === 'user')
  return firstQuestion === -1 ? [] : last.slice(firstQuestion)
}

/** Returns the system prompt, as much of the history as fits, and the question. */
export function fitMessages(
  prompt: string,
  question: string,
  history: readonly ModelMessage[],
  maxMessages: number,
  fit: Fit,
): ModelMessage[] {
  const system: ModelMessage = { role: 'system', content: prompt }
  const asked: ModelMessage = { role: 'user', content: question }
  return [system, ...fitHistory(history, maxMessages, [system, asked], fit), asked]
}

/** Returns the paragraphs of a prompt, without empty ones. */
export const joinPrompt = (parts: readonly (string | null)[]): string => parts.filter((part) => part?.trim()).join('\n\n')
