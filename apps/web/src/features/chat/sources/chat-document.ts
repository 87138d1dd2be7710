import { getChatFile, queryChatFilePages } from '@heddle/contracts/chat/chat-file'
import type { MessageFile } from '@heddle/contracts/message/message'
import { chatQueries } from '#entities/chat/chats.queries.ts'
import type { ReadableDocument } from '#entities/document/document.queries.ts'
import { call, sendSignedIn } from '#shared/api/client.ts'

/** A file of a chat, for the preview. */
export function toDocument(chatId: string, file: Pick<MessageFile, 'id' | 'name' | 'media_type'>): ReadableDocument {
  const params = { id: chatId, fileId: file.id }
  return {
    key: [...chatQueries.all, 'file', chatId, file.id],
    name: file.name,
    mediaType: file.media_type,
    fetchContent: (options) => sendSignedIn(getChatFile, { params, ...options }, '*/*'),
    readPage: async ({ page: number }, signal) => {
      const { pages, next_page_token } = await call(queryChatFilePages, { params, body: { from: number, page_size: 1 }, signal })
      return { page: pages[0] ?? null, hasNext: next_page_token !== undefined }
    },
  }
}
