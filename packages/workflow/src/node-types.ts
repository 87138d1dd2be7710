// The table of node types: a new one is a file in nodes/ and a line here.
import type { WorkflowNode } from '@heddle/contracts/workflow'
import type { NodeType } from './node-type.ts'
import { answerNode } from './nodes/answer.ts'
import { documentExtractNode } from './nodes/document-extract.ts'
import { llmNode } from './nodes/llm.ts'
import { startNode } from './nodes/start.ts'

type NodeOf<Type extends WorkflowNode['type']> = Extract<WorkflowNode, { type: Type }>

const nodeTypes: { readonly [Type in WorkflowNode['type']]: NodeType<NodeOf<Type>> } = {
  start: startNode,
  document_extract: documentExtractNode,
  llm: llmNode,
  answer: answerNode,
}

/** Returns the type of a node. */
export function nodeTypeOf(node: WorkflowNode): NodeType<WorkflowNode> {
  // The table's type pairs each name with its node, which TypeScript cannot follow through an index.
  return nodeTypes[node.type] as NodeType<WorkflowNode>
}
