// What keeps a formula from being computed over the columns of its table.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { isNumeric } from '../query-table.ts'
import { listAggregates } from './formula.ts'
import { type FormulaErrorCode, parseFormula } from './parse-formula.ts'

export type FormulaProblem = {
  readonly code: FormulaErrorCode | 'unknown_column' | 'function_not_for_type'
  /** The offset of what is wrong, in UTF-16 units. */
  readonly at: number
}

/**
 * Returns the first thing that is wrong with a formula, or null. What it counts may be of any type, what it calculates with is a number.
 * The columns of a linked table (`c4.c2`) are not known here: only that `c4` is a link.
 */
export function findFormulaProblem(
  text: string,
  columns: readonly Pick<DatasetColumn, 'id' | 'type' | 'refers_to'>[],
): FormulaProblem | null {
  const parsed = parseFormula(text)
  if (!parsed.ok) return parsed.error
  for (const { fn, ref, at } of listAggregates(parsed.formula)) {
    if (ref === null) continue
    const [id, linkedId] = ref.split('.')
    const column = columns.find((each) => each.id === id)
    const isLink = linkedId !== undefined
    if (!column || (isLink && column.refers_to === undefined)) return { code: 'unknown_column', at: text.indexOf(ref, at) }
    const isCounted = fn === 'count' || fn === 'count_distinct'
    if (!isLink && !isCounted && !isNumeric(column.type)) return { code: 'function_not_for_type', at }
  }
  return null
}
