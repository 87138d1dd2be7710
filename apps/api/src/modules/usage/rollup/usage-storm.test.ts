// The sums of usage after a storm: transactions that commit out of order, late events, killed workers, changes of the clock and
// of the zone.
import type { UsageReport } from '@heddle/contracts/usage/usage-report'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageEvent } from '@heddle/db/factories/usage'
import { createUser } from '@heddle/db/factories/user'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { codeCache } from '../../../../../../scripts/processes/code-cache.ts'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'
import { rounds } from '../../../../../../scripts/testing/rounds.ts'
import { checkUsageRollup } from './rollup-check.sql.ts'
import { rollUpAllUsage } from './usage-rollup.sql.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const eventsPerTransaction = 25
/** Some thousands in the whole test; a worker is killed after each thousand. */
const eventCount = rounds(2_000, 5_000)

async function startRollupProcess() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../../../test/usage/rollup-process.ts', import.meta.url))], {
    env: { ...codeCache, PATH: process.env.PATH, DATABASE_URL: api.dependencies.config.databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The lock of a killed worker is held until the database notices. */
const rollUpTheRest = () =>
  until('a rollup of all marks', async () => {
    await rollUpAllUsage(api.dependencies.pool)
    return (await api.db.usageStalePeriod.count()) === 0
  })

/** Inserts events with a call each; the tenth of each has no price, the others cost 0.00000001 to 0.00000009. */
const insertEvents = `
  WITH made AS (
    SELECT gen_random_uuid() AS run_id, n, $3::timestamptz + n * interval '97 s' AS created_at FROM generate_series(1, ${eventsPerTransaction}) n
  ), call AS (
    INSERT INTO usage_call (run_id, seq, tenant_id, created_at, model_name, input_tokens, output_tokens, cached_tokens, reasoning_tokens,
      estimated, currency, cost)
    SELECT run_id, 0, $1, created_at, 'weaver', n, 2 * n, 0, 0, false, CASE WHEN n % 10 > 0 THEN 'USD' END,
      CASE WHEN n % 10 > 0 THEN (n % 10) * 0.00000001 END FROM made
  )
  INSERT INTO usage_event (id, created_at, tenant_id, user_id, group_ids, run_id, model_name, flow, outcome, input_tokens, output_tokens,
    first_token_ms, latency_ms)
  SELECT gen_random_uuid(), created_at, $1, $2, '{}', run_id, 'weaver', (CASE WHEN n % 5 > 0 THEN 'chat' ELSE 'title' END)::usage_flow,
    (CASE WHEN n % 7 > 0 THEN 'completed' ELSE 'failed' END)::usage_outcome, n, 2 * n, n * 10, n * 100 FROM made`

/** What the report of a day has to say, by the events alone. */
const sumEventsByDay = `
  SELECT (e.created_at AT TIME ZONE $2)::date::text AS day, count(*) FILTER (WHERE e.flow = 'chat')::int AS requests, count(*)::int AS runs,
    count(*) FILTER (WHERE e.outcome = 'failed')::int AS failed, sum(e.input_tokens)::int AS input_tokens,
    sum(e.output_tokens)::int AS output_tokens, trim_scale(sum(c.cost))::text AS cost, count(*) FILTER (WHERE c.cost IS NULL)::int AS unpriced_calls,
    count(DISTINCT e.user_id) FILTER (WHERE e.flow = 'chat')::int AS active_users
  FROM usage_event e JOIN usage_call c USING (run_id) WHERE e.tenant_id = $1 GROUP BY 1 ORDER BY 1`

async function arrangeTenant(timeZone: string) {
  const { id: tenantId } = await createTenant(api.db, { timeZone })
  const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
  async function readDays() {
    const response = await admin.get('/api/v1/usage/summary?from=2026-03-01&to=2026-11-30')
    const { usage } = response.json<{ usage: UsageReport }>()
    return usage.series
      .filter(({ runs }) => runs > 0)
      .map(({ day, requests, runs, outcomes: { failed }, input_tokens, output_tokens, cost, unpriced_calls, active_users }) => ({
        day,
        requests,
        runs,
        failed,
        input_tokens,
        output_tokens,
        cost: cost[0]?.amount,
        unpriced_calls,
        active_users,
      }))
  }
  const sumDays = async (zone: string) => (await api.dependencies.pool.query<object>(sumEventsByDay, [tenantId, zone])).rows
  return { tenantId, readDays, sumDays }
}

/** Days with a change of the clock in New York, and one that is another day in Taipei than in Kathmandu. */
const days = ['2026-03-07T22:00:00Z', '2026-03-08T05:30:00Z', '2026-11-01T03:00:00Z', '2026-11-01T05:40:00Z', '2026-06-10T16:30:00Z']

test('a storm of events with late commits and killed workers leaves the sums equal to the events', async () => {
  const { pool } = api.dependencies
  const [newYork, moving] = [await arrangeTenant('America/New_York'), await arrangeTenant('Asia/Taipei')]
  const users = Array.from({ length: 7 }, () => randomUUID())
  const workers = [await startRollupProcess(), await startRollupProcess()]
  let written = 0

  async function write(round: number, whileOpen: () => Promise<void>) {
    const [{ tenantId }, at, userId] = [round % 2 ? newYork : moving, days[round % days.length], users[round % users.length]]
    await inTransaction(pool, async (client) => {
      await client.query(insertEvents, [tenantId, userId, at])
      await whileOpen()
    })
    written += eventsPerTransaction
  }

  for (let round = 0; written < eventCount; round += 2) {
    // Of two that overlap, the one that began first commits last: after the periods of the other were summed up.
    await write(round, () => write(round + 1, async () => {}))
    if (round % 40 === 20) {
      await Promise.all(workers.splice(0, 1).map(kill))
      workers.push(await startRollupProcess())
    }
    if (round === eventCount / 50) await api.db.tenant.update({ where: { id: moving.tenantId }, data: { timeZone: 'Asia/Kathmandu' } })
  }
  await inTransaction(pool, async (client) => {
    await client.query(insertEvents, [newYork.tenantId, users[0], days[0]])
    throw new Error('rolled back')
  }).catch(() => {})

  await Promise.all(workers.map(kill))
  await rollUpTheRest()
  expect(await api.db.usageEvent.count()).toBe(eventCount)
  expect(await newYork.readDays()).toEqual(await newYork.sumDays('America/New_York'))
  expect(await moving.readDays()).toEqual(await moving.sumDays('Asia/Kathmandu'))
  expect(await moving.readDays()).not.toEqual(await moving.sumDays('Asia/Taipei'))
  expect(await checkUsageRollup(api.dependencies)).toBe(0)
}, 120_000)

const untilWaiting = () =>
  until('a worker that waits for the row', async () => {
    const waiting = await api.db.$queryRaw<object[]>`
      SELECT pid FROM pg_locks waiting JOIN pg_locks held USING (pid) JOIN pg_database d ON d.oid = held.database
      WHERE NOT waiting.granted AND held.relation = 'usage_rollup'::regclass AND d.datname = current_database()`
    return waiting.length > 0
  })

/** Creates two events of one period, of which the second is not summed up. */
async function arrangeStalePeriod() {
  const { tenantId } = await arrangeTenant('Asia/Taipei')
  const event = { tenantId, userId: randomUUID(), createdAt: new Date('2026-03-02T04:00:00Z') }
  const createEvent = () => createUsageEvent(api.db, event)
  await createEvent()
  await rollUpAllUsage(api.dependencies.pool)
  await createEvent()
  return { tenantId, createEvent }
}

test('a worker that is killed in the middle of its statement leaves the marks to the next', async () => {
  const { pool } = api.dependencies
  const { tenantId } = await arrangeStalePeriod()
  await inTransaction(pool, async (client) => {
    await client.query('SELECT FROM usage_rollup WHERE tenant_id = $1 FOR UPDATE', [tenantId])
    const worker = await startRollupProcess()
    await untilWaiting()
    await kill(worker)
  })
  expect(await api.db.usageStalePeriod.count({ where: { tenantId } })).toBe(1)
  await rollUpTheRest()
  expect(await api.db.usageRollup.findMany({ where: { tenantId } })).toMatchObject([{ runs: 2, inputTokens: 200n }])
})

test('a second worker leaves all marks to the one that is at it', async () => {
  const { pool } = api.dependencies
  const { tenantId, createEvent } = await arrangeStalePeriod()
  const rollups = await inTransaction(pool, async (client) => {
    await client.query('SELECT FROM usage_rollup WHERE tenant_id = $1 FOR UPDATE', [tenantId])
    const first = rollUpAllUsage(pool)
    await untilWaiting()
    await createEvent()
    return [first, rollUpAllUsage(pool)]
  })
  await Promise.all(rollups)
  await rollUpTheRest()
  expect(await api.db.usageRollup.findMany({ where: { tenantId } })).toMatchObject([{ runs: 3, inputTokens: 300n }])
})

test('an event that is changed or removed leaves the sums, and one that comes late joins them', async () => {
  const { tenantId, readDays, sumDays } = await arrangeTenant('Asia/Taipei')
  const createEvent = (at: string) =>
    createUsageEvent(api.db, { tenantId, createdAt: new Date(at), calls: [{ currency: 'USD', cost: '1' }] })
  const [moved, removed] = [await createEvent('2026-03-02T04:00:00Z'), await createEvent('2026-03-03T04:00:00Z')]
  await rollUpAllUsage(api.dependencies.pool)
  await api.db.usageEvent.update({ where: { id: moved.id }, data: { createdAt: new Date('2026-03-05T04:00:00Z') } })
  await api.db.usageEvent.delete({ where: { id: removed.id } })
  await createEvent('2026-03-04T04:00:00Z')
  await rollUpAllUsage(api.dependencies.pool)
  expect((await readDays()).map(({ day }) => day)).toEqual(['2026-03-04', '2026-03-05'])
  expect(await readDays()).toEqual(await sumDays('Asia/Taipei'))
})

test('an event that is new is added to its row, and all other rows of its period stay as they are', async () => {
  const { tenantId, createEvent } = await arrangeStalePeriod()
  const findRows = () =>
    api.db.usageRollup.findMany({ where: { tenantId }, orderBy: { id: 'asc' }, select: { id: true, runs: true, inputTokens: true } })
  await createUsageEvent(api.db, { tenantId, createdAt: new Date('2026-03-02T04:00:00Z') })
  await rollUpAllUsage(api.dependencies.pool)
  const [own, other] = await findRows()
  await createEvent()
  await rollUpAllUsage(api.dependencies.pool)
  expect(await findRows()).toEqual([{ ...own, runs: 3, inputTokens: 300n }, other])
  expect(await checkUsageRollup({ pool: api.dependencies.pool, log: pino({ level: 'silent' }) })).toBe(0)
})

test('an event counts once when another of its period is removed at the same time', async () => {
  const { tenantId, readDays, sumDays } = await arrangeTenant('Asia/Taipei')
  const createEvent = () =>
    createUsageEvent(api.db, { tenantId, createdAt: new Date('2026-03-02T04:00:00Z'), calls: [{ currency: 'USD', cost: '1' }] })
  const removed = await createEvent()
  await rollUpAllUsage(api.dependencies.pool)
  await createEvent()
  await api.db.usageEvent.delete({ where: { id: removed.id } })
  await createEvent()
  await rollUpAllUsage(api.dependencies.pool)
  expect(await readDays()).toEqual(await sumDays('Asia/Taipei'))
  expect(await api.db.usageStalePeriod.count({ where: { tenantId } })).toBe(0)
})

test('the check finds sums that are wrong, missing or left over, says so, and has them made again', async () => {
  const { pool } = api.dependencies
  const { tenantId, readDays, sumDays } = await arrangeTenant('Asia/Taipei')
  const calls = [{ currency: 'USD', cost: '1' }]
  for (const hour of ['04', '05', '06', '07'])
    await createUsageEvent(api.db, { tenantId, createdAt: new Date(`2026-03-02T${hour}:00:00Z`), calls })
  await rollUpAllUsage(pool)
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  expect(await checkUsageRollup({ pool, log })).toBe(0)
  const at = (hour: string) => ({ tenantId, periodStart: new Date(`2026-03-02T${hour}:00:00Z`) })
  await api.db.usageRollup.updateMany({ where: at('04'), data: { cost: '2' } })
  await api.db.usageRollup.deleteMany({ where: at('05') })
  await api.db.usageRollup.updateMany({ where: at('06'), data: at('09') })
  // Four periods, that of 06:00 has too little, and that of 09:00 too much; and the day that they are of.
  expect(await checkUsageRollup({ pool, log })).toBe(5)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 50, periods: 5 }])
  expect(lines.join()).not.toContain(tenantId)
  await rollUpAllUsage(pool)
  expect(await readDays()).toEqual(await sumDays('Asia/Taipei'))
  expect(await checkUsageRollup({ pool, log })).toBe(0)
})

test('the check finds sums of a day that are not those of its quarters, and a report does not read them after', async () => {
  const { pool } = api.dependencies
  const { tenantId, readDays, sumDays } = await arrangeTenant('Asia/Taipei')
  for (const day of ['02', '03', '04'])
    await createUsageEvent(api.db, { tenantId, createdAt: new Date(`2026-03-${day}T20:00:00Z`), calls: [{ currency: 'USD', cost: '1' }] })
  await rollUpAllUsage(pool)
  expect(await api.db.usageDay.count({ where: { tenantId } })).toBe(3)
  await api.db.usageDaySum.updateMany({ where: { tenantId, day: new Date('2026-03-03') }, data: { runs: 9 } })
  await api.db.usageDay.updateMany({ where: { tenantId, day: new Date('2026-03-04') }, data: { activeUsers: 9 } })
  expect((await readDays()).map(({ runs, active_users: users }) => [runs, users])).toEqual([
    [9, 1],
    [1, 9],
    [1, 1],
  ])
  expect(await checkUsageRollup({ pool, log: pino({ level: 'silent' }) })).toBe(2)
  expect(await readDays()).toEqual(await sumDays('Asia/Taipei'))
})
