// A query plan that an administrator fixes in a workflow: a form writes all of it, but for the values that a model reads in the question.
import { z } from 'zod'
import { limits } from '../limits.ts'
import { schemaIds } from '../schema-ids.ts'
import { PlanCondition, QueryPlan } from './plan.ts'

/** Whether the question has to give the value of a condition; one that is `optional` is left out when it does not. */
const OpenValue = z.enum(['required', 'optional'])
type OpenValue = z.infer<typeof OpenValue>

const isOpenWhole = ({ open, op, value, unit }: PlanCondition & { readonly open?: OpenValue | undefined }) =>
  open === undefined || (op !== 'is_null' && value === undefined && unit === undefined)

/** A condition with its value, or one whose value and unit the model fills in. */
export const FixedCondition = z
  .strictObject({ ...PlanCondition.shape, open: OpenValue.optional() })
  .refine(isOpenWhole, { path: ['open'], message: 'An open condition has neither value nor unit, and an operator with a value' })
export type FixedCondition = z.infer<typeof FixedCondition>
schemaIds.add(FixedCondition, { id: 'FixedCondition' })

const { any_of: _anyOf, having: _having, ...parts } = QueryPlan.shape

/** A plan of the parts that the form has. A draft may have conditions whose value is not written yet. */
export const FixedPlan = z.strictObject({ ...parts, where: z.array(FixedCondition).max(limits.planConditions).optional() })
export type FixedPlan = z.infer<typeof FixedPlan>
schemaIds.add(FixedPlan, { id: 'FixedPlan' })

/** Whether a model is asked for a value of the plan. */
export const hasOpenValues = ({ where = [] }: FixedPlan): boolean => where.some(({ open }) => open !== undefined)
