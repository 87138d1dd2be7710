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

/** Returns the table of a page, with the rows of the passage marked as cited; null when the page is no table. */
export function readTable(text: string, passage: string | null): TableRows | null {
  const lines = text.split('\n').map((line) => line.trim())
  const [header = '', rule = '', ...rest] = lines
  if (!isRow(header) || !isRule(rule)) return null
  const cited = new Set(passage?.split('\n').map((line) => line.trim()))
  return { header: splitCells(header), rows: rest.filter(isRow).map((line) => ({ cells: splitCells(line), isCited: cited.has(line) })) }
}
