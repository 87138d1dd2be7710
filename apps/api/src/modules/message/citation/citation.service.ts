// What replies cite, for all who may read the chat: of the branches that it does not show, only for its owner.
import type { CitedRows } from '@heddle/contracts/message/cited-rows'
import type { MessageSource } from '@heddle/contracts/message/message'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canReadChat, canWriteChat } from '../../../platform/permissions/chat.permissions.ts'
import { findChatForReply } from '../reply-state.sql.ts'
import type { MessageStore } from '../seal/message-store.ts'
import { listMessageSources } from './citation.sql.ts'

/** A source of a message of a chat. */
type CitedIds = { readonly id: string; readonly messageId: string; readonly sourceId: string }

export type CitationService = ReturnType<typeof createCitationService>

export function createCitationService(store: MessageStore) {
  async function getMessageSources(actor: Actor, chatId: string, messageId: string): Promise<MessageSource[]> {
    const chat = await findChatForReply(store.db, chatId, actor.id)
    if (!chat || !canReadChat(actor, chat)) throw new AppError('CHAT_NOT_FOUND')
    const wanted = { chatId, messageId, readerId: actor.id, onlyShown: !canWriteChat(actor, chat), lastMessageId: chat.lastMessageId }
    const sources = await listMessageSources(store, wanted)
    if (!sources) throw new AppError('CHAT_MESSAGE_NOT_FOUND')
    return sources
  }

  return {
    getMessageSources,

    /** Returns the rows of a source that the actor may read. */
    async getCitedRows(actor: Actor, { id, messageId, sourceId }: CitedIds): Promise<CitedRows> {
      const source = (await getMessageSources(actor, id, messageId)).find((each) => each.id === sourceId)
      if (!source?.rows) throw new AppError('SOURCE_NOT_FOUND')
      return source.rows
    },
  }
}
