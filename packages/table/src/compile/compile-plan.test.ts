// What the statements say is tested against pandas and SQLite in apps/api; here, what they are made of.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPlan } from '../check/check-plan.ts'
import { compileLookup } from '../lookup/compile-lookup.ts'
import { listTexts } from '../check/list-texts.ts'
import { fabricTable } from '../testing/fabric-table.ts'
import { nameStored, nameTypedTable } from '../typed-table.ts'
import { compilePlan } from './compile-plan.ts'

function compile(plan: unknown) {
  const verdict = checkPlan(plan, fabricTable)
  if (!verdict.ok) throw new Error(JSON.stringify(verdict.errors))
  return { ...compilePlan(verdict.plan, fabricTable), lookup: compileLookup(listTexts(verdict.plan), fabricTable) }
}

const toPlan = (text: string, number: number) => ({
  group_by: ['c2', 'c5', 'c6'],
  aggregates: [
    { fn: 'cv', column: 'c3' },
    { fn: 'count_distinct', column: 'c1' },
  ],
  select: ['m1'],
  where: [
    { column: 'c1', op: 'eq', value: text },
    { column: 'c4', op: 'contains', value: text },
    { column: 'c5', op: 'ne', value: number },
    { column: 'c3', op: 'in', value: [number] },
  ],
  any_of: [[{ column: 'c4.c1', op: 'in', value: [text, 'b'] }], [{ column: 'c4.c2', op: 'le', value: number, unit: 'dtex' }]],
  having: [{ fn: 'mean', column: 'c3', op: 'ge', value: number }],
})

describe('a statement', () => {
  test('is the same text whatever the values are', () => {
    const of = ({ text, lookup }: ReturnType<typeof compile>) => [text, lookup?.text]
    const expected = of(compile(toPlan('cotton', 5)))
    const printed = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).map((text) => `x${text}`)
    fc.assert(
      fc.property(printed, fc.integer({ min: -1e9, max: 1e9 }), (text, number) => {
        expect(of(compile(toPlan(text, number)))).toEqual(expected)
      }),
    )
  })

  test('has a parameter for each value, with its type', () => {
    const { text, values } = compile({
      select: ['c1'],
      where: [
        { column: 'c5', op: 'gt', value: 2.5 },
        { column: 'c5', op: 'lt', value: 9 },
        { column: 'c6', op: 'in', value: ['2026-01-31'] },
      ],
      limit: 3,
    })
    expect(values).toEqual([2.5, 9, ['2026-01-31'], 3])
    expect(text.match(/\$\d::[a-z ]+(?:\[\])?/g)).toEqual(
      expect.arrayContaining(['$1::double precision', '$2::bigint', '$3::date[]', '$4::bigint']),
    )
  })

  test('joins only the tables that are named, and counts without those that are shown', () => {
    expect(compile({ select: ['c1'] }).text).not.toContain('JOIN')
    const { text } = compile({ select: ['c4.c2'] })
    expect(text.split('LEFT JOIN dataset_table.t9 l4 ON l4.c1_key = t.c4_key')).toHaveLength(2)
  })

  test('has no identifier that is not made of a number', () => {
    expect(() => nameStored('t', { id: 'c1"; --', type: 'text' })).toThrow('A column has a number')
    expect(() => nameTypedTable(1.5)).toThrow('A typed table has a number')
  })
})
