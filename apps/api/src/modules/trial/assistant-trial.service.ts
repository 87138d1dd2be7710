// Trying an assistant before it is saved: its published workflow answers, and no chat is left.
import type { tryAssistant } from '@heddle/contracts/trial/workflow-run'
import type { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import { canCreateAssistants } from '../../platform/permissions/assistant.permissions.ts'
import type { AssistantEditService } from '../assistant/assistant-edit.service.ts'
import type { FindRunnableGraph } from '../workflow/runnable-graphs.ts'
import type { PrepareInput } from './test-input.ts'
import type { OpenTestRun, TestRunner } from './test-runner.ts'
import type { WorkflowRunRepository } from './workflow-run.repository.ts'

type Dependencies = {
  readonly runs: WorkflowRunRepository
  readonly runner: TestRunner
  readonly prepareInput: PrepareInput
  readonly assistantEdits: AssistantEditService
  readonly findRunnableGraph: FindRunnableGraph
}

type TrialBody = z.output<typeof tryAssistant.schema.body>

export type AssistantTrialService = ReturnType<typeof createAssistantTrialService>

export function createAssistantTrialService({ runs, runner, prepareInput, assistantEdits, findRunnableGraph }: Dependencies) {
  /** The workflow and the instructions of an assistant that the actor may make or change. */
  async function resolveAssistant(actor: Actor, assistant: TrialBody['assistant']) {
    if ('id' in assistant) {
      const { configuration } = await assistantEdits.getAssistant(actor, assistant.id)
      if (!configuration) throw new AppError('FORBIDDEN')
      const userPrompt = assistant.user_prompt ?? configuration.userPrompt
      return { assistantId: assistant.id, workflowId: configuration.workflow.id, userPrompt }
    }
    if (!canCreateAssistants(actor)) throw new AppError('FORBIDDEN')
    const { workflow_id: workflowId, user_prompt: userPrompt = '' } = assistant
    await assistantEdits.getAssistableWorkflow(actor, workflowId)
    return { assistantId: null, workflowId, userPrompt }
  }

  return {
    async tryAssistant(actor: Actor, { assistant, ...question }: TrialBody): Promise<OpenTestRun> {
      const { assistantId, workflowId, userPrompt } = await resolveAssistant(actor, assistant)
      const workflow = await runs.findPublished(workflowId)
      const [version] = workflow?.versions ?? []
      const graph = version && (await findRunnableGraph(version.id))
      if (!workflow || !graph) throw new AppError('CHAT_CONFIG_MISSING')
      const tested = {
        graph,
        allowedModels: workflow.allowedModels,
        allowsFiles: workflow.allowFiles && workflow.tenant.filesWithAnyAssistant,
        userPrompt: workflow.allowUserPrompt && userPrompt !== '' ? userPrompt : null,
      }
      return runner.begin({
        ...(await prepareInput(actor, tested, question)),
        actor,
        audited: { action: 'tryAssistant', workflow: { id: workflowId, name: workflow.name } },
        right: assistantId === null ? {} : { assistantId },
        assistantId,
        workflowVersionId: version.id,
        kept: null,
      })
    },
  }
}
