// What a cell of a dataset of kind `table` has.
import { z } from 'zod'
import { limits } from '../limits.ts'
import { boundedRecord, noNul } from '../wire.ts'
import { ColumnId } from './column.ts'

/** Of a laboratory value that is no plain number: below or above what was measured, or not detected. */
export const ValueMark = z.enum(['<', '>', '≤', '≥', '±', 'n.d.'])
export type ValueMark = z.infer<typeof ValueMark>

const CellText = z.string().max(limits.datasetCellCharacters).regex(noNul)

/**
 * A laboratory value: the number in the unit of its column (null for one that was not detected), the text as it was, its mark, and the
 * spread where one is written. A value with a mark other than `±` is censored: counts have it, means do not.
 */
export const LaboratoryValue = z.strictObject({
  number: z.number().nullable(),
  text: CellText,
  mark: ValueMark.optional(),
  spread: z.number().min(0).optional(),
})
export type LaboratoryValue = z.infer<typeof LaboratoryValue>

/** By the type of the column: a text or choice, a date as `2026-11-27`, a number, yes or no; null is an empty cell. */
export const CellValue = z.union([CellText, z.number(), z.boolean(), LaboratoryValue, z.null()])
export type CellValue = z.infer<typeof CellValue>

/** By the id of the column. A missing name is an empty cell in a stored row, and an untouched cell in an edit. */
export const Cells = boundedRecord(ColumnId, CellValue, limits.datasetColumns)
export type Cells = z.infer<typeof Cells>
