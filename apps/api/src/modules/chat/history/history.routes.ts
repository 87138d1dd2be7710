import { exportChat, queryChats } from '@heddle/contracts/chat/history'
import type { App } from '../../../platform/http/app-instance.ts'
import { contentDisposition } from '../../../platform/files/file-name.ts'
import { exportFileName } from './chat-markdown.ts'
import { presentListedChat, writeExport } from './history.presenter.ts'
import type { HistoryService } from './history.service.ts'

const mediaTypes = { md: 'text/markdown', json: 'application/json' } as const

export function historyRoutes(app: App, history: HistoryService, now: () => Date) {
  app.route({
    ...queryChats,
    handler: async ({ actor, body }) => {
      const { chats, nextPageToken } = await history.queryChats(actor, body)
      return { chats: chats.map((chat) => presentListedChat(actor, chat)), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...exportChat,
    handler: async ({ actor, params, query }, reply) => {
      const exported = await history.exportChat(actor, params.id, query)
      const mediaType = mediaTypes[query.format]
      return reply
        .header('content-type', `${mediaType}; charset=utf-8`)
        .header('content-disposition', contentDisposition(exportFileName(exported.view.chat.title, query.format), mediaType))
        .header('cache-control', 'private, no-store')
        .send(writeExport(actor, exported, now()))
    },
  })
}
