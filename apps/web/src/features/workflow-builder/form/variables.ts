// What a node may read: the fields of the nodes before it.
import { listFields } from '@heddle/workflow/model/graph/fields'
import { findReachable, type Graph, listNeighbours } from '@heddle/workflow/model/graph/graph'
import { draftNodeTypes } from '@heddle/workflow/model/node-type-table'
import type { ValueType } from '@heddle/workflow/model/value'

export type Variable = {
  readonly nodeId: string
  readonly title: string
  readonly field: string
  readonly label: string
  readonly type: ValueType
}

/** Returns the label of a field that a node of a type gives to later ones. */
type FormatOutput = (type: string, field: string) => string

/** Returns the variables of the nodes that lead to a node, the nearest last in the graph first. */
export function listVariables(graph: Graph, id: string, formatOutput: FormatOutput): readonly Variable[] {
  const before = findReachable(id, listNeighbours(graph, 'backward'))
  return graph.nodes
    .filter((node) => before.has(node.id) && node.id !== id)
    .flatMap((node) =>
      Object.entries(listFields(node, draftNodeTypes)).map(([field, type]) => ({
        nodeId: node.id,
        title: node.title,
        field,
        label: formatOutput(node.type, field),
        type,
      })),
    )
}

/**
 * An opened `{{` or a `/` at the beginning of a word, with what follows it up to the caret: a title in any script, which may have spaces.
 * Input methods for Chinese and Japanese write both marks in full width.
 */
const trigger = /(?:(?:\{\{|｛｛)\s*|(?<=^|\s)[/／](?! ))([\p{L}\p{M}\p{N}_. ]*)$/u

/** Returns where a reference is being typed and its keyword; null elsewhere. */
export function findTrigger(text: string, caret: number): { start: number; keyword: string } | null {
  const match = trigger.exec(text.slice(0, caret))
  return match ? { start: match.index, keyword: match[1] ?? '' } : null
}

/** Folds the case, the width, and the accents of Latin letters, which the tone marks of Vietnamese are typed after. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()

/** Returns the variables whose title, label, node or field contains the keyword. */
export function filterVariables(variables: readonly Variable[], keyword: string): readonly Variable[] {
  const wanted = fold(keyword)
  return variables.filter(({ nodeId, title, field, label }) => fold(`${title} ${label} ${nodeId}.${field}`).includes(wanted))
}
