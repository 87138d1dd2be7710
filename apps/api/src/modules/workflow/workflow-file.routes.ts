import { limits } from '@heddle/contracts/limits'
import { exportWorkflow, importWorkflow } from '@heddle/contracts/workflow/workflow'
import type { App } from '../../platform/http/app-instance.ts'
import type { WorkflowFileService } from './workflow-file.service.ts'
import { presentWorkflow } from './workflow.presenter.ts'

export function workflowFileRoutes(app: App, files: WorkflowFileService) {
  app.route({ ...exportWorkflow, handler: ({ actor, params }) => files.exportWorkflow(actor, params.id) })

  app.route({
    ...importWorkflow,
    bodyLimit: limits.workflowBytes,
    handler: async ({ actor, body }) => {
      const { workflow, questions } = await files.importWorkflow(actor, body)
      return { workflow: workflow && presentWorkflow(actor, workflow), questions: [...questions] }
    },
  })
}
