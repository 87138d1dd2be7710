// The import of a file into a dataset of kind `table`: how it was read, how its columns are understood, and what is wrong with its rows.
import { z } from 'zod'
import { ReadingSettings } from '../document/reading.ts'
import type { Endpoint } from '../endpoint.ts'
import { ErrorDetail } from '../errors.ts'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Count, Id, IdParams, Line, Success, Timestamp } from '../wire.ts'
import { ColumnId, ColumnType } from './column.ts'

/** As a spreadsheet counts, from 1. */
const RowNumber = z.int().min(1).max(2_000_000)
const ColumnNumber = z.int().min(1).max(limits.datasetFileColumns)

/**
 * What a cell of a file has: null where it is empty, a text, a number or yes or no as it is stored, or what a number stands for. A date is as
 * in ISO 8601, with a time where it has one: `2024-03-17 09:30:00`. A number whose format says more than its digits has the text that is
 * shown: `12.5%`, `00042`. A formula was never calculated.
 */
export const RawCell = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.boolean(),
  z.object({ date: z.string() }),
  z.object({ number: z.number(), shown: z.string() }),
  z.object({ error: z.string() }),
  z.object({ formula: z.string() }),
])
export type RawCell = z.infer<typeof RawCell>

/** Of a date that is written in numbers alone. */
export const DateOrder = z.enum(['ymd', 'dmy', 'mdy'])
export type DateOrder = z.infer<typeof DateOrder>

/** What years count from, where no word says it: `113/5/6` of the Republic of China, `6/5/2567` of the Buddhist era. */
export const YearCalendar = z.enum(['gregorian', 'roc', 'buddhist'])
export type YearCalendar = z.infer<typeof YearCalendar>

const Words = z.array(Line.min(1).max(50)).max(20)

/** How the cells of a column of the file are read. What is missing is not guessed: a cell that needs it is an error. */
export const ColumnReading = z.strictObject({
  /** Whether a comma is the decimal mark, and a point one of thousands. */
  decimal_comma: z.boolean().optional(),
  /** Whether marks of thousands are read. */
  thousands: z.boolean().optional(),
  /** The unit of numbers without one: the id of a unit of packages/units. They are converted into that of the column. */
  unit: z.string().min(1).max(20).optional(),
  date_order: DateOrder.optional(),
  calendar: YearCalendar.optional(),
  true_words: Words.optional(),
  false_words: Words.optional(),
  /** Beside dashes and N/A. */
  empty_words: Words.optional(),
})
export type ColumnReading = z.infer<typeof ColumnReading>

/** A column that the import adds to the dataset. */
export const NewColumn = z.strictObject({
  name: Line.min(1).max(limits.nameCharacters),
  type: ColumnType,
  unit: z.string().min(1).max(20).optional(),
  choices: z.array(Line.min(1).max(limits.nameCharacters)).min(1).max(limits.datasetChoices).optional(),
  key: z.boolean().optional(),
})
export type NewColumn = z.infer<typeof NewColumn>

