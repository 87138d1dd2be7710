// The nodes of the palette as they are added to a graph: complete but for what only the author knows.
import { defaultSearchSettings } from '@heddle/contracts/retrieval/search'
import type { WorkflowNode, WorkflowNodeType } from '@heddle/contracts/workflow/workflow-graph'

type Added<Type extends WorkflowNodeType> = Omit<Extract<WorkflowNode, { type: Type }>, 'id' | 'title' | 'type'>

const question = '{{start.question}}'
const asked = { model: null, question, instructions: '', history_messages: 6 }

const added: { readonly [Type in WorkflowNodeType]: Added<Type> } = {
  start: {},
  query_rewrite: { config: asked },
  classifier: { config: { ...asked, categories: [{ id: 'category_1', name: '', description: '' }] } },
  condition: {
    config: { cases: [{ id: 'case_1', label: '', match: 'all', comparisons: [{ value: '', operator: 'equals', compare_to: '' }] }] },
  },
  parameter_extract: { config: { ...asked, parameters: [{ name: 'value_1', type: 'text', description: '', required: true }] } },
  document_extract: { config: { context_percent: 50 } },
  knowledge_retrieval: {
    config: {
      collections: [],
      query: question,
      wordings: '',
      tags: [],
      languages: [],
      ...defaultSearchSettings,
      context_percent: 50,
      on_empty: 'continue',
    },
  },
  dataset_query: { config: { ...asked, datasets: [], max_rows: 50, on_empty: 'continue' } },
  qa_match: { config: { model: null, datasets: [], question, on_empty: 'branch' } },
  llm: { config: { model: null, prompt: '', question, temperature: null, history_messages: 20 } },
  template: { config: { text: '' } },
  http_request: { config: { method: 'GET', url: '', headers: [], body: null, body_type: 'json' }, timeout_s: 30 },
  merge_results: { config: { mode: 'first', sources: [], separator: '\n\n' } },
  answer: { config: { text: '' } },
}

/** Returns a new node of a type. */
export function createNode(type: WorkflowNodeType, id: string, title: string): WorkflowNode {
  // The table pairs each type with its fields, which TypeScript cannot follow through an index.
  return structuredClone({ id, title, type, ...added[type] }) as WorkflowNode
}
