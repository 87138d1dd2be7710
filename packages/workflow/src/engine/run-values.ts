// The outputs of the nodes of a run. All fields of a node that was skipped, or failed into a branch, are empty.
import type { GraphNode } from '../model/graph/graph.ts'
import { listFields } from '../model/graph/fields.ts'
import type { FormatValue, NodeTypes } from '../model/node-type.ts'
import type { LookUp, Reference } from '../model/graph/template.ts'
import { type NodeOutput, renderValue, type TypedValue, type ValueType } from '../model/value.ts'

export type NodeValues = {
  readonly set: (nodeId: string, output: NodeOutput) => void
  /** Returns the value of a field; null when it is empty, and for a node that has not ended. */
  readonly read: (reference: Reference) => TypedValue | null
  /** Returns a field as text, '' when it is empty; undefined for a node that has not ended. */
  readonly lookUp: LookUp
  /** The same with a text form of one's own. */
  readonly lookUpAs: (format: FormatValue) => LookUp
}

/** Creates the values of a new run. */
export function createRunValues(nodes: readonly GraphNode[], nodeTypes: NodeTypes): NodeValues {
  const outputs = new Map<string, NodeOutput>()
  const types = new Map(nodes.map((node): [string, Readonly<Record<string, ValueType>>] => [node.id, listFields(node, nodeTypes)]))

  function read({ nodeId, field }: Reference): TypedValue | null {
    const value = outputs.get(nodeId)?.[field]
    const type = types.get(nodeId)?.[field]
    // The value has its field's type, which TypeScript cannot follow through two look-ups.
    return value === undefined || !type ? null : ({ type, value } as TypedValue)
  }

  const lookUpAs =
    (format: FormatValue): LookUp =>
    (reference) => {
      if (!outputs.has(reference.nodeId)) return undefined
      const found = read(reference)
      return found ? format(found) : ''
    }

  return {
    set: (nodeId, output) => void outputs.set(nodeId, output),
    read,
    lookUp: lookUpAs(({ type, value }) => renderValue(type, value)),
    lookUpAs,
  }
}
