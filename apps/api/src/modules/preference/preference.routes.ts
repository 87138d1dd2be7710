import {
  addFavoriteAssistant,
  getPreference,
  getStandingInstructions,
  offerTour,
  removeFavoriteAssistant,
  replaceFavoriteAssistants,
  setChatDefaults,
  setStandingInstructions,
} from '@heddle/contracts/preference/preference'
import type { App } from '../../platform/http/app-instance.ts'
import type { ChatDefaultsRow, InstructionsRow } from './preference.repository.ts'
import type { PreferenceService } from './preference.service.ts'

const presentChatDefaults = ({ modelId, responseLanguage }: ChatDefaultsRow) => ({ model_id: modelId, response_language: responseLanguage })

const presentInstructions = ({ aboutMe, howToAnswer, instructsNewChats, revision }: InstructionsRow) => ({
  instructions: { about_me: aboutMe, how_to_answer: howToAnswer, in_new_chats: instructsNewChats, revision },
})

export function preferenceRoutes(app: App, preferences: PreferenceService) {
  app.route({
    ...getPreference,
    handler: async ({ actor }) => {
      const [assistantIds, defaults, defaultAssistantId] = await Promise.all([
        preferences.getFavoriteAssistants(actor),
        preferences.getChatDefaults(actor),
        preferences.getDefaultAssistantId(actor),
      ])
      return {
        user_preference: {
          user_id: actor.id,
          favorites: { assistant_ids: assistantIds },
          chat_defaults: presentChatDefaults(defaults),
          default_assistant_id: defaultAssistantId,
        },
      }
    },
  })

  app.route({ ...offerTour, handler: async ({ actor }) => ({ is_offered: await preferences.offerTour(actor) }) })

  app.route({
    ...setChatDefaults,
    handler: async ({ actor, body }) => ({ chat_defaults: presentChatDefaults(await preferences.setChatDefaults(actor, body)) }),
  })

  app.route({
    ...getStandingInstructions,
    handler: async ({ actor }) => presentInstructions(await preferences.getStandingInstructions(actor)),
  })

  app.route({
    ...setStandingInstructions,
    handler: async ({ actor, body }) => presentInstructions(await preferences.setStandingInstructions(actor, body)),
  })

  app.route({
    ...addFavoriteAssistant,
    handler: async ({ actor, body }) => ({ assistant_ids: await preferences.addFavoriteAssistant(actor, body.assistant_id) }),
  })

  app.route({
    ...removeFavoriteAssistant,
    handler: async ({ actor, params }) => ({ assistant_ids: await preferences.removeFavoriteAssistant(actor, params.assistant_id) }),
  })

  app.route({
    ...replaceFavoriteAssistants,
    handler: async ({ actor, body }) => ({ assistant_ids: await preferences.replaceFavoriteAssistants(actor, body.assistant_ids) }),
  })
}
