// Checks a fixed plan against the published columns, when it is written and before a model is asked for its values.
import type { FixedCondition, FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import type { PlanCondition } from '@heddle/contracts/dataset/plan'
import { checkPlan } from '../check/check-plan.ts'
import type { PlanError } from '../plan-error.ts'
import { findColumn, isNumeric, type QueryTable } from '../query-table.ts'

/** Returns what is wrong with a plan whatever its open values will be, by path; an empty list for one that can be asked. */
export function checkFixedPlan(plan: FixedPlan, table: QueryTable): readonly PlanError[] {
  const { where = [] } = plan
  const verdict = checkPlan({ ...plan, where: where.map((condition) => withSample(condition, table)) }, table)
  return verdict.ok ? [] : verdict.errors
}

/** Gives an open condition a value of the type of its column. One converts into every unit. */
function withSample({ open, ...condition }: FixedCondition, table: QueryTable): PlanCondition {
  if (open === undefined) return condition
  const type = findColumn(table, condition.column)?.column.type ?? 'text'
  if (type === 'boolean') return { ...condition, value: true }
  const [first, second] = isNumeric(type) ? [1, 2] : type === 'date' ? ['2026-01-01', '2026-01-02'] : ['a', 'b']
  return { ...condition, value: condition.op === 'between' || condition.op === 'in' ? [first, second] : first }
}
