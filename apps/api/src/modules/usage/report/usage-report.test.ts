// The reports over HTTP: what they count of the events, and whom they tell.
import { limits } from '@heddle/contracts/limits'
import type { UsageBreakdown, UsageReport } from '@heddle/contracts/usage/usage-report'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { createUsageScene, price } from '../../../../test/usage/usage-scene.ts'
import { rollUpAllUsage } from '../rollup/usage-rollup.sql.ts'
import { findDay } from './usage-days.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const findBreakdown = ({ breakdowns }: UsageReport, by: UsageBreakdown['by']) => breakdowns.find((breakdown) => breakdown.by === by)
const arrange = (timeZone?: string) => createUsageScene(api, timeZone)
const march = { from: '2026-03-01', to: '2026-03-31' }

describe('the summary', () => {
  test('counts questions, and beside them every run with its tokens, its end and its cost by currency', async () => {
    const { createEvent, readSummary } = await arrange()
    await createEvent('2026-03-02T04:00:00Z', {
      inputTokens: 30,
      calls: [
        { inputTokens: 10, ...price('0.25') },
        { inputTokens: 20, ...price('0.5') },
      ],
      outputTokens: 40,
    })
    await createEvent('2026-03-02T04:01:00Z', { calls: [price('7', 'TWD')], estimated: true })
    await createEvent('2026-03-02T04:02:00Z', {
      outcome: 'failed',
      inputTokens: 0,
      outputTokens: 0,
      calls: [{ inputTokens: 0, outputTokens: 0 }],
    })
    await createEvent('2026-03-02T04:03:00Z', { flow: 'title' })
    const { total, time_zone } = await readSummary(march)
    expect(time_zone).toBe('Asia/Taipei')
    expect(total).toMatchObject({
      requests: 3,
      runs: 4,
      outcomes: { completed: 3, stopped: 0, failed: 1, interrupted: 0 },
      estimated_runs: 1,
      input_tokens: 230,
      output_tokens: 80,
      cost: [
        { currency: 'TWD', amount: '7' },
        { currency: 'USD', amount: '0.75' },
      ],
      unpriced_calls: 1,
      active_users: 1,
    })
  })

  test('cuts days in the zone of the tenant, and again when that changes', async () => {
    const { tenantId, createEvent, readSummary } = await arrange('Asia/Kathmandu')
    // Midnight in Nepal (UTC+5:45) is 18:15 in UTC.
    await createEvent('2026-03-01T18:14:59Z')
    await createEvent('2026-03-01T18:15:00Z')
    const countByDay = async () => {
      const { series } = await readSummary({ from: '2026-03-01', to: '2026-03-03' })
      return series.map(({ day, requests }) => [day, requests])
    }
    expect(await countByDay()).toEqual([
      ['2026-03-01', 1],
      ['2026-03-02', 1],
      ['2026-03-03', 0],
    ])
    await api.db.tenant.update({ where: { id: tenantId }, data: { timeZone: 'Asia/Taipei' } })
    expect(await countByDay()).toEqual([
      ['2026-03-01', 0],
      ['2026-03-02', 2],
      ['2026-03-03', 0],
    ])
  })

  test('gives a day with a change of the clock its 23 or 25 hours', async () => {
    const { createEvent, readSummary } = await arrange('America/New_York')
    for (const [first, count] of [
      ['2026-03-08T05:00:00Z', 23],
      ['2026-11-01T04:00:00Z', 25],
    ] as const) {
      const hours = Array.from({ length: 30 }, (_, hour) => new Date(Date.parse(first) + (hour - 2) * 3_600_000).toISOString())
      for (const at of hours) await createEvent(at)
      const day = first.slice(0, 10)
      expect(await readSummary({ from: day, to: day })).toMatchObject({ total: { requests: count }, series: [{ day, requests: count }] })
    }
  })

  test('groups by weeks from Monday and by months, the first of them from the first selected day', async () => {
    const { createEvent, readSummary } = await arrange()
    for (const day of ['04', '08', '09', '15', '30']) await createEvent(`2026-03-${day}T04:00:00Z`)
    const countBy = async (interval: string) => {
      const { series } = await readSummary({ from: '2026-03-04', to: '2026-04-01', interval })
      return series.map(({ day, requests }) => [day, requests])
    }
    expect(await countBy('week')).toEqual([
      ['2026-03-04', 2],
      ['2026-03-09', 2],
      ['2026-03-16', 0],
      ['2026-03-23', 0],
      ['2026-03-30', 1],
    ])
    expect(await countBy('month')).toEqual([
      ['2026-03-04', 5],
      ['2026-04-01', 0],
    ])
  })

  test('compares with as many days before', async () => {
    const { createEvent, readSummary } = await arrange()
    await createEvent('2026-02-27T04:00:00Z')
    await createEvent('2026-02-26T04:00:00Z')
    await createEvent('2026-03-02T04:00:00Z')
    const { previous, total } = await readSummary({ from: '2026-03-01', to: '2026-03-02' })
    expect(total.requests).toBe(1)
    expect(previous).toMatchObject({ from: '2026-02-27', to: '2026-02-28', total: { requests: 1 } })
  })

  test('tells the median and the 95th percentile of completed replies with an error of at most 1 %', async () => {
    const { createEvent, readSummary } = await arrange()
    const times = Array.from({ length: 100 }, (_, index) => (index + 1) * 37)
    for (const latencyMs of times)
      await createEvent('2026-03-02T04:00:00Z', { latencyMs, firstTokenMs: latencyMs < 1_850 ? null : 500, calls: [] })
    await createEvent('2026-03-02T04:00:00Z', { latencyMs: 900_000, outcome: 'failed' })
    await createEvent('2026-03-02T04:00:00Z', { latencyMs: 900_000, flow: 'title' })
    const { total, series } = await readSummary({ from: '2026-03-02', to: '2026-03-02' })
    expect(series).toMatchObject([{ total_ms: total.total_ms, first_token_ms: total.first_token_ms }])
    for (const [measured, exact] of [
      [total.total_ms?.p50, 50 * 37],
      [total.total_ms?.p95, 95 * 37],
      [total.first_token_ms?.p50, 500],
    ] as const) {
      expect(Math.abs((measured ?? 0) / exact - 1)).toBeLessThanOrEqual(0.011)
    }
  })

  test('breaks usage down, names what is there, and sums up the rest', async () => {
    const { tenantId, user, createEvent, readSummary } = await arrange()
    const deleted = await createUser(api.db, { tenantId, status: 'deleted', name: { default: 'Ada' } })
    const groups = [randomUUID(), randomUUID()].toSorted()
    await createEvent('2026-03-02T04:00:00Z', { inputTokens: 900, groupIds: groups, modelName: 'large' })
    await createEvent('2026-03-02T04:00:00Z', { userId: deleted.id })
    await createEvent('2026-03-02T04:00:00Z', { userId: randomUUID() })
    const report = await readSummary({ ...march, top: '2' })
    expect(findBreakdown(report, 'user')).toMatchObject({
      rows: [
        { key: user.id, name: user.name, requests: 1, input_tokens: 900 },
        { name: null, requests: 1 },
      ],
      other: { keys: 1, requests: 1, input_tokens: 100 },
    })
    expect(findBreakdown(report, 'group')).toMatchObject({
      rows: groups.map((key) => ({ key, name: null, input_tokens: 900 })),
      other: { keys: 1, requests: 2 },
    })
    expect(findBreakdown(report, 'model')).toMatchObject({
      rows: [
        { key: 'large', requests: 1 },
        { key: 'weaver', requests: 2 },
      ],
      other: null,
    })
    expect(JSON.stringify(report)).not.toContain('Ada')
  })

  test('counts the tokens of each model of a run with that model, and the run once', async () => {
    const { createEvent, readSummary } = await arrange()
    const calls = [
      { modelName: 'small', inputTokens: 5, outputTokens: 1 },
      { modelName: 'large', inputTokens: 50, outputTokens: 10 },
    ]
    await createEvent('2026-03-02T04:00:00Z', { modelName: 'large', inputTokens: 55, outputTokens: 11, calls })
    const report = await readSummary(march)
    expect(report.total).toMatchObject({ requests: 1, input_tokens: 55, output_tokens: 11 })
    expect(findBreakdown(report, 'model')?.rows).toMatchObject([
      { key: 'large', runs: 1, input_tokens: 50 },
      { key: 'small', runs: 0, input_tokens: 5 },
    ])
  })

  test('counts only what its filters select', async () => {
    const { createEvent, readSummary } = await arrange()
    const [userId, groupId, assistantId] = [randomUUID(), randomUUID(), randomUUID()]
    await createEvent('2026-03-02T04:00:00Z', { userId, groupIds: [randomUUID(), groupId], assistantId, modelName: 'large' })
    await createEvent('2026-03-02T04:00:00Z', { flow: 'search', outcome: 'stopped' })
    for (const [name, value] of [
      ['user_id', userId],
      ['group_id', groupId],
      ['assistant_id', assistantId],
      ['model_name', 'large'],
    ] as const)
      expect((await readSummary({ ...march, [name]: value })).total).toMatchObject({ requests: 1, runs: 1 })
    for (const [name, value] of [
      ['flow', 'search'],
      ['outcome', 'stopped'],
    ] as const)
      expect((await readSummary({ ...march, [name]: value })).total).toMatchObject({ requests: 0, runs: 1 })
  })

  test.each([
    ['a range that ends before it begins', { from: '2026-03-02', to: '2026-03-01' }],
    ['a range that is too long', { from: '2025-01-01', to: '2026-02-05' }],
    ['what is no day', { from: '2026-02-30', to: '2026-03-01' }],
    ['a day before all usage', { from: '0000-01-01', to: '0000-01-02' }],
  ])('refuses %s', async (_what, range) => {
    const { admin } = await arrange()
    const response = await admin.get(`/api/v1/usage/summary?${new URLSearchParams(range).toString()}`)
    expect(response.json()).toMatchObject({ detail: { code: 'BAD_REQUEST' } })
  })
})

