// The template of an import: the names of the columns, with their units, as an import finds them again.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import type { Language } from '@heddle/contracts/languages'
import { stringify } from 'csv-stringify'
import { Readable } from 'node:stream'
import { csvFormat } from '../../../platform/http/table/table-download.ts'
import { writeHeader } from '../column-header.ts'

/** Returns a CSV with a byte order mark, so that Excel writes what is filled in as UTF-8. */
export const writeTemplateCsv = (columns: readonly DatasetColumn[], language: Language) =>
  Readable.from([columns.map((column) => writeHeader(column, language))]).pipe(stringify(csvFormat))
