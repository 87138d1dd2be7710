// Plans over public tables give what pandas gives, and SQLite where it has the functions: numbers within 1e-9, and in the same order.
// `apps/api/test/dataset/oracle/make.py` makes the plans and the results.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { checkPlan } from '@heddle/table/check/check-plan'
import type { ResultCell } from '@heddle/table/compile/read-result'
import type { QueryMeasure, QueryTable } from '@heddle/table/query-table'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillTypedTable, type TestCell } from '../../../../test/dataset/typed-table.ts'
import { runPlan } from './run-plan.sql.ts'

type OracleTable = {
  readonly name: string
  readonly columns: readonly DatasetColumn[]
  readonly measures: readonly QueryMeasure[]
  /** The index of the table that a column refers to. */
  readonly links: Readonly<Record<string, number>>
  readonly rows: readonly (readonly TestCell[])[]
}

type OraclePlan = {
  readonly table: number
  readonly plan: unknown
  readonly by_sqlite: boolean
  readonly rows: readonly (readonly ResultCell[])[]
  readonly row_nos?: readonly number[]
  readonly total: number
  readonly matched: number
  /** Of a measure only its name: it has no count in pandas. */
  readonly censored?: readonly (number | 'measure' | null)[]
}

const file = await readFile(join(import.meta.dirname, '../../../../test/dataset/oracle/oracle.json.gz'))
const { tables, plans } = JSON.parse(gunzipSync(file).toString()) as { tables: readonly OracleTable[]; plans: readonly OraclePlan[] }

const toQueryTable = ({ columns, measures, links }: OracleTable, index: number): QueryTable => ({
  number: index + 1,
  columns,
  measures,
  links: Object.fromEntries(
    Object.entries(links).map(([ref, target]) => [ref, { number: target + 1, columns: tables[target]?.columns ?? [] }]),
  ),
})
const queryTables = tables.map(toQueryTable)

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  for (const [index, table] of tables.entries()) await fillTypedTable(database, { ...table, number: index + 1 })
})

afterAll(() => database.close())

/** What is equal within the tolerance becomes the same. */
const settle = (cell: ResultCell, expected: ResultCell | undefined) =>
  typeof cell === 'number' && typeof expected === 'number' && Math.abs(cell - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
    ? expected
    : cell

async function answer({ table: index, plan, ...expected }: OraclePlan) {
  const table = queryTables[index]
  if (!table) throw new Error('The plan is of no table')
  const checked = checkPlan(plan, table)
  if (!checked.ok) return { errors: checked.errors }
  const outcome = await runPlan(database.pool, checked.plan, table)
  if (outcome.type !== 'answered') return outcome
  const { rows, total, matched, censored, shown, isCut } = outcome.result
  expect({ shown, isCut }).toEqual({ shown: rows.length, isCut: rows.length < total })
  return {
    rows: rows.map(({ cells }, row) => cells.map((cell, column) => settle(cell, expected.rows[row]?.[column]))),
    total,
    matched,
    row_nos: expected.row_nos && rows.map(({ rowNo }) => rowNo),
    censored:
      expected.censored && censored.map((each, column) => (expected.censored?.[column] === 'measure' ? 'measure' : (each?.count ?? null))),
  }
}

describe('plans over public tables', () => {
  test('are 200 and more over ten tables, two of which are linked', () => {
    expect(plans.length).toBeGreaterThanOrEqual(200)
    expect(new Set(plans.map(({ table }) => table)).size).toBeGreaterThanOrEqual(10)
    expect(plans.filter(({ plan }) => /"c\d\.c\d"/.test(JSON.stringify(plan))).length).toBeGreaterThan(20)
    expect(plans.filter((plan) => plan.by_sqlite).length).toBeGreaterThanOrEqual(150)
  })

  test.each(tables.map(({ name }, index) => [name, index] as const))('of %s give what pandas and SQLite give', async (_, index) => {
    const asked = plans.filter(({ table }) => table === index)
    const answers = await Promise.all(asked.map(answer))
    const expected = asked.map(({ rows, total, matched, row_nos, censored }) => ({ rows, total, matched, row_nos, censored }))
    expect(answers.map((given, at) => ({ plan: asked[at]?.plan, ...given }))).toEqual(
      expected.map((each, at) => ({ plan: asked[at]?.plan, ...each })),
    )
  })
})
