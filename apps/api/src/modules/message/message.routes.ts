import { getToldContext } from '@heddle/contracts/message/told'
import { getComparison } from '@heddle/contracts/reply/comparison'
import type { App } from '../../platform/http/app-instance.ts'
import { presentTold } from './message.presenter.ts'
import type { MessageService } from './message.service.ts'

export function messageRoutes(app: App, messages: Pick<MessageService, 'getToldContext' | 'getComparison'>) {
  app.route({
    ...getToldContext,
    handler: async ({ actor, params }) => ({ told: presentTold(await messages.getToldContext(actor, params.id, params.messageId)) }),
  })

  app.route({
    ...getComparison,
    handler: async ({ actor, params }) => ({ comparison: await messages.getComparison(actor, params.id, params.comparisonId) }),
  })
}
