// A CSV as people's programs write it: with a BOM or not, any line end, quoted or not, separated by what the country uses.
import { Readable } from 'node:stream'
import { setImmediate as otherRequests } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

export type CsvRow = {
  /** Where the row begins in the file, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Cells of a row beyond this number are not read. */
const maxCells = 100
const maxHeaderLength = 10_000

const separators = [',', ';', '\t'] as const

function guessSeparator(csv: string) {
  const [header = ''] = csv.slice(0, maxHeaderLength).split(/[\r\n]/, 1)
  const outsideQuotes = header.replaceAll(/"[^"]*"/g, '')
  const countParts = (separator: string) => outsideQuotes.split(separator).length
  return separators.reduce((best, separator) => (countParts(separator) > countParts(best) ? separator : best))
}

const piece = 16 * 1024

/** The text with one kind of line end, in pieces, so that other requests have their turn while a long file is read. */
async function* splitPieces(text: string) {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + piece
    if (text[end - 1] === '\r') end += 1
    // The parser counts \r\n between quotes as two lines.
    yield text.slice(start, end).replaceAll(/\r\n?/g, '\n')
    await otherRequests()
  }
}

/** Yields the rows that are not empty, of each at most 101 cells. Throws a `CsvError` where a quote begins or ends in the wrong place. */
export async function* parseCsvRows(csv: string): AsyncGenerator<CsvRow> {
  const parser = Readable.from(splitPieces(csv)).pipe(
    parse({
      bom: true,
      delimiter: guessSeparator(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }),
  )
  for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
    const cells = record.slice(0, maxCells + 1)
    if (record.length <= maxCells && cells.every((cell) => cell === '')) continue
    const inside = cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0)
    yield { line: info.lines - inside, cells }
  }
}

/** The line of a file that cannot be read any further; undefined for every other failure. */
export const findMalformedLine = (error: unknown): number | undefined =>
  error instanceof CsvError ? Math.max(1, Number((error as { lines?: unknown }).lines) || 1) : undefined
