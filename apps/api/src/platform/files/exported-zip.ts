// Reads a zip that a site has exported, with a manifest in JSON: nothing of it is trusted. Its sizes are counted, and no name of it becomes a
// path.
import { isTextWithin, type TextSize } from '@heddle/contracts/json-size'
import { type Entry, openPromise } from 'yauzl'
import { AppError } from '../errors/app-error.ts'
import { readBytes } from './read-bytes.ts'

type ExportedZipOptions = {
  /** With what a program that packs the file again may add: it is not read. */
  readonly maxEntries: number
  /** The error of a zip that is no export of this kind, with the entry or the field that tells it. */
  readonly refuse: (path: string, cause?: unknown) => AppError
  readonly signal: AbortSignal
}

type ManifestLimits = { readonly maxBytes: number; readonly json: TextSize }

export type ExportedZip = {
  /** Returns the size that the zip tells of an entry; undefined without one. */
  readonly findSize: (name: string) => number | undefined
  /** Returns the content of a manifest, which is no schema's yet. Throws `FILE_UNPACKS_TOO_LARGE` beyond the limits. */
  readonly readManifest: (name: string, limits: ManifestLimits) => Promise<unknown>
  /** Yields the bytes of an entry, which may be more than its size. */
  readonly readEntry: (name: string) => AsyncGenerator<Buffer>
  readonly close: () => void
}

const fileTypeMask = 0o170000
const regularFile = 0o100000

/** The type that Unix keeps of an entry, and 0 where another system has packed it. */
const readFileType = ({ externalFileAttributes }: Entry) => (externalFileAttributes >>> 16) & fileTypeMask

/**
 * Opens the zip at `path`. Throws `FILE_UNREADABLE` for a damaged one and for names that lead out of it, `FILE_ENCRYPTED`,
 * `FILE_UNPACKS_TOO_LARGE` for too many entries, and the error of `refuse` for an entry that is no file, or is there twice.
 */
export async function openExportedZip(path: string, { maxEntries, refuse, signal }: ExportedZipOptions): Promise<ExportedZip> {
  const zip = await openPromise(path, { autoClose: false, validateEntrySizes: false }).catch((cause: unknown) => {
    throw new AppError('FILE_UNREADABLE', { cause })
  })

  /** What the library says of a damaged zip becomes `FILE_UNREADABLE`. */
  function toRefusal(error: unknown): unknown {
    signal.throwIfAborted()
    return error instanceof AppError ? error : new AppError('FILE_UNREADABLE', { cause: error })
  }

  async function readEntries(): Promise<ReadonlyMap<string, Entry>> {
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
  }

  try {
    const entries = await readEntries()
    const getEntry = (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw refuse(name)
      return entry
    }
    return {
      findSize: (name) => entries.get(name)?.uncompressedSize,
      async readManifest(name, { maxBytes, json }) {
        const entry = getEntry(name)
        const createError = () => new AppError('FILE_UNPACKS_TOO_LARGE')
        // What it admits is refused before it is inflated.
        if (entry.uncompressedSize > maxBytes) throw createError()
        try {
          const bytes = await readBytes(await zip.openReadStreamPromise(entry), maxBytes, createError)
          if (!isTextWithin(bytes, json)) throw refuse(name)
          return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
        } catch (error) {
          throw error instanceof AppError ? error : refuse(name, error)
        }
      },
      async *readEntry(name) {
        try {
          yield* await zip.openReadStreamPromise(getEntry(name))
        } catch (error) {
          throw toRefusal(error)
        }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw toRefusal(error)
  }
}
