// A CSV of 100,000 rows into a dataset, by the product's API, worker and database, beside what cannot be done without: the confined process
// reads the file, and PostgreSQL copies the rows.
import { createDatabase } from '@heddle/db/client'
import { createDataset } from '@heddle/db/factories/dataset'
import { createTenant } from '@heddle/db/factories/tenant'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { countTableRows } from '../../apps/api/test/files/read-table-file.ts'
import { signInAdmin } from '../ingestion/ingest-documents.ts'
import { formatNumber, formatRatio, printNote, printTable } from '../report.ts'
import { readTreeCpuMilliseconds } from '../testbed/process-tree.ts'
import type { Testbed } from '../testbed/testbed.ts'

const columnCount = 20
const sampleMs = 50

type Call = { readonly method?: string; readonly type?: string; readonly body?: string | FormData }

type Cost = { readonly seconds: number; readonly cpu: number }
type Import = {
  readonly id: string
  readonly state: string
  readonly plan: {
    readonly table: {
      readonly layout: object
      readonly columns: { readonly at: number; readonly target: object; readonly reading: object }[]
    }
  }
  readonly counts: { readonly rows: number; readonly bad: number } | null
}

/** Numbers, laboratory values, days and texts, as a laboratory's table has them; the first column is the key. */
function makeCell(row: number, column: number): string {
  if (column === 0) return `S-${row}`
  const value = (row * 7_919 + column * 104_729) % 100_000
  const kinds = [
    String(value),
    (value / 100).toFixed(2),
    `<${value / 10}`,
    `2026-0${(value % 9) + 1}-1${value % 10}`,
    `cotton ${value % 50}`,
  ]
  return kinds[column % kinds.length] ?? ''
}

const makeRow = (row: number) => Array.from({ length: columnCount }, (_, column) => makeCell(row, column))
const header = Array.from({ length: columnCount }, (_, column) => (column === 0 ? 'Sample' : `Value ${column}`))

/** What PostgreSQL copies: the rows as an import stores them, about. */
function toCopied(datasetId: string, row: number): string {
  const data = JSON.stringify(
    Object.fromEntries(makeRow(row).map((text, column) => [`c${column + 1}`, column % 2 === 0 ? text : { number: row, text }])),
  )
  return [randomUUID(), datasetId, row, 1, data].join('\t')
}

export async function runImport(bed: Testbed): Promise<void> {
  const rowCount = bed.isQuick ? 20_000 : 100_000
  const folder = await mkdtemp(join(tmpdir(), 'heddle-bench-'))
  const api = await bed.startApi()
  const db = createDatabase({ url: bed.databaseUrl, poolSize: 2 })
  try {
    const numbers = Array.from({ length: rowCount }, (_, row) => row)
    const csv = [header, ...numbers.map(makeRow)].map((cells) => cells.join(',')).join('\n')
    const path = join(folder, 'tests.csv')
    await writeFile(path, csv)
    const { id: tenantId } = await createTenant(db)
    const token = await signInAdmin(db, tenantId, bed.secretKey)
    const dataset = await createDataset(db, { tenantId, columns: [] })
    const read = await measure(() => countTableRows(path, 'text/csv'))
    const copied = join(folder, 'rows')
    await writeFile(copied, numbers.map((row) => toCopied(dataset.id, row)).join('\n'))
    const copy = await measure(() => copyRows(bed.databaseUrl, copied))
    const call = createCaller(`${api.url}/api/v1/knowledge/dataset/${dataset.id}/import`, token)
    const steps = {
      read: await measure(() => call.upload(csv)),
      check: await measure(() => call.check()),
      apply: await measure(() => call.apply()),
    }
    const whole = sum(Object.values(steps))
    const bare = sum([read, copy])
    const rows = Object.entries({ 'bare reading': read, COPY: copy, ...steps, 'whole import': whole }).map(([name, { seconds, cpu }]) => {
      return [name, formatNumber(seconds), formatNumber(cpu), formatRatio(seconds, bare.seconds), formatRatio(cpu, bare.cpu)]
    })
    printTable(`Import of ${rowCount} rows of ${columnCount} columns`, ['step', 'seconds', 'CPU s', 'of both', 'CPU of both'], rows)
    printNote(
      `Reading and COPY together are 1. CPU is that of API, worker, reader and PostgreSQL. Load of the machine: ${loadavg()[0]?.toFixed(1)}.`,
    )
  } finally {
    await db.$disconnect()
    await api.stop()
    await rm(folder, { recursive: true })
  }
}

const sum = (costs: readonly Cost[]): Cost => ({
  seconds: costs.reduce((total, { seconds }) => total + seconds, 0),
  cpu: costs.reduce((total, { cpu }) => total + cpu, 0),
})

/** API, worker and PostgreSQL are children of this process, as the readers are. */
async function measure(act: () => Promise<unknown>): Promise<Cost> {
  const readCpu = () => readTreeCpuMilliseconds(process.pid)
  const [begun, cpu] = [performance.now(), readCpu()]
  await act()
  return { seconds: (performance.now() - begun) / 1_000, cpu: (readCpu() - cpu) / 1_000 }
}

/** Copies rows into a table with the columns and indexes of that of datasets. */
async function copyRows(databaseUrl: string, path: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('CREATE TABLE copied_row (LIKE dataset_row INCLUDING ALL)')
    await client.query(`COPY copied_row (id, dataset_id, row_no, version_from, data) FROM '${path}'`)
    await client.query('DROP TABLE copied_row')
  } finally {
    await client.end()
  }
}

function createCaller(address: string, token: string) {
  const authorization = `Bearer ${token}`
  let current: Import | undefined

  async function send(path: string, { type, ...init }: Call = {}): Promise<Import> {
    const response = await fetch(`${address}${path}`, { ...init, headers: { authorization, ...(type && { 'content-type': type }) } })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return ((await response.json()) as { import: Import }).import
  }

  async function untilEnd(begun: Import) {
    for (current = begun; current.state.endsWith('ing'); current = await send(`/${begun.id}`)) await delay(sampleMs)
    if (current.state === 'failed') throw new Error(JSON.stringify(current))
  }

  const act = async (step: string, body: object) =>
    untilEnd(
      await send(`/${current?.id}/${step}`, {
        method: 'POST',
        type: 'application/json',
        body: JSON.stringify(body),
      }),
    )

  return {
    async upload(csv: string) {
      const body = new FormData()
      body.append('files', new Blob([csv]), 'tests.csv')
      await untilEnd(await send('', { method: 'POST', body }))
    },
    async check() {
      if (!current) throw new Error('Nothing was uploaded')
      const { layout, columns } = current.plan.table
      const mapping = { layout, columns: columns.map(({ at, target, reading }) => ({ at, target, reading })) }
      await act('check', { mapping, mode: 'append' })
    },
    apply: () => act('apply', { rows: 'all' }),
  }
}
