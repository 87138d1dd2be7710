import type { FastifyBaseLogger } from 'fastify'
import type { Readable } from 'node:stream'
import type { Pool } from 'pg'
import { AppError } from '../errors/app-error.ts'
import { planRemoval } from './file-removal.sql.ts'
import { type ByteRange, type FileStore, FileStoreError } from './file-store.ts'

type Store = { readonly pool: Pool; readonly files: FileStore; readonly log: FastifyBaseLogger }

/** Returns `FILE_STORE_UNAVAILABLE`, which says so when there is no room. */
export function toUnavailable(cause: unknown): AppError {
  const full = isFull(cause) && { reason: 'no_space' }
  return new AppError('FILE_STORE_UNAVAILABLE', { cause, params: { retry_after: 15, ...full } })
}

/** Whether a disk, or what a user may have of it, is full. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) || isFull(error.cause))

/** Stores the bytes of the file at `path`, with their removal planned until a row keeps them. Throws `FILE_STORE_UNAVAILABLE`. */
export async function storeFile({ pool, files, log }: Store, storageKey: string, path: string): Promise<void> {
  await planRemoval(pool, storageKey)
  try {
    await files.put(storageKey, path)
  } catch (error) {
    // Its planned removal stays: what was given up may still arrive, and one at once would be too early for it.
    if (!(error instanceof FileStoreError)) throw error
    log.error({ storageKey, err: error }, 'File could not be stored')
    throw toUnavailable(error)
  }
}

/** Returns the bytes under the key, or a part of them. Throws `FILE_STORE_UNAVAILABLE`. */
export async function openStoredFile(files: FileStore, storageKey: string, range?: ByteRange): Promise<Readable> {
  try {
    return await files.open(storageKey, range)
  } catch (error) {
    throw toUnavailable(error)
  }
}

/** What a file is sent with. The bytes under a key never change. */
export type FileFacts = { readonly name: string; readonly mediaType: string; readonly sizeBytes: number }

/** A file of the store that the caller may read. */
export type StoredFile = {
  readonly file: FileFacts & { readonly storageKey: string }
  /** Throws `FILE_STORE_UNAVAILABLE`. */
  readonly open: (range?: ByteRange) => Promise<Readable>
}

export const toStoredFile = (files: FileStore, file: StoredFile['file']): StoredFile => ({
  file,
  open: (range) => openStoredFile(files, file.storageKey, range),
})
