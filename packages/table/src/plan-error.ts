// Why a plan is refused, by the path of what is wrong: for the one repair that the model is asked for, and for the trace.
import type { PlanErrorCode } from '@heddle/contracts/dataset/plan'

export type PlanError = {
  /** `where.0.value`; empty for the plan as a whole. */
  readonly path: string
  readonly code: PlanErrorCode
  /** What may stand there. */
  readonly allowed?: readonly string[]
}

const explanations: Readonly<Record<PlanErrorCode, string>> = {
  invalid_shape: 'does not have the form of the JSON schema',
  too_large: 'has too many levels or values',
  unknown_column: 'is not a column of the table',
  unknown_measure: 'is not a measure of the table',
  column_missing: 'needs a column',
  operator_not_for_type: 'is not possible for a column of this type',
  value_not_for_type: 'is not a value of the type of the column',
  value_out_of_range: 'is outside of what can be compared',
  value_empty: 'is empty',
  range_reversed: 'has its higher end first',
  unit_not_convertible: 'cannot be converted to the unit of the column',
  function_not_for_type: 'is not possible for a column of this type',
  select_not_grouped: 'is neither in group_by nor a measure, beside aggregates',
  order_not_grouped: 'is neither in group_by, nor an aggregate or a measure',
  having_without_groups: 'needs an aggregate, a measure or a column of group_by, in a plan with groups',
  nothing_selected: 'selects no column, aggregate, measure or group',
  duplicate: 'is named twice',
  formula_invalid: 'is a measure whose formula is invalid',
}

/** Returns the errors as lines in English for a model. They never repeat what the plan has. */
export const explainPlanErrors = (errors: readonly PlanError[]): string =>
  errors
    .map(
      ({ path, code, allowed }) => `- ${path || 'the plan'}: ${explanations[code]}${allowed ? ` (possible: ${allowed.join(', ')})` : ''}`,
    )
    .join('\n')
