// Takes uploaded files: they are checked, read and stored one after the other, and kept together.
import type { FastifyBaseLogger } from 'fastify'
import { randomUUIDv7 } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { DocumentReader } from '../../../platform/documents/document-reader.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { promisedType, findRefusal } from '../../../platform/files/file-name.ts'
import { removeSoon } from '../../../platform/files/file-removal.sql.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { ReceivedFile } from '../../../platform/files/received-file.ts'
import { storeFile } from '../../../platform/files/store-file.ts'
import { createConcurrencyLimit } from '../../../platform/http/concurrency-limit.ts'
import { type ReceiveFiles, withUploadFolder } from '../../../platform/http/upload-intake.ts'
import type { Seal } from '../../message/seal/seal.ts'
import type { ChatFileRepository } from './file.repository.ts'
import { type ChatFileRow, type FileOwner, insertFiles, maxFilesOf, type NewChatFile } from './file.sql.ts'

type FileIntakeDependencies = {
  readonly pool: Pool
  readonly rows: Pick<ChatFileRepository, 'count' | 'deleteUnsent'>
  readonly files: FileStore
  readonly documents: DocumentReader
  readonly stopping: AbortSignal
  readonly log: FastifyBaseLogger
}

/** Where files are put, and by whom; `seal` for a temporary chat. */
type OwnedBy = { readonly tenantId: string; readonly userId: string; readonly owner: FileOwner; readonly seal?: Seal }
type Refused = { readonly state: 'refused'; readonly name: string; readonly size: number; readonly error: AppError }
type Stored = { readonly state: 'ready'; readonly file: NewChatFile }
export type UploadOutcome = Refused | { readonly state: 'ready'; readonly file: ChatFileRow }

/** Each upload holds a connection, a folder and turns of the reader. */
const concurrentUploads = { maxPerUser: 2, maxTotal: 32 }

/** Encrypts the file at `path`, and returns the path of what is to be stored. */
async function encrypt(seal: Seal, storageKey: string, path: string): Promise<string> {
  const encryptedPath = `${path}.sealed`
  await pipeline(createReadStream(path), seal.encryptFile(storageKey), createWriteStream(encryptedPath, { flags: 'wx', mode: 0o600 }))
  return encryptedPath
}

export type FileIntake = ReturnType<typeof createFileIntake>

export function createFileIntake({ pool, rows, files, documents, stopping, log }: FileIntakeDependencies) {
  const concurrency = createConcurrencyLimit(concurrentUploads)

  /** Reads a file and stores its bytes; nothing keeps them yet. */
  async function readAndStore(
    { tenantId, userId, seal }: OwnedBy,
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
    const storedPath = seal ? await encrypt(seal, storageKey, path) : path
    await storeFile({ pool, files, log }, storageKey, storedPath)
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
      if (stored().length > 0) await inTransaction(pool, (client) => insertFiles(client, owned, stored()))
      return outcomes
    } catch (error) {
      await removeSoon(
        pool,
        stored().map(({ storageKey }) => storageKey),
      )
      throw error
    }
  }

  return {
    /** Throws `FILE_TOO_MANY` and `CHAT_FILE_UPLOAD_FAILED`. `disconnected` is aborted when the client disconnects. */
    async upload(owned: OwnedBy, receive: ReceiveFiles, disconnected: AbortSignal): Promise<UploadOutcome[]> {
      const max = maxFilesOf(owned.owner)
      if ((await rows.count(owned.owner)) >= max) throw new AppError('FILE_TOO_MANY', { params: { max } })
      const end = concurrency.beginWithin(owned.userId)
      const signal = AbortSignal.any([disconnected, stopping])
      try {
        const outcomes = await withUploadFolder(async (folder) => keepFiles(owned, await receive(folder, signal), signal))
        // The caller left while they were being kept: it does not know of them, and sends them again or not at all.
        if (disconnected.aborted)
          await rows.deleteUnsent(outcomes.flatMap((outcome) => (outcome.state === 'ready' ? [outcome.file.id] : [])))
        return outcomes
      } catch (error) {
        if (signal.aborted) throw new AppError('CHAT_FILE_UPLOAD_FAILED', { cause: error })
        throw error
      } finally {
        end()
      }
    },
  }
}
