// A plan whose columns, types and units are right: what is compiled, and what is put into words.
import type { AggregateFunction } from '@heddle/contracts/dataset/plan'
import type { Formula } from '../measure/formula.ts'
import type { ColumnUse, LinkUse, QueryMeasure } from '../query-table.ts'

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'

/** A text of a condition, which the rows have to have for the condition to mean anything. */
export type TextValue = {
  /** `where.0.value`, or `where.0.value.2`. */
  readonly path: string
  readonly given: string
  /** Of `toTextKey`: that of the given text, and after the look-up that of the value that was taken. */
  readonly key: string
  /** How the value is written in the rows; null before the look-up. */
  readonly taken: string | null
}

export type CheckedCondition =
  | { readonly type: 'missing'; readonly use: ColumnUse; readonly isMissing: boolean }
  | { readonly type: 'contains'; readonly use: ColumnUse; readonly given: string; readonly key: string }
  | { readonly type: 'texts'; readonly use: ColumnUse; readonly op: 'eq' | 'ne' | 'in'; readonly values: readonly TextValue[] }
  | {
      readonly type: 'numbers'
      readonly use: ColumnUse
      readonly op: Comparison | 'between' | 'in'
      /** In the unit of the column. */
      readonly values: readonly number[]
      /** As the plan has it: a reciprocal unit changes `gt` to `lt`. */
      readonly given: GivenNumbers
    }
  | { readonly type: 'dates'; readonly use: ColumnUse; readonly op: Comparison | 'between' | 'in'; readonly values: readonly string[] }
  | { readonly type: 'boolean'; readonly use: ColumnUse; readonly op: 'eq' | 'ne'; readonly value: boolean }

export type GivenNumbers = {
  readonly op: Comparison | 'between' | 'in'
  readonly values: readonly number[]
  readonly unit: string | null
}

export type AggregateUse = { readonly fn: AggregateFunction; readonly use: ColumnUse | null }
export type MeasureUse = { readonly measure: QueryMeasure; readonly formula: Formula }

/** A value of a group, by its index in `groupBy`, `aggregates` or `measures`. */
export type GroupValue = { readonly type: 'key' | 'aggregate' | 'measure'; readonly index: number }

export type CheckedHaving = {
  readonly of: GroupValue
  readonly op: Comparison | 'between'
  readonly values: readonly number[]
  readonly given: GivenNumbers
}

type Shared = {
  readonly links: readonly LinkUse[]
  readonly where: readonly CheckedCondition[]
  /** At least one of the lists holds as a whole; empty without alternatives. */
  readonly anyOf: readonly (readonly CheckedCondition[])[]
  readonly limit: number
}

export type RowsPlan = Shared & {
  readonly kind: 'rows'
  readonly columns: readonly ColumnUse[]
  readonly orderBy: readonly { readonly use: ColumnUse; readonly isDescending: boolean }[]
}

export type GroupsPlan = Shared & {
  readonly kind: 'groups'
  readonly groupBy: readonly ColumnUse[]
  /** Those of the plan, then those that only measures, conditions or the order need. */
  readonly aggregates: readonly AggregateUse[]
  readonly measures: readonly MeasureUse[]
  /** The columns of the result: the keys, then the selected measures, then the aggregates of the plan. */
  readonly outputs: readonly GroupValue[]
  readonly having: readonly CheckedHaving[]
  readonly orderBy: readonly { readonly of: GroupValue; readonly isDescending: boolean }[]
}

export type CheckedPlan = RowsPlan | GroupsPlan

export const nameAggregate = (fn: AggregateFunction, ref: string | null) => `${fn}(${ref ?? ''})`
