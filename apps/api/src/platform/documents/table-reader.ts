// Reads the file of a table in a process of its own, row by row: the process waits while a row is worked on.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { limits } from '@heddle/contracts/limits'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { AppError } from '../errors/app-error.ts'
import { runReader } from './confined-reader.ts'
import { maxRawBytes } from './child/table/raw-limits.ts'
import { parseRawRow, RawHead, type RawRow, type RawSheet, type RawText, type TableSettings } from './raw-table.ts'

/** Beside the rows: a few heads. */
const maxBytes = maxRawBytes + 4 * 1024 * 1024

/** What is done with a row takes as long as it takes; a reading that no one waits for ends by its signal. */
const elapsedMs = 3_600_000

export type TableFile = { readonly path: string; readonly mediaType: FileMediaType; readonly settings?: TableSettings }

/** A text is told first; each sheet comes before its rows. */
export type TablePart =
  | { readonly kind: 'text'; readonly text: RawText }
  | { readonly kind: 'sheet'; readonly sheet: RawSheet }
  | { readonly kind: 'row'; readonly row: RawRow }

/** Yields the lines of a text in UTF-8 that end. Splits at line feeds alone: a text may have other line ends. */
export async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

function readHead(content: unknown): TablePart | 'end' {
  const head = RawHead.parse(content)
  if ('refusal' in head) throw new AppError(head.refusal)
  if ('text' in head) return { kind: 'text', text: head.text }
  return 'sheet' in head ? { kind: 'sheet', sheet: head.sheet } : 'end'
}

/**
 * Returns the part of a line; `end` after the last one. Throws the code of what is wrong with the file, and `FILE_UNREADABLE` for a line
 * that is none: the file made the process fail.
 */
export function parseTableLine(line: string): TablePart | 'end' {
  try {
    const content: unknown = JSON.parse(line)
    const row = parseRawRow(content)
    return row ? { kind: 'row', row } : readHead(content)
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('FILE_UNREADABLE', { cause })
  }
}

/**
 * Yields the sheets of a workbook or the only one of a CSV, each with its rows. Throws the code of what is wrong with the file. Who ends the
 * iteration ends the process.
 */
export async function* readTableFile({ path, mediaType, settings }: TableFile, signal: AbortSignal): AsyncGenerator<TablePart> {
  const ended = new AbortController()
  const either = AbortSignal.any([signal, ended.signal])
  const output = new PassThrough()
  const onOutput = async (chunk: Buffer) => {
    if (!output.write(chunk)) await once(output, 'drain', { signal: either })
  }
  const confinement = { ...limits.ingestParsing, maxBytes, elapsedMs }
  const reading = runReader({ path, mediaType, mode: 'table', settings, onOutput }, confinement, either).finally(() => output.end())
  // Awaited after the last line.
  reading.catch(() => {})
  let lineCount = 0
  try {
    for await (const line of splitLines(output)) {
      lineCount += 1
      const part = parseTableLine(line)
      if (part === 'end') return
      yield part
    }
    await reading
    // Without its end, the heap was full or a library crashed the process.
    throw new AppError(lineCount === 0 ? 'FILE_UNPACKS_TOO_LARGE' : 'FILE_UNREADABLE')
  } finally {
    ended.abort()
    output.destroy()
    await reading.catch(() => {})
  }
}
