// Plans over public tables, and those of sixty questions over the tables of an institute, give what pandas gives, and SQLite where it has the
// functions: numbers within 1e-9, and in the same order. `apps/api/test/dataset/oracle/make.py` makes the plans and the results.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { type Language, languages } from '@heddle/contracts/languages'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { checkPlan } from '@heddle/table/check/check-plan'
import type { ResultCell } from '@heddle/table/compile/read-result'
import type { QueryMeasure, QueryTable } from '@heddle/table/query-table'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Pool } from 'pg'
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
  /** Of a question of the institute. */
  readonly language?: Language
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

type Oracle = { readonly tables: readonly OracleTable[]; readonly plans: readonly OraclePlan[] }

async function readOracle(name: string): Promise<Oracle> {
  const file = await readFile(join(import.meta.dirname, '../../../../test/dataset/oracle', name))
  return JSON.parse(gunzipSync(file).toString()) as Oracle
}

const toQueryTable = ({ columns, measures, links }: OracleTable, index: number, tables: readonly OracleTable[]): QueryTable => ({
  number: index + 1,
  columns,
  measures,
  links: Object.fromEntries(
    Object.entries(links).map(([ref, target]) => [ref, { number: target + 1, columns: tables[target]?.columns ?? [] }]),
  ),
})

/** What is equal within the tolerance becomes the same. */
const settle = (cell: ResultCell, expected: ResultCell | undefined) =>
  typeof cell === 'number' && typeof expected === 'number' && Math.abs(cell - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
    ? expected
    : cell

async function answer(pool: Pool, table: QueryTable, { plan, ...expected }: OraclePlan) {
  const checked = checkPlan(plan, table)
  if (!checked.ok) return { errors: checked.errors }
  const outcome = await runPlan(pool, checked.plan, table)
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

const oracles = {
  'public tables': await readOracle('oracle.json.gz'),
  'the tables of an institute': await readOracle('institute.json.gz'),
}

describe.each(Object.entries(oracles))('plans over %s', (_, { tables, plans }) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
    for (const [index, table] of tables.entries()) await fillTypedTable(database, { ...table, number: index + 1 })
  })

  afterAll(() => database.close())

  const asked = tables.map((table, index) => ({ name: table.name, index, plans: plans.filter((plan) => plan.table === index) }))

  test.each(asked)('of $name give what pandas and SQLite give', async ({ index, plans: own }) => {
    const [table] = tables.map(toQueryTable).slice(index)
    if (!table) throw new Error('The plans are of no table')
    const answers = await Promise.all(own.map((plan) => answer(database.pool, table, plan)))
    expect(answers.map((given, at) => ({ plan: own[at]?.plan, ...given }))).toEqual(
      own.map(({ plan, rows, total, matched, row_nos, censored }) => ({ plan, rows, total, matched, row_nos, censored })),
    )
  })
})

test('the plans are of ten tables and more, two of which are linked, and of sixty questions in five languages', () => {
  const { plans } = oracles['public tables']
  expect(plans.length).toBeGreaterThanOrEqual(240)
  expect(new Set(plans.map(({ table }) => table)).size).toBeGreaterThanOrEqual(10)
  expect(plans.filter(({ plan }) => /"c\d\.c\d"/.test(JSON.stringify(plan))).length).toBeGreaterThan(20)
  expect(plans.filter((plan) => plan.by_sqlite).length).toBeGreaterThanOrEqual(150)
  const questions = oracles['the tables of an institute'].plans
  expect(questions.filter(({ rows }) => rows.length > 0)).toHaveLength(60)
  for (const language of languages) expect(questions.filter((question) => question.language === language)).toHaveLength(12)
})