describe('failures by reason', () => {
  const fail = (errorCode: string | null, runs: number) => ({ outcome: 'failed', errorCode, runs }) as const

  test('are counted by error code, in all and by day, whether the day is summed up or not', async () => {
    const { tenantId, createEvent, readSummary, admin } = await arrange()
    const today = findDay('Asia/Taipei', new Date())
    const wanted = [fail('MODEL_UNAVAILABLE', 3), fail('WORKFLOW_NODE_TIMEOUT', 2), fail(null, 1)]
    for (const { runs, ...failed } of wanted)
      for (let run = 0; run < runs; run += 1) await createEvent(`${today}T00:00:00Z`, { ...failed, calls: [{}, { modelName: 'other' }] })
    await createEvent('2026-03-02T04:00:00Z', { outcome: 'interrupted', errorCode: 'CHAT_REPLY_INTERRUPTED' })
    await createEvent('2026-03-02T04:00:00Z')
    const { rows } = await api.dependencies.pool.query<object>(
      `SELECT error_code AS code, count(*)::int AS runs FROM usage_event WHERE tenant_id = $1 AND outcome IN ('failed', 'interrupted')
       GROUP BY 1 ORDER BY 2 DESC, 1`,
      [tenantId],
    )
    const report = await readSummary({ from: '2026-01-01', to: today })
    expect(report.total.errors).toEqual(rows)
    expect(report.series.filter(({ errors }) => errors.length > 0).map(({ day, errors }) => [day, errors])).toEqual([
      ['2026-03-02', [{ code: 'CHAT_REPLY_INTERRUPTED', runs: 1 }]],
      [today, wanted.map(({ errorCode: code, runs }) => ({ code, runs }))],
    ])
    expect(await api.db.usageDay.count({ where: { tenantId } })).toBe(1)
    const breakdown = findBreakdown(report, 'error')?.rows.map(({ key, runs }) => ({ code: key, runs }))
    expect(breakdown).toHaveLength(rows.length)
    expect(breakdown).toEqual(expect.arrayContaining(rows))
    const filtered = await readSummary({ from: '2026-01-01', to: today, error_code: 'MODEL_UNAVAILABLE' })
    expect(filtered.total).toMatchObject({ runs: 3, errors: [{ code: 'MODEL_UNAVAILABLE', runs: 3 }] })
    const exported = await admin.get(
      `/api/v1/usage/export?from=2026-01-01&to=${today}&table=event&format=csv&error_code=WORKFLOW_NODE_TIMEOUT`,
    )
    expect(exported.body.match(/,failed,WORKFLOW_NODE_TIMEOUT,/gu)).toHaveLength(2)
  })
})

