// The cells of a table's file, as the child process sends them to its parent: a line of JSON for each sheet and each row.
import type { RawCell } from '@heddle/contracts/dataset/import'
import { ErrorCode } from '@heddle/contracts/errors'
import { limits } from '@heddle/contracts/limits'
import { z } from 'zod'
import { maxRawCharacters, maxRawColumns } from './child/table/raw-limits.ts'

export type RawRow = {
  /** As a spreadsheet counts, from 1. */
  readonly number: number
  readonly isHidden: boolean
  /** From the first column on, up to the last cell that is filled. */
  readonly cells: readonly RawCell[]
}

const Position = z.int().min(1).max(2_000_000)

/** From the first row and column to the last, these included; both count from 1. */
const MergedArea = z.object({ top: Position, left: Position, bottom: Position, right: Position })
export type MergedArea = z.infer<typeof MergedArea>

export const RawSheet = z.object({
  index: z.int().min(0),
  /** Empty of a text. */
  name: z.string(),
  isHidden: z.boolean(),
  /** Rows and columns that have something. */
  rowCount: z.int().min(0),
  columnCount: z.int().min(0),
  /** The number of the last of these rows. */
  lastRow: z.int().min(0),
  merged: z.array(MergedArea).max(limits.datasetMergedAreas),
  hiddenColumns: z.array(Position),
  hiddenRowCount: z.int().min(0),
  /** Why it has no rows here. */
  problem: z.enum(['too_many_rows', 'too_many_columns', 'too_many_merged', 'not_chosen']).nullable(),
  /** Cells whose value is struck out, which is read as empty. */
  struckCount: z.int().min(0),
  /** Cells whose formula reads another workbook: their value is the one that was stored. */
  externalCount: z.int().min(0),
})
export type RawSheet = z.infer<typeof RawSheet>

/** Of a text: how it was read. */
export const RawText = z.object({
  encoding: z.string(),
  isCertain: z.boolean(),
  delimiter: z.string(),
  /** Quotation marks that are not closed. */
  openQuotes: z.int().min(0),
})
export type RawText = z.infer<typeof RawText>

/** What the child process writes: a text says first how it was read, each sheet comes before its rows, and the last line is the end. */
export const RawHead = z.union([
  z.object({ text: RawText }),
  z.object({ sheet: RawSheet }),
  z.object({ refusal: ErrorCode }),
  z.object({ end: z.literal(true) }),
])

/** How a file is to be read, where it is not found out. */
export type TableSettings = {
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  /** The index of the only sheet whose rows are wanted. */
  readonly sheet?: number | undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= maxRawCharacters

function isRawCell(value: unknown): value is RawCell {
  if (value === null || typeof value === 'boolean' || isText(value)) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object') return false
  if ('date' in value) return isText(value.date)
  if ('error' in value) return isText(value.error)
  if ('formula' in value) return isText(value.formula)
  return 'number' in value && 'shown' in value && typeof value.number === 'number' && isText(value.shown)
}

/** Returns the row of a line, `[number, isHidden, [cell, …]]`; null for another one. Checked by hand: there may be six million cells. */
export function parseRawRow(line: unknown): RawRow | null {
  if (!Array.isArray(line) || line.length !== 3) return null
  const [number, isHidden, cells] = line as [unknown, unknown, unknown]
  if (typeof number !== 'number' || !Number.isInteger(number) || !Array.isArray(cells) || cells.length > maxRawColumns) return null
  return cells.every(isRawCell) ? { number, isHidden: isHidden === 1, cells } : null
}
