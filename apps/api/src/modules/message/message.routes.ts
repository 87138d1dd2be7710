import { getToldContext } from '@heddle/contracts/message/told'
import type { App } from '../../platform/http/app-instance.ts'
import { presentTold } from './message.presenter.ts'
import type { MessageService } from './message.service.ts'

export function messageRoutes(app: App, messages: Pick<MessageService, 'getToldContext'>) {
  app.route({
    ...getToldContext,
    handler: async ({ actor, params }) => ({ told: presentTold(await messages.getToldContext(actor, params.id, params.messageId)) }),
  })
}
