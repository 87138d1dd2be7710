// The plan of a query over a dataset of kind `table`: what a model fills, or a form. It is checked against the columns and compiled; it is
// never SQL. No schema here is recursive: a plan has the levels that are written, and clients generated from recursive schemas do not compile.
import { z } from 'zod'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { noNul } from '../wire.ts'
import { MeasureId } from './column.ts'

/** A column, or one of the dataset that it refers to: `c4.c2` is column c2 of the row that c4 names. */
export const ColumnRef = z
  .string()
  .max(11)
  .regex(/^c[1-9][0-9]{0,3}(\.c[1-9][0-9]{0,3})?$/, 'A column is c1 to c9999, a linked one c1.c1')

export const AggregateFunction = z.enum(['count', 'count_distinct', 'sum', 'mean', 'median', 'min', 'max', 'stddev', 'cv', 'p10', 'p90'])
export type AggregateFunction = z.infer<typeof AggregateFunction>

export const PlanOperator = z.enum(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'in', 'contains', 'is_null'])
export type PlanOperator = z.infer<typeof PlanOperator>

const PlanText = z.string().max(limits.planTextCharacters).regex(noNul)

/** One value, the two of `between`, or those of `in`. A date is `2026-11-27`. */
const PlanValue = z.union([
  PlanText,
  z.number(),
  z.boolean(),
  z
    .array(z.union([PlanText, z.number()]))
    .min(1)
    .max(limits.planListValues),
])

const PlanUnit = z.string().min(1).max(20).regex(noNul)

export const PlanCondition = z.strictObject({
  column: ColumnRef,
  op: PlanOperator,
  /** Left out with `is_null`, where false asks for the cells that have a value. */
  value: PlanValue.optional(),
  /** The unit that the value is written in; without it, that of the column. */
  unit: PlanUnit.optional(),
})
export type PlanCondition = z.infer<typeof PlanCondition>
schemaIds.add(PlanCondition, { id: 'PlanCondition' })

export const PlanAggregate = z.strictObject({
  fn: AggregateFunction,
  /** `count` without a column counts rows. */
  column: ColumnRef.optional(),
})
export type PlanAggregate = z.infer<typeof PlanAggregate>

/** A condition on an aggregate of each group, or on a measure, which `column` names then. */
export const PlanHaving = z.strictObject({
  fn: AggregateFunction.optional(),
  column: z.union([ColumnRef, MeasureId]).optional(),
  op: z.enum(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between']),
  value: z.union([z.number(), z.array(z.number()).length(2)]),
  unit: PlanUnit.optional(),
})
export type PlanHaving = z.infer<typeof PlanHaving>

/** A column, an aggregate or a measure, from its lowest value unless `desc`. Missing values come last either way. */
export const PlanOrder = z.strictObject({
  fn: AggregateFunction.optional(),
  column: z.union([ColumnRef, MeasureId]).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
})
export type PlanOrder = z.infer<typeof PlanOrder>

const Conditions = z.array(PlanCondition).max(limits.planConditions)

/**
 * With `group_by`, aggregates or measures the result has groups, otherwise rows. `where` holds as a whole; of the lists of `any_of` at
 * least one does.
 */
export const QueryPlan = z.strictObject({
  select: z
    .array(z.union([ColumnRef, MeasureId]))
    .max(limits.planSelected)
    .optional(),
  where: Conditions.optional(),
  any_of: z.array(Conditions.min(1)).max(limits.planAlternatives).optional(),
  group_by: z.array(ColumnRef).max(limits.planGroups).optional(),
  aggregates: z.array(PlanAggregate).max(limits.planAggregates).optional(),
  having: z.array(PlanHaving).max(limits.planConditions).optional(),
  order_by: z.array(PlanOrder).max(limits.planOrders).optional(),
  limit: z.int().min(1).max(limits.planRows).optional(),
})
export type QueryPlan = z.infer<typeof QueryPlan>
schemaIds.add(QueryPlan, { id: 'QueryPlan' })

export const PlanErrorCode = z.enum([
  'invalid_shape',
  'too_large',
  'unknown_column',
  'unknown_measure',
  'column_missing',
  'operator_not_for_type',
  'value_not_for_type',
  'value_out_of_range',
  'value_empty',
  'range_reversed',
  'unit_not_convertible',
  'function_not_for_type',
  'select_not_grouped',
  'order_not_grouped',
  'having_without_groups',
  'nothing_selected',
  'duplicate',
  'formula_invalid',
])
export type PlanErrorCode = z.infer<typeof PlanErrorCode>

/** Why a plan is refused. */
export const PlanProblem = z.object({
  /** Of what is wrong: `where.0.value`; empty for the plan as a whole. */
  path: z.string(),
  code: PlanErrorCode,
  /** What may stand there. */
  allowed: z.array(z.string()).optional(),
})
export type PlanProblem = z.infer<typeof PlanProblem>
schemaIds.add(PlanProblem, { id: 'PlanProblem' })
