import { limits } from '@heddle/contracts/limits'
import { testDatasetQuery } from '@heddle/contracts/trial/query-test'
import { getWorkflowRun, queryWorkflowRuns, runWorkflow, tryAssistant } from '@heddle/contracts/trial/workflow-run'
import type { App } from '../../platform/http/app-instance.ts'
import { sendEventStream } from '../../platform/http/event-stream.ts'
import { createDisconnectSignal } from '../../platform/http/leaving.ts'
import type { AssistantTrialService } from './assistant-trial.service.ts'
import type { QueryTestService } from './query-test.service.ts'
import { presentRun, presentRunItem } from './workflow-run.presenter.ts'
import type { WorkflowRunService } from './workflow-run.service.ts'

type Services = {
  readonly workflowRuns: WorkflowRunService
  readonly assistantTrials: AssistantTrialService
  readonly queryTests: QueryTestService
}

export function trialRoutes(app: App, { workflowRuns, assistantTrials, queryTests }: Services) {
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

  app.route({
    ...testDatasetQuery,
    handler: async ({ actor, params, body }, reply) => ({
      test: await queryTests.testDatasetQuery(actor, params.id, body, createDisconnectSignal(reply)),
    }),
  })
}
