// What later nodes may read of a node.
import type { NodeTypes } from '../node-type.ts'
import type { ValueType } from '../value.ts'
import type { GraphNode } from './graph.ts'

/** The fields of a failed node that does not fail the run: the code of the catalogue, and a sentence in the reader's language. */
export const errorFields = { error_code: 'text', error_message: 'text' } as const satisfies Readonly<Record<string, ValueType>>

/** Returns the fields of a node with their types: those of its type, and those of its failure if the run goes on after it. */
export function listFields(node: GraphNode, nodeTypes: NodeTypes): Readonly<Record<string, ValueType>> {
  const fields = nodeTypes.get(node.type)?.fields(node) ?? {}
  return node.on_error === 'default' || node.on_error === 'branch' ? { ...fields, ...errorFields } : fields
}
