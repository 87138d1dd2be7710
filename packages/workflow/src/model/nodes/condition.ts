// Takes the way of the first case that holds.
import { type ConditionNode, type ConditionOperator, elseHandle, errorHandle } from '@heddle/contracts/workflow/workflow-graph'
import { compareDecimals, hasLeadingZeros, parseDecimal } from '../decimal.ts'
import { listReferences } from '../graph/template.ts'
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
  async *run({ config }, { render, read }) {
    const readsText = (template: string) => listReferences(template).some((reference) => read(reference)?.type === 'text')
    const holds = ({ value, operator, compare_to: other }: Comparison) =>
      compare(render(value), operator, render(other), readsText(value) || readsText(other))
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

/**
 * Returns whether a comparison holds: of numbers by all their digits, else of texts. Beside a text, digits with leading zeros are a text too.
 * Surrounding space is ignored; a missing value is less, equal and contained nowhere.
 */
function compare(left: string, operator: ConditionOperator, right: string, hasText: boolean): boolean {
  const [value, other] = [left.trim(), right.trim()]
  if (operator === 'is_empty') return value === ''
  if (operator === 'is_not_empty') return value !== ''
  if (value === '' || other === '') return false
  const order = hasText && (hasLeadingZeros(value) || hasLeadingZeros(other)) ? compareTexts(value, other) : compareValues(value, other)
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

function compareValues(value: string, other: string): number {
  const [left, right] = [parseDecimal(value), parseDecimal(other)]
  return left && right ? compareDecimals(left, right) : compareTexts(value, other)
}

const compareTexts = (value: string, other: string) => (value === other ? 0 : value < other ? -1 : 1)

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
