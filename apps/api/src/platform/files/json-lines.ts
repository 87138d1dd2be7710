// Values in a file of this machine, a line of JSON each: they are read one at a time, as often as they are needed.
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { splitLines } from '../documents/table-reader.ts'
import { AppError } from '../errors/app-error.ts'

const valuesPerChunk = 200

type WriteOptions = { readonly signal: AbortSignal; readonly maxBytes?: number }

/** Writes the values to a file of `path`. Throws `FILE_UNPACKS_TOO_LARGE` when they are more than `maxBytes`. */
export async function writeJsonLines(
  path: string,
  values: AsyncIterable<unknown>,
  { signal, maxBytes = Number.POSITIVE_INFINITY }: WriteOptions,
): Promise<void> {
  let bytes = 0
  function join(lines: readonly string[]) {
    const chunk = Buffer.from(lines.join(''))
    bytes += chunk.length
    if (bytes > maxBytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
    return chunk
  }
  async function* toChunks() {
    let lines: string[] = []
    for await (const value of values) {
      lines.push(`${JSON.stringify(value)}\n`)
      if (lines.length < valuesPerChunk) continue
      yield join(lines)
      lines = []
    }
    yield join(lines)
  }
  await pipeline(toChunks, createWriteStream(path), { signal })
}

/** Yields what was written. */
export async function* readJsonLines<T>(stream: Readable): AsyncGenerator<T> {
  for await (const line of splitLines(stream)) yield JSON.parse(line) as T
}
