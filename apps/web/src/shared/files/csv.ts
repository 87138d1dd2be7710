// CSV for spreadsheets.
import { saveFile } from './save-file.ts'

// A spreadsheet evaluates a cell that begins like a formula (OWASP, "CSV Injection"); a signed number is not one.
const isFormula = /^[=+\-@\t\r](?!\d[\d.,]*\s*%?$)/

function writeCell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Rows = readonly (readonly (string | number | null | undefined)[])[]

/** Formats rows as CSV (RFC 4180), without formulas. */
export const writeRows = (rows: Rows): string =>
  `${rows.map((row) => row.map((cell) => writeCell(String(cell ?? ''))).join(',')).join('\r\n')}\r\n`

/** Formats rows as a CSV file, with the byte order mark by which spreadsheets recognize UTF-8. */
export const writeCsv = (rows: Rows): string => `\uFEFF${writeRows(rows)}`

export const saveCsv = (name: string, rows: Rows): void => saveFile(name, 'text/csv;charset=utf-8', writeCsv(rows))
