// A document as it was parsed, once for each content of a source: gzipped JSON in the file store, which every index is built from.
import { randomUUIDv7 } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Dependencies } from '../../../platform/dependencies.ts'
import type { ParsedDocument } from '../../../platform/documents/document.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openStoredFile, storeFile, toUnavailable } from '../../../platform/files/store-file.ts'
import { withUploadFolder } from '../../../platform/http/upload-intake.ts'

/**
 * Stores a document under a new key of the tenant, with its removal planned until a row keeps it; returns the key. Throws
 * `FILE_STORE_UNAVAILABLE`, also when the disk of the process is full.
 */
export async function storeParsedDocument(
  store: Pick<Dependencies, 'pool' | 'files' | 'log'>,
  tenantId: string,
  document: ParsedDocument,
): Promise<string> {
  const key = `${tenantId}/${randomUUIDv7()}`
  await withUploadFolder(async (folder) => {
    const path = join(folder, 'parsed')
    await pipeline([JSON.stringify(document)], createGzip(), createWriteStream(path)).catch((cause: unknown) => {
      throw toUnavailable(cause)
    })
    await storeFile(store, key, path)
  })
  return key
}

/** Returns the document that was stored under the key. Throws `FILE_STORE_UNAVAILABLE`, also when the store breaks off. */
export async function readParsedDocument(files: FileStore, key: string): Promise<ParsedDocument> {
  const stored = await openStoredFile(files, key)
  try {
    // Not by `pipe`, which tells the reader of no error of the store: it would wait for ever, and the error end the process.
    return (await pipeline(stored, createGunzip(), json)) as ParsedDocument
  } catch (cause) {
    throw toUnavailable(cause)
  }
}
