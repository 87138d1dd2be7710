// The rows of tables in Markdown. GFM ends a cell at any `|`; models write it in formulas and code as well.
import { scanProse } from '@heddle/text/prose/prose-scanner'

const delimiterRow = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/

const isDelimiterRow = (line: string): boolean => line.includes('|') && delimiterRow.test(line)

/** Whether two lines are the head of a table: as many names as delimiters. */
export function isTableHead(names: string, delimiters: string): boolean {
  if (!names.includes('|') || !isDelimiterRow(delimiters)) return false
  return countCells(hidePipes(names)) === countCells(delimiters)
}

/** Leaves out those that end no cell. */
function hidePipes(row: string): string {
  if (!/[`$\\]/.test(row)) return row
  return scanProse(row)
    .map(({ kind, text }) => (kind === 'code' || kind === 'formula' ? text.replaceAll('|', '') : text))
    .join('')
}

const countCells = (row: string) =>
  row
    .replace(/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?\|?/, '')
    .replace(/(?<!\\)\|[ \t]*$/, '')
    .split(/(?<!\\)\|/).length

/** Returns which lines of a text are rows of a table; null when none is. */
export function findTableRows(source: string): readonly boolean[] | null {
  if (!/\|[ \t]*:?-|-:?[ \t]*\|/.test(source)) return null
  const lines = source.split('\n')
  const isRow = lines.map(() => false)
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before !== undefined && isTableHead(before, line)) isRow[index - 1] = true
    if (isRow[index - 1] && line.trim() !== '') isRow[index] = true
  }
  return isRow.includes(true) ? isRow : null
}

/** Within a cell, a code span means `|` by `\|`. */
export const escapeCodePipes = (code: string): string => code.replaceAll(/\\?\|/g, String.raw`\|`)
