import { exportChat, queryChats, searchChat } from '@heddle/contracts/chat/history'
import type { App } from '../../../platform/http/app-instance.ts'
import { presentChat } from '../chat.presenter.ts'
import { createDisconnectSignal } from '../../../platform/http/leaving.ts'
import { sendFile } from '../../../platform/http/send-stored-file.ts'
import { contentDisposition } from '../../../platform/files/file-name.ts'
import { exportFileName } from './chat-markdown.ts'
import { presentListedChat, presentTextCount, writeExport } from './history.presenter.ts'
import type { HistoryService } from './history.service.ts'
import type { WordWriter } from '../word/word.ts'

const mediaTypes = { md: 'text/markdown', json: 'application/json' } as const
const wordMediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

type HistoryRouteDependencies = { readonly history: HistoryService; readonly word: WordWriter; readonly now: () => Date }

export function historyRoutes(app: App, { history, word, now }: HistoryRouteDependencies) {
  app.route({
    ...queryChats,
    handler: async ({ actor, body }) => {
      const { chats, nextPageToken } = await history.queryChats(actor, body)
      return { chats: chats.map((chat) => presentListedChat(actor, chat)), next_page_token: nextPageToken }
    },
  })

  app.route({
    ...searchChat,
    handler: async ({ actor, params, body }) => {
      const { matches, total } = await history.searchChat(actor, params.id, body)
      return { matches: matches.map(presentTextCount), total }
    },
  })

  app.route({
    ...exportChat,
    handler: async ({ actor, params, query }, reply) => {
      const exported = await history.exportChat(actor, params.id, query)
      const name = exportFileName(exported.view.chat.title, query.format)
      if (query.format === 'docx') {
        const { view, timeZone } = exported
        const content = { chat: presentChat(actor, view), timeZone, exportedAt: now(), isExcerpt: query.message_id !== undefined }
        const bytes = await word.writeWord(actor, content, createDisconnectSignal(reply))
        return sendFile(reply, { name, mediaType: wordMediaType, sizeBytes: bytes.length }, Buffer.from(bytes))
      }
      const mediaType = mediaTypes[query.format]
      return reply
        .header('content-type', `${mediaType}; charset=utf-8`)
        .header('content-disposition', contentDisposition(name, mediaType))
        .header('cache-control', 'private, no-store')
        .send(writeExport(actor, exported, now()))
    },
  })
}
