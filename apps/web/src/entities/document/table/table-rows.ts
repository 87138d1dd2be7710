// The service extracts sheets and CSV as Markdown tables: one row a line, `|` between cells, `\|` for a bar in a cell.

export type TableRow = { readonly cells: readonly string[]; readonly isCited: boolean }
export type TableRows = { readonly header: readonly string[]; readonly rows: readonly TableRow[] }

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

type Line = { readonly text: string; readonly from: number; readonly to: number }

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

/** Returns the table of a page, with the cited rows marked; null when the page is no table. */
export function readTable(text: string, isCited: (row: Line) => boolean): TableRows | null {
  const [header, rule, ...rest] = listLines(text)
  if (!header || !isRow(header.text) || !rule || !isRule(rule.text)) return null
  const rows = rest.filter((line) => isRow(line.text))
  return { header: splitCells(header.text), rows: rows.map((row) => ({ cells: splitCells(row.text), isCited: isCited(row) })) }
}
