// CSV for people who open it in a spreadsheet.
import { saveFile } from './save-file.ts'

// A cell that begins like a formula is one to a spreadsheet, whoever wrote it: OWASP, "CSV Injection".
const isFormula = /^[=+\-@\t\r]/

function writeCell(text: string): string {
  const safe = isFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The rows as RFC 4180 has them, with the mark by which a spreadsheet knows UTF-8, and no cell a formula. */
export function writeCsv(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map((cell) => writeCell(String(cell ?? ''))).join(',')).join('\r\n')}\r\n`
}

export const saveCsv = (name: string, rows: Parameters<typeof writeCsv>[0]): void =>
  saveFile(name, 'text/csv;charset=utf-8', writeCsv(rows))
