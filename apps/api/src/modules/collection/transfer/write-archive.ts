// Writes the zip of a collection while it is read: no more than a part of one original is in memory.
import { manifestName } from '@heddle/contracts/collection/collection-file'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Original } from './manifest.ts'

export type CollectionZip = {
  /** Bytes. */
  readonly size: number
  readonly content: Readable
}

async function* readOriginal(files: FileStore, storageKey: string): AsyncGenerator<Uint8Array> {
  yield* await files.open(storageKey)
}

/**
 * Returns the zip, whose `content` is destroyed with the error of an original that is gone or has another size. Nothing is compressed:
 * documents are so already, and the size is known before the first byte is sent.
 */
export function writeArchive(files: FileStore, manifest: Buffer, originals: readonly Original[]): CollectionZip {
  const zip = new ZipFile()
  const { outputStream: content } = zip
  let open: Readable | undefined
  zip.on('error', (error: Error) => content.destroy(error))
  content.once('close', () => open?.destroy())

  zip.addBuffer(manifest, manifestName, { compress: false })
  for (const { path, storageKey, size } of originals)
    zip.addReadStreamLazy(path, { compress: false, size }, (callback) => {
      open = Readable.from(readOriginal(files, storageKey), { objectMode: false })
      open.once('error', (error) => content.destroy(error))
      callback(null, open)
    })
  let size = 0
  zip.end({}, (bytes) => {
    size = bytes
  })
  return { size, content }
}
