import type { FixedPlan } from '@heddle/contracts/dataset/fixed-plan'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fabricTable } from '../testing/fabric-table.ts'
import { checkFixedPlan } from './check-fixed-plan.ts'
import { createOpenSchema, describeOpen, fillOpen } from './open-values.ts'

const counted = { aggregates: [{ fn: 'count' as const }] }
const plan: FixedPlan = {
  ...counted,
  where: [
    { column: 'c2', op: 'eq', open: 'required' },
    { column: 'c5', op: 'ge', value: 10 },
    { column: 'c3', op: 'gt', open: 'optional' },
    { column: 'c6', op: 'between', open: 'optional' },
  ],
}
const none = { v1: null, v2: null, v3: null }
const fill = (answer: object) => fillOpen(plan, fabricTable, { ...none, ...answer })

describe('a fixed plan', () => {
  test.each<[string, FixedPlan['where'], string[]]>([
    ['of columns that are there', plan.where, []],
    ['over a linked column, with an open list', [{ column: 'c4.c2', op: 'in', open: 'required' }], []],
    ['of a column that has gone', [{ column: 'c99', op: 'eq', open: 'required' }], ['where.0.column unknown_column']],
    ['with an open operator of another type', [{ column: 'c1', op: 'gt', open: 'required' }], ['where.0.op operator_not_for_type']],
    ['whose value is not written yet', [{ column: 'c3', op: 'gt' }], ['where.0.value value_not_for_type']],
  ])('%s has these errors', (_, where, expected) => {
    expect(checkFixedPlan({ ...counted, where }, fabricTable).map(({ path, code }) => `${path} ${code}`)).toEqual(expected)
  })
})

test('the prompt says of each open value its column, and of no other', () => {
  expect(describeOpen(plan, fabricTable).split('\n')).toEqual([
    '- v1: fibre / 纖維 / 繊維 / เส้นใย / xơ (choice; one of cotton (棉, 綿, ฝ้าย, bông, natural) | flax (linen, natural) | polyester (PET)) Rows equal to it are asked for.',
    '- v2: tenacity / 強度 / ความเหนียว / độ bền / strength (number; in cN/tex; conditions also in N/tex, cN/dtex, g/den, RKM) Rows above it are asked for.',
    '- v3: tested (date) Rows from the first of two values to the second are asked for.',
  ])
})

test.each([
  [{ v1: 'cotton', v2: { value: 0.2, unit: 'N/tex' }, v3: ['2026-01-01', '2026-02-01'] }, true],
  [{ ...none, v1: 'flax' }, true],
  [{ ...none, v1: 'wool' }, false],
  [{ ...none, v2: { value: '20', unit: 'cN/tex' } }, false],
  [{ ...none, v2: { value: 20, unit: 'N' } }, false],
  [{ ...none, v3: ['2026-01-01'] }, false],
  [{ ...none, select: ['c1'] }, false],
  [{ v1: 'cotton' }, false],
])('the schema of the values fits %j: %s', (answer, fits) => {
  expect(z.fromJSONSchema(createOpenSchema(plan, fabricTable)).safeParse(answer).success).toBe(fits)
})

describe('an answer', () => {
  test('gives its conditions their values and units, and leaves out an optional one', () => {
    expect(fill({ v1: 'cotton', v2: { value: 0.2, unit: 'N/tex' } })).toEqual({
      type: 'filled',
      plan: {
        ...counted,
        where: [
          { column: 'c2', op: 'eq', value: 'cotton' },
          { column: 'c5', op: 'ge', value: 10 },
          { column: 'c3', op: 'gt', value: 0.2, unit: 'N/tex' },
        ],
      },
    })
  })

  test('without a required value names its column', () => {
    expect(fill({})).toMatchObject({ type: 'missing', uses: [{ ref: 'c2' }] })
  })

  test.each([
    [{ v1: 'cotton', v3: ['2026-02-01', '2026-01-01'] }, '- v3.value: has its higher end first'],
    [{ v1: { column: 'c1', value: 'x' } }, '- v1.value: does not have the form of the JSON schema'],
    [{ v1: 'cotton', v2: { value: 1, unit: 'N' } }, '- v2.unit: cannot be converted to the unit of the column'],
  ])('%j is refused with the name of its value', (answer, error) => {
    expect(fill(answer)).toMatchObject({ type: 'invalid', errors: expect.stringContaining(error) as string })
  })
})
