import { continueReply, editMessage, regenerateReply, rejoinReply, sendMessage, stopGeneration } from '@heddle/contracts/reply/reply'
import { compareReplies, followReply } from '@heddle/contracts/reply/comparison'
import type { App } from '../../platform/http/app-instance.ts'
import { sendEventStream } from '../../platform/http/event-stream.ts'
import type { ReplyService } from './reply.service.ts'

export function replyRoutes(app: App, replies: ReplyService) {
  app.route({
    ...sendMessage,
    handler: async ({ actor, params, body }, reply) => sendEventStream(reply, await replies.sendMessage(actor, params.id, body)),
  })

  app.route({
    ...editMessage,
    handler: async ({ actor, params, body }, reply) =>
      sendEventStream(reply, await replies.editMessage(actor, params.id, params.messageId, body)),
  })

  app.route({
    ...regenerateReply,
    handler: async ({ actor, params, body }, reply) =>
      sendEventStream(reply, await replies.regenerateReply(actor, params.id, params.messageId, body)),
  })

  app.route({
    ...continueReply,
    handler: async ({ actor, params, body }, reply) =>
      sendEventStream(reply, await replies.continueReply(actor, params.id, params.messageId, body)),
  })

  app.route({
    ...rejoinReply,
    handler: async ({ actor, params }, reply) => sendEventStream(reply, await replies.rejoinReply(actor, params.id)),
  })

  app.route({
    ...compareReplies,
    handler: ({ actor, params, body }) => replies.compareReplies(actor, params.id, body),
  })

  app.route({
    ...followReply,
    handler: async ({ actor, params }, reply) => sendEventStream(reply, await replies.followReply(actor, params.id, params.messageId)),
  })

  app.route({
    ...stopGeneration,
    handler: async ({ actor, params }) => ({ stopping: await replies.stopGeneration(actor, params.id) }),
  })
}
