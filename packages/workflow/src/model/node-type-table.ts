// The table of node types: a new one is a file in nodes/ and a line here.
import type { WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import type { NodeType, NodeTypes } from './node-type.ts'
import { answerNode } from './nodes/answer.ts'
import { classifierNode } from './nodes/classifier.ts'
import { conditionNode } from './nodes/condition.ts'
import { datasetQueryNode } from './nodes/dataset-query.ts'
import { documentExtractNode } from './nodes/document-extract.ts'
import { httpRequestNode } from './nodes/http-request.ts'
import { knowledgeRetrievalNode } from './nodes/knowledge-retrieval.ts'
import { type CompileSchema, createLlmNode } from './nodes/llm.ts'
import { mergeResultsNode } from './nodes/merge-results.ts'
import { parameterExtractNode } from './nodes/parameter-extract.ts'
import { qaMatchNode } from './nodes/qa-match.ts'
import { queryRewriteNode } from './nodes/query-rewrite.ts'
import { startNode } from './nodes/start.ts'
import { templateNode } from './nodes/template.ts'

type NodeOf<Type extends WorkflowNode['type']> = Extract<WorkflowNode, { type: Type }>

const createTable = (compileSchema: CompileSchema): { readonly [Type in WorkflowNode['type']]: NodeType<NodeOf<Type>> } => ({
  start: startNode,
  query_rewrite: queryRewriteNode,
  classifier: classifierNode,
  condition: conditionNode,
  parameter_extract: parameterExtractNode,
  document_extract: documentExtractNode,
  knowledge_retrieval: knowledgeRetrievalNode,
  dataset_query: datasetQueryNode,
  qa_match: qaMatchNode,
  llm: createLlmNode(compileSchema),
  template: templateNode,
  http_request: httpRequestNode,
  merge_results: mergeResultsNode,
  answer: answerNode,
})

/** Returns the node types, which check the schemas of answers by `compileSchema`. */
// The table's type pairs each name with its node, which TypeScript cannot follow through a map.
export const createNodeTypes = (compileSchema: CompileSchema): NodeTypes =>
  new Map(Object.entries(createTable(compileSchema)) as [string, NodeType][])

/** The node types for what reads no schema of an answer: they take each for valid, and run no node. */
export const draftNodeTypes = createNodeTypes(() => null)
