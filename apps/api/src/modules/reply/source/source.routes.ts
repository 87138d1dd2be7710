import { getMessageSources } from '@heddle/contracts/chat/reply'
import type { App } from '../../../http/app-instance.ts'
import type { SourceService } from './source.service.ts'

export function sourceRoutes(app: App, sources: SourceService) {
  app.route({
    ...getMessageSources,
    handler: async ({ actor, params }) => ({ sources: await sources.getMessageSources(actor, params.id, params.messageId) }),
  })
}
