// Plans over 100,000 rows of 60 columns, each beside the statement that a person would write for it.
import { createClient } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { createTenant } from '@heddle/db/factories/tenant'
import { checkPlan } from '@heddle/table/check/check-plan'
import { nameTypedTable } from '@heddle/table/typed-table'
import { runPlan } from '../../apps/api/test/dataset/measured.ts'
import { execute } from '../../scripts/testing/execute.ts'
import { formatNumber, formatRatio, printNote, printTable } from '../report.ts'
import { measureCalls } from '../testbed/measure-calls.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { wideColumns, writeWideDataset } from './wide-dataset.ts'

const count = { fn: 'count' }
const mean = (column: string) => ({ fn: 'mean', column })

/** A value below a limit is no value of a mean, nor above a number. */
const queries: readonly { readonly name: string; readonly plan: object; readonly sql: (table: string) => string }[] = [
  {
    name: 'count, a number above and an integer below',
    plan: {
      where: [
        { column: 'c13', op: 'gt', value: 500 },
        { column: 'c37', op: 'lt', value: 5_000 },
      ],
      aggregates: [count],
    },
    sql: (table) => `SELECT count(*) FROM ${table} WHERE c13 > 500 AND c13_mark IS NULL AND c37 < 5000`,
  },
  {
    name: 'mean and deviation by a choice',
    plan: { group_by: ['c43'], aggregates: [mean('c14'), { fn: 'stddev', column: 'c14' }] },
    sql: (table) => `SELECT c43, avg(c14), stddev_samp(c14), count(*) FROM ${table} WHERE c14_mark IS NULL GROUP BY c43 ORDER BY c43`,
  },
  {
    name: 'rows of a choice, the first 20 by a number',
    plan: {
      select: ['c1', 'c13', 'c43'],
      where: [{ column: 'c43', op: 'eq', value: 'choice 3' }],
      order_by: [{ column: 'c15', direction: 'desc' }],
      limit: 20,
    },
    sql: (table) =>
      `SELECT c1, c13, c43, count(*) OVER () FROM ${table} WHERE c43_key = 'choice 3' ORDER BY c15 DESC NULLS LAST, row_no LIMIT 20`,
  },
  {
    name: 'the row of a key',
    plan: { select: ['c1', 'c2', 'c13'], where: [{ column: 'c1', op: 'eq', value: 'T4711' }] },
    sql: (table) => `SELECT c1, c2, c13 FROM ${table} WHERE c1_key = 't4711'`,
  },
  {
    name: 'count of texts that contain four digits',
    plan: { where: [{ column: 'c2', op: 'contains', value: '4711' }], aggregates: [count] },
    sql: (table) => `SELECT count(*) FROM ${table} WHERE c2_key LIKE '%4711%'`,
  },
  {
    name: 'median and 90th percentile between two days',
    plan: {
      where: [{ column: 'c49', op: 'between', value: ['2021-01-01', '2021-12-31'] }],
      aggregates: [
        { fn: 'median', column: 'c16' },
        { fn: 'p90', column: 'c16' },
      ],
    },
    sql: (table) =>
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY c16), percentile_cont(0.9) WITHIN GROUP (ORDER BY c16), count(*)
       FROM ${table} WHERE c49 BETWEEN '2021-01-01' AND '2021-12-31' AND c16_mark IS NULL`,
  },
  {
    name: 'four conditions, count and mean by two choices',
    plan: {
      where: [
        { column: 'c17', op: 'gt', value: 100 },
        { column: 'c18', op: 'lt', value: 900 },
        { column: 'c55', op: 'eq', value: false },
        { column: 'c38', op: 'ge', value: 1_000 },
      ],
      group_by: ['c44', 'c45'],
      aggregates: [count, mean('c19')],
    },
    sql: (table) =>
      `SELECT c44, c45, count(*), avg(c19) FILTER (WHERE c19_mark IS NULL) FROM ${table}
       WHERE c17 > 100 AND c17_mark IS NULL AND c18 < 900 AND NOT c55 AND c38 >= 1000 GROUP BY c44, c45 ORDER BY c44, c45`,
  },
]

const otherDatasets = 100
const otherRows = 1_000

/** Prints what a plan costs, beside the statement, and once more when there are a hundred other datasets. */
export async function runDatasetQueries({ databaseUrl, postgresPid, isQuick }: Testbed): Promise<void> {
  const rowCount = isQuick ? 20_000 : 100_000
  const calls = Array.from({ length: isQuick ? 20 : 60 })
  const pool = createPool(databaseUrl, 4, { connectMs: 60_000, responseMs: 600_000 })
  const db = createClient(pool)
  try {
    const { id: tenantId } = await createTenant(db)
    const { tableNumber } = await writeWideDataset(db, pool, { tenantId, rowCount })
    await execute(databaseUrl, 'VACUUM (ANALYZE) dataset_row')
    const table = { number: tableNumber, columns: wideColumns, measures: [], links: {} }

    const measurePlan = async (plan: object) => {
      const { cost } = await measureCalls(postgresPid, calls, async () => {
        const checked = checkPlan(plan, table)
        if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
        const outcome = await runPlan(pool, checked.plan, table)
        if (outcome.type !== 'answered') throw new Error(`A plan was answered with ${outcome.type}`)
      })
      return cost
    }

    const alone = []
    for (const { name, plan, sql } of queries) {
      const planned = await measurePlan(plan)
      const { cost: written } = await measureCalls(postgresPid, calls, () => pool.query(sql(nameTypedTable(tableNumber))))
      alone.push({ name, plan, planned, written })
    }
    for (let other = 0; other < (isQuick ? otherDatasets / 10 : otherDatasets); other += 1)
      await writeWideDataset(db, pool, { tenantId, rowCount: otherRows })
    await execute(databaseUrl, 'VACUUM (ANALYZE) dataset_row')
    const rows = []
    for (const { name, plan, planned, written } of alone) {
      const beside = await measurePlan(plan)
      rows.push([
        name,
        ...[planned.p50, planned.p95, written.p50, written.p95].map(formatNumber),
        formatRatio(planned.p95, written.p95),
        formatRatio(planned.databaseCpu, written.databaseCpu),
        formatNumber(beside.p95),
        formatRatio(beside.p50, planned.p50),
      ])
    }
    const others = ['p95 beside others', 'p50 beside / alone']
    printTable(
      `Plans over ${rowCount.toLocaleString('en')} rows × ${wideColumns.length} columns, ms`,
      ['', 'p50', 'p95', 'SQL p50', 'SQL p95', 'p95 / SQL', 'CPU of PostgreSQL / SQL', ...others],
      rows,
    )
    printNote('Wanted: p95 at most 3 times that of the statement and 150 ms, and at most 1.2 times beside other datasets.')
  } finally {
    await db.$disconnect()
    await pool.end()
  }
}