/** What becomes of a column of the file: one of the dataset, a new one, or nothing. */
export const ImportColumn = z.strictObject({
  at: ColumnNumber,
  target: z.union([z.strictObject({ column: ColumnId }), z.strictObject({ add: NewColumn }), z.null()]),
  reading: ColumnReading,
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** Where the table is in its sheet. */
export const ImportLayout = z.strictObject({
  sheet: z.int().min(0).max(10_000),
  /** Those that the names of the columns are joined of. */
  header_rows: z.array(RowNumber).max(3),
  unit_row: RowNumber.nullable(),
  first_row: RowNumber,
  /** Totals and notes that are no rows. */
  omitted: z.array(RowNumber).max(limits.datasetOmittedRows),
})
export type ImportLayout = z.infer<typeof ImportLayout>

/** `update` finds rows by the key of the dataset; rows that the file does not have stay. */
export const ImportMode = z.enum(['append', 'replace', 'update'])
export type ImportMode = z.infer<typeof ImportMode>

/** What an administrator confirms before rows are written. */
export const ImportMapping = z.strictObject({
  layout: ImportLayout,
  columns: z.array(ImportColumn).min(1).max(limits.datasetFileColumns),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** What is said of a file before it is imported. */
export const ImportFindingCode = z.enum([
  'encoding_uncertain',
  'quotes_open',
  'sheet_hidden',
  'rows_hidden',
  'columns_hidden',
  'values_struck',
  'values_external',
  'no_header',
  'headers_joined',
  'headers_equal',
  'header_missing',
  'column_empty',
  'unit_row',
  'unit_ambiguous',
  'unit_differs',
  'rows_omitted',
  'cells_merged',
  'formulas_uncalculated',
  'cell_errors',
  'decimals_mixed',
  'separator_ambiguous',
  'dates_ambiguous',
  'dates_mixed',
  'times_dropped',
  'grades_as_dates',
  'too_many_columns',
])
export type ImportFindingCode = z.infer<typeof ImportFindingCode>

export const ImportFinding = z.object({
  code: ImportFindingCode,
  count: Count,
  /** The first row and column that it is about. */
  row: RowNumber.nullable(),
  column: ColumnNumber.nullable(),
})
export type ImportFinding = z.infer<typeof ImportFinding>

export const SheetProblem = z.enum(['too_many_rows', 'too_many_columns', 'too_many_merged', 'empty'])

export const ImportSheet = z.object({
  index: Count,
  name: z.string(),
  hidden: z.boolean(),
  row_count: Count,
  column_count: Count,
  /** Why it cannot be imported. */
  problem: SheetProblem.nullable(),
})
export type ImportSheet = z.infer<typeof ImportSheet>

export const OmittedRow = z.object({ row: RowNumber, reason: z.enum(['total', 'note']), text: z.string() })
export type OmittedRow = z.infer<typeof OmittedRow>

/** A column of the file as it is understood, with what it was understood by. */
export const ImportPlanColumn = z.object({
  ...ImportColumn.shape,
  /** As the file has it, joined of its rows. */
  header: z.string(),
  /** What the unit may be, where its word means several. */
  unit_candidates: z.array(z.string()),
  /** The first filled cells. */
  samples: z.array(RawCell),
})
export type ImportPlanColumn = z.infer<typeof ImportPlanColumn>

/** What was understood of a file; null where none of its sheets has a table. */
export const ImportPlan = z.object({
  /** Of a text. */
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  sheets: z.array(ImportSheet),
  table: z
    .object({
      layout: ImportLayout,
      omitted: z.array(OmittedRow),
      /** The first rows of the sheet as they are, up to some of the table. */
      head: z.array(z.object({ row: RowNumber, cells: z.array(z.string()) })),
      columns: z.array(ImportPlanColumn),
      /** Equal for files with the same columns: a mapping is remembered by it. */
      fingerprint: z.string(),
    })
    .nullable(),
  findings: z.array(ImportFinding),
})
export type ImportPlan = z.infer<typeof ImportPlan>
schemaIds.add(ImportPlan, { id: 'ImportPlan' })

/** Why a cell is not imported. Those of numbers are the problems of a laboratory value. */
export const ImportErrorCode = z.enum([
  'required',
  'too_long',
  'cell_error',
  'formula_uncalculated',
  'invisible_character',
  'not_a_number',
  'not_an_integer',
  'unexpected_separator',
  'range',
  'unknown_unit',
  'ambiguous_unit',
  'different_quantity',
  'zero_reciprocal',
  'not_positive',
  'out_of_range',
  'date_for_number',
  'not_a_date',
  'date_ambiguous',
  'date_without_day',
  'year_of_two_digits',
  'number_for_date',
  'not_a_boolean',
  'not_a_choice',
  'key_repeated',
  'value_repeated',
  'key_exists',
])
export type ImportErrorCode = z.infer<typeof ImportErrorCode>

export const ImportError = z.object({
  row: RowNumber,
  /** Of the file; null of one that the file does not have. */
  at: ColumnNumber.nullable(),
  column: ColumnId,
  code: ImportErrorCode,
  /** The cell as it was. */
  text: z.string(),
  /** The row that has the same value already. */
  other_row: RowNumber.optional(),
})
export type ImportError = z.infer<typeof ImportError>

/** Rows of a check by what they would become; `missing` are rows of the dataset that an update does not name. */
export const ImportCounts = z.object({ rows: Count, bad: Count, added: Count, changed: Count, equal: Count, missing: Count })
export type ImportCounts = z.infer<typeof ImportCounts>

/**
 * `planned`: the file was read, and says what its columns may be. `checked`: its rows were read by a mapping. `applied`: they are in the draft.
 * `failed`: the step before ended with `failure`, and may be tried again.
 */
export const ImportState = z.enum(['reading', 'planned', 'checking', 'checked', 'applying', 'applied', 'failed'])
export type ImportState = z.infer<typeof ImportState>
schemaIds.add(ImportState, { id: 'ImportState' })

/** A file on its way into the draft of a dataset. It is its person's alone, and gone after a day. */
export const DatasetImport = z.object({
  id: Id,
  state: ImportState,
  file_name: z.string(),
  /** Null before the file was read. */
  plan: ImportPlan.nullable(),
  /** That of the last check; before the first one, what was applied of a file with the same headers. */
  mapping: ImportMapping.nullable(),
  mode: ImportMode.nullable(),
  /** Of the last check, or of what was applied. */
  counts: ImportCounts.nullable(),
  /** The first of them. */
  errors: z.array(ImportError),
  error_count: Count,
  /** Rows of the step that runs; how many there are is not known of a file that is read for the first time. */
  progress: z.object({ done: Count, total: Count.nullable() }),
  failure: ErrorDetail.nullable(),
  created_at: Timestamp,
})
export type DatasetImport = z.infer<typeof DatasetImport>
schemaIds.add(DatasetImport, { id: 'DatasetImport' })

/** Why a mapping is refused, in the parameter `reason` of `DATASET_IMPORT_INVALID`. */
export type ImportRefusal =
  /** None of the file's sheets has a table. */
  | 'no_table'
  /** The layout is of another sheet than the plan, or beyond it. */
  | 'other_layout'
  | 'column_repeated'
  | 'target_repeated'
  | 'unknown_column'
  | 'nothing_mapped'
  | 'unknown_unit'
  /** The dataset would have more columns or rows than it may: `max` says how many that is. */
  | 'too_many_columns'
  | 'too_many_rows'
  /** The dataset has a key, and no column of the file is it; or an update of a dataset without one. */
  | 'key_missing'
  /** Rows have errors, and all or none were asked for: `count` says how many. */
  | 'bad_rows'
  /** The columns or settings of the dataset were changed, or it was published, since the rows were checked. */
  | 'definition_changed'

const ImportParams = z.strictObject({ id: Id, importId: Id })
const ImportResponse = z.object({ import: DatasetImport })

export const createDatasetImport = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/import',
  schema: {
    summary: 'Upload a CSV, TSV or XLSX to be read; it takes the place of the earlier one of the same person',
    params: IdParams,
    response: { 200: ImportResponse },
  },
  config: {
    policy: 'manage_knowledge',
    form: z.object({ files: z.array(z.file()).length(1) }),
    errors: [
      'DATASET_NOT_FOUND',
      'DATASET_IMPORT_BUSY',
      'FILE_EMPTY',
      'FILE_IS_HEIC',
      'FILE_NAME_INVALID',
      'FILE_STORE_UNAVAILABLE',
      'FILE_TEMPORARY',
      'FILE_TOO_LARGE',
      'FILE_TOO_MANY',
      'FILE_TYPE_NOT_ACCEPTED',
    ],
  },
} as const satisfies Endpoint

export const getDatasetImport = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id/import/:importId',
  schema: { summary: 'An import of the caller, with its progress', params: ImportParams, response: { 200: ImportResponse } },
  config: { policy: 'manage_knowledge', errors: ['DATASET_IMPORT_NOT_FOUND'] },
} as const satisfies Endpoint

export const planDatasetImport = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/import/:importId/plan',
  schema: {
    summary: 'Read the file again as it is told; what is not told is found out',
    params: ImportParams,
    body: z.strictObject({
      sheet: ImportLayout.shape.sheet.optional(),
      /** Of the sheet that is told, or else found. */
      layout: ImportLayout.pick({ header_rows: true, unit_row: true, first_row: true }).optional(),
      ...ReadingSettings.pick({ encoding: true, delimiter: true }).shape,
    }),
    response: { 200: ImportResponse },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_IMPORT_NOT_FOUND', 'DATASET_IMPORT_BUSY'] },
} as const satisfies Endpoint

export const checkDatasetImport = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/import/:importId/check',
  schema: {
    summary: 'Read the rows by a mapping, and say what is wrong with them and what they would change',
    params: ImportParams,
    body: z.strictObject({ mapping: ImportMapping, mode: ImportMode }),
    response: { 200: ImportResponse },
  },
  config: {
    policy: 'manage_knowledge',
    errors: ['DATASET_IMPORT_NOT_FOUND', 'DATASET_IMPORT_BUSY', 'DATASET_IMPORT_INVALID', 'DATASET_DEFINITION_INVALID'],
  },
} as const satisfies Endpoint

export const applyDatasetImport = {
  method: 'POST',
  url: '/api/v1/knowledge/dataset/:id/import/:importId/apply',
  schema: {
    summary: 'Write the checked rows, and new columns with them, into the draft: all or none, or those without errors',
    params: ImportParams,
    body: z.strictObject({ rows: z.enum(['all', 'good']) }),
    response: { 200: ImportResponse },
  },
  config: {
    policy: 'manage_knowledge',
    audited: true,
    errors: ['DATASET_IMPORT_NOT_FOUND', 'DATASET_IMPORT_BUSY', 'DATASET_IMPORT_INVALID'],
  },
} as const satisfies Endpoint

export const deleteDatasetImport = {
  method: 'DELETE',
  url: '/api/v1/knowledge/dataset/:id/import/:importId',
  schema: {
    summary: 'Cancel an import, of which nothing was written then, and remove it with its file',
    params: ImportParams,
    response: { 200: Success },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_IMPORT_NOT_FOUND'] },
} as const satisfies Endpoint

export const downloadDatasetImportErrors = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id/import/:importId/errors',
  schema: {
    summary: 'The errors of the last check as a CSV in the language of the caller',
    params: ImportParams,
    response: { 200: { description: 'A header line, then each error', content: { 'text/csv': { schema: z.string() } } } },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_IMPORT_NOT_FOUND'] },
} as const satisfies Endpoint

export const downloadDatasetImportTemplate = {
  method: 'GET',
  url: '/api/v1/knowledge/dataset/:id/import/template',
  schema: {
    summary: 'A CSV with the headers of the columns, which an import finds again',
    params: IdParams,
    response: { 200: { description: 'A header line', content: { 'text/csv': { schema: z.string() } } } },
  },
  config: { policy: 'manage_knowledge', errors: ['DATASET_NOT_FOUND'] },
} as const satisfies Endpoint
