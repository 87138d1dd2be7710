// Rows as a Markdown table, which models read well and a reader can make out.
const cellText = (value: string) =>
  value
    .replaceAll(/\s*[\r\n]+\s*/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .trim()

/** The first row is the header; short rows are filled up. Empty rows are left out. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const filled = rows.filter((row) => row.some((value) => value.trim() !== ''))
  let columns = 0
  for (const row of filled) columns = Math.max(columns, row.length)
  if (columns === 0) return ''
  const line = (row: readonly string[]) => `| ${Array.from({ length: columns }, (_, index) => cellText(row[index] ?? '')).join(' | ')} |`
  const [header = [], ...rest] = filled
  return [line(header), `|${' --- |'.repeat(columns)}`, ...rest.map(line)].join('\n')
}
