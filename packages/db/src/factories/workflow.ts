import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type WorkflowOverrides = Partial<Prisma.WorkflowUncheckedCreateInput>

/** Returns a `WorkflowGraph` of contracts/workflow/workflow-graph.ts that sends the question and the chat's files to the chat's model. */
export const plainChatGraph = (prompt = 'You are a helpful assistant.') => ({
  nodes: [
    { id: 'start', title: 'Start', type: 'start' },
    { id: 'files', title: 'Files', type: 'document_extract', config: { context_percent: 50 } },
    {
      id: 'llm',
      title: 'Model',
      type: 'llm',
      config: {
        model: null,
        prompt: `${prompt}\n\n{{files.text}}`,
        question: '{{start.question}}',
        temperature: null,
        history_messages: 20,
      },
    },
    { id: 'answer', title: 'Answer', type: 'answer', config: { text: '{{llm.text}}' } },
  ],
  edges: [
    { source: 'start', target: 'files' },
    { source: 'files', target: 'llm' },
    { source: 'llm', target: 'answer' },
  ],
})

/** The same without a node for files. */
export function graphWithoutFiles() {
  const { nodes } = plainChatGraph()
  return {
    nodes: nodes.flatMap((node) =>
      node.type === 'document_extract' ? [] : [node.type === 'llm' ? { ...node, config: { ...node.config, prompt: 'Be brief.' } } : node],
    ),
    edges: [
      { source: 'start', target: 'llm' },
      { source: 'llm', target: 'answer' },
    ],
  }
}

/** Inserts a workflow, open to all groups, with its draft published as version 1. */
export async function createWorkflow(db: Queryable, overrides: WorkflowOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  const draft = overrides.draft ?? plainChatGraph()
  return db.workflow.create({
    data: {
      name: localized(`Workflow ${nextNumber()}`),
      ...overrides,
      tenantId,
      draft,
      versions: overrides.versions ?? { create: { number: 1, graph: draft } },
    },
    include: { versions: true },
  })
}

/** Inserts a completed test run of a draft, without a trace; of its own workflow by default. */
export async function createWorkflowRun(db: Queryable, overrides: Partial<Prisma.WorkflowRunUncheckedCreateInput> = {}) {
  const workflowId = overrides.workflowId ?? (await createWorkflow(db)).id
  return db.workflowRun.create({
    data: {
      question: `Question ${nextNumber()}`,
      responseLanguage: 'en',
      outcome: 'completed',
      text: 'Hemp is strong.',
      sources: [],
      notices: [],
      trace: [],
      values: {},
      usage: { input_tokens: 3, output_tokens: 4, reasoning_tokens: 0, estimated: false },
      ms: 5,
      modelName: 'gpt-4o',
      ...overrides,
      workflowId,
    },
  })
}
