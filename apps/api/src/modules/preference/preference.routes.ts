import { addFavoriteAssistant, getPreference, removeFavoriteAssistant, replaceFavoriteAssistants } from '@heddle/contracts/preference'
import type { App } from '../../app-instance.ts'
import type { PreferenceService } from './preference.service.ts'

export function preferenceRoutes(app: App, preferences: PreferenceService) {
  app.route({
    ...getPreference,
    handler: async ({ actor }) => ({
      user_preference: { user_id: actor.id, favorites: { assistant_ids: await preferences.getFavoriteAssistants(actor) } },
    }),
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
