// Reads the zip of a collection, of which nothing is trusted: its sizes are counted, its originals hashed, and no name of it becomes a path.
import { CollectionManifest, isOfLaterFormat, manifestName } from '@heddle/contracts/collection/collection-file'
import { isTextWithin } from '@heddle/contracts/json-size'
import { limits } from '@heddle/contracts/limits'
import { parseTold } from '@heddle/contracts/told-errors'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { findRefusal } from '../../../platform/files/file-name.ts'
import { toUnavailable } from '../../../platform/files/store-file.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { readBytes } from '../../../platform/http/read-bytes.ts'
import { hasOriginal, type SourceWithOriginal } from './manifest.ts'

export type CollectionArchive = {
  readonly manifest: CollectionManifest
  /** Writes the original of a source to `path`; throws `COLLECTION_FILE_INCOMPLETE` when it is not the one that the manifest names. */
  readonly extract: (source: SourceWithOriginal, path: string) => Promise<void>
  readonly close: () => void
}

/** What a program that packs the file again may add: it is not read. */
const maxEntries = 2 * limits.sourcesPerCollection

/**
 * Opens the zip at `path`. Throws `COLLECTION_FILE_INVALID` for one that is no export, `COLLECTION_FILE_TOO_NEW` for a later format,
 * `COLLECTION_FILE_INCOMPLETE` without all of its originals, and the codes of an uploaded file for a hostile or damaged zip.
 */
export async function openArchive(path: string, signal: AbortSignal): Promise<CollectionArchive> {
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: false }).catch((cause: unknown) => {
    throw new AppError('FILE_UNREADABLE', { cause })
  })
  try {
    const entries = await readEntries(zip, signal)
    const manifest = await readManifest(zip, entries)
    assertOriginals(manifest, entries)
    return {
      manifest,
      extract: (source, target) => guard(signal, () => extractOriginal(zip, entries, source, target, signal)),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** What the library says of a damaged zip becomes `FILE_UNREADABLE`. A full disk is not the file's fault. */
async function guard<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AppError) throw error
    const { syscall } = error as { syscall?: unknown }
    if (syscall === 'open' || syscall === 'write') throw toUnavailable(error)
    throw new AppError('FILE_UNREADABLE', { cause: error })
  }
}

const fileTypeMask = 0o170000
const regularFile = 0o100000

/** The type that Unix keeps of an entry, and 0 where another system has packed it. */
const readFileType = ({ externalFileAttributes }: Entry) => (externalFileAttributes >>> 16) & fileTypeMask

const refuse = (path: string, cause?: unknown) => new AppError('COLLECTION_FILE_INVALID', { cause, params: { path } })

/** Returns the files of the zip by name. The library refuses names that lead out of it. */
const readEntries = (zip: ZipFile, signal: AbortSignal) =>
  guard(signal, async () => {
    if (zip.entryCount > maxEntries) throw new AppError('FILE_UNPACKS_TOO_LARGE')
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      if (name.endsWith('/')) continue
      if (entry.isEncrypted()) throw new AppError('FILE_ENCRYPTED')
      if (entries.has(name) || ![0, regularFile].includes(readFileType(entry))) throw refuse(name)
      entries.set(name, entry)
    }
    return entries
  })

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<CollectionManifest> {
  const entry = entries.get(manifestName)
  if (!entry) throw refuse(manifestName)
  const { manifestBytes } = limits.collectionFile
  const createError = () => new AppError('FILE_UNPACKS_TOO_LARGE')
  // What it admits is refused before it is inflated.
  if (entry.uncompressedSize > manifestBytes) throw createError()
  const content = await readText(zip, entry, manifestBytes, createError)
  if (isOfLaterFormat(content)) throw new AppError('COLLECTION_FILE_TOO_NEW')
  const { data, error } = parseTold(CollectionManifest, content)
  if (error) throw refuse(error.issues[0]?.path.join('/') ?? manifestName, error)
  return data
}

async function readText(zip: ZipFile, entry: Entry, maxBytes: number, createError: () => Error): Promise<unknown> {
  try {
    const bytes = await readBytes(await zip.openReadStreamPromise(entry), maxBytes, createError)
    if (!isTextWithin(bytes, limits.collectionFile.json)) throw refuse(manifestName)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw error instanceof AppError ? error : refuse(manifestName, error)
  }
}

const createIncomplete = ({ title }: SourceWithOriginal, cause?: unknown) =>
  new AppError('COLLECTION_FILE_INCOMPLETE', { cause, params: { title } })

/** Throws unless the zip has each original, with its size, and each may be a source. */
function assertOriginals({ sources }: CollectionManifest, entries: ReadonlyMap<string, Entry>) {
  let bytes = 0
  for (const source of sources.filter(hasOriginal)) {
    const { original } = source
    if (entries.get(original.path)?.uncompressedSize !== original.size) throw createIncomplete(source)
    const refusal = 'name' in original ? findRefusal({ ...original, isCut: false }) : null
    if (refusal) throw new AppError(refusal)
    bytes += original.size
    if (bytes > limits.collectionFile.bytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
  }
}

async function extractOriginal(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  source: SourceWithOriginal,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const { path, size, sha256 } = source.original
  const entry = entries.get(path)
  if (!entry) throw createIncomplete(source)
  const hash = createHash('sha256')
  let received = 0
  const check = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      received += bytes.length
      hash.update(bytes)
      if (received > size) done(createIncomplete(source))
      else done(null, bytes)
    },
  })
  await pipeline(await zip.openReadStreamPromise(entry), check, createWriteStream(target, { mode: 0o600 }), { signal })
  if (received !== size || hash.digest('hex') !== sha256) throw createIncomplete(source)
}
