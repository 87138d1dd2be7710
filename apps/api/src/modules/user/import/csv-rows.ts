// A CSV as people's programs write it: with a BOM or not, any line end, quoted or not, separated by what the country uses.
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

export type CsvRow = {
  /** Where the row begins in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

const separators = [',', ';', '\t'] as const

function guessSeparator(csv: string) {
  const [header = ''] = csv.split('\n', 1)
  const outsideQuotes = header.replaceAll(/"[^"]*"/g, '')
  const countOf = (separator: string) => outsideQuotes.split(separator).length
  return separators.reduce((best, separator) => (countOf(separator) > countOf(best) ? separator : best))
}

const piece = 64 * 1024

/** So that other requests have their turn while a long file is read. */
function* piecesOf(text: string) {
  for (let start = 0; start < text.length; start += piece) yield text.slice(start, start + piece)
}

/** Yields the rows that are not empty. Throws a `CsvError` where a quote begins or ends in the wrong place. */
export async function* readCsv(text: string): AsyncGenerator<CsvRow> {
  // The parser counts \r\n between quotes as two lines.
  const csv = text.replaceAll(/\r\n?/g, '\n')
  const parser = Readable.from(piecesOf(csv)).pipe(
    parse({
      bom: true,
      delimiter: guessSeparator(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }),
  )
  for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
    const inside = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0)
    yield { line: info.lines - inside, cells: record }
  }
}

/** The line of a file that cannot be read any further; undefined for every other failure. */
export const malformedLine = (error: unknown): number | undefined =>
  error instanceof CsvError ? Math.max(1, Number((error as { lines?: unknown }).lines) || 1) : undefined
