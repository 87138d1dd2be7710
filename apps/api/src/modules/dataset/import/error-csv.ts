// The errors of an import as a CSV for spreadsheets, in which no cell is a formula.
import type { ImportError, ImportErrorCode } from '@heddle/contracts/dataset/import'
import { stringify } from 'csv-stringify'
import { Readable } from 'node:stream'

export type ErrorWords = {
  /** The titles of the four columns: row, column, error, cell. */
  readonly titles: readonly [string, string, string, string]
  readonly describe: (code: ImportErrorCode) => string
  /** Returns the name of a column by its id. */
  readonly findName: (column: string) => string
}

/** Returns a CSV with a byte order mark, so that Excel reads it as UTF-8. */
export function writeErrorCsv(errors: Iterable<ImportError>, { titles, describe, findName }: ErrorWords) {
  function* records() {
    yield titles
    for (const { row, column, code, text } of errors) yield [row, findName(column), describe(code), text]
  }
  return Readable.from(records()).pipe(stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' }))
}
