import { describe, expect, test } from 'vitest'
import { checkPlan } from '../check/check-plan.ts'
import { fabricTable } from '../testing/fabric-table.ts'
import type { FoundText } from './compile-lookup.ts'
import { isSlip, measureNearness } from './nearness.ts'
import { takeTexts } from './take-texts.ts'

function take(column: string, value: unknown, found: readonly FoundText[] = []) {
  const verdict = checkPlan({ select: ['c1'], where: [{ column, op: Array.isArray(value) ? 'in' : 'eq', value }] }, fabricTable)
  if (!verdict.ok) throw new Error('The plan is valid')
  const taken = takeTexts(verdict.plan, found)
  return taken.type === 'taken'
    ? taken.taken.map((text) => `${text.given} → ${text.value} (${text.match})`)
    : [taken.type, ...taken.texts.map(({ values }) => values)]
}

const near = (asked: string, ...values: readonly string[]): FoundText[] =>
  values.map((value) => ({ ref: 'c1', asked, key: value.toLowerCase(), value, is_same: false }))

describe('a choice', () => {
  test.each([
    ['COTTON', ['COTTON → cotton (same)']],
    ['綿', ['綿 → cotton (synonym)']],
    ['pet', ['pet → polyester (synonym)']],
    ['polyestr', ['polyestr → polyester (near)']],
    ['natural', ['ambiguous', ['cotton', 'flax']]],
    ['poly', ['no_such_value', ['polyester']]],
    ['wool', ['no_such_value', ['cotton', 'flax', 'polyester']]],
    [
      ['cotton', 'silk'],
      ['no_such_value', []],
    ],
  ])('%s is taken by its value, its names, or one slip', (value, expected) => {
    expect(take('c2', value)).toEqual(expected)
  })
})

describe('a text', () => {
  test('is what the rows have, folded', () => {
    expect(take('c1', 'ａ-1', [{ ref: 'c1', asked: 'a-1', key: 'a-1', value: 'A-1', is_same: true }])).toEqual(['ａ-1 → A-1 (same)'])
  })

  test('with one slip is taken where one value is so near', () => {
    expect(take('c1', 'viscsoe', near('viscsoe', 'Viscose', 'Modal'))).toEqual(['viscsoe → Viscose (near)'])
    expect(take('c1', 'batiste', near('batiste', 'Batista', 'Batisto'))).toEqual(['ambiguous', ['Batista', 'Batisto']])
  })

  test('that is not there is told with the nearest, and never left out', () => {
    expect(take('c1', 'lot 2024-001', near('lot 2024-001', 'Lot 2024-002', 'Lot 2023-001'))).toEqual([
      'no_such_value',
      ['Lot 2024-002', 'Lot 2023-001'],
    ])
  })
})

test.each([
  ['coton', 'cotton', true],
  ['cottno', 'cotton', true],
  ['vai bong', 'vải bông', true],
  ['silk', 'milk', false],
  ['bleached', 'unbleached', false],
  ['nylon 6', 'nylon 66', false],
  ['nylon 6', 'nylon 7', false],
  ['聚酯纤维布料', '聚脂纤维布料', false],
])('%s is a slip of %s: %s', (a, b, expected) => {
  expect([isSlip(a, b), isSlip(b, a)]).toEqual([expected, expected])
})

test('nearness is the share of pairs that two texts have in common', () => {
  expect(measureNearness('cotton', 'cotton')).toBe(1)
  expect(measureNearness('ab', 'cd')).toBe(0)
  expect(measureNearness('棉', '棉花')).toBeCloseTo(0.4)
})
