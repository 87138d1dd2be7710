// Writes a zip while its entries are made, one after the other: no more than a part of one is in memory.
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { AppError } from '../../../platform/errors/app-error.ts'

type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

export type ZipEntry = { readonly name: string; readonly content: Content }

type ZipOptions = {
  /** Of all contents together. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** Writes the zip to `path`, and returns its size in bytes. Throws `TAKEOUT_TOO_LARGE`, what an entry throws, and the reason of the signal. */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry>, { maxBytes, signal }: ZipOptions): Promise<number> {
  const zip = new ZipFile()
  const failure = new AbortController()
  const stop = AbortSignal.any([signal, failure.signal])
  let bytes = 0

  async function* count(content: Content) {
    for await (const chunk of content) {
      bytes += Buffer.byteLength(chunk)
      if (bytes > maxBytes) throw createTooLarge(maxBytes)
      yield chunk
    }
  }

  async function add({ name, content }: ZipEntry) {
    const stream = Readable.from(count(content), { objectMode: false })
    zip.addReadStreamLazy(name, {}, (callback) => callback(null, stream))
    try {
      await finished(stream, { signal: stop })
    } finally {
      stream.destroy()
    }
  }

  zip.once('error', (error: Error) => zip.outputStream.destroy(error))
  const writing = pipeline(zip.outputStream, createWriteStream(path), { signal })
  writing.catch((error: unknown) => failure.abort(error))
  try {
    for await (const entry of entries) {
      stop.throwIfAborted()
      await add(entry)
    }
    zip.end()
    await writing
  } catch (error) {
    const reason: unknown = stop.aborted ? stop.reason : error
    zip.outputStream.destroy()
    await writing.catch(() => undefined)
    throw reason
  }
  return (await stat(path)).size
}

export const createTooLarge = (maxBytes: number) =>
  new AppError('TAKEOUT_TOO_LARGE', { params: { max_gb: Math.floor(maxBytes / 1024 ** 3) } })
