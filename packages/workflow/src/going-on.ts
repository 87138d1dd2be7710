// A reply that was cut off goes on: the model is given what it has said, and asked for the rest. The whole workflow runs again,
// because what it found is not kept; but of the last model step that the answer shows, only what is new is shown, and of what the
// answer has before it nothing. So the rest of an answer of several model steps is the last one's.
import type { Language } from '@heddle/contracts/languages'
import type { WorkflowNode } from '@heddle/contracts/workflow'
import { answerRoom, imageTokens } from './context-room.ts'
import type { ModelMessage, WorkflowPorts } from './ports.ts'
import { languageNamesInEnglish } from './response-language.ts'

/** Returns the node that goes on: the last model step that an answer shows; null when there is none. */
export function findNodeThatGoesOn(nodes: readonly WorkflowNode[], shownNodes: ReadonlySet<string>): string | null {
  return nodes.findLast(({ id, type }) => type === 'llm' && shownNodes.has(id))?.id ?? null
}

/** Tokens of the request and of what a chat template adds to the messages, generously. */
const requestRoom = 160
/** Tokens of its own words that a model needs to go on from there. */
const leastShown = 256

type SoFar = { readonly soFar: string; readonly responseLanguage: Language; readonly contextTokens: number }

/**
 * Returns the messages after the question that have a model go on; none for an answer that had not begun. Of a long answer they have
 * the end, as much as fits the context beside the messages before and the rest of the answer.
 */
export function messagesToGoOn(
  { soFar, responseLanguage, contextTokens }: SoFar,
  messages: readonly ModelMessage[],
  { countTokens }: WorkflowPorts,
): ModelMessage[] {
  if (soFar === '') return []
  const taken = messages.reduce((sum, { content, images = [] }) => sum + countTokens(content) + images.length * imageTokens, requestRoom)
  const left = contextTokens - answerRoom(contextTokens) - taken
  const request = `Your answer above was cut off. Go on exactly where it stops, in ${languageNamesInEnglish[responseLanguage]}: write only the rest, repeat nothing, do not start again, and say nothing about the interruption.`
  return [
    { role: 'assistant', content: endOf(soFar, Math.max(leastShown, Math.min(contextTokens / 2, left)), countTokens) },
    { role: 'user', content: request },
  ]
}

/** The end of a text, of at most so many tokens. */
function endOf(text: string, maxTokens: number, countTokens: (text: string) => number): string {
  let end = text
  // No encoding has more tokens than bytes.
  while (end.length * 3 > maxTokens && countTokens(end) > maxTokens) end = end.slice(Math.ceil(end.length / 4))
  return end.toWellFormed()
}
