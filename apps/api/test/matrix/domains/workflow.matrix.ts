import { createAssistant } from '@heddle/db/factories/assistant'
import { createEvalRun } from '@heddle/db/factories/evaluation'
import { plainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import { byId, type MatrixPart, type RequestContext, revisionOf } from '../part.ts'

const findRevision = ({ db, target: { id } }: RequestContext) => revisionOf(db.workflow.findUnique({ where: { id } }))

const settings = { allow_user_prompt: false, open_to_all_groups: true, allowed_models: ['demo'] }

export const workflowMatrix = {
  bodies: {
    createWorkflow: ({ thing, target: { id } }) => ({
      workflow: { name: 'Dyeing', graph: plainChatGraph(), ...(thing.includes('group') && { group_id: id }) },
    }),
    updateWorkflow: async (context) => ({ revision: await findRevision(context), workflow: { name: 'Dyeing', ...settings } }),
    saveWorkflowDraft: async (context) => ({ revision: await findRevision(context), graph: plainChatGraph('Dye.'), layout: {} }),
    duplicateWorkflow: () => ({ name: 'Dyeing, too' }),
    publishWorkflow: async (context) => ({ revision: await findRevision(context), note: 'Fewer colors' }),
    // Fewer conditions, or looser ones, want more than the permission.
    updateWorkflowGate: async ({ db, target: { id } }) => {
      const gate = db.workflowGate.findUnique({ where: { workflowId: id } })
      return { revision: await revisionOf(gate), conditions: (await gate)?.conditions ?? [] }
    },
    restoreWorkflowVersion: async (context) => ({ revision: await findRevision(context) }),
    importWorkflow: () => ({
      file: { format: 'heddle.workflow/1', name: 'Dyeing', description: '', ...settings, graph: plainChatGraph(), layout: {} },
    }),
  },
  things: {
    'a workflow of the tenant': byId(({ db, here }) => createWorkflow(db, { tenantId: here.id })),
    'a workflow of another tenant': byId(({ db, elsewhere }) => createWorkflow(db, { tenantId: elsewhere.id })),
    'a changed workflow': byId(({ db, here }) =>
      createWorkflow(db, {
        tenantId: here.id,
        draft: plainChatGraph('Another prompt.'),
        versions: { create: { number: 1, graph: plainChatGraph() } },
      }),
    ),
    'a workflow with conditions': byId(async ({ db, here }) => {
      const workflow = await createWorkflow(db, { tenantId: here.id })
      const { datasetId } = await createEvalRun(db, { tenantId: here.id, workflowId: workflow.id, repeats: 3 })
      const condition = { dataset_id: datasetId, metric: 'overall', at_least: 0.5, at_most_worse: null, repeats: 3, judge_model: null }
      await db.workflowGate.create({ data: { workflowId: workflow.id, conditions: [condition] } })
      return workflow
    }),
    'a workflow that an assistant uses': byId(async ({ db, here }) => {
      const workflow = await createWorkflow(db, { tenantId: here.id })
      await createAssistant(db, { tenantId: here.id, workflowId: workflow.id })
      return workflow
    }),
  },
} satisfies MatrixPart
