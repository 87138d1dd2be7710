// Takes the way of the first case that holds.
import { type ConditionNode, type ConditionOperator, elseHandle, errorHandle } from '@heddle/contracts/workflow/workflow-graph'
import type { NodeProblem, NodeType } from '../node-type.ts'
import { findRepeated, requireFields } from './required-fields.ts'

type Case = ConditionNode['config']['cases'][number]
type Comparison = Case['comparisons'][number]

/** The case that holds: its id in `case`, which is also the handle. */
export const conditionNode: NodeType<ConditionNode> = {
  fields: () => ({ case: 'text' }),
  handles: ({ config }) => [...config.cases.map(({ id }) => id), elseHandle],
  templates: ({ config }) => Object.fromEntries(config.cases.flatMap(listTemplates)),
  findProblems: ({ config }) => checkCases(config.cases),
  expectsEmpty: true,
  // oxlint-disable-next-line require-yield -- it emits no events
  async *run({ config }, { render }) {
    const holds = (comparison: Comparison) => compare(render(comparison.value), comparison.operator, render(comparison.compare_to))
    const chosen = config.cases.find(({ match, comparisons }) => (match === 'all' ? comparisons.every(holds) : comparisons.some(holds)))
    const handle = chosen?.id ?? elseHandle
    return { output: { case: handle }, handle }
  },
}

const needsOther = (operator: ConditionOperator) => operator !== 'is_empty' && operator !== 'is_not_empty'

const listTemplates = ({ comparisons }: Case, at: number): [string, string][] =>
  comparisons.flatMap(({ value, operator, compare_to: other }, index): [string, string][] => {
    const path = `config.cases.${at}.comparisons.${index}`
    return [[`${path}.value`, value], ...(needsOther(operator) ? [[`${path}.compare_to`, other] satisfies [string, string]] : [])]
  })

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** Returns whether a comparison holds. Surrounding space is ignored; a missing value is less, equal and contained nowhere. */
export function compare(left: string, operator: ConditionOperator, right: string): boolean {
  const [value, other] = [left.trim(), right.trim()]
  if (operator === 'is_empty') return value === ''
  if (operator === 'is_not_empty') return value !== ''
  if (value === '' || other === '') return false
  const areNumbers = decimal.test(value) && decimal.test(other)
  const order = areNumbers ? Number(value) - Number(other) : value === other ? 0 : value < other ? -1 : 1
  switch (operator) {
    case 'equals':
      return order === 0
    case 'not_equals':
      return order !== 0
    case 'contains':
      return value.includes(other)
    case 'not_contains':
      return !value.includes(other)
    case 'starts_with':
      return value.startsWith(other)
    case 'ends_with':
      return value.endsWith(other)
    case 'less':
      return order < 0
    case 'less_or_equal':
      return order <= 0
    case 'greater':
      return order > 0
    case 'greater_or_equal':
      return order >= 0
  }
}

function checkCases(cases: readonly Case[]): NodeProblem[] {
  if (cases.length === 0) return [{ field: 'config.cases', code: 'handle_missing', message: 'There is no case.' }]
  const ids = cases.map(({ id }) => id)
  return [
    ...requireFields(Object.fromEntries(cases.flatMap(listTemplates))),
    ...cases.flatMap(({ comparisons }, at): NodeProblem[] =>
      comparisons.length > 0
        ? []
        : [{ field: `config.cases.${at}.comparisons`, code: 'field_missing', message: 'The case has no comparison.' }],
    ),
    ...findRepeated(ids, [elseHandle, errorHandle]).map((at): NodeProblem => ({
      field: `config.cases.${at}.id`,
      code: 'handle_repeated',
      message: `The id "${ids[at]}" is taken.`,
    })),
  ]
}
