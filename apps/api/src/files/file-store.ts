// Where the bytes of files are: a folder, or a bucket. Everything else about a file is in the database.
import type { Readable } from 'node:stream'

export type FileStore = {
  /** Stores what is in the file at `path` under the key, wholly or not at all. */
  readonly put: (key: string, path: string) => Promise<void>
  /** The bytes under the key, as they were put. */
  readonly open: (key: string) => Promise<Readable>
  /** Removes what is under the key, and what a `put` that was broken off has left of it; nothing there is fine. */
  readonly remove: (key: string) => Promise<void>
}

/** A store that is down, slow, full, or without what it was given to keep. Its cause says which. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

const keyPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** Keys are made by us of ids, never of what people call their files: what is none is a mistake in our code. */
export function assertKey(key: string) {
  if (!keyPattern.test(key)) throw new TypeError('Not a key of the file store')
}

export const toStoreError = (error: unknown) => new FileStoreError('The file store failed', { cause: error })
