import {
  createPrompt,
  deletePrompt,
  getPrompt,
  notePromptUse,
  queryPrompts,
  queryPromptVersions,
  updatePrompt,
} from '@heddle/contracts/prompt/prompt'
import type { App } from '../../platform/http/app-instance.ts'
import { presentPrompt, presentPromptItem, presentPromptVersion } from './prompt.presenter.ts'
import type { PromptService } from './prompt.service.ts'

export function promptRoutes(app: App, prompts: PromptService) {
  app.route({
    ...queryPrompts,
    handler: async ({ actor, body }) => {
      const { shown, usable, nextPageToken } = await prompts.queryPrompts(actor, body)
      return { prompts: shown.map((prompt) => presentPromptItem(actor, prompt, usable)), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...createPrompt,
    handler: async ({ actor, body }) => {
      const { shown, usable } = await prompts.createPrompt(actor, body.prompt)
      return { prompt: presentPrompt(actor, shown, usable) }
    },
  })

  app.route({
    ...getPrompt,
    handler: async ({ actor, params }) => {
      const { shown, usable } = await prompts.getPrompt(actor, params.id)
      return { prompt: presentPrompt(actor, shown, usable) }
    },
  })

  app.route({
    ...updatePrompt,
    handler: async ({ actor, params, body }) => {
      const { shown, usable } = await prompts.updatePrompt(actor, params.id, body)
      return { prompt: presentPrompt(actor, shown, usable) }
    },
  })

  app.route({
    ...deletePrompt,
    handler: async ({ actor, params }) => {
      await prompts.deletePrompt(actor, params.id)
      return { success: true as const }
    },
  })

  app.route({
    ...queryPromptVersions,
    handler: async ({ actor, params, body }) => {
      const { rows, nextPageToken } = await prompts.queryPromptVersions(actor, params.id, body)
      return { versions: rows.map(presentPromptVersion), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...notePromptUse,
    handler: async ({ actor, params }) => {
      await prompts.notePromptUse(actor, params.id)
      return { success: true as const }
    },
  })
}
