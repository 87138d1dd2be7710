import type { queryChatFilePages } from '@heddle/contracts/chat/chat-file'
import { z } from 'zod'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { ByteRange, FileStore } from '../../../platform/files/file-store.ts'
import { type StoredFile, toStoredFile } from '../../../platform/files/store-file.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canCreateAssistants } from '../../../platform/permissions/assistant.permissions.ts'
import { canWriteChat } from '../../../platform/permissions/chat.permissions.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import { findSeal, type MessageStore } from '../../message/seal/message-store.ts'
import { decryptStream, type Seal } from '../../message/seal/seal.ts'
import type { ChatRepository } from '../chat.repository.ts'
import type { ChatRow } from '../chat-row.sql.ts'
import type { ReceiveFiles } from '../../../platform/http/upload-intake.ts'
import type { ChatFileRepository } from './file.repository.ts'
import type { FileIntake, UploadOutcome } from './intake.ts'

type ChatFileServiceDependencies = {
  readonly rows: ChatFileRepository
  readonly intake: FileIntake
  readonly chats: ChatRepository
  readonly files: FileStore
  readonly paging: Paging
  readonly store: MessageStore
}

const Filters = z.object({ file_id: z.string(), from: z.int() })
const Key = z.object({ number: z.int() })
const pagesPerAnswer = 20
export type ChatFileService = ReturnType<typeof createChatFileService>

export function createChatFileService(dependencies: ChatFileServiceDependencies) {
  const { rows, intake, chats, files, paging, store } = dependencies
  const list = paging.defineList({ name: 'chat file pages', filters: Filters, owner: 'file_id', key: Key, defaultSize: pagesPerAnswer })

  async function getOwnChat(actor: Actor, id: string): Promise<ChatRow> {
    const chat = await chats.findReadable(actor, id)
    if (!chat) throw new AppError('CHAT_NOT_FOUND')
    if (!canWriteChat(actor, chat)) throw new AppError('FORBIDDEN')
    return chat
  }

  /** The seal of a chat that is a temporary one. */
  async function findSealOf({ id, temporaryUntil }: ChatRow): Promise<Seal | undefined> {
    if (!temporaryUntil) return undefined
    const seal = await findSeal(store, id)
    if (!seal) throw new AppError('CHAT_NOT_FOUND')
    return seal
  }

  async function getOwnFile(actor: Actor, chatId: string, id: string) {
    const chat = await getOwnChat(actor, chatId)
    const file = await rows.find(chatId, id)
    if (!file) throw new AppError('FILE_NOT_FOUND')
    const seal = await findSealOf(chat)
    return { file: seal ? { ...file, name: seal.open(file.name) } : file, seal }
  }

  return {
    async uploadChatFiles(actor: Actor, chatId: string, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
      const chat = await getOwnChat(actor, chatId)
      const seal = await findSealOf(chat)
      return intake.upload({ tenantId: chat.tenantId, userId: actor.id, owner: { chatId }, ...(seal && { seal }) }, receive, disconnected)
    },

    /** Files for a test of a workflow or an assistant, which says itself whether it reads any. */
    async uploadTestFiles(actor: Actor, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
      if (!canCreateAssistants(actor)) throw new AppError('FORBIDDEN')
      return intake.upload({ tenantId: actor.tenantId, userId: actor.id, owner: { userId: actor.id } }, receive, disconnected)
    },

    async getChatFile(actor: Actor, chatId: string, id: string): Promise<StoredFile> {
      const { file, seal } = await getOwnFile(actor, chatId, id)
      const stored = toStoredFile(files, file)
      if (!seal) return stored
      const open = async (range?: ByteRange) => decryptStream(seal, file.storageKey, await stored.open(range), range?.start)
      return { ...stored, open }
    },

    async queryChatFilePages(actor: Actor, chatId: string, id: string, body: z.output<typeof queryChatFilePages.schema.body>) {
      const { file, seal } = await getOwnFile(actor, chatId, id)
      const page = list.read(body, { file_id: id, from: body.from ?? 1 })
      const from = page.after ? page.after.number + 1 : page.filters.from
      const sealed = await rows.findPages(id, { from, take: page.size + 1 })
      const found = seal
        ? sealed.map((each) => ({ ...each, label: each.label && seal.open(each.label), text: seal.open(each.text) }))
        : sealed
      return { ...list.cut(page, found, ({ number }) => ({ number })), total: file.pageCount }
    },

    async deleteChatFile(actor: Actor, chatId: string, id: string): Promise<boolean> {
      await getOwnChat(actor, chatId)
      if (!(await rows.delete({ chatId }, id))) throw new AppError('FILE_NOT_FOUND')
      return true
    },
  }
}
