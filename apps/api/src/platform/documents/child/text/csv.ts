// Reads tables that are texts.
import type { ReadingSettings } from '@heddle/contracts/document/reading'
import { findUsualWidth, guessDelimiter, measureWidth, splitRows } from './csv-rows.ts'
import { decodeText } from './decode-text.ts'
import { createFindings } from '../findings.ts'
import { createPageWriter } from '../page-writer.ts'
import type { ReadPart } from '../read-part.ts'
import { writeTable } from '../table.ts'

/** The line by which a file tells Excel its delimiter. */
const delimiterLine = /^"?sep=([^\n])"?[^\S\n]*\n/i

/** Lines and bars around the cells, as databases print them. */
function removeFrame(rows: readonly string[][]): string[][] {
  const content = rows.filter((row) => !/^[-+=:]*--[-+=:]*$/.test(row.join('')))
  const isFramed = content.every(([first, ...rest]) => first === '' || rest.length === 0)
  return isFramed ? content.map((row) => row.slice(1)) : content
}

type Division = {
  readonly rows: string[][]
  readonly delimiter: string
  /** The cells whose quotation mark is not closed. */
  readonly open: readonly string[]
}

function divide(text: string, delimiter: string): Division {
  const open: string[] = []
  const rows = splitRows(text, delimiter, { onOpenMark: (cell) => open.push(cell) })
  return { rows: delimiter === '|' ? removeFrame(rows) : rows, delimiter, open }
}

/** Divides a text whose line ends are `\n` by the delimiter that was chosen, that it tells, or that is the most likely. */
export function divideTable(text: string, chosen: string | undefined): Division {
  const [line = '', told] = delimiterLine.exec(text) ?? []
  // The line stays, without content, so that rows have their numbers in the file.
  const rest = line === '' ? text : text.slice(line.length - 1)
  const division = divide(rest, chosen ?? told ?? guessDelimiter(rest) ?? ',')
  const isDivided = chosen !== undefined || division.rows.some((row) => measureWidth(row) > 1)
  if (isDivided || !rest.includes('"')) return division
  // Whole lines in quotation marks: saved from a spreadsheet that had them in one column.
  const inner = division.rows.map(([value = '']) => value).join('\n')
  const delimiter = guessDelimiter(inner)
  return delimiter === null ? division : divide(inner, delimiter)
}

const isNumber = (value: string) => /^[-+]?[\d.,\s]*\d[\d.,\s]*%?$/.test(value)

/** Enough to tell the width of a table by. */
const sampleRows = 500

/** Returns the index of the row with the names of the columns: the first one that is as wide as the table. Titles are above it. */
function findHeader(rows: readonly string[][]): number {
  const widths = rows.slice(0, sampleRows).map(measureWidth)
  const first = widths.findIndex((width) => width > 0)
  const { width } = findUsualWidth(widths)
  const header = widths.findIndex((each) => each >= width)
  if (header === -1 || width < 2) return first
  // A header without a name for the first column or for the last.
  const isShort = header === first + 1 && (widths[first] ?? 0) > 1 && widths[first] === width - 1
  return isShort ? first : header
}

/** R and others leave out the name of the column with the names of the rows. A single row that is wider has a value too many. */
function completeHeader(header: readonly string[], rest: readonly (readonly string[])[]): readonly string[] {
  const next = rest.find((row) => measureWidth(row) > 0)
  const width = measureWidth(header) + 1
  const isFirstMissing =
    next !== undefined &&
    width > 2 &&
    measureWidth(next) === width &&
    findUsualWidth(rest.slice(0, sampleRows).map(measureWidth)).width === width &&
    next.slice(1).some(isNumber)
  return isFirstMissing && !header.some(isNumber) ? ['', ...header] : header
}

export function readCsvDocument(bytes: Buffer, settings: ReadingSettings): ReadPart {
  const findings = createFindings()
  const { rows, open } = divideTable(decodeText(bytes, settings, findings).replaceAll(/\r\n?/g, '\n'), settings.delimiter)
  // The cell ends with its line, or where the next one begins: one of the two is a guess.
  if (open[0] !== undefined) findings.add('cells_unreadable', { at: open[0] }, open.length)
  const header = settings.header_row === undefined ? findHeader(rows) : settings.header_row - 1
  const above = rows.slice(0, Math.max(header, 0)).map((row) => row.filter((value) => value !== '').join(' | '))
  const [names = [], ...rest] = rows.slice(Math.max(header, 0))
  const width = rows.reduce((widest, row) => Math.max(widest, measureWidth(row)), 0)
  const table = [completeHeader(names, rest), ...rest].map((row) => row.slice(0, width))
  const writer = createPageWriter()
  writer.startPage()
  writer.write({ kind: 'paragraph', text: above.filter((line) => line !== '').join('\n') })
  writeTable(writer, table, { hasHeader: header >= 0 })
  return { ...writer.end(false), findings: findings.list() }
}
