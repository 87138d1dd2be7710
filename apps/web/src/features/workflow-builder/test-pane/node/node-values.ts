// The values that a node is given when it runs alone.
import { isJsonObject, type ExactJson, readJson, toNumber } from '@heddle/workflow/model/exact-json'
import { listFields } from '@heddle/workflow/model/graph/fields'
import type { GraphNode } from '@heddle/workflow/model/graph/graph'
import { listReferences, type Reference } from '@heddle/workflow/model/graph/template'
import { draftNodeTypes } from '@heddle/workflow/model/node-type-table'
import type { ValueType } from '@heddle/workflow/model/value'
import type { DraftGraph } from '../../graph/draft.ts'

/** A value that a node reads, as the form shows it. */
export type NodeValue = Reference & { readonly title: string; readonly sourceType: string; readonly type: ValueType }

/** Returns the values that the templates of a node read, each once. Passages and rows are not typed by hand. */
export function listNodeValues(graph: DraftGraph, node: GraphNode): readonly NodeValue[] {
  const templates = Object.values(draftNodeTypes.get(node.type)?.templates(node) ?? {})
  const sources = new Map(graph.nodes.map((each) => [each.id, each]))
  const values = templates.flatMap(listReferences).flatMap(({ nodeId, field }) => {
    const source = sources.get(nodeId)
    const type = source && listFields(source, draftNodeTypes)[field]
    return source && type && type !== 'passages' && type !== 'rows'
      ? [{ nodeId, field, title: source.title, sourceType: source.type, type }]
      : []
  })
  return [...new Map(values.map((value) => [formatKey(value), value])).values()]
}

export const formatKey = ({ nodeId, field }: Reference): string => `${nodeId}.${field}`

/** Returns a typed text as a value of a type; undefined when it is none. */
export function parseValue(type: ValueType, text: string): ExactJson | undefined {
  const trimmed = text.trim()
  switch (type) {
    case 'number':
      return trimmed !== '' && Number.isFinite(Number(trimmed)) ? toNumber(trimmed) : undefined
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined
    case 'object': {
      const value = parseJson(trimmed)
      return isJsonObject(value) ? value : undefined
    }
    case 'list': {
      const value = parseJson(trimmed)
      return Array.isArray(value) ? value : trimmed.split('\n').filter((line) => line.trim() !== '')
    }
    default:
      return text
  }
}

function parseJson(text: string): ExactJson | undefined {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}
