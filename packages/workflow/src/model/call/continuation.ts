// Continues an interrupted reply: the model gets its own text, and is asked for the rest. The outcomes of model steps in the earlier run are
// replayed, so that the same branches are taken; all other nodes run again. Only the new text of the interrupted step, and what follows it,
// is emitted.
import type { Language } from '@heddle/contracts/languages'
import { computeAnswerRoom, imageTokens } from '../context-room.ts'
import type { GraphNode } from '../graph/graph.ts'
import type { NodeTypes, WorkflowInput } from '../node-type.ts'
import type { ModelMessage, WorkflowPorts } from '../ports.ts'
import { languageNamesInEnglish } from './response-language.ts'
import type { NodeResult } from '../value.ts'

export type Continuation = {
  /** The model step that is continued; null for a new reply. */
  readonly nodeId: string | null
  /** The outcomes of the earlier run, whose nodes do not run again. */
  readonly replayed: ReadonlyMap<string, NodeResult>
}

/**
 * Returns how a run continues the earlier one. `shownNodes` are the ids that the answers reference, in the order of the reply: the first
 * unfinished model step among them is continued, or the last one that was not skipped: its text was cut, or the outcomes are unknown.
 */
export function planContinuation(
  nodes: readonly GraphNode[],
  shownNodes: readonly string[],
  nodeTypes: NodeTypes,
  { soFar = '', outcomes }: Pick<WorkflowInput, 'soFar' | 'outcomes'>,
): Continuation {
  const models = new Set(nodes.filter(({ type }) => type === 'llm').map(({ id }) => id))
  const cutOff = outcomes && shownNodes.find((id) => models.has(id) && !Object.hasOwn(outcomes, id))
  const last = nodes.findLast(({ id }) => models.has(id) && shownNodes.includes(id) && outcomes?.[id] !== null)?.id
  const nodeId = soFar === '' ? null : (cutOff ?? last ?? null)
  const replayed = nodes.flatMap(({ id, type }): [string, NodeResult][] => {
    const outcome = id === nodeId || !nodeTypes.get(type)?.isReplayed ? undefined : outcomes?.[id]
    return outcome ? [[id, outcome]] : []
  })
  return { nodeId, replayed: new Map(replayed) }
}

/** An upper bound of the tokens of the request and of the chat template. */
const requestRoom = 160
/** The minimum tokens of its own text that a model needs to continue it. */
const minShown = 256

type SoFar = { readonly soFar: string; readonly responseLanguage: Language; readonly contextTokens: number }

/**
 * Returns the messages after the question that make a model continue; an empty list for an answer without text. Of a long answer they have
 * the end, as much as fits the context beside the earlier messages and the rest of the answer.
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

/** Returns the end of a text, of at most `maxTokens`. */
function cutStart(text: string, maxTokens: number, countTokens: (text: string) => number): string {
  let end = text
  // No encoding has more tokens than bytes.
  while (end.length * 3 > maxTokens && countTokens(end) > maxTokens) end = end.slice(Math.ceil(end.length / 4))
  return end.toWellFormed()
}
