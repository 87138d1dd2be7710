// The values of a fixed plan that a model reads in the question: the schema that it answers by, what the prompt says of them, and the plan
// with the values. The model sees nothing else of the table, and its values are checked as those of any plan.
import type { FixedCondition, FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import type { PlanCondition, PlanOperator, QueryPlan } from '@heddle/contracts/dataset/plan'
import { limits } from '@heddle/contracts/limits'
import { checkPlan } from '../check/check-plan.ts'
import { listConvertible } from '../check/shared-checks.ts'
import { explainPlanErrors } from '../plan-error.ts'
import { describeColumn } from '../prompt/describe-table.ts'
import { createValueSchema, type JsonSchema } from '../prompt/plan-schema.ts'
import { type ColumnUse, findColumn, isNumeric, type QueryTable } from '../query-table.ts'

type OpenCondition = {
  /** What the value is called in the answer: `v1`. */
  readonly key: string
  /** Of the condition in `where`. */
  readonly index: number
  readonly condition: FixedCondition
  readonly use: ColumnUse
}

/** A plan with its values, the columns whose value the question does not give, or what is wrong with an answer, a line for each path. */
type FilledPlan =
  | { readonly type: 'filled'; readonly plan: QueryPlan }
  | { readonly type: 'missing'; readonly uses: readonly ColumnUse[] }
  | { readonly type: 'invalid'; readonly errors: string }

const operatorWords: Readonly<Record<Exclude<PlanOperator, 'is_null'>, string>> = {
  eq: 'equal to it',
  ne: 'other than it',
  lt: 'below it',
  le: 'at most it',
  gt: 'above it',
  ge: 'at least it',
  between: 'from the first of two values to the second',
  in: 'one of a list of values',
  contains: 'with it as a part',
}

/** Returns the open conditions of a plan that `checkFixedPlan` has let pass. */
export const listOpen = ({ where = [] }: FixedPlan, table: QueryTable): OpenCondition[] =>
  where
    .flatMap((condition, index) => {
      const use = condition.open === undefined ? null : findColumn(table, condition.column)
      return use ? [{ index, condition, use }] : []
    })
    .map((open, index) => ({ ...open, key: `v${index + 1}` }))

/** Returns the JSON Schema of the values; null stands for one that the question does not give. All are required, as servers that enforce a schema want it. */
export function createOpenSchema(plan: FixedPlan, table: QueryTable): JsonSchema {
  const open = listOpen(plan, table)
  const properties = open.map(({ key, condition, use }) => [key, { anyOf: [createAnswerSchema(condition, use), { type: 'null' }] }])
  return { type: 'object', properties: Object.fromEntries(properties), required: open.map(({ key }) => key), additionalProperties: false }
}

function createAnswerSchema({ op }: FixedCondition, { column }: ColumnUse): JsonSchema {
  // A part of a choice is none.
  const single = createValueSchema(op === 'contains' ? { type: 'text' } : column)
  const bounds = op === 'between' ? { minItems: 2, maxItems: 2 } : { minItems: 1, maxItems: limits.planListValues }
  const value = op === 'between' || op === 'in' ? { type: 'array', items: single, ...bounds } : single
  const units = listConvertible(column.unit)
  if (!hasUnits(column)) return value
  const properties = { value, unit: { type: 'string', enum: units } }
  return { type: 'object', properties, required: ['value', 'unit'], additionalProperties: false }
}

const hasUnits = ({ type, unit }: ColumnUse['column']) => isNumeric(type) && listConvertible(unit).length > 1

/** Returns a line for each value: its column as the prompt of plans has it, and what it is compared by. */
export const describeOpen = (plan: FixedPlan, table: QueryTable): string =>
  listOpen(plan, table)
    .map(
      ({ key, condition: { op }, use }) =>
        `${describeColumn(key, use, {})} Rows ${operatorWords[op === 'is_null' ? 'eq' : op]} are asked for.`,
    )
    .join('\n')

/** Returns the plan with the values of an answer. An optional condition without one is left out; the query in words says which are there. */
export function fillOpen(plan: FixedPlan, table: QueryTable, answer: Readonly<Record<string, unknown>>): FilledPlan {
  const open = new Map(listOpen(plan, table).map((each) => [each.index, each]))
  const filled = (plan.where ?? []).flatMap((condition, index) => {
    const asked = open.get(index)
    if (!asked) return [{ path: `where.${index}`, condition }]
    const value = answer[asked.key]
    return value === undefined || value === null ? [] : [{ path: asked.key, condition: withValue(asked, value) }]
  })
  const missing = [...open.values()].filter(({ key, condition }) => condition.open === 'required' && (answer[key] ?? null) === null)
  if (missing.length > 0) return { type: 'missing', uses: missing.map(({ use }) => use) }
  const written = { ...plan, where: filled.map(({ condition }) => condition) }
  const verdict = checkPlan(written, table)
  if (verdict.ok) return { type: 'filled', plan: written }
  const errors = verdict.errors.map((error) => {
    const [, index, rest = ''] = /^where\.(\d+)\.?(.*)$/.exec(error.path) ?? []
    const path = index === undefined ? undefined : filled[Number(index)]?.path
    return path === undefined ? error : { ...error, path: rest === '' ? path : `${path}.${rest}` }
  })
  return { type: 'invalid', errors: explainPlanErrors(errors) }
}

/** What the model wrote may be of any shape: the check of the plan is behind it. */
function withValue({ condition: asked, use }: OpenCondition, written: unknown): PlanCondition {
  const { open: _open, ...condition } = asked
  if (!hasUnits(use.column) || typeof written !== 'object' || written === null || Array.isArray(written))
    return { ...condition, value: written } as PlanCondition
  const { value, unit } = written as { readonly value?: unknown; readonly unit?: unknown }
  return { ...condition, value, ...(unit !== undefined && { unit }) } as PlanCondition
}
