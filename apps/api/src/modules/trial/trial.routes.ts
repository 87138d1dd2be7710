import { limits } from '@heddle/contracts/limits'
import { getWorkflowRun, queryWorkflowRuns, runWorkflow, tryAssistant } from '@heddle/contracts/trial/workflow-run'
import type { App } from '../../platform/http/app-instance.ts'
import { sendEventStream } from '../../platform/http/event-stream.ts'
import type { AssistantTrialService } from './assistant-trial.service.ts'
import { presentRun, presentRunItem } from './workflow-run.presenter.ts'
import type { WorkflowRunService } from './workflow-run.service.ts'

type Services = { readonly workflowRuns: WorkflowRunService; readonly assistantTrials: AssistantTrialService }

export function trialRoutes(app: App, { workflowRuns, assistantTrials }: Services) {
  app.route({
    ...runWorkflow,
    bodyLimit: limits.workflowBytes,
    handler: async ({ actor, params, body }, reply) => sendEventStream(reply, await workflowRuns.runWorkflow(actor, params.id, body)),
  })

  app.route({
    ...queryWorkflowRuns,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken } = await workflowRuns.queryWorkflowRuns(actor, params.id, body)
      return { runs: rows.map(presentRunItem), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...getWorkflowRun,
    handler: async ({ actor, params }) => ({ run: presentRun(await workflowRuns.getWorkflowRun(actor, params.id, params.runId)) }),
  })

  app.route({
    ...tryAssistant,
    bodyLimit: limits.trialBytes,
    handler: async ({ actor, body }, reply) => sendEventStream(reply, await assistantTrials.tryAssistant(actor, body)),
  })
}
