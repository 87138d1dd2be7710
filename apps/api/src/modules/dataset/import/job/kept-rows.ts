// The checked rows of an import in a file, a line of JSON each: what applies them neither reads nor checks the file of the person again.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { splitLines } from '../../../../platform/documents/table-reader.ts'
import type { CheckedRow } from '../check-rows.ts'

const chunkCharacters = 256 * 1024

/** Yields the rows; when they have ended, they are in the file at `path`. */
export async function* keepRows(path: string, rows: AsyncIterable<CheckedRow>): AsyncGenerator<CheckedRow> {
  const file = await open(path, 'wx', 0o600)
  try {
    let lines = ''
    for await (const row of rows) {
      lines += `${JSON.stringify(row)}\n`
      if (lines.length >= chunkCharacters) {
        await file.appendFile(lines)
        lines = ''
      }
      yield row
    }
    await file.appendFile(lines)
  } finally {
    await file.close()
  }
}

/** Yields them again. */
export async function* readKeptRows(path: string, signal: AbortSignal): AsyncGenerator<CheckedRow> {
  for await (const line of splitLines(createReadStream(path, { signal }))) yield JSON.parse(line) as CheckedRow
}
