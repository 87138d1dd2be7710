import type { queryChatFilePages } from '@heddle/contracts/chat/chat-file'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { type StoredFile, toStoredFile } from '../../../platform/files/store-file.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canCreateAssistants } from '../../../platform/permissions/assistant.permissions.ts'
import { canWriteChat } from '../../../platform/permissions/chat.permissions.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import type { AssistantService } from '../../assistant/assistant.service.ts'
import type { ChatRepository, ChatRow } from '../chat.repository.ts'
import type { ReceiveFiles } from '../../../platform/http/upload-intake.ts'
import type { ChatFileRepository } from './file.repository.ts'
import type { ChatFileRow } from './file.sql.ts'
import type { FileIntake, UploadOutcome } from './intake.ts'

type ChatFileServiceDependencies = {
  readonly rows: ChatFileRepository
  readonly intake: FileIntake
  readonly chats: ChatRepository
  readonly assistants: AssistantService
  readonly files: FileStore
  readonly paging: Paging
}

const Filters = z.object({ file_id: z.string(), from: z.int() })
const Key = z.object({ number: z.int() })
const pagesPerAnswer = 20
export type ChatFileService = ReturnType<typeof createChatFileService>

export function createChatFileService(dependencies: ChatFileServiceDependencies) {
  const { rows, intake, chats, assistants, files, paging } = dependencies
  const list = paging.defineList({ name: 'chat file pages', filters: Filters, owner: 'file_id', key: Key, defaultSize: pagesPerAnswer })

  async function getOwnChat(actor: Actor, id: string): Promise<ChatRow> {
    const chat = await chats.findReadable(actor, id)
    if (!chat) throw new AppError('CHAT_NOT_FOUND')
    if (!canWriteChat(actor, chat)) throw new AppError('FORBIDDEN')
    return chat
  }

  async function getOwnFile(actor: Actor, chatId: string, id: string): Promise<ChatFileRow> {
    await getOwnChat(actor, chatId)
    const file = await rows.find(chatId, id)
    if (!file) throw new AppError('FILE_NOT_FOUND')
    return file
  }

  return {
    async uploadChatFiles(actor: Actor, chatId: string, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
      const chat = await getOwnChat(actor, chatId)
      if (chat.temporaryUntil) throw new AppError('CHAT_IS_TEMPORARY')
      const assistant = chat.assistantId === null ? null : await assistants.findUsableAssistant(actor, chat.assistantId)
      if (!assistant?.readsFiles) throw new AppError('CHAT_FILES_NOT_READ')
      return intake.upload({ tenantId: chat.tenantId, userId: actor.id, owner: { chatId } }, receive, disconnected)
    },

    /** Files for a test of a workflow or an assistant, which says itself whether it reads any. */
    async uploadTestFiles(actor: Actor, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
      if (!canCreateAssistants(actor)) throw new AppError('FORBIDDEN')
      return intake.upload({ tenantId: actor.tenantId, userId: actor.id, owner: { userId: actor.id } }, receive, disconnected)
    },

    async getChatFile(actor: Actor, chatId: string, id: string): Promise<StoredFile> {
      const file = await getOwnFile(actor, chatId, id)
      return toStoredFile(files, file)
    },

    async queryChatFilePages(actor: Actor, chatId: string, id: string, body: z.output<typeof queryChatFilePages.schema.body>) {
      const file = await getOwnFile(actor, chatId, id)
      const page = list.read(body, { file_id: id, from: body.from ?? 1 })
      const from = page.after ? page.after.number + 1 : page.filters.from
      const found = await rows.findPages(id, { from, take: page.size + 1 })
      return { ...list.cut(page, found, ({ number }) => ({ number })), total: file.pageCount }
    },

    async deleteChatFile(actor: Actor, chatId: string, id: string): Promise<boolean> {
      await getOwnChat(actor, chatId)
      if (!(await rows.delete({ chatId }, id))) throw new AppError('FILE_NOT_FOUND')
      return true
    },
  }
}
