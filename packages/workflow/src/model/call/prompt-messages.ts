// The messages of a model call: as much of the chat's history as fits beside what is asked.
import { computeAnswerRoom, fitsWithoutCounting } from '../context-room.ts'
import { type ModelDescription, ModelError, type ModelMessage } from '../ports.ts'
import { budgetHistory, countMessageTokens, sumMessageTokens } from './prompt-layers.ts'

/** The size of the context, how a text counts in it, and whether it may have images. */
export type Fit = ModelDescription

type Prompt = { readonly fit: Fit; readonly messages: readonly ModelMessage[] }

/** What is left of a prompt that is refused without its true size, by the calls that are left: the last one has no history. */
const chooseShare = (remainingCalls: number) => (remainingCalls <= 1 ? 0 : remainingCalls === 2 ? 0.25 : 0.5)

/**
 * Returns a shorter prompt than one that was refused as too long: by the sizes that the refusal names or, where these change nothing, a
 * share of it. Null for another error, without a call left, and when no history is left to cut.
 */
export function shortenRefused(
  error: unknown,
  { fit, messages, remainingCalls }: Prompt & { readonly remainingCalls: number },
  createMessages: (fit: Fit) => readonly ModelMessage[],
): Prompt | null {
  if (!(error instanceof ModelError) || error.code !== 'MODEL_CONTEXT_EXCEEDED' || remainingCalls <= 0) return null
  const { context_tokens: context, prompt_tokens: prompt } = error.params ?? {}
  const sent = sumMessageTokens(messages, fit.countTokens)
  const named = typeof context === 'number' ? Math.min(fit.contextTokens, context) : fit.contextTokens
  const ratio = typeof prompt === 'number' ? Math.max(1, prompt / sent) : 1
  const bySize = { ...fit, contextTokens: named, countTokens: (text: string) => fit.countTokens(text) * ratio }
  const byShare = { ...fit, contextTokens: Math.min(named, addAnswerRoom(sent * chooseShare(remainingCalls))) }
  for (const each of typeof prompt === 'number' || remainingCalls > 1 ? [bySize, byShare] : [byShare]) {
    const shorter = createMessages(each)
    if (countCharacters(shorter) < countCharacters(messages)) return { fit: each, messages: shorter }
  }
  return null
}

/** Returns the context that leaves so many tokens to a prompt. */
const addAnswerRoom = (promptTokens: number) => Math.min(promptTokens * (4 / 3), promptTokens + computeAnswerRoom(Number.POSITIVE_INFINITY))

const countCharacters = (messages: readonly ModelMessage[]) => messages.reduce((sum, { content }) => sum + content.length, 0)

/** Returns the newest of at most `maxMessages` that fit the model's context beside the required ones and the answer. */
export function fitHistory(
  history: readonly ModelMessage[],
  maxMessages: number,
  required: readonly ModelMessage[],
  fit: Fit,
): readonly ModelMessage[] {
  const { contextTokens, countTokens } = fit
  const last = takeLastMessages(history, maxMessages)
  if (last.length === 0 || fitsWithoutCounting([...required, ...last], contextTokens - computeAnswerRoom(contextTokens))) return last
  let room = budgetHistory(required, fit)
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
