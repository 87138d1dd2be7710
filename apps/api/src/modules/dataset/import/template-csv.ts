// The template of an import: the names of the columns, with their units, as an import finds them again.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { Language } from '@heddle/contracts/languages'
import { isUnitId, units } from '@heddle/units/units'
import { stringify } from 'csv-stringify'
import { Readable } from 'node:stream'

export const nameColumn = ({ name }: DatasetColumn, language: Language): string => name[language] ?? name.default

const toHeader = (column: DatasetColumn, language: Language) => {
  const { unit } = column
  const name = nameColumn(column, language)
  return unit !== undefined && isUnitId(unit) ? `${name} (${units[unit].symbol})` : name
}

/** Returns a CSV with a byte order mark, so that Excel writes what is filled in as UTF-8. */
export const writeTemplateCsv = (columns: readonly DatasetColumn[], language: Language) =>
  Readable.from([columns.map((column) => toHeader(column, language))]).pipe(
    stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' }),
  )
