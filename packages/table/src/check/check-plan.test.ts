import { describe, expect, test } from 'vitest'
import { listTexts } from './list-texts.ts'
import { explainPlanErrors } from '../plan-error.ts'
import { fabricTable } from '../testing/fabric-table.ts'
import { checkPlan } from './check-plan.ts'

function check(plan: unknown) {
  const verdict = checkPlan(plan, fabricTable)
  return verdict.ok ? 'valid' : verdict.errors.map(({ path, code }) => `${path}: ${code}`)
}

function checkValid(plan: unknown) {
  const verdict = checkPlan(plan, fabricTable)
  if (!verdict.ok) throw new Error(explainPlanErrors(verdict.errors))
  return verdict.plan
}

const where = (condition: Record<string, unknown>) => ({ select: ['c1'], where: [condition] })

describe('a plan', () => {
  test.each([
    { select: ['c1', 'c4.c2'], order_by: [{ column: 'c4.c2', direction: 'desc' }], limit: 200 },
    { aggregates: [{ fn: 'count' }, { fn: 'max', column: 'c6' }] },
    { group_by: ['c2', 'c4.c1'], select: ['c2', 'm1'], having: [{ fn: 'mean', column: 'c3', op: 'gt', value: 20 }] },
    { group_by: ['c2'], order_by: [{ column: 'm1' }, { fn: 'count' }] },
    { select: ['m1'] },
    where({ column: 'c5', op: 'between', value: [1, 2] }),
    where({ column: 'c6', op: 'in', value: ['2026-01-31'] }),
    where({ column: 'c7', op: 'ne', value: true }),
    where({ column: 'c3', op: 'is_null' }),
    where({ column: 'c1', op: 'eq', value: 105 }),
  ])('is valid: %j', (plan) => {
    expect(check(plan)).toBe('valid')
  })

  test.each([
    ['nothing', {}, ['select: nothing_selected']],
    ['no form', { select: 'c1' }, ['select: invalid_shape']],
    ['an unknown name, which is not repeated', { 'DROP TABLE': 1 }, [': invalid_shape']],
    [
      'unknown columns, each by its path',
      { select: ['c99', 'c1'], where: [{ column: 'c4.c9', op: 'is_null' }] },
      ['where.0.column: unknown_column', 'select.0: unknown_column'],
    ],
    ['a link of a column without one', { select: ['c1.c1'] }, ['select.0: unknown_column']],
    ['an unknown measure', { select: ['m9'] }, ['select.0: unknown_measure']],
    ['a measure whose column is gone', { select: ['m2'] }, ['select.0: formula_invalid']],
    ['an order of texts', where({ column: 'c1', op: 'lt', value: 'a' }), ['where.0.op: operator_not_for_type']],
    ['a part of a number', where({ column: 'c3', op: 'contains', value: '2' }), ['where.0.op: operator_not_for_type']],
    ['a text for a number', where({ column: 'c3', op: 'gt', value: '800' }), ['where.0.value: value_not_for_type']],
    ['a list for one value', where({ column: 'c3', op: 'gt', value: [800] }), ['where.0.value: value_not_for_type']],
    ['three ends', where({ column: 'c3', op: 'between', value: [1, 2, 3] }), ['where.0.value: value_not_for_type']],
    ['a value that is missing', where({ column: 'c3', op: 'gt' }), ['where.0.value: value_not_for_type']],
    ['a range from above', where({ column: 'c6', op: 'between', value: ['2026-02-01', '2026-01-01'] }), ['where.0.value: range_reversed']],
    ['a day that is none', where({ column: 'c6', op: 'eq', value: '2026-02-30' }), ['where.0.value: value_not_for_type']],
    ['an empty part, which every text has', where({ column: 'c1', op: 'contains', value: ' \u200b' }), ['where.0.value: value_empty']],
    ['an empty text', where({ column: 'c1', op: 'in', value: ['a', ' '] }), ['where.0.value.1: value_empty']],
    ['a unit of another quantity', where({ column: 'c3', op: 'gt', value: 1, unit: 'N' }), ['where.0.unit: unit_not_convertible']],
    ['a unit for a column without one', where({ column: 'c5', op: 'gt', value: 1, unit: 'N' }), ['where.0.unit: unit_not_convertible']],
    ['a unit for a text', where({ column: 'c1', op: 'eq', value: 'a', unit: 'N' }), ['where.0.unit: unit_not_convertible']],
    ['zero in a reciprocal unit', where({ column: 'c4.c2', op: 'gt', value: 0, unit: 'Ne' }), ['where.0.value: value_out_of_range']],
    ['a mean of texts', { aggregates: [{ fn: 'mean', column: 'c1' }] }, ['aggregates.0.fn: function_not_for_type']],
    ['a sum of dates', { aggregates: [{ fn: 'sum', column: 'c6' }] }, ['aggregates.0.fn: function_not_for_type']],
    ['a mean of nothing', { aggregates: [{ fn: 'mean' }] }, ['aggregates.0: column_missing']],
    ['a column beside aggregates', { select: ['c1'], aggregates: [{ fn: 'count' }] }, ['select.0: select_not_grouped']],
    [
      'the same twice',
      { group_by: ['c1', 'c1'], aggregates: [{ fn: 'count' }, { fn: 'count' }] },
      ['group_by.1: duplicate', 'aggregates.1: duplicate'],
    ],
    [
      'a condition on groups without groups',
      { select: ['c1'], having: [{ fn: 'count', op: 'gt', value: 1 }] },
      ['having: having_without_groups'],
    ],
    [
      'a condition on a key',
      { group_by: ['c5'], having: [{ column: 'c5', op: 'gt', value: 1 }] },
      ['having.0.column: having_without_groups'],
    ],
    [
      'a condition on a day',
      { group_by: ['c5'], having: [{ fn: 'max', column: 'c6', op: 'gt', value: 1 }] },
      ['having.0.fn: function_not_for_type'],
    ],
    [
      'a mean in a reciprocal unit',
      { group_by: ['c2'], having: [{ fn: 'mean', column: 'c4.c2', op: 'gt', value: 30, unit: 'Ne' }] },
      ['having.0.unit: unit_not_convertible'],
    ],
    ['an order that is not of the groups', { group_by: ['c2'], order_by: [{ column: 'c1' }] }, ['order_by.0.column: order_not_grouped']],
    ['an order by an aggregate of rows', { select: ['c1'], order_by: [{ fn: 'max', column: 'c3' }] }, ['order_by.0: order_not_grouped']],
  ])('with %s is refused', (_, plan, errors) => {
    expect(check(plan)).toEqual(errors)
  })

  test('is measured before it is read', () => {
    let nested: unknown = 1
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested]
    expect(check({ select: nested })).toEqual([': too_large'])
    expect(check({ select: Array.from({ length: 100_000 }, () => 'c1') })).toEqual([': too_large'])
  })

  test('has at most fifty texts to look up', () => {
    const conditions = (texts: number) =>
      [0, 1].map(() => ({ column: 'c1', op: 'in', value: Array.from({ length: texts }, (_, index) => `lot ${index}`) }))
    expect(check({ select: ['c1'], where: conditions(25) })).toBe('valid')
    expect(check({ select: ['c1'], where: conditions(26) })).toEqual([': too_large'])
  })

  test('has its errors told to the model with what is possible', () => {
    const verdict = checkPlan(where({ column: 'c7', op: 'lt', value: 1 }), fabricTable)
    expect(verdict.ok ? '' : explainPlanErrors(verdict.errors)).toBe(
      '- where.0.op: is not possible for a column of this type (possible: eq, ne, is_null)',
    )
  })
})

