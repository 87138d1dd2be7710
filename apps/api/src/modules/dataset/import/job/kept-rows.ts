// Checked rows in a file of this machine, a line of JSON each: they are written in one transaction, which waits for no reading process.
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { splitLines } from '../../../../platform/documents/table-reader.ts'
import type { CheckedRow } from '../check-rows.ts'

const rowsPerChunk = 200

async function* toChunks(rows: AsyncIterable<CheckedRow>): AsyncGenerator<string> {
  let lines: string[] = []
  for await (const row of rows) {
    lines.push(`${JSON.stringify(row)}\n`)
    if (lines.length < rowsPerChunk) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}

export const keepRows = (path: string, rows: AsyncIterable<CheckedRow>, signal: AbortSignal): Promise<void> =>
  pipeline(toChunks(rows), createWriteStream(path), { signal })

/** Yields them again. */
export async function* readKeptRows(path: string, signal: AbortSignal): AsyncGenerator<CheckedRow> {
  for await (const line of splitLines(createReadStream(path, { signal }))) yield JSON.parse(line) as CheckedRow
}
