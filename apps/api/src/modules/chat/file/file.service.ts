import type { queryChatFilePages } from '@heddle/contracts/chat/chat-file'
import { limits } from '@heddle/contracts/limits'
import type { FastifyBaseLogger } from 'fastify'
import { randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { DocumentReader } from '../../../platform/documents/document-reader.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { removeSoon } from '../../../platform/files/file-removal.sql.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { storeFile, type StoredFile, toStoredFile } from '../../../platform/files/store-file.ts'
import type { Actor } from '../../../platform/permissions/actor.ts'
import { canCreateAssistants } from '../../../platform/permissions/assistant.permissions.ts'
import { canWriteChat } from '../../../platform/permissions/chat.permissions.ts'
import type { Paging } from '../../../platform/http/paging.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { AssistantService } from '../../assistant/assistant.service.ts'
import type { ChatRepository, ChatRow } from '../chat.repository.ts'
import { createConcurrencyLimit } from '../../../platform/http/concurrency-limit.ts'
import type { ReceivedFile } from '../../../platform/files/received-file.ts'
import { type ReceiveFiles, withUploadFolder } from '../../../platform/http/upload-intake.ts'
import { promisedType, findRefusal } from '../../../platform/files/file-name.ts'
import type { ChatFileRepository } from './file.repository.ts'
import { type ChatFileRow, type FileOwner, insertFiles, type NewChatFile } from './file.sql.ts'

type ChatFileServiceDependencies = {
  readonly pool: Pool
  readonly rows: ChatFileRepository
  readonly chats: ChatRepository
  readonly assistants: AssistantService
  readonly files: FileStore
  readonly documents: DocumentReader
  readonly paging: Paging
  readonly stopping: AbortSignal
  readonly log: FastifyBaseLogger
}

/** Where files are put, and by whom. */
type OwnedBy = { readonly tenantId: string; readonly userId: string; readonly owner: FileOwner }
type Refused = { readonly state: 'refused'; readonly name: string; readonly size: number; readonly error: AppError }
type Stored = { readonly state: 'ready'; readonly file: NewChatFile }
export type UploadOutcome = Refused | { readonly state: 'ready'; readonly file: ChatFileRow }

const Filters = z.object({ file_id: z.string(), from: z.int() })
const Key = z.object({ number: z.int() })
const pagesPerAnswer = 20
/** Each upload holds a connection, a folder and turns of the reader. */
const concurrentUploads = { maxPerUser: 2, maxTotal: 32 }

export type ChatFileService = ReturnType<typeof createChatFileService>

export function createChatFileService(dependencies: ChatFileServiceDependencies) {
  const { pool, rows, chats, assistants, files, documents, paging, stopping, log } = dependencies
  const concurrency = createConcurrencyLimit(concurrentUploads)
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

  /** Reads a file and stores its bytes; nothing keeps them yet. */
  async function readAndStore(
    { tenantId, userId }: OwnedBy,
    { name, path, size, isCut }: ReceivedFile,
    signal: AbortSignal,
  ): Promise<NewChatFile> {
    const refusal = findRefusal({ name, size, isCut })
    const mediaType = promisedType(name)
    if (refusal !== null || mediaType === undefined) throw new AppError(refusal ?? 'FILE_TYPE_NOT_ACCEPTED')
    const reading = await documents.readDocument({ path, mediaType, userId }, signal)
    const { isPaged, pages, tokenCount, upright, findings = [] } = reading
    const id = randomUUIDv7()
    const storageKey = `${tenantId}/${id}`
    // A model looks at the pixels as they are stored.
    if (upright !== undefined) await writeFile(path, upright.content, 'base64')
    const sizeBytes = upright === undefined ? size : Buffer.byteLength(upright.content, 'base64')
    await storeFile({ pool, files, log }, storageKey, path)
    const content = { isPaged, pageCount: pages.length, tokenCount, findings, pages }
    return { id, name, mediaType: upright?.mediaType ?? mediaType, sizeBytes, storageKey, ...content }
  }

  /** A file that is refused keeps no other from being taken; what is no refusal ends the upload. */
  async function tryToStore(owned: OwnedBy, received: ReceivedFile, signal: AbortSignal): Promise<Stored | Refused> {
    try {
      return { state: 'ready', file: await readAndStore(owned, received, signal) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError)) throw error
      return { state: 'refused', name: received.name, size: received.size, error }
    }
  }

  /** All that could be stored is kept in one transaction: an upload that is broken off leaves nothing. */
  async function keepFiles(owned: OwnedBy, received: readonly ReceivedFile[], signal: AbortSignal): Promise<(Stored | Refused)[]> {
    const outcomes: (Stored | Refused)[] = []
    const stored = () => outcomes.flatMap((outcome) => (outcome.state === 'ready' ? [outcome.file] : []))
    try {
      for (const file of received) outcomes.push(await tryToStore(owned, file, signal))
      signal.throwIfAborted()
      if (stored().length > 0) await inTransaction(pool, (client) => insertFiles(client, owned.owner, stored()))
      return outcomes
    } catch (error) {
      await removeSoon(
        pool,
        stored().map(({ storageKey }) => storageKey),
      )
      throw error
    }
  }

  /** `disconnected` is aborted when the client disconnects. */
  async function upload(owned: OwnedBy, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
    if ((await rows.count(owned.owner)) >= limits.filesPerChat)
      throw new AppError('FILE_TOO_MANY', { params: { max: limits.filesPerChat } })
    const end = concurrency.beginWithin(owned.userId)
    const signal = AbortSignal.any([disconnected, stopping])
    try {
      const outcomes = await withUploadFolder(async (folder) => keepFiles(owned, await receive(folder, signal), signal))
      // The caller left while they were being kept: it does not know of them, and sends them again or not at all.
      if (disconnected.aborted) await rows.deleteUnsent(outcomes.flatMap((outcome) => (outcome.state === 'ready' ? [outcome.file.id] : [])))
      return outcomes
    } catch (error) {
      if (signal.aborted) throw new AppError('CHAT_FILE_UPLOAD_FAILED', { cause: error })
      throw error
    } finally {
      end()
    }
  }

  return {
    async uploadChatFiles(actor: Actor, chatId: string, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
      const chat = await getOwnChat(actor, chatId)
      const assistant = chat.assistantId === null ? null : await assistants.findUsableAssistant(actor, chat.assistantId)
      if (!assistant?.readsFiles) throw new AppError('CHAT_FILES_NOT_READ')
      return upload({ tenantId: chat.tenantId, userId: actor.id, owner: { chatId } }, receive, disconnected)
    },

    /** Files for a test of a workflow or an assistant, which says itself whether it reads any. */
    async uploadTestFiles(actor: Actor, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
      if (!canCreateAssistants(actor)) throw new AppError('FORBIDDEN')
      return upload({ tenantId: actor.tenantId, userId: actor.id, owner: { userId: actor.id } }, receive, disconnected)
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
      const file = await getOwnFile(actor, chatId, id)
      return rows.delete(chatId, file.id)
    },
  }
}
