import {
  chooseBranch,
  createChat,
  deleteChat,
  getChat,
  getChatMessages,
  getChatProfile,
  getChatWithoutSource,
  keepChat,
  setChatChoices,
  setChatSettings,
  setChatTitle,
} from '@heddle/contracts/chat/chat'
import type { App } from '../../platform/http/app-instance.ts'
import { createDisconnectSignal } from '../../platform/http/leaving.ts'
import { presentMessage } from '../message/message.presenter.ts'
import { presentChat, presentChatProfile } from './chat.presenter.ts'
import type { ChatService } from './chat.service.ts'

export function chatRoutes(app: App, chats: ChatService) {
  app.route({ ...createChat, handler: async ({ actor, body }) => ({ chat: presentChat(actor, await chats.createChat(actor, body)) }) })

  app.route({ ...getChat, handler: async ({ actor, params }) => ({ chat: presentChat(actor, await chats.getChat(actor, params.id)) }) })

  app.route({
    ...getChatWithoutSource,
    handler: async ({ actor, params }) => ({ chat: presentChat(actor, await chats.getChatWithoutSource(actor, params.id)) }),
  })

  app.route({
    ...getChatMessages,
    handler: async ({ actor, params, query }) => ({ messages: (await chats.getChatMessages(actor, params.id, query)).map(presentMessage) }),
  })

  app.route({
    ...getChatProfile,
    handler: async ({ actor, params }) => ({ chat: presentChatProfile(actor, await chats.getChatProfile(actor, params.id)) }),
  })

  app.route({ ...deleteChat, handler: async ({ actor, params }) => ({ success: await chats.deleteChat(actor, params.id) }) })

  app.route({
    ...keepChat,
    handler: async ({ actor, params }) => ({ chat: presentChatProfile(actor, await chats.keepChat(actor, params.id)) }),
  })

  app.route({
    ...setChatSettings,
    handler: async ({ actor, params, body }) => ({ chat: presentChatProfile(actor, await chats.setChatSettings(actor, params.id, body)) }),
  })

  app.route({
    ...setChatChoices,
    handler: async ({ actor, params, body }) => ({ chat: presentChatProfile(actor, await chats.setChatChoices(actor, params.id, body)) }),
  })

  app.route({
    ...setChatTitle,
    handler: async ({ actor, params, body }, reply) => ({
      chat: presentChatProfile(actor, await chats.setChatTitle(actor, params.id, body, createDisconnectSignal(reply))),
    }),
  })

  app.route({
    ...chooseBranch,
    handler: async ({ actor, params, body }) => ({ chat: presentChat(actor, await chats.chooseBranch(actor, params.id, body)) }),
  })
}
