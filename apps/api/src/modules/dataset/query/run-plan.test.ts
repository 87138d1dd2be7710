// What a plan finds in real tables: texts in the ways they are written, links, units, and values of which only a bound is known.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { checkPlan } from '@heddle/table/check/check-plan'
import type { QueryTable } from '@heddle/table/query-table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillTypedTable } from '../../../../test/dataset/typed-table.ts'
import { runPlan } from './run-plan.sql.ts'

const column = (id: string, type: DatasetColumn['type'], rest: Partial<DatasetColumn> = {}): DatasetColumn => ({
  id,
  type,
  name: { default: id },
  ...rest,
})
const columns = [
  column('c1', 'text'),
  column('c2', 'number', { unit: 'cN/tex' }),
  column('c3', 'text', { refers_to: '01930000-0000-7000-8000-000000000002' }),
  column('c4', 'date'),
]
const yarnColumns = [column('c1', 'text', { key: true }), column('c2', 'number', { unit: 'tex' })]
const table: QueryTable = {
  number: 1,
  columns,
  measures: [
    { id: 'm1', name: { default: 'CV' }, formula: 'stddev(c2) / mean(c2) * 100' },
    { id: 'm2', name: { default: 'nothing' }, formula: 'sum(c2) / (count() - count())' },
  ],
  links: { c3: { number: 2, columns: yarnColumns } },
}

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await fillTypedTable(database, {
    number: 1,
    columns,
    rows: [
      ['棉', 20, 'Ne 30', '2026-01-01'],
      ['绵', 24, 'ne 30', '2026-01-02'],
      ['Polyester', { number: 30, mark: '±' }, 'Ne 10', '2026-01-03'],
      ['polyester', { number: 0.5, mark: '<' }, 'Ne 99', '2026-01-04'],
      ['Viscose', { number: null, mark: 'n.d.' }, null, null],
      [null, null, 'Ne 30', null],
    ],
  })
  await fillTypedTable(database, {
    number: 2,
    columns: yarnColumns,
    rows: [
      ['NE 30', 19.7],
      ['Ne 10', 59.1],
    ],
  })
})

afterAll(() => database.close())

async function ask(plan: unknown) {
  const checked = checkPlan(plan, table)
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
  return runPlan(database.pool, checked.plan, table)
}

async function askCells(plan: unknown) {
  const outcome = await ask(plan)
  if (outcome.type !== 'answered') throw new Error(JSON.stringify(outcome))
  return outcome.result.rows.map(({ cells }) => cells)
}

const named = (value: unknown, op = 'eq') => ({ aggregates: [{ fn: 'count' }], where: [{ column: 'c1', op, value }] })

describe('a text', () => {
  test('is found however it is written, and the answer says what was taken', async () => {
    expect(await ask(named('ＰＯＬＹＥＳＴＥＲ'))).toMatchObject({
      taken: [{ path: 'where.0.value', given: 'ＰＯＬＹＥＳＴＥＲ', value: 'Polyester', match: 'same' }],
      result: { rows: [{ cells: [2] }], matched: 2 },
    })
    expect(await ask(named('viscosse'))).toMatchObject({ taken: [{ value: 'Viscose', match: 'near' }], result: { rows: [{ cells: [1] }] } })
  })

  test.each(['eq', 'ne'])('that is not there is no query without it (%s): it is told with the nearest', async (op) => {
    expect(await ask(named('poly', op))).toEqual({
      type: 'no_such_value',
      texts: [{ path: 'where.0.value', ref: 'c1', given: 'poly', values: ['Polyester'] }],
    })
  })

  test('of a linked column is looked up in its own table', async () => {
    expect(await askCells({ select: ['c1'], where: [{ column: 'c3.c1', op: 'eq', value: 'ne 10' }] })).toEqual([['Polyester']])
    expect(await ask({ select: ['c1'], where: [{ column: 'c3.c1', op: 'eq', value: 'Ne 99' }] })).toMatchObject({
      type: 'no_such_value',
      texts: [{ values: ['Ne 10', 'NE 30'] }],
    })
  })

  test('in part is found without a pattern', async () => {
    expect(await askCells({ select: ['c1'], where: [{ column: 'c1', op: 'contains', value: 'OLY' }] })).toEqual([
      ['Polyester'],
      ['polyester'],
    ])
    expect(await askCells({ select: ['c1'], where: [{ column: 'c1', op: 'contains', value: 'o%r' }] })).toEqual([])
  })
})

test('a link gives each row its one linked row, or none', async () => {
  expect(await askCells({ select: ['c1', 'c3.c2'], order_by: [{ column: 'c3.c2', direction: 'desc' }] })).toEqual([
    ['Polyester', 59.1],
    ['棉', 19.7],
    ['绵', 19.7],
    [null, 19.7],
    ['polyester', null],
    ['Viscose', null],
  ])
})

test('a reciprocal unit finds the finer yarn', async () => {
  expect(await askCells({ select: ['c1'], where: [{ column: 'c3.c2', op: 'gt', value: 20, unit: 'Ne' }] })).toEqual([
    ['棉'],
    ['绵'],
    [null],
  ])
})

