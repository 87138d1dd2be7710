// The files of a temporary chat that is kept: they are stored once more, as they were before they were sealed.
import type { FastifyBaseLogger } from 'fastify'
import { randomUUIDv7 } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pool } from 'pg'
import { removeSoon } from '../../../platform/files/file-removal.sql.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openStoredFile, storeFile } from '../../../platform/files/store-file.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'
import type { Seal } from '../../message/seal/seal.ts'
import type { SealedFile } from './temporary.sql.ts'

type Dependencies = { readonly pool: Pool; readonly files: FileStore; readonly log: FastifyBaseLogger }

/** A file with its name open, and the key under which it is stored open. */
export type OpenedFile = SealedFile & { readonly newKey: string }

/** Stores the files open, with their removal planned until rows keep them. Throws `FILE_STORE_UNAVAILABLE`. */
export async function openFiles({ pool, files, log }: Dependencies, seal: Seal, sealed: readonly SealedFile[]): Promise<OpenedFile[]> {
  if (sealed.length === 0) return []
  return withUploadFolder(async (folder) => {
    const opened: OpenedFile[] = []
    for (const { id, name, storageKey } of sealed) {
      const path = join(folder, id)
      await pipeline(
        await openStoredFile(files, storageKey),
        seal.decryptFile(storageKey),
        createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      )
      const newKey = `${dirname(storageKey)}/${randomUUIDv7()}`
      await storeFile({ pool, files, log }, newKey, path)
      opened.push({ id, name: seal.open(name), storageKey, newKey })
    }
    return opened
  })
}

/** Has what was stored for nothing removed. */
export const removeOpened = (pool: Pool, opened: readonly OpenedFile[]) =>
  removeSoon(
    pool,
    opened.map(({ newKey }) => newKey),
  )
