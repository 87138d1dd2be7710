// The node types: a new one is a file in nodes/ and a line here.
import type { WorkflowNode } from '@heddle/contracts/workflow-graph'
import type { NodeType, NodeTypes } from './node-type.ts'
import { answerNode } from './nodes/answer.ts'
import { documentExtractNode } from './nodes/document-extract.ts'
import { llmNode } from './nodes/llm.ts'
import { startNode } from './nodes/start.ts'

type NodeOf<Type extends WorkflowNode['type']> = Extract<WorkflowNode, { type: Type }>

const table: { readonly [Type in WorkflowNode['type']]: NodeType<NodeOf<Type>> } = {
  start: startNode,
  document_extract: documentExtractNode,
  llm: llmNode,
  answer: answerNode,
}

/** The node types of the product. */
// The table's type pairs each name with its node, which TypeScript cannot follow through a map.
export const nodeTypes: NodeTypes = new Map(Object.entries(table) as [string, NodeType][])
