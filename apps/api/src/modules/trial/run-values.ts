// The values of other nodes that a node reads when it runs alone.
import type { FieldError } from '@heddle/contracts/errors'
import type { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import type { RunValues } from '@heddle/contracts/trial/workflow-run'
import { listFields } from '@heddle/workflow/model/graph/fields'
import { nodeTypes } from '@heddle/workflow/model/node-type-list'
import { isDefaultValue, type NodeOutput, type Value, type ValueType } from '@heddle/workflow/model/value'

type Types = Readonly<Record<string, ValueType>>
type Outputs = ReadonlyMap<string, NodeOutput>

const listTypes = ({ nodes }: WorkflowGraph) => new Map(nodes.map((node): [string, Types] => [node.id, listFields(node, nodeTypes)]))

/** A name of the caller may be one that every object has. */
const findType = (types: Types | undefined, field: string) => (types && Object.hasOwn(types, field) ? types[field] : undefined)

/** Returns what is wrong with values that a caller gives: each has to be of a field of the graph, and of its type. */
export function checkValues(graph: WorkflowGraph, values: RunValues): FieldError[] {
  const types = listTypes(graph)
  return Object.entries(values).flatMap(([nodeId, output]) =>
    Object.entries(output).flatMap(([field, value]): FieldError[] => {
      const type = findType(types.get(nodeId), field)
      if (type && isDefaultValue(type, value)) return []
      return [{ path: `body/values/${nodeId}/${field}`, message: type ? `Not of the type ${type}` : 'Not a field of the graph' }]
    }),
  )
}

/** Returns the given values and, where there are none, those of a kept run that the graph still has. */
export function joinValues(graph: WorkflowGraph, given: RunValues, kept: RunValues): Outputs {
  const outputs = [...listTypes(graph)].map(([nodeId, types]): [string, NodeOutput] => {
    const isKept = ([field, value]: [string, unknown]) => {
      const type = findType(types, field)
      // Passages are a list of our own making there.
      return type !== undefined && (type === 'passages' ? Array.isArray(value) : isDefaultValue(type, value))
    }
    const fields = [...Object.entries(kept[nodeId] ?? {}).filter(isKept), ...Object.entries(given[nodeId] ?? {})]
    // Both have been checked against the types of the fields.
    return [nodeId, Object.fromEntries(fields) as Record<string, Value>]
  })
  return new Map(outputs.filter(([, output]) => Object.keys(output).length > 0))
}
