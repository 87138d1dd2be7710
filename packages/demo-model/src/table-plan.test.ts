import { expect, test } from 'vitest'
import { createTablePlan } from './table-plan.ts'

const prompt = `Write the query over one table that the last message of the user asks for, as a plan.
- c1: Sample / 試樣編號 (text)
- c2: Fiber / 纖維 / เส้นใย (choice; one of cotton (棉, ฝ้าย) | polyester (聚酯) | polyester/cotton (聚酯棉混紡))
- c3: Warp strength / 經向強力 / แรงดึงขาดแนวด้ายยืน (number; in N; conditions also in cN, kN)
- c4: Weft strength / 緯向強力 (number; in N; conditions also in cN, kN)
- c5: Mass per area / 單位面積質量 (number; in g/m2; conditions also in oz/yd2)
- m1: Variation of warp strength (measure, stddev(c3) / mean(c3) * 100; in %)`

test.each<[string, object]>([
  [
    'Which samples have a warp strength over 0.8 kN and a weft strength of at least 1,200 N?',
    {
      select: ['c1', 'c2', 'c3', 'c4'],
      where: [
        { column: 'c3', op: 'gt', value: 0.8, unit: 'kN' },
        { column: 'c4', op: 'ge', value: 1200, unit: 'N' },
      ],
      limit: 20,
    },
  ],
  [
    '聚酯棉混紡的平均緯向強力是多少？',
    { where: [{ column: 'c2', op: 'eq', value: 'polyester/cotton' }], aggregates: [{ fn: 'mean', column: 'c4' }] },
  ],
  [
    '單位面積質量 200 g/m² 以下的有幾筆？',
    { where: [{ column: 'c5', op: 'le', value: 200, unit: 'g/m2' }], aggregates: [{ fn: 'count' }] },
  ],
  ['แรงดึงขาดแนวด้ายยืนสูงสุดของแต่ละเส้นใย', { group_by: ['c2'], aggregates: [{ fn: 'max', column: 'c3' }] }],
  ['Variation of warp strength by fiber', { select: ['m1'], group_by: ['c2'], aggregates: [] }],
  ['How many samples are of the fiber “aramid”?', { where: [{ column: 'c2', op: 'eq', value: 'aramid' }], aggregates: [{ fn: 'count' }] }],
  ['What is there?', { select: ['c1', 'c2'], limit: 20 }],
])('the plan for %s', (question, plan) => {
  expect(createTablePlan(prompt, question)).toEqual(plan)
})
