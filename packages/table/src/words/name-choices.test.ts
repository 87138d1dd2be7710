import { expect, test } from 'vitest'
import { checkPlan } from '../check/check-plan.ts'
import { fabricTable } from '../testing/fabric-table.ts'
import { nameChoices } from './name-choices.ts'

const nameIn = (language: 'th' | 'vi', written: unknown, cells: readonly string[]) => {
  const verdict = checkPlan(written, fabricTable)
  if (!verdict.ok) throw new Error('The plan is valid')
  const rows = [{ rowId: null, rowNo: null, cells, censored: [] }]
  const result = { rows, total: 1, shown: 1, isCut: false, matched: 1, censored: [] }
  return nameChoices(verdict.plan, result, { language, table: fabricTable }).rows[0]?.cells
}

test('choices have their names in the language, in rows and as groups; other texts stay', () => {
  expect(nameIn('th', { select: ['c2', 'c1'] }, ['cotton', 'cotton'])).toEqual(['ฝ้าย', 'cotton'])
  expect(nameIn('vi', { group_by: ['c2'], aggregates: [{ fn: 'count' }] }, ['cotton', 'cotton'])).toEqual(['bông', 'cotton'])
  expect(nameIn('th', { select: ['c2'] }, ['flax'])).toEqual(['flax'])
})
