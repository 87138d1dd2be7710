import type { ReadingSettings } from '@heddle/contracts/knowledge/reading'
import { parse } from 'csv-parse/sync'
import { decodeText } from './decode-text.ts'
import { createPageWriter } from './page-writer.ts'
import { type ReadPart, toSinglePart } from './read-part.ts'
import { writeTable } from './table.ts'
import { findMarkdownBlocks, findTextBlocks } from './text-blocks.ts'

export const readText = (bytes: Buffer, _settings: ReadingSettings): ReadPart => toSinglePart(decodeText(bytes), findTextBlocks)

export const readMarkdown = (bytes: Buffer, _settings: ReadingSettings): ReadPart => toSinglePart(decodeText(bytes), findMarkdownBlocks)

/** Returns the most frequent delimiter of the first line; a comma when it has none. */
function guessDelimiter(text: string): string {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}

export function readCsv(bytes: Buffer, _settings: ReadingSettings): ReadPart {
  const text = decodeText(bytes)
  const rows: string[][] = parse(text, {
    delimiter: guessDelimiter(text),
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const writer = createPageWriter()
  writer.startPage()
  writeTable(writer, rows)
  return writer.end(false)
}
