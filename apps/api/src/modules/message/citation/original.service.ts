// The originals of cited passages, for a reader of the chat who would be found them again: the collection shows its originals, the reader may
// read it, and may use the assistant that searched it. Whether the source is still valid does not matter.
import type { Pool } from 'pg'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type StoredFile, toStoredFile } from '../../../platform/files/store-file.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canReadChat, canWriteChat } from '../../../platform/permissions/chat.permissions.ts'
import { canReadResource } from '../../../platform/permissions/resource.permissions.ts'
import type { AssistantService } from '../../assistant/assistant.service.ts'
import type { ParsedPageService } from '../../ingestion/chunk/parsed-page.service.ts'
import { findChatForReply } from '../reply-state.sql.ts'
import { findCited } from './original.sql.ts'

type OriginalDependencies = {
  readonly pool: Pool
  readonly files: FileStore
  readonly assistants: AssistantService
  readonly parsedPages: ParsedPageService
}

/** A source of a message of a chat. */
type CitedIds = { readonly id: string; readonly messageId: string; readonly sourceId: string }

export type OriginalService = ReturnType<typeof createOriginalService>

export function createOriginalService({ pool, files, assistants, parsedPages }: OriginalDependencies) {
  async function getOriginal(actor: Actor, { id: chatId, messageId, sourceId }: CitedIds) {
    const chat = await findChatForReply(pool, chatId, actor.id)
    if (!chat || !canReadChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
    const wanted = { chatId, messageId, readerId: actor.id, onlyShown: !canWriteChat(actor, chat), lastMessageId: chat.lastMessageId }
    const cited = await findCited(pool, wanted, sourceId)
    if (!cited) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    const { isReadable, assistantId, collection, version } = cited
    if (!isReadable) throw new AppError('SOURCE_NOT_FOUND')
    if (!collection || !version) throw new AppError('ORIGINAL_GONE')
    const assistant = assistantId === null ? null : await assistants.findUsableAssistant(actor, assistantId)
    if (!assistant || !canReadResource(actor, collection)) throw new AppError('ORIGINAL_FORBIDDEN')
    if (!collection.allowsPreview) throw new AppError('ORIGINAL_PREVIEW_OFF')
    return { ...cited, version }
  }

  return {
    async getCitedContent(actor: Actor, ids: CitedIds): Promise<StoredFile> {
      const { version } = await getOriginal(actor, ids)
      return toStoredFile(files, version)
    },

    /** Returns a page with the spans of the passage; of a page beyond the last one, the last. */
    async getCitedPage(actor: Actor, ids: CitedIds, page: number) {
      const cited = await getOriginal(actor, ids)
      const { parsedKey } = cited.version
      if (parsedKey === null) throw new AppError('ORIGINAL_GONE')
      return { cited, ...(await parsedPages.readPage(parsedKey, page)) }
    },
  }
}
