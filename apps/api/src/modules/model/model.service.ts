import type { ModelReference } from '@heddle/contracts/model/chosen-model'
import { WorkflowGraph } from '@heddle/contracts/workflow/workflow-graph'
import { listPermittedModels } from '@heddle/workflow/model/graph/permitted-models'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Actor } from '../../platform/permissions/actor.ts'
import type { DemonstrationProbe } from './demonstration.ts'
import type { ModelRepository } from './model.repository.ts'

/** What of an assistant decides which models may answer for it. */
export type AnsweringAssistant = { readonly workflowId: string; readonly workflow: { readonly allowedModels: readonly string[] } }

/** The model that an actor names, and the one that is taken when nothing is named. */
export type ModelChoice = { readonly reference?: ModelReference | undefined; readonly preferredId?: string | null }

/**
 * The model that a choice means, of those that may be chosen, the default first: the one it names, else the preferred one, else the
 * default. Throws `CHAT_INVALID_MODEL_OBJECT` when it names one that may not be chosen, or nothing at all; null when there is none.
 */
export function chooseModel<M extends { readonly id: string; readonly name: string }>(
  models: readonly M[],
  { reference, preferredId = null }: ModelChoice,
): M | null {
  if (!reference) return models.find(({ id }) => id === preferredId) ?? models[0] ?? null
  const { id, name } = reference
  const isNamed = (model: M) => (id === undefined || model.id === id) && (name === undefined || model.name === name)
  const named = id === undefined && name === undefined ? undefined : models.find(isNamed)
  if (!named) throw new AppError('CHAT_INVALID_MODEL_OBJECT')
  return named
}

export type ModelService = ReturnType<typeof createModelService>

export function createModelService(models: ModelRepository, isDemonstration: DemonstrationProbe) {
  /** The default first; with an assistant, those that its workflow permits. */
  async function listModels(actor: Pick<Actor, 'tenantId'>, assistant: AnsweringAssistant | null = null) {
    if (!assistant) return models.findOffered(actor.tenantId)
    const { workflowId, workflow } = assistant
    const [enabled, graph] = await Promise.all([models.findOffered(actor.tenantId), models.findPublishedGraph(workflowId)])
    return listPermittedModels(enabled, { allowedModels: workflow.allowedModels, graph: WorkflowGraph.safeParse(graph).data ?? null })
  }

  return {
    listModels,

    isDemonstration,

    /** The model that the choice means, of those that may answer for the assistant; as `chooseModel` says. */
    chooseModel: async (actor: Actor, choice: ModelChoice, assistant: AnsweringAssistant | null = null) =>
      chooseModel(await listModels(actor, assistant), choice),
  }
}