describe('a unit of a condition', () => {
  test.each([
    ['is converted', { column: 'c3', op: 'ge', value: 0.2, unit: 'N/tex' }, { op: 'ge', values: [20] }],
    ['is read as reports write it', { column: 'c8', op: 'lt', value: 68, unit: '°F' }, { op: 'lt', values: [20] }],
    ['that is reciprocal turns above into below', { column: 'c4.c2', op: 'gt', value: 1000, unit: 'Nm' }, { op: 'lt', values: [1] }],
    [
      'that is reciprocal turns the ends round',
      { column: 'c4.c2', op: 'between', value: [10, 20], unit: 'Nm' },
      { op: 'between', values: [50, 100] },
    ],
    ['that is reciprocal keeps a list', { column: 'c4.c2', op: 'in', value: [10, 20], unit: 'Nm' }, { op: 'in', values: [100, 50] }],
  ])('%s', (_, condition, expected) => {
    expect(checkValid(where(condition)).where[0]).toMatchObject(expected)
  })

  test('of a deviation is one of differences', () => {
    const plan = checkValid({
      group_by: ['c2'],
      having: [
        { fn: 'stddev', column: 'c8', op: 'gt', value: 9, unit: 'degF' },
        { fn: 'mean', column: 'c8', op: 'gt', value: 50, unit: 'degF' },
      ],
    })
    expect(plan.kind === 'groups' && plan.having.map(({ values }) => values)).toEqual([[5], [10]])
  })
})

test('texts are to be looked up, and parts of texts are not', () => {
  const plan = checkValid({
    select: ['c1'],
    where: [
      { column: 'c2', op: 'in', value: ['Cotton', '聚酯'] },
      { column: 'c1', op: 'contains', value: 'A' },
    ],
    any_of: [[{ column: 'c4.c1', op: 'ne', value: 'ＮＥ 30' }]],
  })
  expect(listTexts(plan).map(({ path, key, use }) => [path, use.ref, key])).toEqual([
    ['where.0.value.0', 'c2', 'cotton'],
    ['where.0.value.1', 'c2', '聚酯'],
    ['any_of.0.0.value', 'c4.c1', 'ne 30'],
  ])
})

test('each link is joined once, whatever names it', () => {
  const plan = checkValid({ select: ['c4.c1', 'c4.c2'], where: [{ column: 'c4.c2', op: 'gt', value: 1 }] })
  expect(plan.links.map(({ from, key, to }) => [from.id, key.id, to.number])).toEqual([['c4', 'c1', 9]])
})