test('filters by workflow and by model server, as the breakdowns say', async () => {
  const { tenantId, createEvent, readSummary } = await arrange()
  const { id: workflowId } = await createWorkflow(api.db, { tenantId })
  const version = await api.db.workflowVersion.findFirstOrThrow({ where: { workflowId } })
  const endpointId = randomUUID()
  await createEvent('2026-03-02T04:00:00Z', { workflowVersionId: version.id })
  await createEvent('2026-03-02T04:00:00Z', { calls: [{ endpointId }] })
  await createEvent('2026-03-02T04:00:00Z')
  for (const [by, name, key] of [
    ['workflow', 'workflow_id', workflowId],
    ['endpoint', 'endpoint_id', endpointId],
  ] as const) {
    const report = await readSummary({ ...march, [name]: key })
    expect(report.total.runs).toBe(1)
    expect(findBreakdown(report, by)?.rows).toMatchObject([{ key, runs: 1 }])
  }
})

describe("one's own usage", () => {
  test('is that of the user alone, without the endpoints and workflows behind it', async () => {
    const { tenantId, createEvent, read } = await arrange()
    const person = await createUser(api.db, { tenantId })
    await createEvent('2026-03-02T04:00:00Z', { userId: person.id })
    await createEvent('2026-03-02T04:00:00Z')
    const report = await read(await api.as(person), 'me', march)
    expect(report.total).toMatchObject({ requests: 1, active_users: 1 })
    expect(report.breakdowns.map(({ by }) => by)).toEqual(['assistant', 'model', 'flow', 'error'])
  })
})

