// Hostile plans are refused by the check, or harmless: no value in a statement's text, nothing of what the query may not read.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { checkPlan } from '@heddle/table/check/check-plan'
import type { QueryTable } from '@heddle/table/query-table'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostilePlans } from '../../../../test/dataset/hostile-plans.ts'
import { fillTypedTable } from '../../../../test/dataset/typed-table.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { runPlan } from './run-plan.sql.ts'

const canary = 'CANARY-Q7'

const column = (id: string, type: DatasetColumn['type'], rest: Partial<DatasetColumn> = {}): DatasetColumn => ({
  id,
  type,
  name: { default: id },
  ...rest,
})
const yarnColumns = [column('c1', 'text', { key: true }), column('c2', 'number')]
const columns = [
  column('c1', 'text'),
  column('c2', 'number', { unit: 'cN/tex' }),
  column('c3', 'integer'),
  column('c4', 'text', { refers_to: '01930000-0000-7000-8000-000000000003' }),
  column('c5', 'date'),
  column('c6', 'boolean'),
  column('c7', 'choice', { choices: [{ value: 'warp' }, { value: 'weft' }] }),
]
/** Column c9 is in the tables and not among the columns of the version. */
const removed = column('c9', 'text')
const table: QueryTable = { number: 1, columns, measures: [], links: { c4: { number: 3, columns: yarnColumns } } }

let database: TestDatabase
/** The statements that were sent, in their order. */
const sent: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  database.pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...values: unknown[]) => unknown
    client.query = ((text: string, ...rest: unknown[]) => {
      sent.push(text)
      return query(text, ...rest)
    }) as typeof client.query
  })
  const rows = [
    ['cotton', 26.4, 3, 'Ne 30', '2026-01-02', true, 'warp', canary],
    ['polyester', { number: 0.5, mark: '<' }, -4, 'Ne 20', '2026-03-04', false, 'weft', canary],
    ['flax', null, null, null, null, null, null, canary],
  ]
  await fillTypedTable(database, { number: 1, columns: [...columns, removed], rows })
  await fillTypedTable(database, { number: 2, columns: [column('c1', 'text'), removed], rows: [[canary, canary]] })
  await fillTypedTable(database, { number: 3, columns: [...yarnColumns, removed], rows: [['Ne 30', 19.7, canary]] })
  await database.pool.query(`CREATE TABLE dataset_table.secret AS SELECT '${canary}' AS secret`)
})

afterAll(() => database.close())

/** Returns the texts that a plan has. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

async function answer(plan: unknown) {
  const checked = checkPlan(plan, table)
  if (!checked.ok) return { refused: checked.errors }
  try {
    return await runPlan(database.pool, checked.plan, table)
  } catch (error) {
    if (error instanceof AppError) return { code: error.code }
    throw error
  }
}

/** What a statement may have: words of ours, identifiers of ours, numbers of parameters. */
const ofOurs = /^[A-Za-z0-9_$"':.,()[\]<>=*+|/±≤≥\s-]*$/

describe('hostile plans', () => {
  test('are at least 200, each of another kind, text or field', () => {
    expect(hostilePlans.length).toBeGreaterThanOrEqual(200)
  })

  test('are refused, or read nothing that the query may not read', async () => {
    const faults: string[] = []
    for (const { name, plan } of hostilePlans) {
      sent.length = 0
      const outcome = await answer(plan)
      const statements = sent.filter((text) => text.includes('dataset_table'))
      const texts = statements.length === 0 ? [] : listTexts(plan).filter((text) => text.length > 4 && !/^c\d\.c\d$/.test(text))
      if (JSON.stringify(outcome).includes(canary)) faults.push(`${name}: tells what it may not read`)
      if ('refused' in outcome && outcome.refused?.length === 0) faults.push(`${name}: is refused without a reason`)
      // The look-up and the query.
      if (statements.length > 2) faults.push(`${name}: sends ${statements.length} statements`)
      if (!statements.every((text) => ofOurs.test(text))) faults.push(`${name}: has a foreign character in a statement`)
      if (statements.some((statement) => texts.some((text) => statement.includes(text))))
        faults.push(`${name}: has its text in a statement`)
    }
    expect(faults).toEqual([])
    const { rows } = await database.pool.query(
      'SELECT (SELECT count(*)::int FROM dataset_table.t1) AS rows, (SELECT count(*)::int FROM dataset_table.secret) AS secrets',
    )
    expect(rows).toEqual([{ rows: 3, secrets: 1 }])
  })

  test.each([
    ['a column of another table', { select: ['c4.c9'] }],
    ['a column that was removed', { select: ['c9'] }],
    ['a column of a table without link', { select: ['c1.c1'] }],
    ['a column that does not exist', { select: ['c88'] }],
  ])('are told of %s what they are told of one that does not exist', async (_, plan) => {
    expect(await answer(plan)).toEqual({ refused: [{ path: 'select.0', code: 'unknown_column' }] })
  })

  test('have no result where its numbers are beyond the range', async () => {
    const { number, ...rest } = { number: 4, columns: [column('c1', 'number')] }
    await fillTypedTable(database, { number, ...rest, rows: [[1.7e308], [1.7e308]] })
    const huge: QueryTable = { ...table, number, columns: rest.columns, links: {} }
    const checked = checkPlan({ aggregates: [{ fn: 'sum', column: 'c1' }] }, huge)
    if (!checked.ok) throw new Error('The plan is valid')
    await expect(runPlan(database.pool, checked.plan, huge)).rejects.toMatchObject({ code: 'DATASET_PLAN_INVALID' })
  })

  test('that take too long are ended', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN; LOCK TABLE dataset_table.t1 IN ACCESS EXCLUSIVE MODE')
      expect(await answer({ aggregates: [{ fn: 'count' }] })).toEqual({ code: 'DATASET_QUERY_TIMEOUT' })
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  test('cannot write: the transaction is read-only and finds nothing by a path', async () => {
    sent.length = 0
    await answer({ select: ['c1'] })
    expect(sent[0]).toMatch(/READ ONLY[^]*statement_timeout = 3000[^]*search_path = pg_catalog/)
  })
})
