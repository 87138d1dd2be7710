import { exportChat, queryChats } from '@heddle/contracts/chat/history'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentChat } from '../chat.presenter.ts'
import { contentDisposition } from '../../../platform/files/file-name.ts'
import { exportFileName, writeChatMarkdown } from './chat-markdown.ts'
import { presentChatExport, presentListedChat } from './history.presenter.ts'
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
      const { view, timeZone, tree } = await history.exportChat(actor, params.id, query)
      const content =
        tree === null
          ? writeChatMarkdown(presentChat(actor, view), { language: actor.language, timeZone, exportedAt: now() })
          : `${JSON.stringify(presentChatExport(actor, view, tree, now()), null, 2)}\n`
      const mediaType = mediaTypes[query.format]
      return reply
        .header('content-type', `${mediaType}; charset=utf-8`)
        .header('content-disposition', contentDisposition(exportFileName(view.chat.title, query.format), mediaType))
        .header('cache-control', 'private, no-store')
        .send(content)
    },
  })
}
