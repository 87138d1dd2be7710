// Values in a file of this machine, a line of JSON each: they are read one at a time, as often as they are needed.
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { splitLines } from '../documents/table-reader.ts'
import { AppError } from '../errors/app-error.ts'

const chunkCharacters = 256 * 1024

type Bounds = { readonly maxBytes?: number }

/** Yields the values; once they have ended, they are in the new file of `path`. Throws `FILE_UNPACKS_TOO_LARGE` when they are more than `maxBytes`. */
export async function* keepJsonLines<T>(
  path: string,
  values: AsyncIterable<T>,
  { maxBytes = Number.POSITIVE_INFINITY }: Bounds = {},
): AsyncGenerator<T> {
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  async function append(lines: string) {
    const chunk = Buffer.from(lines)
    bytes += chunk.length
    if (bytes > maxBytes) throw new AppError('FILE_UNPACKS_TOO_LARGE')
    await file.appendFile(chunk)
  }
  try {
    let lines = ''
    for await (const value of values) {
      lines += `${JSON.stringify(value)}\n`
      if (lines.length >= chunkCharacters) {
        await append(lines)
        lines = ''
      }
      yield value
    }
    await append(lines)
  } finally {
    await file.close()
  }
}

/** Writes the values to the new file of `path`, as `keepJsonLines` does. */
export async function writeJsonLines(
  path: string,
  values: AsyncIterable<unknown>,
  { signal, ...bounds }: Bounds & { readonly signal: AbortSignal },
): Promise<void> {
  for await (const _ of keepJsonLines(path, values, bounds)) signal.throwIfAborted()
}

/** Yields what was written. */
export async function* readJsonLines<T>(stream: Readable): AsyncGenerator<T> {
  for await (const line of splitLines(stream)) yield JSON.parse(line) as T
}
