import type { ModelReference } from '@heddle/contracts/model'
import type { Actor } from '../../permissions/actor.ts'
import type { DemonstrationProbe } from './demonstration.ts'
import type { ModelRepository } from './model.repository.ts'

export type ModelService = ReturnType<typeof createModelService>

export function createModelService(models: ModelRepository, isDemonstration: DemonstrationProbe) {
  return {
    listModels: (actor: Actor) => models.findEnabled(actor.tenantId),

    isDemonstration,

    /** The model that the actor names by id, by name or by both; null when it may not be chosen, or nothing is named. */
    async findChoosableModel(actor: Actor, { id, name }: ModelReference) {
      if (id === undefined && name === undefined) return null
      return models.findEnabledOne(actor.tenantId, { id, name })
    },

    /** The tenant's default, else the first that is offered; null when there is none. */
    async findDefaultModel(actor: Actor) {
      const [first] = await models.findEnabled(actor.tenantId)
      return first ?? null
    },
  }
}
