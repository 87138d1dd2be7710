// Tables of usage for spreadsheets, over HTTP.
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageEvent, type UsageEventOverrides } from '@heddle/db/factories/usage'
import { createUser } from '@heddle/db/factories/user'
import { parse } from 'csv-parse/sync'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { readXlsxValues } from '../../../../test/files/xlsx-values.ts'
import { rollUpAllUsage } from '../rollup/usage-rollup.sql.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const price = (cost: string, currency = 'USD') => ({ cost, currency })

async function arrange() {
  const { id: tenantId } = await createTenant(api.db)
  const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  const createEvent = (overrides: UsageEventOverrides = {}) =>
    createUsageEvent(api.db, { tenantId, createdAt: new Date('2026-03-02T04:00:00Z'), ...overrides })
  async function download(query: { table: string; format?: string }) {
    await rollUpAllUsage(api.dependencies.pool)
    const search = new URLSearchParams({ from: '2026-03-01', to: '2026-03-03', format: 'csv', ...query })
    const response = await admin.get(`/api/v1/usage/export?${search.toString()}`)
    expect(response.statusCode).toBe(200)
    return response
  }
  const readCsv = async (table: string) => parse<Record<string, string>>((await download({ table })).body, { bom: true, columns: true })
  return { tenantId, createEvent, download, readCsv }
}

test('a breakdown has a row for each key, with its costs in a column for each currency', async () => {
  const { tenantId, createEvent, readCsv } = await arrange()
  const user = await createUser(api.db, { tenantId, name: { default: '=cmd|calc' } })
  await createEvent({ userId: user.id, inputTokens: 900, calls: [{ inputTokens: 900, ...price('0.25') }] })
  const other = randomUUID()
  await createEvent({ userId: other, outcome: 'failed', calls: [price('7', 'TWD')] })
  expect(await readCsv('user')).toMatchObject([
    // Spreadsheets take a text after an apostrophe for no formula.
    { user: user.id, name: "'=cmd|calc", requests: '1', input_tokens: '900', failed: '0', cost_TWD: '', cost_USD: '0.25' },
    { user: other, name: '', requests: '1', input_tokens: '100', failed: '1', cost_TWD: '7', cost_USD: '' },
  ])
})

test('the days have a row each, also those without usage', async () => {
  const { createEvent, readCsv } = await arrange()
  await createEvent()
  expect((await readCsv('day')).map(({ day, requests }) => [day, requests])).toEqual([
    ['2026-03-01', '0'],
    ['2026-03-02', '1'],
    ['2026-03-03', '0'],
  ])
})

test('the events are all of the range, the oldest first, page after page, with what they cost', async () => {
  const { createEvent, readCsv } = await arrange()
  const last = await createEvent({ createdAt: new Date('2026-03-02T05:00:00Z'), calls: [price('1'), price('2'), price('3', 'TWD')] })
  const count = 501
  await Promise.all(Array.from({ length: count }, () => createEvent({ calls: [] })))
  await createEvent({ createdAt: new Date('2026-03-04T05:00:00Z') })
  const rows = await readCsv('event')
  expect(rows).toHaveLength(count + 1)
  expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(count + 1)
  expect(rows.at(-1)).toMatchObject({ user_id: last.userId, time: '2026-03-02T05:00:00.000Z', cost_USD: '3', cost_TWD: '3', flow: 'chat' })
  expect(rows[0]).toMatchObject({ cost_USD: '', user: '' })
})

test('a workbook has numbers as numbers, and no formula', async () => {
  const { tenantId, createEvent, download } = await arrange()
  const user = await createUser(api.db, { tenantId, name: { default: '=1+1 <織>\u0007&' } })
  await createEvent({ userId: user.id, calls: [price('0.25')] })
  const response = await download({ table: 'user', format: 'xlsx' })
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="usage-user-\d{4}-\d\d-\d\d\.xlsx"$/)
  const [header = [], row = []] = await readXlsxValues(response.rawPayload)
  const cells = Object.fromEntries(header.map((name, index) => [String(name), row[index]]))
  expect(cells).toMatchObject({ user: user.id, name: '=1+1 <織>&', requests: 1, input_tokens: 100, cost_USD: 0.25 })
})

test('another tenant is exported for super users alone', async () => {
  const { tenantId, createEvent } = await arrange()
  await createEvent({ inputTokens: 900 })
  await rollUpAllUsage(api.dependencies.pool)
  const readAs = async (role: 'S' | 'A') => {
    const caller = await api.as(await createUser(api.db, { role }))
    return caller.get(`/api/v1/usage/export?from=2026-03-01&to=2026-03-03&table=model&format=csv&tenant_id=${tenantId}`)
  }
  expect(parse((await readAs('S')).body, { bom: true, columns: true })).toMatchObject([{ model: 'weaver', input_tokens: '900' }])
  expect((await readAs('A')).json()).toMatchObject({ detail: { code: 'AUTH_TENANT_NOT_FOUND' } })
})

test('an export is told of in the audit log, with what it selects', async () => {
  const { tenantId, download } = await arrange()
  await download({ table: 'model' })
  expect(await api.db.auditEvent.findMany({ where: { tenantId, action: 'exportUsage' } })).toMatchObject([
    { outcome: 'succeeded', after: { table: 'model', format: 'csv', from: '2026-03-01', to: '2026-03-03' } },
  ])
})
