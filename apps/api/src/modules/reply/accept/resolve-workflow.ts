import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canUseAssistant } from '../../../platform/permissions/assistant.permissions.ts'
import type { FindRunnableGraph } from '../../workflow/runnable-graphs.ts'
import type { SendContext } from './send-context.sql.ts'

/**
 * The workflow that answers for the assistant; `CHAT_CONFIG_MISSING` unless the actor may still use both and the graph can run,
 * `ASSISTANT_NOT_FOUND` for an assistant that the sender names and may not use.
 */
export async function resolveWorkflow(actor: Actor, context: SendContext, isNamed: boolean, findRunnableGraph: FindRunnableGraph) {
  const { assistantId, assistantGroupId, workflowVersionId, workflowVersion, tenantId } = context
  const notUsable = isNamed ? 'ASSISTANT_NOT_FOUND' : 'CHAT_CONFIG_MISSING'
  if (assistantId === null || assistantGroupId === null) throw new AppError(notUsable)
  const mayUse = canUseAssistant(actor, {
    tenantId,
    groupId: assistantGroupId,
    createdById: context.assistantCreatedById,
    isPublic: context.assistantIsPublic ?? false,
    workflow: { groupId: context.workflowGroupId, openToAllGroups: context.openToAllGroups ?? false },
  })
  if (!mayUse) throw new AppError(notUsable)
  if (workflowVersionId === null || workflowVersion === null) throw new AppError('CHAT_CONFIG_MISSING')
  const graph = await findRunnableGraph(workflowVersionId)
  if (!graph) throw new AppError('CHAT_CONFIG_MISSING')
  const userPrompt = context.allowUserPrompt && context.userPrompt ? context.userPrompt : null
  return { assistantId, workflowVersionId, workflowVersion, graph, userPrompt }
}
