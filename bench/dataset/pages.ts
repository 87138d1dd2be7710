// Pages of the grid over HTTP: of 1,000 and of 100,000 rows, in their order, sorted, filtered, and of a version.
import { createClient } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { createTenant } from '@heddle/db/factories/tenant'
import { execute } from '../../scripts/testing/execute.ts'
import { signInAdmin } from '../ingestion/ingest-documents.ts'
import { formatNumber, formatRatio, printNote, printTable } from '../report.ts'
import { measureCalls } from '../testbed/measure-calls.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { writeWideDataset } from './wide-dataset.ts'

const sizes = { small: 1_000, full: 100_000, quick: 20_000 }
const pageSize = 100

/** One of 120 orders, by the share of the calls before it. */
const toOrder = (_rows: number, share: number) => {
  const number = Math.round(share * 100)
  return { sort: { column: `c${(number % 60) + 1}`, direction: number < 60 ? 'asc' : 'desc' } }
}

/** What is asked of each page, by the share of the rows before it. */
const kinds: readonly { readonly name: string; readonly body: (rows: number, share: number) => object }[] = [
  { name: 'at a place', body: (rows, share) => ({ offset: Math.floor((rows - pageSize) * share) }) },
  { name: 'at a place of a version', body: (rows, share) => ({ version: 1, offset: Math.floor((rows - pageSize) * share) }) },
  { name: 'sorted by a number', body: () => ({ sort: { column: 'c13', direction: 'asc' } }) },
  // Each call asks for another order, so that none is in memory.
  { name: 'the first page of an order', body: toOrder },
  { name: 'filtered by a choice', body: () => ({ filters: [{ column: 'c43', op: 'eq', value: 'choice 3' }] }) },
]

export async function runDatasetPages(bed: Testbed): Promise<void> {
  const { databaseUrl, postgresPid, isQuick } = bed
  const large = isQuick ? sizes.quick : sizes.full
  const calls = Array.from({ length: isQuick ? 30 : 100 }, (_, index, total = isQuick ? 30 : 100) => index / total)
  const pool = createPool(databaseUrl, 2, { connectMs: 60_000, responseMs: 600_000 })
  const db = createClient(pool)
  const api = await bed.startApi()
  try {
    const { id: tenantId } = await createTenant(db)
    const token = await signInAdmin(db, tenantId, bed.secretKey)
    const measure = async ({ id }: { readonly id: string }, rows: number, { body }: (typeof kinds)[number]) => {
      const { cost } = await measureCalls(postgresPid, calls, async (share) => {
        const response = await fetch(new URL(`/api/v1/knowledge/dataset/${id}/row/query`, api.url), {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ page_size: pageSize, ...body(rows, share) }),
        })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`A page was answered with ${response.status}`)
      })
      return cost
    }
    const few = await writeWideDataset(db, pool, { tenantId, rowCount: sizes.small })
    await execute(databaseUrl, 'VACUUM (ANALYZE) dataset_row')
    const alone = []
    for (const kind of kinds) alone.push(await measure(few, sizes.small, kind))
    const many = await writeWideDataset(db, pool, { tenantId, rowCount: large })
    await execute(databaseUrl, 'VACUUM (ANALYZE) dataset_row')
    const rows = []
    for (const [index, kind] of kinds.entries()) {
      const before = alone[index]
      const small = await measure(few, sizes.small, kind)
      const big = await measure(many, large, kind)
      rows.push([
        kind.name,
        ...[small.p50, small.p95, big.p50, big.p95].map(formatNumber),
        formatRatio(big.p95, small.p95),
        formatRatio(small.p50, before?.p50 ?? Number.NaN),
      ])
    }
    const [smallName, largeName] = [sizes.small, large].map((size) => size.toLocaleString('en'))
    printTable(
      `Pages of ${pageSize} rows × 60 columns, ms`,
      ['', `${smallName}: p50`, 'p95', `${largeName}: p50`, 'p95', 'p95 / p95', `${smallName} beside ${largeName} / alone`],
      rows,
    )
    printNote('Wanted: p95 at most 100 ms and 1.5 times that of the small dataset.')
  } finally {
    await api.stop()
    await db.$disconnect()
    await pool.end()
  }
}
