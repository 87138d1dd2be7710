// The texts of a plan that have to be looked up before it means anything.
import type { CheckedCondition, CheckedPlan, TextValue } from './checked-plan.ts'
import type { ColumnUse } from '../query-table.ts'

export type AskedText = TextValue & { readonly use: ColumnUse }

export const listTexts = ({ where, anyOf }: Pick<CheckedPlan, 'where' | 'anyOf'>): AskedText[] =>
  [...where, ...anyOf.flat()].flatMap((condition) =>
    condition.type === 'texts' ? condition.values.map((value) => ({ ...value, use: condition.use })) : [],
  )

/** Returns a plan with each of its texts replaced. */
export function replaceTexts<Plan extends CheckedPlan>(plan: Plan, replace: (text: TextValue) => TextValue): Plan {
  const replaceIn = (condition: CheckedCondition): CheckedCondition =>
    condition.type === 'texts' ? { ...condition, values: condition.values.map(replace) } : condition
  return { ...plan, where: plan.where.map(replaceIn), anyOf: plan.anyOf.map((conditions) => conditions.map(replaceIn)) }
}
