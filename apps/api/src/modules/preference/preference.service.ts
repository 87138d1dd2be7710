import { limits } from '@heddle/contracts/limits'
import type { setChatDefaults, setPersonalInstructions } from '@heddle/contracts/preference/preference'
import type { z } from 'zod'
import { AppError } from '../../platform/errors/app-error.ts'
import type { ActorAccess, Actor } from '../../platform/permissions/actor.ts'
import type { AssistantService } from '../assistant/assistant.service.ts'
import type { ModelService } from '../model/model.service.ts'
import { presentInstructions } from './preference.presenter.ts'
import type { InstructionsRow, PreferenceRepository } from './preference.repository.ts'

const noInstructions: InstructionsRow = { aboutMe: '', howToAnswer: '', instructsNewChats: true, revision: 0 }

export type PreferenceService = ReturnType<typeof createPreferenceService>

export function createPreferenceService(preferences: PreferenceRepository, assistants: AssistantService, models: ModelService) {
  async function requireUsable(actor: Actor, ids: readonly string[]) {
    const usable = await assistants.findUsableIds(actor, ids)
    if (ids.some((id) => !usable.has(id))) throw new AppError('ASSISTANT_NOT_FOUND')
  }

  return {
    getFavoriteAssistants: preferences.findFavoriteIds,

    offerTour: (actor: Actor) => preferences.offerTour(actor),

    getChatDefaults: (actor: ActorAccess) => preferences.findChatDefaults(actor),

    /** The assistant that the tenant suggests, if the actor may use it. */
    async getDefaultAssistantId(actor: Actor): Promise<string | null> {
      const id = await preferences.findDefaultAssistantId(actor)
      return id !== null && (await assistants.findUsableIds(actor, [id])).has(id) ? id : null
    },

    async setChatDefaults(actor: Actor, choice: z.output<typeof setChatDefaults.schema.body>) {
      const model = choice.model && (await models.chooseModel(actor, { reference: choice.model }))
      return preferences.setChatDefaults(actor, {
        ...(model && { modelId: model.id }),
        ...(choice.response_language && { responseLanguage: choice.response_language }),
      })
    },

    async getPersonalInstructions(actor: ActorAccess): Promise<InstructionsRow> {
      return (await preferences.findInstructions(actor)) ?? noInstructions
    },

    async setPersonalInstructions(actor: Actor, { revision, instructions }: z.output<typeof setPersonalInstructions.schema.body>) {
      const saved = await preferences.setInstructions(actor, {
        revision,
        aboutMe: instructions.about_me,
        howToAnswer: instructions.how_to_answer,
        instructsNewChats: instructions.in_new_chats,
      })
      if (!saved) {
        const current = (await preferences.findInstructions(actor)) ?? noInstructions
        throw new AppError('REVISION_MISMATCH', { params: { current: presentInstructions(current) } })
      }
      return saved
    },

    async addFavoriteAssistant(actor: Actor, assistantId: string) {
      await requireUsable(actor, [assistantId])
      return preferences.addFavorite(actor, assistantId, (count) => {
        if (count >= limits.favoriteAssistants) throw new AppError('BAD_REQUEST', { params: { limit: limits.favoriteAssistants } })
      })
    },

    /** Also of what the actor may no longer use, or what is no favourite: afterwards it is none. */
    removeFavoriteAssistant: preferences.removeFavorite,

    async replaceFavoriteAssistants(actor: Actor, assistantIds: readonly string[]) {
      const ids = [...new Set(assistantIds)]
      await requireUsable(actor, ids)
      return preferences.replaceFavorites(actor, ids)
    },
  }
}