describe('the usage of a tenant', () => {
  test('is read by a super user of another one, in the zone of that tenant', async () => {
    const { tenantId, createEvent, read } = await arrange('Asia/Tokyo')
    await createEvent('2026-03-02T04:00:00Z')
    const report = await read(await api.as(await createUser(api.db, { role: 'S' })), `tenant/${tenantId}`, march)
    expect(report).toMatchObject({ time_zone: 'Asia/Tokyo', total: { requests: 1 } })
  })
})

test('a report reads at most as many days as it may', async () => {
  const { readSummary } = await arrange()
  const { series } = await readSummary({ from: '2025-01-01', to: '2026-02-04' })
  expect(series).toHaveLength(limits.usageDays)
})

test('reports read no events', async () => {
  const { tenantId, admin, createEvent } = await arrange()
  await createEvent('2026-03-02T04:00:00Z')
  await rollUpAllUsage(api.dependencies.pool)
  const events = 'usage_event, usage_call'
  await api.asOwner(`REVOKE SELECT ON ${events} FROM heddle_app`)
  try {
    for (const path of ['me', 'summary', `tenant/${tenantId}`]) {
      const response = await admin.get(`/api/v1/usage/${path}?${new URLSearchParams(march).toString()}`)
      expect(response.json()).toMatchObject({ usage: { total: { requests: 1 } } })
    }
    const response = await admin.post('/api/v1/usage/user/query', march)
    expect(response.json()).toMatchObject({ users: [{ requests: 1 }] })
  } finally {
    await api.asOwner(`GRANT SELECT ON ${events} TO heddle_app`)
  }
})
