import { languages } from '@heddle/contracts/languages'
import { describe, expect, test } from 'vitest'
import { checkPlan } from '../check/check-plan.ts'
import type { CheckedPlan } from '../check/checked-plan.ts'
import type { QueryResult } from '../compile/read-result.ts'
import { fabricTable } from '../testing/fabric-table.ts'
import { takeTexts } from '../lookup/take-texts.ts'
import { describePlan } from './plan-in-words.ts'

function prepare(written: unknown): CheckedPlan {
  const verdict = checkPlan(written, fabricTable)
  const taken = verdict.ok ? takeTexts(verdict.plan, []) : undefined
  if (taken?.type !== 'taken') throw new Error('The plan is valid, and its texts are choices')
  return taken.plan
}

const result = (rest: Partial<QueryResult>): QueryResult => ({
  rows: [],
  total: 1,
  shown: 1,
  isCut: false,
  matched: 14,
  censored: [],
  ...rest,
})

const english = (plan: unknown, rest: Partial<QueryResult> = {}) =>
  describePlan(prepare(plan), result(rest), { language: 'en', table: fabricTable })

describe('a query in words', () => {
  const mean = prepare({ aggregates: [{ fn: 'mean', column: 'c3' }], where: [{ column: 'c2', op: 'eq', value: '棉' }] })

  test.each([
    ['en', 'mean of tenacity in cN/tex where fibre = cotton, 14 rows, 1 of tenacity left out as < 0.5'],
    ['zhHant', '強度的平均值（cN/tex），條件：纖維 = 棉；14 列；強度有 1 個值為 < 0.5，未計入'],
    ['ja', '強度の平均値（cN/tex）、条件：繊維 = 綿。14 行。強度は < 0.5 の 1 件を除外'],
    ['th', 'ค่าเฉลี่ยของ ความเหนียว (cN/tex) โดย เส้นใย = ฝ้าย, 14 แถว, ไม่นับ ความเหนียว 1 ค่าที่เป็น < 0.5'],
    ['vi', 'giá trị trung bình của độ bền (cN/tex) với xơ = bông, 14 dòng, bỏ 1 giá trị < 0.5 của độ bền'],
  ] as const)('is of the language of its reader: %s', (language, expected) => {
    expect(describePlan(mean, result({ censored: [{ count: 1, value: '< 0.5' }] }), { language, table: fabricTable })).toBe(expected)
  })

  test('says groups, measures, conditions on them and their order', () => {
    const plan = {
      group_by: ['c2', 'c7'],
      select: ['m1'],
      aggregates: [{ fn: 'count' }],
      having: [{ fn: 'max', column: 'c5', op: 'ge', value: 1200 }],
      order_by: [{ column: 'm1', direction: 'desc' }],
    }
    expect(english(plan, { total: 3, censored: [null, null, { count: 2, value: null }, null] })).toBe(
      'CV of tenacity in %, number of rows by fibre, dyed, only groups with highest picks ≥ 1200, CV of tenacity from the highest, 3 groups, 14 rows, 2 of CV of tenacity left out as beyond a limit',
    )
  })

  test('says the unit that was asked, and the end of what is shown', () => {
    const plan = {
      select: ['c1', 'c3'],
      where: [
        { column: 'c4.c2', op: 'gt', value: 30, unit: 'Ne' },
        { column: 'c8', op: 'between', value: [20, 22.5] },
      ],
      any_of: [
        [{ column: 'c7', op: 'eq', value: false }],
        [
          { column: 'c6', op: 'is_null' },
          { column: 'c1', op: 'contains', value: 'A' },
        ],
      ],
    }
    expect(english(plan, { total: 1200, matched: 1200, shown: 50, isCut: true })).toBe(
      'Sample, tenacity in cN/tex where Linear density of the yarn > 30 Ne and temperature from 20 °C to 22.5 °C and (dyed = no) or (tested has no value and Sample contains “A”), 1,200 rows, only the first 50 shown',
    )
  })

  test('has no empty value in any language', () => {
    const plans = ['count', 'count_distinct', 'sum', 'median', 'min', 'max', 'stddev', 'cv', 'p10', 'p90'].map((fn) =>
      prepare({ aggregates: [{ fn, column: 'c3' }] }),
    )
    const texts = languages.flatMap((language) => plans.map((plan) => describePlan(plan, result({}), { language, table: fabricTable })))
    expect(texts.filter((text) => /undefined|\{\{|^$/.test(text))).toEqual([])
    expect(new Set(texts).size).toBe(languages.length * plans.length)
  })
})
