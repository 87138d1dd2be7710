// The JSON schema by which a model fills a plan. Columns, measures, units and choices are enumerations of what is published: a column that
// does not exist cannot be written, nor an operator that its type does not have.
import { AggregateFunction, type PlanOperator } from '@heddle/contracts/dataset/plan'
import { limits } from '@heddle/contracts/limits'
import { operatorsByType } from '../check/check-condition.ts'
import { listConvertible } from '../check/shared-checks.ts'
import { type ColumnUse, isNumeric, type QueryColumn, type QueryTable } from '../query-table.ts'
import { listUses } from './list-uses.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Choices of one column that a schema and a prompt have; what is beyond them is looked up like a text. */
export const maxPromptChoices = 50

const text = { type: 'string', maxLength: limits.planTextCharacters }
const date = { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }

const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const listOf = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: 'array', items, maxItems })
const oneOf = (values: readonly string[]): JsonSchema => ({ type: 'string', enum: values })
const anyOf = (schemas: readonly JsonSchema[]): JsonSchema => (schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas })

/** Returns the schema of the plans over a table, with those tables that its columns refer to. */
export function createPlanSchema(table: QueryTable): JsonSchema {
  const uses = listUses(table)
  const refs = uses.map(({ ref }) => ref)
  const measures = table.measures.map(({ id }) => id)
  const condition = anyOf(listConditions(uses))
  const direction = oneOf(['asc', 'desc'])
  return object(
    {
      select: listOf(oneOf([...refs, ...measures]), limits.planSelected),
      where: listOf(condition, limits.planConditions),
      any_of: listOf({ ...listOf(condition, limits.planConditions), minItems: 1 }, limits.planAlternatives),
      group_by: listOf(oneOf(refs), limits.planGroups),
      aggregates: listOf(anyOf(listAggregates(uses, {})), limits.planAggregates),
      having: listOf(anyOf(listHaving(uses, measures)), limits.planConditions),
      order_by: listOf(
        anyOf([object({ column: oneOf([...refs, ...measures]), direction }, ['column']), ...listAggregates(uses, { direction })]),
        limits.planOrders,
      ),
      limit: { type: 'integer', minimum: 1, maximum: limits.planRows },
    },
    [],
  )
}

const refsOf = (uses: readonly ColumnUse[]) => oneOf(uses.map(({ ref }) => ref))

/** Returns the schemas of the conditions that are possible: of columns that have the same operators, values and units one. */
function listConditions(uses: readonly ColumnUse[]): JsonSchema[] {
  const groups = Map.groupBy(uses, ({ ref, column: { type, unit, choices } }) => {
    if (type === 'choice') return (choices ?? []).length <= maxPromptChoices ? ref : 'text'
    return isNumeric(type) ? `number in ${listConvertible(unit).join()}` : type
  })
  const compared = Array.from(groups.values(), (group) => {
    const { type, unit, choices } = group[0]?.column ?? { type: 'text' }
    const column = refsOf(group)
    if (type === 'boolean') return object({ column, op: oneOf(['eq', 'ne']), value: { type: 'boolean' } }, ['column', 'op', 'value'])
    const isListed = type === 'choice' && (choices ?? []).length <= maxPromptChoices
    const value = createValueSchema({ type, choices })
    // A part of a choice is none.
    const withoutValue: readonly PlanOperator[] = isListed ? ['is_null', 'contains'] : ['is_null']
    const op = oneOf(operatorsByType[type].filter((each) => !withoutValue.includes(each)))
    const convertible = listConvertible(unit)
    return object(
      {
        column,
        op,
        value: { anyOf: [value, { ...listOf(value, limits.planListValues), minItems: 1 }] },
        ...(convertible.length > 1 ? { unit: oneOf(convertible) } : {}),
      },
      ['column', 'op', 'value'],
    )
  })
  return [...compared, object({ column: refsOf(uses), op: oneOf(['is_null']), value: { type: 'boolean' } }, ['column', 'op'])]
}

/** Returns the schema of one value of a column. */
export function createValueSchema({ type, choices = [] }: Pick<QueryColumn, 'type' | 'choices'>): JsonSchema {
  if (type === 'choice' && choices.length <= maxPromptChoices) return oneOf(choices.map(({ value }) => value))
  if (type === 'boolean') return { type: 'boolean' }
  if (isNumeric(type)) return { type: 'number' }
  return type === 'date' ? date : text
}

const calculating = AggregateFunction.options.filter((fn) => fn !== 'count' && fn !== 'count_distinct')

function listAggregates(uses: readonly ColumnUse[], more: Readonly<Record<string, JsonSchema>>): JsonSchema[] {
  const numbers = uses.filter(({ column }) => isNumeric(column.type))
  const dates = uses.filter(({ column }) => column.type === 'date')
  const aggregate = (fns: readonly string[], of: readonly ColumnUse[]) =>
    of.length > 0 ? [object({ fn: oneOf(fns), column: refsOf(of), ...more }, ['fn', 'column'])] : []
  return [
    object({ fn: oneOf(['count']), ...more }, ['fn']),
    ...aggregate(['count', 'count_distinct'], uses),
    ...aggregate(calculating, numbers),
    ...aggregate(['min', 'max'], dates),
  ]
}

function listHaving(uses: readonly ColumnUse[], measures: readonly string[]): JsonSchema[] {
  const number = { type: 'number' }
  const compared = {
    op: oneOf(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between']),
    value: { anyOf: [number, { ...listOf(number, 2), minItems: 2 }] },
  }
  const required = ['op', 'value']
  const numbers = uses.filter(({ column }) => isNumeric(column.type))
  return [
    object({ fn: oneOf(['count']), ...compared }, ['fn', ...required]),
    ...(uses.length > 0
      ? [object({ fn: oneOf(['count', 'count_distinct']), column: refsOf(uses), ...compared }, ['fn', 'column', ...required])]
      : []),
    ...(numbers.length > 0
      ? [object({ fn: oneOf(calculating), column: refsOf(numbers), ...compared }, ['fn', 'column', ...required])]
      : []),
    ...(measures.length > 0 ? [object({ column: oneOf(measures), ...compared }, ['column', ...required])] : []),
  ]
}