describe('a value of which only a bound is known', () => {
  test('is counted, is left out of what calculates, and is told', async () => {
    const fns = ['count', 'count_distinct', 'mean', 'max', 'stddev'].map((fn) => ({ fn, column: 'c2' }))
    expect(await ask({ aggregates: fns })).toMatchObject({
      result: {
        rows: [{ cells: [5, 5, expect.closeTo(74 / 3), 30, expect.closeTo(5.033223)] }],
        censored: [null, null, { count: 2, value: null }, { count: 2, value: null }, { count: 2, value: null }],
      },
    })
    expect(await ask({ group_by: ['c1'], aggregates: [{ fn: 'mean', column: 'c2' }] })).toMatchObject({
      result: {
        rows: [
          { cells: ['Polyester', 30], censored: [null, { count: 1, value: '< 0.5' }] },
          { cells: ['Viscose', null] },
          {},
          {},
          { cells: [null, null] },
        ],
      },
    })
  })

  test('satisfies a comparison only where the bound proves it', async () => {
    const below = async (value: number) => (await askCells({ select: ['c2'], where: [{ column: 'c2', op: 'lt', value }] })).length
    expect([await below(1), await below(0.5), await below(0.4)]).toEqual([1, 1, 0])
    expect(await askCells({ select: ['c2'], where: [{ column: 'c2', op: 'eq', value: 0.5 }] })).toEqual([])
    expect(await askCells({ select: ['c2'], where: [{ column: 'c2', op: 'ne', value: 0.5 }] })).toEqual([
      [20],
      [24],
      [30],
      [{ number: 0.5, mark: '<' }],
    ])
    expect(
      await askCells({
        select: ['c2'],
        where: [
          { column: 'c2', op: 'is_null', value: false },
          { column: 'c2', op: 'ge', value: 0 },
        ],
      }),
    ).toEqual([[20], [24], [30]])
  })

  test('is a group beside the number itself, and a number with a spread is not', async () => {
    const marked = { ...table, number: 3, columns: [column('c1', 'number')], links: {} }
    const rows = [[5], [{ number: 5, mark: '<' }], [{ number: 5, mark: '±' }], [{ number: null, mark: 'n.d.' }], [null]]
    await fillTypedTable(database, { ...marked, rows })
    const checked = checkPlan({ group_by: ['c1'], aggregates: [{ fn: 'count' }] }, marked)
    expect(checked.ok && (await runPlan(database.pool, checked.plan, marked))).toMatchObject({
      result: {
        rows: [
          { cells: [{ number: 5, mark: '<' }, 1] },
          { cells: [5, 2] },
          { cells: [{ number: null, mark: 'n.d.' }, 1] },
          { cells: [null, 1] },
        ],
      },
    })
  })
})

test('a measure is of its formula, and division by zero has no result', async () => {
  expect(await askCells({ select: ['m1', 'm2'] })).toEqual([[expect.closeTo(20.40496), null]])
})

test('a cut result says how many match', async () => {
  expect(await ask({ select: ['c1'], limit: 2 })).toMatchObject({
    result: { total: 6, shown: 2, isCut: true, rows: [{ rowNo: 1 }, { rowNo: 2 }] },
  })
  expect(await ask({ group_by: ['c4'], limit: 1 })).toMatchObject({
    result: { total: 5, shown: 1, isCut: true, matched: 6, rows: [{ cells: ['2026-01-01'] }] },
  })
})

test('what no row satisfies is nothing, and not an error', async () => {
  expect(await ask({ select: ['c1'], where: [{ column: 'c2', op: 'gt', value: 99 }] })).toMatchObject({
    result: { rows: [], total: 0, matched: 0, isCut: false },
  })
  expect(
    await ask({ aggregates: [{ fn: 'sum', column: 'c2' }, { fn: 'count' }], where: [{ column: 'c2', op: 'gt', value: 99 }] }),
  ).toMatchObject({ result: { rows: [{ cells: [null, 0] }], total: 1, matched: 0 } })
  expect(await ask({ group_by: ['c1'], having: [{ fn: 'count', op: 'gt', value: 99 }] })).toMatchObject({
    result: { rows: [], total: 0, matched: 6 },
  })
})

test('a table that the worker has not filled again yet is an outage, not a fault', async () => {
  const missing = { ...table, number: 99 }
  const checked = checkPlan({ aggregates: [{ fn: 'count' }] }, missing)
  await expect(checked.ok && runPlan(database.pool, checked.plan, missing)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

test('is asked by a role that reads typed tables, and nothing else of the database', async () => {
  const { rows } = await database.pool.query(`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'dataset_table')
      AND (has_table_privilege('heddle_query', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
        OR has_any_column_privilege('heddle_query', c.oid, 'SELECT, INSERT, UPDATE'))`)
  expect(rows).toEqual([])
  await fillTypedTable(database, { number: 9, columns, rows: [] })
  await database.pool.query('REVOKE SELECT ON dataset_table.t9 FROM heddle_query')
  const plan = checkPlan({ aggregates: [{ fn: 'count' }] }, { ...table, number: 9 })
  if (!plan.ok) throw new Error('The plan is refused')
  await expect(runPlan(database.pool, plan.plan, { ...table, number: 9 })).rejects.toMatchObject({ code: '42501' })
})
