// Unpacks an uploaded zip under limits. What an archive says of its sizes is not trusted: the bytes are counted as they come.
import { limits } from '@heddle/contracts/limits'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { AppError } from '../errors/app-error.ts'
import { decodeStrictly } from './character-sets.ts'
import { guessNameEncoding } from './entry-names.ts'
import { isTemporary } from './file-name.ts'
import type { ReceivedFile } from './received-file.ts'

const isFolder = (path: string) => path.endsWith('/')
const takeName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const takeFolder = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

/** What programs put beside the files of their users, and what these have hidden. */
const isSkipped = (path: string) => /(?:^|\/)(?:__MACOSX\/|\.[^/]*$)/i.test(path) || isTemporary(takeName(path))

/** `folder` is that of the entry; empty at the top of the archive. */
export type UnpackedFile = ReceivedFile & { readonly folder: string }

export type UnpackedArchive = {
  readonly files: readonly UnpackedFile[]
  /** The names of what was left out, as no user has put it there. */
  readonly skipped: readonly string[]
}

/**
 * Unpacks the files of the zip at `path` into `folder` and returns them, with the last part of their paths as names and the rest as
 * folders; one that is longer than a file may be is cut, or left out where the archive says so. Refuses the whole: `FILE_UNPACKS_TOO_LARGE`
 * for too many entries or bytes, `FILE_ENCRYPTED`, `FILE_EMPTY` without a file, `FILE_UNREADABLE` for a damaged archive and for paths that
 * lead out of it.
 */
export async function unpackArchive(path: string, folder: string, signal: AbortSignal): Promise<UnpackedArchive> {
  try {
    const archive = await openPromise(path, { validateEntrySizes: false })
    return await unpackEntries(archive, folder, signal)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof AppError ? error : new AppError('FILE_UNREADABLE', { cause: error })
  }
}

async function unpackEntries(archive: ZipFile, folder: string, signal: AbortSignal): Promise<UnpackedArchive> {
  try {
    if (archive.entryCount > limits.sourceArchive.entries) throw new AppError('FILE_UNPACKS_TOO_LARGE')
    const unpacked: (Omit<ReceivedFile, 'name'> & { readonly entry: Entry })[] = []
    const skipped: Entry[] = []
    let remaining: number = limits.sourceArchive.bytes
    for await (const entry of archive.eachEntry()) {
      if (isFolder(entry.fileName)) continue
      if (isSkipped(entry.fileName)) {
        skipped.push(entry)
        continue
      }
      if (entry.isEncrypted()) throw new AppError('FILE_ENCRYPTED')
      // What it admits is refused before it is inflated.
      if (entry.uncompressedSize > remaining) throw new AppError('FILE_UNPACKS_TOO_LARGE')
      const target = join(folder, String(unpacked.length))
      const isTooLarge = entry.uncompressedSize > limits.sourceFileBytes
      const size = isTooLarge ? entry.uncompressedSize : await unpackEntry(archive, entry, { path: target, maxBytes: remaining }, signal)
      if (!isTooLarge) remaining -= size
      unpacked.push({ entry, path: target, size, isCut: size > limits.sourceFileBytes })
    }
    if (unpacked.length === 0) throw new AppError('FILE_EMPTY')
    const paths = readPaths([...unpacked.map(({ entry }) => entry), ...skipped])
    const files = unpacked.map(({ path, size, isCut }, index) => {
      const inArchive = paths[index] ?? ''
      return { name: takeName(inArchive), folder: takeFolder(inArchive), path, size, isCut }
    })
    return { files, skipped: paths.slice(files.length).map(takeName) }
  } finally {
    archive.close()
  }
}

type Target = { readonly path: string; readonly maxBytes: number }

/** Writes the bytes of an entry, and stops where it is longer than a file may be; returns how many there were. */
async function unpackEntry(archive: ZipFile, entry: Entry, { path, maxBytes }: Target, signal: AbortSignal): Promise<number> {
  let size = 0
  const content: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry)
  async function* takeAllowed() {
    for await (const bytes of content) {
      size += bytes.length
      if (size > maxBytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
      if (size > limits.sourceFileBytes) return
      yield bytes
    }
  }
  await pipeline(takeAllowed, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  return size
}

/** The field of Info-ZIP that has the name in UTF-8 beside that of the system. */
const unicodePathField = 0x70_75

/** Returns the paths in the archive. macOS writes UTF-8 and does not say so; what is no UTF-8 is in the encoding of some system. */
function readPaths(entries: readonly Entry[]): string[] {
  const isTold = ({ extraFields }: Entry) => extraFields.some(({ id }) => id === unicodePathField)
  const readUtf8 = ({ fileNameRaw }: Entry) => decodeStrictly(fileNameRaw, 'utf-8')
  const untold = entries.filter((entry) => !isTold(entry) && readUtf8(entry) === null)
  const encoding = guessNameEncoding(untold.map(({ fileNameRaw }) => fileNameRaw))
  return entries.map((entry) => {
    const legacy = encoding === null || isTold(entry) ? null : decodeStrictly(entry.fileNameRaw, encoding)
    return (isTold(entry) ? null : readUtf8(entry)) ?? legacy ?? entry.fileName
  })
}
