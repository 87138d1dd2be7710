// The columns, measures and links of a dataset of kind `table`.
import { z } from 'zod'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { Id, Line, LocalizedText } from '../wire.ts'

/** `c1`, `c2`, …: given once, and never to another column of the dataset. Statements and stored cells name columns by it alone. */
export const ColumnId = z
  .string()
  .max(5)
  .regex(/^c[1-9][0-9]{0,3}$/, 'A column is c1 to c9999')
export type ColumnId = z.infer<typeof ColumnId>

export const MeasureId = z
  .string()
  .max(5)
  .regex(/^m[1-9][0-9]{0,3}$/, 'A measure is m1 to m9999')
export type MeasureId = z.infer<typeof MeasureId>

export const ColumnType = z.enum(['text', 'number', 'integer', 'boolean', 'date', 'choice'])
export type ColumnType = z.infer<typeof ColumnType>

const Synonyms = z.array(Line.min(1).max(limits.nameCharacters)).max(limits.datasetSynonyms)

/** A value of a column of type `choice`: `value` is what cells have. */
export const Choice = z.strictObject({
  value: Line.min(1).max(limits.nameCharacters),
  name: LocalizedText.optional(),
  synonyms: Synonyms.optional(),
})
export type Choice = z.infer<typeof Choice>

export const DatasetColumn = z.strictObject({
  id: ColumnId,
  name: LocalizedText,
  description: LocalizedText.optional(),
  /** Other names, in any language. */
  synonyms: Synonyms.optional(),
  type: ColumnType,
  /** The id of a unit of packages/units, for `number` and `integer`. */
  unit: z.string().min(1).max(20).optional(),
  /** Digits after the point that are shown. */
  decimals: z.int().min(0).max(10).optional(),
  /** Of a `choice`, in their order. */
  choices: z.array(Choice).min(1).max(limits.datasetChoices).optional(),
  /** Whether it identifies a row: at most one column does; it is required and unique. */
  key: z.boolean().optional(),
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  /** The dataset whose key the cells name. One step deep, so that a join never multiplies rows. */
  refers_to: Id.optional(),
})
export type DatasetColumn = z.infer<typeof DatasetColumn>
schemaIds.add(DatasetColumn, { id: 'DatasetColumn' })

/** A named formula over aggregates of columns, such as `stddev(c3) / mean(c3) * 100`. */
export const DatasetMeasure = z.strictObject({
  id: MeasureId,
  name: LocalizedText,
  description: LocalizedText.optional(),
  synonyms: Synonyms.optional(),
  /** Numbers, `+ - * /`, parentheses, and aggregates of a column. */
  formula: z.string().min(1).max(limits.datasetFormulaCharacters),
  unit: z.string().min(1).max(20).optional(),
  decimals: z.int().min(0).max(10).optional(),
})
export type DatasetMeasure = z.infer<typeof DatasetMeasure>
schemaIds.add(DatasetMeasure, { id: 'DatasetMeasure' })

/** What a table consists of. */
export const TableDefinition = z.strictObject({
  columns: z.array(DatasetColumn).max(limits.datasetColumns),
  measures: z.array(DatasetMeasure).max(limits.datasetMeasures),
})
export type TableDefinition = z.infer<typeof TableDefinition>
