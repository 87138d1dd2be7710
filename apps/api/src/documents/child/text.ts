import { parse } from 'csv-parse/sync'
import type { ReadPart } from '../document.ts'
import { decodeText } from './decode-text.ts'
import { formatTable } from './table.ts'

/** Returns a document without pages. */
export const toSinglePart = (text: string): ReadPart => ({ isPaged: false, pages: [{ label: null, text }] })

export const readText = (bytes: Buffer): ReadPart => toSinglePart(decodeText(bytes))

/** Returns the most frequent delimiter of the first line; a comma when it has none. */
function guessDelimiter(text: string): string {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? ''
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.delimiter ?? ','
}

export function readCsv(bytes: Buffer): ReadPart {
  const text = decodeText(bytes)
  const rows: string[][] = parse(text, {
    delimiter: guessDelimiter(text),
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  return toSinglePart(formatTable(rows))
}
