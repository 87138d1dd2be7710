// Reads the zip of a collection, whose originals are hashed.
import { collectionFormat, CollectionManifest, manifestName } from '@heddle/contracts/collection/collection-file'
import { isOfLaterFormat } from '@heddle/contracts/file-format'
import { limits } from '@heddle/contracts/limits'
import { parseTold } from '@heddle/contracts/told-errors'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ExportedZip, openExportedZip } from '../../../platform/files/exported-zip.ts'
import { findRefusal } from '../../../platform/files/file-name.ts'
import { toUnavailable } from '../../../platform/files/store-file.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { hasOriginal, type SourceWithOriginal } from './manifest.ts'

export type CollectionArchive = {
  readonly manifest: CollectionManifest
  /** Writes the original of a source to `path`; throws `COLLECTION_FILE_INCOMPLETE` when it is not the one that the manifest names. */
  readonly extract: (source: SourceWithOriginal, path: string) => Promise<void>
  readonly close: () => void
}

const refuse = (path: string, cause?: unknown) => new AppError('COLLECTION_FILE_INVALID', { cause, params: { path } })

/**
 * Opens the zip at `path`. Throws `COLLECTION_FILE_INVALID` for one that is no export, `COLLECTION_FILE_TOO_NEW` for a later format,
 * `COLLECTION_FILE_INCOMPLETE` without all of its originals, and the codes of an uploaded file for a hostile or damaged zip.
 */
export async function openArchive(path: string, signal: AbortSignal): Promise<CollectionArchive> {
  const zip = await openExportedZip(path, { maxEntries: 2 * limits.sourcesPerCollection, refuse, signal })
  try {
    const manifest = await readManifest(zip)
    assertOriginals(manifest, zip)
    return {
      manifest,
      extract: (source, target) => extractOriginal(zip.readEntry(source.original.path), source, target, signal),
      close: zip.close,
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function readManifest(zip: ExportedZip): Promise<CollectionManifest> {
  const { manifestBytes: maxBytes, json } = limits.collectionFile
  const content = await zip.readManifest(manifestName, { maxBytes, json })
  if (isOfLaterFormat(content, collectionFormat)) throw new AppError('COLLECTION_FILE_TOO_NEW')
  const { data, error } = parseTold(CollectionManifest, content)
  if (error) throw refuse(error.issues[0]?.path.join('/') ?? manifestName, error)
  return data
}

const createIncomplete = ({ title }: SourceWithOriginal, cause?: unknown) =>
  new AppError('COLLECTION_FILE_INCOMPLETE', { cause, params: { title } })

/** Throws unless the zip has each original, with its size, and each may be a source. */
function assertOriginals({ sources }: CollectionManifest, zip: ExportedZip) {
  let bytes = 0
  for (const source of sources.filter(hasOriginal)) {
    const { original } = source
    if (zip.findSize(original.path) !== original.size) throw createIncomplete(source)
    const refusal = 'name' in original ? findRefusal({ ...original, isCut: false }) : null
    if (refusal) throw new AppError(refusal)
    bytes += original.size
    if (bytes > limits.collectionFile.bytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
  }
}

async function extractOriginal(
  content: AsyncIterable<Buffer>,
  source: SourceWithOriginal,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const { size, sha256 } = source.original
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
  await pipeline(content, check, createWriteStream(target, { mode: 0o600 }), { signal }).catch((error: unknown) => {
    signal.throwIfAborted()
    // A full disk is not the file's fault.
    throw error instanceof AppError ? error : toUnavailable(error)
  })
  if (received !== size || hash.digest('hex') !== sha256) throw createIncomplete(source)
}
