// The rows of a dataset that a reply cites: the result of a query, kept as the model was given it.
import { z } from 'zod'
import { schemaIds } from '../schema-ids.ts'
import { Id } from '../wire.ts'

export const CitedColumn = z.object({
  /** In the language of the reply, without the unit. */
  name: z.string(),
  /** The id of a unit of packages/units. */
  unit: z.string().nullable(),
  /** Digits after the point that are shown. */
  decimals: z.int().nullable(),
  /**
   * How its numbers become those of another unit: `values` in any; `linear`, such as means, in none that is reciprocal to its own;
   * `difference`, such as deviations, without the zero of a scale of temperature too; `none` not at all.
   */
  conversion: z.enum(['values', 'linear', 'difference', 'none']),
  /** Whether the rows are groups of its values. */
  is_key: z.boolean(),
  /** Values that are in no number of the column, since only a bound of them is known. */
  omitted: z.int(),
})
export type CitedColumn = z.infer<typeof CitedColumn>

/** A number with a mark is only a bound; `number` is null for `n.d.`. */
export const CitedCell = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.object({ number: z.number().nullable(), mark: z.string() }),
])
export type CitedCell = z.infer<typeof CitedCell>

export const CitedRows = z.object({
  /** The dataset, and those that its columns lead to. */
  dataset_ids: z.array(Id),
  /** The published version that was queried. */
  version: z.int(),
  columns: z.array(CitedColumn),
  /** `id` is that of a row of the dataset; null for a group. */
  rows: z.array(z.object({ id: Id.nullable(), cells: z.array(CitedCell) })),
  /** Rows or groups that match, also those that are not here. */
  total: z.int(),
  /** Rows that satisfy the conditions, before they are grouped. */
  matched: z.int(),
  is_cut: z.boolean(),
})
export type CitedRows = z.infer<typeof CitedRows>
schemaIds.add(CitedRows, { id: 'CitedRows' })
