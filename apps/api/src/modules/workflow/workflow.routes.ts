import { limits } from '@heddle/contracts/limits'
import {
  createWorkflow,
  deleteWorkflow,
  duplicateWorkflow,
  getWorkflow,
  getWorkflowSite,
  listNodeTypes,
  queryWorkflows,
  saveWorkflowDraft,
  updateWorkflow,
} from '@heddle/contracts/workflow/workflow'
import { WorkflowNode } from '@heddle/contracts/workflow/workflow-graph'
import { z } from 'zod'
import type { App } from '../../platform/http/app-instance.ts'
import { presentTime } from '../../platform/http/presenting.ts'
import { presentWorkflow, presentWorkflowItem } from './workflow.presenter.ts'
import type { SiteReader } from './workflow-site.ts'
import type { WorkflowService } from './workflow.service.ts'

/** The types of node as the wire has them: what they are called and what they do is the web's to say. */
const nodeTypes = WorkflowNode.options.map((schema) => ({ type: schema.shape.type.value, schema: z.toJSONSchema(schema, { io: 'input' }) }))

export function workflowRoutes(app: App, workflows: WorkflowService, readSite: SiteReader) {
  app.route({
    ...queryWorkflows,
    handler: async ({ actor, body }) => {
      const { rows, nextPageToken, total, totalExceeds } = await workflows.queryWorkflows(actor, body)
      return {
        workflows: rows.map((row) => presentWorkflowItem(actor, row)),
        next_page_token: nextPageToken,
        total,
        total_exceeds: totalExceeds,
      }
    },
  })

  app.route({
    ...createWorkflow,
    bodyLimit: limits.workflowBytes,
    handler: async ({ actor, body }) => ({ workflow: presentWorkflow(actor, await workflows.createWorkflow(actor, body.workflow)) }),
  })

  app.route({ ...getWorkflowSite, handler: async ({ actor }) => ({ site: await readSite(actor) }) })

  app.route({ ...listNodeTypes, handler: async () => ({ node_types: nodeTypes }) })

  app.route({
    ...getWorkflow,
    handler: async ({ actor, params }) => ({ workflow: presentWorkflow(actor, await workflows.getWorkflow(actor, params.id)) }),
  })

  app.route({
    ...updateWorkflow,
    handler: async ({ actor, params, body }) => ({
      workflow: presentWorkflow(actor, await workflows.updateWorkflow(actor, params.id, body)),
    }),
  })

  app.route({
    ...saveWorkflowDraft,
    bodyLimit: limits.workflowBytes,
    handler: async ({ actor, params, body }) => {
      const { revision, hasChanges, updatedAt } = await workflows.saveWorkflowDraft(actor, params.id, body)
      return { revision, has_changes: hasChanges, updated_at: presentTime(updatedAt) }
    },
  })

  app.route({
    ...duplicateWorkflow,
    handler: async ({ actor, params, body }) => ({
      workflow: presentWorkflow(actor, await workflows.duplicateWorkflow(actor, params.id, body)),
    }),
  })

  app.route({
    ...deleteWorkflow,
    handler: async ({ actor, params }) => {
      await workflows.deleteWorkflow(actor, params.id)
      return { success: true as const }
    },
  })
}
