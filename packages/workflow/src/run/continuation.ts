// A reply that was cut off goes on: the model is given what it has said, and asked for the rest. What the run before had from models
// is replayed, so that the same branches are taken; all other nodes run again. Of the model step that was cut off only what is new is
// shown, and of what the reply has before it nothing.
import type { Language } from '@heddle/contracts/languages'
import { computeAnswerRoom, imageTokens } from '../context-room.ts'
import type { GraphNode } from '../graph/graph.ts'
import type { NodeTypes, WorkflowInput } from '../node-type.ts'
import type { ModelMessage, WorkflowPorts } from '../ports.ts'
import { languageNamesInEnglish } from '../response-language.ts'
import type { NodeResult } from '../value.ts'

export type Continuation = {
  /** The model step that goes on; null for a reply that begins. */
  readonly nodeId: string | null
  /** What nodes came to in the run before, and are not asked again. */
  readonly replayed: ReadonlyMap<string, NodeResult>
}

/**
 * Returns how a run goes on from the one before. `shownNodes` are the ids that the answers name, in the order of the reply: the first
 * model step among them that had not ended goes on, or the last one where nothing is known of the run before.
 */
export function planContinuation(
  nodes: readonly GraphNode[],
  shownNodes: readonly string[],
  nodeTypes: NodeTypes,
  { soFar = '', outcomes }: Pick<WorkflowInput, 'soFar' | 'outcomes'>,
): Continuation {
  const models = new Set(nodes.filter(({ type }) => type === 'llm').map(({ id }) => id))
  const cutOff = outcomes && shownNodes.find((id) => models.has(id) && !Object.hasOwn(outcomes, id))
  const last = nodes.findLast(({ id }) => models.has(id) && shownNodes.includes(id))?.id
  const nodeId = soFar === '' ? null : (cutOff ?? last ?? null)
  const replayed = nodes.flatMap(({ id, type }): [string, NodeResult][] => {
    const outcome = id === nodeId || !nodeTypes.get(type)?.isReplayed ? undefined : outcomes?.[id]
    return outcome ? [[id, outcome]] : []
  })
  return { nodeId, replayed: new Map(replayed) }
}

/** Tokens of the request and of what a chat template adds to the messages, generously. */
const requestRoom = 160
/** Tokens of its own words that a model needs to go on from there. */
const minShown = 256

type SoFar = { readonly soFar: string; readonly responseLanguage: Language; readonly contextTokens: number }

/**
 * Returns the messages after the question that have a model go on; none for an answer that had not begun. Of a long answer they have
 * the end, as much as fits the context beside the messages before and the rest of the answer.
 */
export function createContinuationMessages(
  { soFar, responseLanguage, contextTokens }: SoFar,
  messages: readonly ModelMessage[],
  { countTokens }: WorkflowPorts,
): ModelMessage[] {
  if (soFar === '') return []
  const taken = messages.reduce((sum, { content, images = [] }) => sum + countTokens(content) + images.length * imageTokens, requestRoom)
  const available = contextTokens - computeAnswerRoom(contextTokens) - taken
  const request = `Your answer above was cut off. Go on exactly where it stops, in ${languageNamesInEnglish[responseLanguage]}: write only the rest, repeat nothing, do not start again, and say nothing about the interruption.`
  return [
    { role: 'assistant', content: cutStart(soFar, Math.max(minShown, Math.min(contextTokens / 2, available)), countTokens) },
    { role: 'user', content: request },
  ]
}

/** The end of a text, of at most so many tokens. */
function cutStart(text: string, maxTokens: number, countTokens: (text: string) => number): string {
  let end = text
  // No encoding has more tokens than bytes.
  while (end.length * 3 > maxTokens && countTokens(end) > maxTokens) end = end.slice(Math.ceil(end.length / 4))
  return end.toWellFormed()
}
