import type { ConditionNode, ConditionOperator } from '@heddle/contracts/workflow/workflow-graph'
import { describe, expect, test } from 'vitest'
import { runNode } from '../../testing/run-node.ts'
import type { TypedValue } from '../value.ts'

type Case = ConditionNode['config']['cases'][number]

const createCase = (id: string, match: Case['match'], ...comparisons: [string, ConditionOperator, string][]): Case => ({
  id,
  label: id,
  match,
  comparisons: comparisons.map(([value, operator, other]) => ({ value, operator, compare_to: other })),
})

const decide = (cases: Case[], values: Readonly<Record<string, TypedValue>> = {}) =>
  runNode({ id: 'if', type: 'condition', title: 'If', config: { cases } }, { values })

describe('a comparison', () => {
  test.each<[string, ConditionOperator, string, boolean]>([
    ['10', 'greater', '9', true],
    ['10', 'less', '9', false],
    ['1.0', 'equals', '1', true],
    ['1e3', 'equals', '1000', true],
    ['007', 'equals', '7', true],
    // By all their digits.
    ['7615917337495251231', 'equals', '7615917337495251000', false],
    ['7615917337495251231', 'equals', '7615917337495251231.0', true],
    ['9196877626998785', 'greater', '9196877626998784', true],
    ['0.1000000000000000055511151231257827', 'equals', '0.1', false],
    ['1e400', 'less', '1e401', true],
    ['1e10000000', 'greater', '1e9999999', true],
    ['-1e-10000000', 'less', '0', true],
    ['-0', 'equals', '0', true],
    ['-2', 'less', '-1.5', true],
    ['+5', 'equals', '5.', true],
    ['.5', 'equals', '5e-1', true],
    // Text on either side makes it a comparison of texts.
    ['10', 'less', '9 kg', true],
    ['1.0 ', 'equals', 'one', false],
    ['2026-11-22', 'greater', '2026-10-30', true],
    ['0x10', 'equals', '16', false],
    ['Infinity', 'greater', '1', true],
    ['棉', 'equals', '棉', true],
    [' cotton ', 'equals', 'cotton', true],
    ['Cotton', 'equals', 'cotton', false],
    ['cotton yarn', 'contains', 'yarn', true],
    ['cotton yarn', 'not_contains', 'yarn', false],
    ['cotton yarn', 'starts_with', 'cotton', true],
    ['cotton yarn', 'ends_with', 'cotton', false],
    ['5', 'less_or_equal', '5', true],
    ['5', 'greater_or_equal', '6', false],
    ['a', 'not_equals', 'b', true],
  ])('%j %s %j is %s', async (left, operator, right, expected) => {
    expect((await decide([createCase('yes', 'all', [left, operator, right])])).handle).toBe(expected ? 'yes' : 'else')
  })

  test.each<ConditionOperator>(['equals', 'not_equals', 'contains', 'not_contains', 'less', 'greater_or_equal', 'is_not_empty'])(
    'of a missing value does not hold by %s',
    async (operator) => expect((await decide([createCase('yes', 'all', ['{{gone.text}}', operator, 'x'])])).handle).toBe('else'),
  )

  test('of a missing value holds by is_empty only', async () => {
    expect((await decide([createCase('yes', 'all', ['{{gone.text}}', 'is_empty', ''])])).handle).toBe('yes')
    expect((await decide([createCase('yes', 'all', ['{{gone.text}}', 'equals', '{{gone.text}}'])])).handle).toBe('else')
  })

  test.each<[string, string, boolean]>([
    ['0912', '912', false],
    ['0912', '0912', true],
    ['912', '0912', false],
    ['912', '912.0', true],
    ['00', '0', false],
    ['0.5', '.5', true],
  ])('of the text %s equals %s: %s', async (value, other, expected) => {
    const values = { 'a.text': { type: 'text', value } } as const
    const { handle } = await decide([createCase('yes', 'all', ['{{a.text}}', 'equals', other])], values)
    expect(handle).toBe(expected ? 'yes' : 'else')
  })

  test('reads the digits of a number', async () => {
    const values = { 'a.id': { type: 'number', value: { $exact_number: '7615917337495251231' } } } as const
    const cases = ['7615917337495251000', '7615917337495251231'].map((id) => createCase(`is_${id}`, 'all', ['{{a.id}}', 'equals', id]))
    expect((await decide(cases, values)).handle).toBe('is_7615917337495251231')
  })

  test('reads values of all types in their text form', async () => {
    const values = { 'a.count': { type: 'number', value: 12 }, 'a.flag': { type: 'boolean', value: true } } as const
    const both = createCase('yes', 'all', ['{{a.count}}', 'greater', '2'], ['{{a.flag}}', 'equals', 'true'])
    expect((await decide([both], values)).handle).toBe('yes')
  })
})

describe('a condition', () => {
  test('takes the first case that holds, by all or by any of its comparisons', async () => {
    const cases = [
      createCase('all', 'all', ['a', 'equals', 'a'], ['a', 'equals', 'b']),
      createCase('any', 'any', ['a', 'equals', 'b'], ['a', 'equals', 'a']),
      createCase('later', 'all', ['a', 'equals', 'a']),
    ]
    expect(await decide(cases)).toMatchObject({ handle: 'any', output: { case: 'any' }, events: [], requests: [] })
  })

  test('takes `else` when no case holds', async () => {
    expect(await decide([createCase('a', 'any', ['x', 'equals', 'y'])])).toMatchObject({ handle: 'else', output: { case: 'else' } })
  })
})
