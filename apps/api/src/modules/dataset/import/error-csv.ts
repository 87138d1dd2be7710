// The errors of an import as a CSV for spreadsheets, in which no cell is a formula.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { ImportError, ImportPlan } from '@heddle/contracts/dataset/import'
import type { Language } from '@heddle/contracts/languages'
import { translate } from '@heddle/words/words'
import { stringify } from 'csv-stringify'
import { Readable } from 'node:stream'
import { csvFormat } from '../../../platform/http/table/table-download.ts'
import { nameColumn } from '../column-header.ts'

type ErrorTable = {
  readonly errors: readonly ImportError[]
  /** Those of the dataset. */
  readonly columns: readonly DatasetColumn[]
  readonly plan: ImportPlan | null
}

/** Returns a CSV with a byte order mark, so that Excel reads it as UTF-8. A column has the name of the file, where the file has it. */
export function writeErrorCsv({ errors, columns, plan }: ErrorTable, language: Language) {
  const headers = new Map(plan?.table?.columns.map(({ at, header }) => [at, header]))
  const names = new Map(columns.map((column) => [column.id, nameColumn(column, language)]))
  const findName = ({ at, column }: ImportError) => (at === null ? undefined : headers.get(at)) || names.get(column) || column
  function* records() {
    yield (['row', 'column', 'error', 'cell'] as const).map((title) => translate(language, `import.title.${title}`))
    for (const error of errors) {
      const { row, code, text, other_row } = error
      const reason = translate(language, `import.error.${code}`, { row: other_row ?? '' })
      yield [row, findName(error), reason, text]
    }
  }
  return Readable.from(records()).pipe(stringify(csvFormat))
}
