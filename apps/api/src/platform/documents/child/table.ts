// Formats rows as a Markdown table, which both models and people can read.
import type { PageWriter } from './page-writer.ts'

const escapeCell = (value: string) =>
  value
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .trim()

type TableOptions = {
  /** Without one the names of the columns are empty. */
  readonly hasHeader?: boolean
}

/** Uses the first row as header, pads short rows and omits empty ones. */
export function formatTable(rows: readonly (readonly string[])[], { hasHeader = true }: TableOptions = {}): string {
  const filled = rows.filter((row) => row.some((value) => value.trim() !== ''))
  let columns = 0
  for (const row of filled) columns = Math.max(columns, row.length)
  if (columns === 0) return ''
  const formatLine = (row: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, index) => escapeCell(row[index] ?? '')).join(' | ')} |`
  const [header = [], ...rest] = hasHeader ? filled : [[], ...filled]
  return [formatLine(header), `|${' --- |'.repeat(columns)}`, ...rest.map(formatLine)].join('\n')
}

/** Of a table in Markdown: the line of the columns' names and the one below it. */
export const markdownHeaderRows = 2

export function writeTable(writer: PageWriter, rows: readonly (readonly string[])[], options?: TableOptions) {
  writer.write({ kind: 'table', headerRows: markdownHeaderRows, text: formatTable(rows, options) })
}
