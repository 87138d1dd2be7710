// Splits a table that is a text into its cells, as people and their programs write it (RFC 4180 and what departs from it).

/** What is longer is not one cell, but the text behind a quotation mark that is not closed: Excel's limit. */
const maxCellCharacters = 32_767

/** Marks that are not doubled; a cell with more of them is the text behind an open one. */
const maxInnerMarks = 200

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}

/** Returns where the cell ends that a quotation mark opens; -1 for a mark that is a part of its text. */
function findClosingMark(text: string, open: number, delimiter: string): number {
  let inner = 0
  for (let mark = text.indexOf('"', open + 1); mark !== -1 && mark - open <= maxCellCharacters; mark = text.indexOf('"', mark + 1)) {
    if (text[mark + 1] === '"') {
      mark += 1
      continue
    }
    const behind = text[delimiter === ' ' ? mark + 1 : skipBlanks(text, mark + 1)]
    if (behind === delimiter || behind === '\n' || behind === undefined) return mark
    inner += 1
    // What is behind the line of an open mark is in other cells; programs that write cells of several lines double their marks.
    if (inner > maxInnerMarks || text.slice(open, mark).includes('\n')) return -1
  }
  return -1
}

/** What makes Excel keep the zeros of a number. */
const unwrapFormula = (value: string) => (value.startsWith('="') && value.endsWith('"') && value.length > 2 ? value.slice(2, -1) : value)

type SplitOptions = {
  readonly maxRows?: number
  /** Called with a cell whose quotation mark is not closed, as it is written. */
  readonly onOpenMark?: ((cell: string) => void) | undefined
}

/** Whether a cell begins with a mark, and has no other one that is not doubled. A mark alone repeats what is above it. */
const isOpen = (cell: string) => cell.length > 1 && cell.startsWith('"') && !cell.slice(1).replaceAll('""', '').includes('"')

const unquote = (cell: string) => cell.slice(1).replaceAll('""', '"').trim()

/** Returns the rows of a text whose line ends are `\n`, empty ones too, at most `maxRows`. A mark that is not closed is left out. */
export function splitRows(text: string, delimiter: string, { maxRows = Infinity, onOpenMark }: SplitOptions = {}): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length && rows.length < maxRows;) {
    const start = skipBlanks(text, at)
    const closing = text[start] === '"' ? findClosingMark(text, start, delimiter) : -1
    let end = closing === -1 || delimiter === ' ' ? Math.max(start, closing + 1) : skipBlanks(text, closing + 1)
    if (closing === -1) while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
    const cell = text.slice(start, closing === -1 ? end : closing).trim()
    const isQuoted = closing !== -1 || isOpen(cell)
    if (isQuoted && closing === -1) onOpenMark?.(cell)
    row.push(unwrapFormula(isQuoted ? unquote(cell) : cell))
    // Several blanks divide as one does.
    if (delimiter === ' ' && text[end] === ' ') end = skipBlanks(text, end) - 1
    if (text[end] !== delimiter) {
      rows.push(row)
      row = []
    } else if (end + 1 === text.length) row.push('')
    at = end + 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}

/** The number of cells up to the last one that is filled. */
export const measureWidth = (row: readonly string[]): number => row.findLastIndex((value) => value !== '') + 1

type Widths = { readonly width: number; readonly share: number }

/** Returns the most frequent width of rows that are not empty, the larger one of two, and the share of the rows that have it. */
export function findUsualWidth(widths: readonly number[]): Widths {
  const filled = widths.filter((width) => width > 0)
  const counts = new Map<number, number>()
  for (const width of filled) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [[width, count] = [0, 0]] = [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])
  return { width, share: count / Math.max(filled.length, 1) }
}

/** Enough to tell the delimiter by. */
const sampleCharacters = 64 * 1024
const sampleRows = 200

/** Returns the delimiter by which the most rows have the same number of columns; null when none divides them. */
export function guessDelimiter(text: string): string | null {
  const sample = text.slice(0, sampleCharacters)
  const rate = (delimiter: string, of = sample) => {
    const { width, share } = findUsualWidth(splitRows(of, delimiter, { maxRows: sampleRows }).map(({ length }) => length))
    return { delimiter, score: share * Math.log(Math.max(width, 1)) }
  }
  const others = [';', '\t', '|'].map((delimiter) => rate(delimiter))
  // Where another one divides the rows, a comma between digits may be that of a decimal.
  const withPoints = others.some(({ score }) => score > 0) ? sample.replaceAll(/(?<=\d),(?=\d)/g, '.') : sample
  const [best] = [rate(',', withPoints), ...others].toSorted((one, other) => other.score - one.score)
  return best && best.score > 0 ? best.delimiter : null
}
