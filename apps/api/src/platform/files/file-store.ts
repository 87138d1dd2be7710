// The store of file contents: a folder or a bucket. Everything else about a file is in the database.
import type { Readable } from 'node:stream'

/** Bytes of a file, from 0, both ends included. */
export type ByteRange = { readonly start: number; readonly end: number }

export type FileStore = {
  /** Stores the content of the file at `path` under the key, atomically. */
  readonly put: (key: string, path: string) => Promise<void>
  /** Returns the bytes under the key, or a part of them. */
  readonly open: (key: string, range?: ByteRange) => Promise<Readable>
  /** Removes the key and the remains of an interrupted `put`; idempotent. */
  readonly remove: (key: string) => Promise<void>
}

/** Thrown when the store is down, slow or full, or has lost a file; the cause says which. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

const keyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** Throws for an invalid key: keys are built from ids, never from file names, so an invalid one is a bug. */
export function assertKey(key: string) {
  if (!keyPattern.test(key)) throw new TypeError('Not a key of the file store')
}

export const toStoreError = (error: unknown) => new FileStoreError('The file store failed', { cause: error })
