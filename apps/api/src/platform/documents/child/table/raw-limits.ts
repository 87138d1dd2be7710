// What is read of a table at most.
import { limits } from '@heddle/contracts/limits'

/** Columns of a sheet: more than a dataset has, since some may be left out. */
export const maxRawColumns = limits.datasetFileColumns
/** Rows of a sheet: those of a dataset, and what is around them. */
export const maxRawRows = limits.datasetRows + 1_000
/** Characters that are kept of a cell: one more than a dataset takes, by which it is refused. */
export const maxRawCharacters = limits.datasetCellCharacters + 1
/** Of all lines together: many times a file of the greatest size that has no bomb in it. */
export const maxRawBytes = 160 * 1024 * 1024
/** The number of a row: beyond what a spreadsheet has, for texts with many empty lines. */
export const maxRowNumber = 2_000_000
