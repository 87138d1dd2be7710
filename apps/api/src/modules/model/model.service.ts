import type { ModelReference } from '@heddle/contracts/model'
import { permittedModels } from '@heddle/workflow/graph/permitted-models'
import type { Actor } from '../../permissions/actor.ts'
import type { DemonstrationProbe } from './demonstration.ts'
import type { ModelRepository } from './model.repository.ts'

/** What of an assistant decides which models may answer for it. */
export type AnsweringAssistant = {
  readonly workflow: { readonly allowedModels: readonly string[]; readonly versions: readonly { readonly graph: unknown }[] }
}

const permissionOf = ({ workflow }: AnsweringAssistant) => ({ allowedModels: workflow.allowedModels, graph: workflow.versions[0]?.graph })

export type ModelService = ReturnType<typeof createModelService>

export function createModelService(models: ModelRepository, isDemonstration: DemonstrationProbe) {
  /** The default first; with an assistant, those that its workflow permits. */
  async function listModels(actor: Actor, assistant: AnsweringAssistant | null = null) {
    const enabled = await models.findEnabled(actor.tenantId)
    return assistant ? permittedModels(enabled, permissionOf(assistant)) : enabled
  }

  return {
    listModels,

    isDemonstration,

    /** The model that the actor names by id, by name or by both; null when it may not be chosen, or nothing is named. */
    async findChoosableModel(actor: Actor, { id, name }: ModelReference, assistant: AnsweringAssistant | null = null) {
      if (id === undefined && name === undefined) return null
      const permitted = await listModels(actor, assistant)
      return permitted.find((model) => (id === undefined || model.id === id) && (name === undefined || model.name === name)) ?? null
    },

    /** The tenant's default, else the first that is offered; null when there is none. */
    async findDefaultModel(actor: Actor, assistant: AnsweringAssistant | null = null) {
      const [first] = await listModels(actor, assistant)
      return first ?? null
    },
  }
}
