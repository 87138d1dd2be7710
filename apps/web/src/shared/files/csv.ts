// CSV for people who open it in a spreadsheet.
import { saveFile } from './save-file.ts'

// A cell that begins like a formula is one to a spreadsheet (OWASP, "CSV Injection"); a number with a sign is a number.
const isFormula = /^[=+\-@\t\r](?!\d[\d.,]*\s*%?$)/

function writeCell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Rows = readonly (readonly (string | number | null | undefined)[])[]

/** The rows as RFC 4180 has them, and no cell a formula. */
export const writeRows = (rows: Rows): string =>
  `${rows.map((row) => row.map((cell) => writeCell(String(cell ?? ''))).join(',')).join('\r\n')}\r\n`

/** A file of the rows, with the mark by which a spreadsheet knows UTF-8. */
export const writeCsv = (rows: Rows): string => `\uFEFF${writeRows(rows)}`

export const saveCsv = (name: string, rows: Rows): void => saveFile(name, 'text/csv;charset=utf-8', writeCsv(rows))
