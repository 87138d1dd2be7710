// The outputs of the nodes of a run. All fields of a node that was skipped, or failed into a branch, are empty.
import type { GraphNode } from '../graph/graph.ts'
import type { NodeTypes } from '../node-type.ts'
import type { LookUp, Reference } from '../graph/template.ts'
import { type NodeOutput, renderValue, type Value, type ValueType } from '../value.ts'

export type RunValues = {
  readonly set: (nodeId: string, output: NodeOutput) => void
  /** Returns the value of a field; null when it is empty, and for a node that has not ended. */
  readonly read: (reference: Reference) => Value | null
  /** Returns a field as text, '' when it is empty; undefined for a node that has not ended. */
  readonly lookUp: LookUp
}

/** Creates the values of a new run. */
export function createRunValues(nodes: readonly GraphNode[], nodeTypes: NodeTypes): RunValues {
  const outputs = new Map<string, NodeOutput>()
  const types = new Map(
    nodes.map((node): [string, Readonly<Record<string, ValueType>>] => [node.id, nodeTypes.get(node.type)?.fields(node) ?? {}]),
  )
  const read = ({ nodeId, field }: Reference) => outputs.get(nodeId)?.[field] ?? null
  return {
    set: (nodeId, output) => void outputs.set(nodeId, output),
    read,
    lookUp(reference) {
      if (!outputs.has(reference.nodeId)) return undefined
      const value = read(reference)
      const type = types.get(reference.nodeId)?.[reference.field]
      return value === null || !type ? '' : renderValue(type, value)
    },
  }
}
