// The names of columns as a file has them.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { Language } from '@heddle/contracts/languages'
import { isUnitId, units } from '@heddle/units/units'

export const nameColumn = ({ name }: DatasetColumn, language: Language): string => name[language] ?? name.default

/** Returns the name of a column with its unit, as the reader of a header takes it apart. */
export function writeHeader(column: DatasetColumn, language: Language): string {
  const { unit } = column
  const name = nameColumn(column, language)
  return unit !== undefined && isUnitId(unit) ? `${name} (${units[unit].symbol})` : name
}
