// The service extracts sheets and CSV as Markdown tables: one row a line, `|` between cells, `\|` for a bar in a cell.

import type { TextRange } from '@heddle/contracts/ingestion/chunk'

export type TableRow = { readonly cells: readonly string[]; readonly isCited: boolean; readonly isSentence: boolean }
export type CitedTable = {
  readonly header: readonly string[]
  readonly rows: readonly TableRow[]
  /** The index of the row that is shown first; -1 when none is cited. */
  readonly opensAt: number
}

const isRow = (line: string) => line.startsWith('|') && line.endsWith('|')
const isRule = (line: string) => /^\|(?: *:?-+:? *\|)+$/.test(line)

const splitCells = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll(String.raw`\|`, '|').trim())

/** Returns the rows of a table, without the rule below the header; null when the text has other lines. */
export function readRows(text: string): string[][] | null {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim())
  return lines.every(isRow) ? lines.filter((line) => !isRule(line)).map(splitCells) : null
}

type Line = TextRange & { readonly text: string }

/** Returns the lines of a text without the white space around them, and where they stand. */
function listLines(text: string): Line[] {
  let from = 0
  return text.split('\n').map((line) => {
    const placed = { text: line.trim(), from, to: from + line.length }
    from += line.length + 1
    return placed
  })
}

/** Returns whether a row is one of the lines of a passage. */
export function createPassageRows(passage: string | null): (row: Line) => boolean {
  const cited = new Set(passage?.split('\n').map((line) => line.trim()))
  return ({ text }) => cited.has(text)
}

type CitedRows = {
  readonly isCited: (row: Line) => boolean
  /** The cited sentence. */
  readonly sentence?: TextRange | null
  /** The best of the cited ranges. */
  readonly best?: TextRange | undefined
}

const overlaps = (range: TextRange | null | undefined, { from, to }: TextRange) => range != null && range.from < to && range.to > from

/** Returns the table of a page, with the cited rows marked; null when the page is no table, or has other text or another table beside. */
export function readCitedTable(text: string, { isCited, sentence, best }: CitedRows): CitedTable | null {
  const [header, rule, ...rest] = listLines(text)
  if (!header || !isRow(header.text) || !rule || !isRule(rule.text)) return null
  const lines = rest.filter((line) => line.text !== '')
  if (!lines.every((line) => isRow(line.text) && !isRule(line.text))) return null
  const rows = lines.map((line) => ({ cells: splitCells(line.text), isCited: isCited(line), isSentence: overlaps(sentence, line) }))
  const opensAt = [rows.findIndex(({ isSentence }) => isSentence), lines.findIndex((line) => overlaps(best, line))].find(
    (index) => index >= 0,
  )
  return { header: splitCells(header.text), rows, opensAt: opensAt ?? rows.findIndex((row) => row.isCited) }
}
