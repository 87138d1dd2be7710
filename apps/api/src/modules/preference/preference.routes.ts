import {
  addFavoriteAssistant,
  getPreference,
  getPersonalInstructions,
  offerTour,
  removeFavoriteAssistant,
  replaceFavoriteAssistants,
  setChatDefaults,
  setPersonalInstructions,
} from '@heddle/contracts/preference/preference'
import type { App } from '../../platform/http/app-instance.ts'
import { presentChatDefaults, presentInstructions } from './preference.presenter.ts'
import type { PreferenceService } from './preference.service.ts'

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
    ...getPersonalInstructions,
    handler: async ({ actor }) => ({ instructions: presentInstructions(await preferences.getPersonalInstructions(actor)) }),
  })

  app.route({
    ...setPersonalInstructions,
    handler: async ({ actor, body }) => ({ instructions: presentInstructions(await preferences.setPersonalInstructions(actor, body)) }),
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
