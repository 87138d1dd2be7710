import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkPlan } from '../check/check-plan.ts'
import { fabricTable } from '../testing/fabric-table.ts'
import { describeTable } from './describe-table.ts'
import { createPlanSchema } from './plan-schema.ts'

const schema = z.fromJSONSchema(createPlanSchema(fabricTable))

describe('the schema of a table', () => {
  test.each([
    { select: ['c1', 'c4.c2'], order_by: [{ column: 'c4.c2', direction: 'desc' }], limit: 5 },
    {
      group_by: ['c2'],
      select: ['m1'],
      aggregates: [{ fn: 'count' }, { fn: 'mean', column: 'c3' }, { fn: 'max', column: 'c6' }],
      having: [{ fn: 'count', op: 'ge', value: 3 }],
    },
    {
      select: ['c1'],
      where: [
        { column: 'c3', op: 'gt', value: 0.2, unit: 'N/tex' },
        { column: 'c2', op: 'in', value: ['cotton', 'flax'] },
      ],
    },
    {
      select: ['c1'],
      any_of: [[{ column: 'c6', op: 'between', value: ['2026-01-01', '2026-02-01'] }], [{ column: 'c7', op: 'eq', value: true }]],
    },
    {
      select: ['c1'],
      where: [
        { column: 'c4.c2', op: 'lt', value: 30, unit: 'Ne' },
        { column: 'c3', op: 'is_null' },
      ],
    },
  ])('has a plan that the check takes: %j', (plan) => {
    expect(schema.safeParse(plan).success).toBe(true)
    expect(checkPlan(plan, fabricTable).ok).toBe(true)
  })

  test.each([
    ['an invented column', { select: ['c99'] }],
    ['a column by its name', { select: ['tenacity'] }],
    ['an operator of another type', { select: ['c1'], where: [{ column: 'c1', op: 'gt', value: 1 }] }],
    ['a value of another type', { select: ['c1'], where: [{ column: 'c3', op: 'gt', value: '800 N' }] }],
    ['an unknown choice', { select: ['c1'], where: [{ column: 'c2', op: 'eq', value: 'wool' }] }],
    ['a unit of another quantity', { select: ['c1'], where: [{ column: 'c3', op: 'gt', value: 1, unit: 'N' }] }],
    ['a mean of texts', { aggregates: [{ fn: 'mean', column: 'c1' }] }],
    ['a thousand rows', { select: ['c1'], limit: 1000 }],
    ['SQL', { sql: 'SELECT 1' }],
  ])('has no plan with %s', (_, plan) => {
    expect(schema.safeParse(plan).success).toBe(false)
  })
})

test('the prompt says of each column and measure what it is called and what it may have', () => {
  expect(describeTable(fabricTable, { c3: { from: 3.1, to: 45 } }).split('\n')).toEqual([
    '- c1: Sample / 試樣 (text)',
    '- c2: fibre / 纖維 / 繊維 / เส้นใย / xơ (choice; one of cotton (棉, 綿, ฝ้าย, bông, natural) | flax (linen, natural) | polyester (PET))',
    '- c3: tenacity / 強度 / ความเหนียว / độ bền / strength (number; in cN/tex; conditions also in N/tex, cN/dtex, g/den, RKM; from 3.1 to 45)',
    '- c4: yarn / 紗線 (text)',
    '- c5: picks (integer)',
    '- c6: tested (date)',
    '- c7: dyed / 染色 (boolean)',
    '- c8: temperature (number; in degC; conditions also in K, degF)',
    '- c4.c1: Yarn (text of what c4 names)',
    '- c4.c2: Linear density / 線密度 (number of what c4 names; in tex; conditions also in dtex, mtex, ktex, den, Ne, Nm)',
    '- m1: CV of tenacity / 強度變異係數 (measure, stddev(c3) / mean(c3) * 100; in %)',
    '- m2: broken (measure, sum(c99))',
  ])
})
