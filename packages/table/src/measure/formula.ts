// What a formula is once it is read, and a walk over it.
import type { AggregateFunction } from '@heddle/contracts/dataset/plan'

export type Formula =
  | { readonly type: 'number'; readonly value: number }
  /** `ref` is null for `count()`. */
  | { readonly type: 'aggregate'; readonly fn: AggregateFunction; readonly ref: string | null; readonly at: number }
  | { readonly type: 'negation'; readonly of: Formula }
  | { readonly type: 'operation'; readonly operator: '+' | '-' | '*' | '/'; readonly a: Formula; readonly b: Formula }

export type FormulaAggregate = Extract<Formula, { type: 'aggregate' }>

/** Returns the aggregates of a formula, in their order. */
export function listAggregates(formula: Formula): FormulaAggregate[] {
  if (formula.type === 'aggregate') return [formula]
  if (formula.type === 'negation') return listAggregates(formula.of)
  return formula.type === 'operation' ? [...listAggregates(formula.a), ...listAggregates(formula.b)] : []
}
