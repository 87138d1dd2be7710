// What is reserved before a reply and settled after it, asked of the database directly. Over HTTP: usage-limit.test.ts.
import { limits } from '@heddle/contracts/limits'
import { createUser } from '@heddle/db/factories/user'
import { createUsageLimitRule, longInterval, type UsageLimitRuleOverrides } from '@heddle/db/factories/usage-limit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../../platform/errors/app-error.ts'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { releaseStaleReservations, removeOldCounters } from './settled-usage.sql.ts'
import { findRefusals, removeOldRefusals } from './usage-refusal.sql.ts'
import { inReservingTransaction, reserveUsage } from './usage-reservation.service.ts'
import { noUsage, recordUsage } from '../usage/usage.service.ts'
import type { UsageRecord } from '../usage/usage.sql.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const dayMs = 86_400_000

type Owner = { readonly id: string; readonly tenantId: string }

const unnamed = { assistantId: null, modelNames: [] }

const pool = () => api.dependencies.pool

/** Reserves as a send does, and commits; returns the run. */
async function reserve({ id: userId, tenantId }: Owner, estimatedTokens = 100, flow: 'chat' | 'eval' = 'chat') {
  const runId = randomUUID()
  await inTransaction(pool(), (client) => reserveUsage(client, { runId, tenantId, userId, ...unnamed, estimatedTokens, flow }))
  return runId
}

const readRefusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return { code: error.code, ...error.params }
      throw error
    },
  )

const used = (inputTokens: number, outputTokens: number) => ({ ...noUsage, inputTokens, outputTokens })

const settle = ({ id: userId, tenantId }: Owner, runId: string, record: Partial<UsageRecord> = {}) =>
  recordUsage(pool(), {
    runId,
    calls: [],
    flow: 'chat',
    outcome: 'completed',
    tenantId,
    userId,
    groupIds: [],
    assistantId: null,
    workflowVersionId: null,
    chatId: randomUUID(),
    messageId: null,
    modelName: 'demo',
    usage: used(30, 12),
    firstTokenMs: null,
    latencyMs: 1,
    ...record,
  })

const findCounters = async (ruleId: string) => {
  const counters = await api.db.usageCounter.findMany({ where: { ruleId }, orderBy: { windowStart: 'asc' } })
  return counters.map((counter) => ({ subject: counter.subjectId, used: Number(counter.used), reserved: Number(counter.reserved) }))
}

const countReservations = (runId: string) => api.db.usageReservation.count({ where: { runId } })

/** A user in a tenant of their own, with a limit there. */
async function arrange(overrides: UsageLimitRuleOverrides = {}) {
  const user = await createUser(api.db)
  const rule = await createUsageLimitRule(api.db, { tenantId: user.tenantId, ...overrides })
  return { user, rule, createColleague: () => createUser(api.db, { tenantId: user.tenantId }) }
}

describe('what is refused', () => {
  const attempt = ({ id: userId, tenantId }: Owner) =>
    readRefusal(
      inReservingTransaction(pool(), (client) =>
        reserveUsage(client, { runId: randomUUID(), tenantId, userId, ...unnamed, estimatedTokens: 1 }),
      ),
    )

  test('is counted by the limit that refused it, is no run, and is forgotten after its days', async () => {
    const { user, rule } = await arrange({ amount: 1, scope: 'tenant' })
    expect(await attempt(user)).toBeNull()
    expect(await findRefusals(pool(), user)).toEqual([])
    expect(await Promise.all([attempt(user), attempt(user)])).toMatchObject([{ scope: 'tenant' }, { scope: 'tenant' }])
    const [found, ...others] = await findRefusals(pool(), user)
    expect(found).toMatchObject({ ruleId: rule.id, scope: 'tenant', subjectId: user.tenantId, amount: '1', count: 2 })
    expect(others).toEqual([])
    expect(found!.firstAt <= found!.lastAt).toBe(true)
    expect(await api.db.usageEvent.count({ where: { tenantId: user.tenantId } })).toBe(0)
    expect(await api.db.usageStalePeriod.count({ where: { tenantId: user.tenantId } })).toBe(0)
    expect(await findRefusals(pool(), { id: user.id, tenantId: randomUUID() })).toEqual([])

    const where = { ruleId: rule.id }
    await api.db.usageRefusal.updateMany({ where, data: { day: new Date(Date.now() - (limits.usageRefusalDays - 2) * dayMs) } })
    await removeOldRefusals(pool())
    expect(await api.db.usageRefusal.count({ where })).toBe(1)
    await api.db.usageRefusal.updateMany({ where, data: { day: new Date(Date.now() - (limits.usageRefusalDays + 1) * dayMs) } })
    expect(await findRefusals(pool(), user)).toEqual([])
    await removeOldRefusals(pool())
    expect(await api.db.usageRefusal.count({ where })).toBe(0)
  })
})

describe('reserving', () => {
  test('takes one request and the estimated tokens', async () => {
    const { user, rule } = await arrange()
    const tokens = await createUsageLimitRule(api.db, { tenantId: user.tenantId, metric: 'tokens', amount: 1_000 })
    await reserve(user, 250)
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 0, reserved: 1 }])
    expect(await findCounters(tokens.id)).toEqual([{ subject: user.id, used: 0, reserved: 250 }])
  })

  test('is refused when nothing is left, with when it resets, and leaves nothing reserved elsewhere', async () => {
    const { user, rule } = await arrange({ amount: 1 })
    const other = await createUsageLimitRule(api.db, { tenantId: user.tenantId, amount: 50 })
    await reserve(user)
    const refusal = await readRefusal(reserve(user))
    const intervalMs = longInterval * 1_000
    const resetsAt = new Date((Math.floor(Date.now() / intervalMs) + 1) * intervalMs).toISOString()
    expect(refusal).toEqual({
      code: 'USAGE_LIMIT_REACHED',
      scope: 'user',
      target: null,
      metric: 'requests',
      flow: null,
      currency: null,
      amount: 1,
      interval: 'seconds',
      interval_seconds: longInterval,
      resets_at: resetsAt,
      retry_after: expect.any(Number),
    })
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 0, reserved: 1 }])
    expect(await findCounters(other.id)).toEqual([{ subject: user.id, used: 0, reserved: 1 }])
  })

  test('of several limits that are reached names the one that resets last', async () => {
    const { user } = await arrange({ amount: 1, intervalSeconds: 3_600 })
    await createUsageLimitRule(api.db, { tenantId: user.tenantId, scope: 'tenant', amount: 1, intervalSeconds: longInterval })
    await reserve(user)
    expect(await readRefusal(reserve(user))).toMatchObject({ scope: 'tenant' })
  })

  test('is not refused because the estimate is larger than the rest, but the next one is', async () => {
    const { user, rule } = await arrange({ metric: 'tokens', amount: 100 })
    const runId = await reserve(user, 5_000)
    expect(await readRefusal(reserve(user, 1))).toMatchObject({ metric: 'tokens', amount: 100 })
    await settle(user, runId, { usage: used(30, 12) })
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 42, reserved: 0 }])
    expect(await readRefusal(reserve(user, 1))).toBeNull()
  })

  test('is only counted where the limit does not block', async () => {
    const { user, rule } = await arrange({ amount: 1, blocks: false })
    for (let n = 0; n < 3; n += 1) await reserve(user)
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 0, reserved: 3 }])
  })

  test('counts amounts that no 32 bits hold', async () => {
    const { user, rule } = await arrange({ metric: 'tokens', amount: 1_000_000_000_000 })
    for (let n = 0; n < 3; n += 1) await reserve(user, 2_000_000_000)
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 0, reserved: 6_000_000_000 }])
  })
})

test('a limit of evaluations counts their questions alone, and replaces no limit of all that is used', async () => {
  const { user, rule } = await arrange({ amount: 1 })
  const own = await createUsageLimitRule(api.db, { tenantId: user.tenantId, flow: 'eval', amount: 2 })
  const tokens = await createUsageLimitRule(api.db, { tenantId: user.tenantId, metric: 'tokens', amount: 1_000 })
  await settle(user, await reserve(user, 100, 'eval'), { flow: 'eval' })
  await reserve(user, 100, 'eval')
  expect(await readRefusal(reserve(user, 100, 'eval'))).toMatchObject({ code: 'EVAL_LIMIT_REACHED', flow: 'eval', amount: 2 })
  expect(await findCounters(own.id)).toEqual([{ subject: user.id, used: 1, reserved: 1 }])
  await settle(user, await reserve(user))
  expect(await readRefusal(reserve(user))).toMatchObject({ code: 'USAGE_LIMIT_REACHED', flow: null, amount: 1 })
  expect(await findCounters(own.id)).toEqual([{ subject: user.id, used: 1, reserved: 1 }])
  expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 1, reserved: 0 }])
  expect(await findCounters(tokens.id)).toEqual([{ subject: user.id, used: 84, reserved: 100 }])
})

describe('whom a limit is for', () => {
  test('a limit for users counts each by itself, one of the tenant all together, none those of another tenant', async () => {
    const { user, rule, createColleague } = await arrange({ amount: 1 })
    const shared = await createUsageLimitRule(api.db, { tenantId: user.tenantId, scope: 'tenant', amount: 2 })
    const [colleague, third, stranger] = [await createColleague(), await createColleague(), await createUser(api.db)]
    await reserve(user)
    await reserve(colleague)
    expect(await readRefusal(reserve(third))).toMatchObject({ scope: 'tenant' })
    expect(await readRefusal(reserve(stranger))).toBeNull()
    expect((await findCounters(rule.id)).map(({ subject }) => subject).toSorted()).toEqual([user.id, colleague.id].toSorted())
    expect(await findCounters(shared.id)).toEqual([{ subject: user.tenantId, used: 0, reserved: 2 }])
  })

  test.each([
    ['more', 3],
    ['less', 1],
  ])('a limit that names a user replaces the one for every user: %s', async (_, amount) => {
    const { user, rule, createColleague } = await arrange({ amount: 2 })
    const named = await createUsageLimitRule(api.db, { tenantId: user.tenantId, userId: user.id, amount })
    for (let n = 0; n < amount; n += 1) await reserve(user)
    expect(await readRefusal(reserve(user))).toMatchObject({ amount })
    expect(await findCounters(rule.id)).toEqual([])
    expect(await findCounters(named.id)).toEqual([{ subject: user.id, used: 0, reserved: amount }])
    const colleague = await createColleague()
    for (let n = 0; n < 2; n += 1) await reserve(colleague)
    expect(await readRefusal(reserve(colleague))).toMatchObject({ amount: 2 })
  })

  test('a limit that names a user stands beside those of other intervals and metrics', async () => {
    const { user, rule } = await arrange({ amount: 1 })
    await createUsageLimitRule(api.db, { tenantId: user.tenantId, userId: user.id, amount: 9, intervalSeconds: 3_600 })
    await createUsageLimitRule(api.db, { tenantId: user.tenantId, userId: user.id, amount: 9_000, metric: 'tokens' })
    await reserve(user)
    expect(await readRefusal(reserve(user))).toMatchObject({ amount: 1 })
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 0, reserved: 1 }])
  })
})

describe('settling', () => {
  test('counts what was used and releases what was reserved, once, for every way a run ends', async () => {
    const { user, rule } = await arrange()
    const tokens = await createUsageLimitRule(api.db, { tenantId: user.tenantId, metric: 'tokens', amount: 1_000, scope: 'tenant' })
    const runId = await reserve(user, 900)
    await Promise.all([settle(user, runId), settle(user, runId), settle(user, runId)])
    await settle(user, runId, { usage: used(500, 500) })
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 1, reserved: 0 }])
    expect(await findCounters(tokens.id)).toEqual([{ subject: user.tenantId, used: 42, reserved: 0 }])
    expect(await countReservations(runId)).toBe(0)
  })

  test.each([
    ['failed', used(0, 0), 0],
    ['interrupted', used(0, 0), 0],
    ['failed', used(30, 3), 1],
    ['stopped', used(0, 0), 1],
    ['stopped', used(30, 3), 1],
    ['interrupted', used(30, 3), 1],
  ] as const)('a reply that %s with %j counts %i requests', async (outcome, usage, requests) => {
    const { user, rule } = await arrange({ amount: 1 })
    const runId = await reserve(user)
    await settle(user, runId, { outcome, usage })
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: requests, reserved: 0 }])
    expect((await readRefusal(reserve(user)))?.code ?? null).toBe(requests === 0 ? null : 'USAGE_LIMIT_REACHED')
  })

  test('belongs to the interval in which the reply began', async () => {
    const { user, rule } = await arrange()
    const runId = await reserve(user)
    const earlier = new Date(0)
    await api.asOwner(`SET session_replication_role = replica;
      UPDATE usage_counter SET window_start = 'epoch' WHERE rule_id = '${rule.id}';
      UPDATE usage_reservation SET window_start = 'epoch' WHERE rule_id = '${rule.id}'`)
    await settle(user, runId)
    expect(await api.db.usageCounter.findMany({ where: { ruleId: rule.id } })).toMatchObject([
      { windowStart: earlier, used: 1n, reserved: 0n },
    ])
  })

  test('a title that has reserved nothing is no request; its tokens count', async () => {
    const { user, rule } = await arrange()
    const tokens = await createUsageLimitRule(api.db, { tenantId: user.tenantId, metric: 'tokens', amount: 10 })
    await settle(user, randomUUID(), { flow: 'title' })
    expect(await findCounters(rule.id)).toEqual([])
    expect(await findCounters(tokens.id)).toEqual([{ subject: user.id, used: 42, reserved: 0 }])
    expect(await readRefusal(reserve(user))).toMatchObject({ metric: 'tokens' })
  })

  test('also with a limit that was set while the reply ran, and without one that was removed', async () => {
    const { user, rule } = await arrange()
    const runId = await reserve(user)
    await api.db.usageLimitRule.delete({ where: { id: rule.id } })
    const later = await createUsageLimitRule(api.db, { tenantId: user.tenantId })
    await settle(user, runId)
    expect(await findCounters(later.id)).toEqual([{ subject: user.id, used: 1, reserved: 0 }])
    expect(await api.db.usageEvent.count({ where: { runId } })).toBe(1)
  })

  test('is undone with the transaction that it is part of', async () => {
    const { user, rule } = await arrange()
    const runId = randomUUID()
    const failing = inTransaction(pool(), async (client) => {
      await reserveUsage(client, { runId, tenantId: user.tenantId, userId: user.id, ...unnamed, estimatedTokens: 1 })
      throw new Error('The message was not taken')
    })
    await expect(failing).rejects.toThrow('The message was not taken')
    expect(await findCounters(rule.id)).toEqual([])
    expect(await countReservations(runId)).toBe(0)
  })
})

describe('many at once', () => {
  test('20 reservations for one that is left: one is taken', async () => {
    const { user } = await arrange({ amount: 1 })
    const refusals = await Promise.all(Array.from({ length: 20 }, () => readRefusal(reserve(user))))
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1)
    expect(refusals.filter((refusal) => refusal?.code === 'USAGE_LIMIT_REACHED')).toHaveLength(19)
  })

  test('reserving, settling, releasing, and rules that come and go: there is no deadlock, and the sums are right', async () => {
    const { user, rule, createColleague } = await arrange({ amount: 100_000 })
    const people = [user, await createColleague(), await createColleague()]
    const shared = await createUsageLimitRule(api.db, { tenantId: user.tenantId, scope: 'tenant', metric: 'tokens', amount: 1_000_000 })
    async function live(person: Owner, times: number) {
      for (let n = 0; n < times; n += 1) await settle(person, await reserve(person, 10))
    }
    async function disturb() {
      for (let n = 0; n < 15; n += 1) {
        const passing = await createUsageLimitRule(api.db, { tenantId: user.tenantId, metric: 'tokens', amount: 1_000_000 })
        await releaseStaleReservations(pool())
        await removeOldCounters(pool())
        await api.db.usageLimitRule.delete({ where: { id: passing.id } })
      }
    }
    await Promise.all([...people.flatMap((person) => [live(person, 12), live(person, 12)]), disturb()])
    expect(await findCounters(rule.id)).toEqual(expect.arrayContaining(people.map(({ id }) => ({ subject: id, used: 24, reserved: 0 }))))
    expect(await findCounters(shared.id)).toEqual([{ subject: user.tenantId, used: 72 * 42, reserved: 0 }])
  })
})

describe('what was left behind', () => {
  const age = (runId: string) =>
    api.db.usageReservation.updateMany({ where: { runId }, data: { createdAt: new Date(Date.now() - 2 * 3_600_000) } })

  test('is released after an hour when no run is there to settle it', async () => {
    const { user, rule } = await arrange()
    const [old] = [await reserve(user), await reserve(user)]
    await age(old)
    expect(await releaseStaleReservations(pool())).toBe(1)
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 0, reserved: 1 }])
    await settle(user, old)
    expect(await findCounters(rule.id)).toEqual([{ subject: user.id, used: 1, reserved: 1 }])
  })

  test('counters go a day after their interval, but for those that a run still holds', async () => {
    const { user, rule } = await arrange({ intervalSeconds: 60 })
    const runId = await reserve(user)
    await api.db.usageCounter.create({
      data: { ruleId: rule.id, subjectId: user.id, windowStart: new Date(Date.now() - 2 * 86_400_000), used: 4 },
    })
    const held = await api.db.usageCounter.create({
      data: { ruleId: rule.id, subjectId: user.id, windowStart: new Date(Date.now() - 3 * 86_400_000), reserved: 1 },
    })
    await api.db.usageReservation.updateMany({ where: { runId }, data: { windowStart: held.windowStart } })
    expect(await removeOldCounters(pool())).toBe(1)
    expect(await findCounters(rule.id)).toEqual([
      { subject: user.id, used: 0, reserved: 1 },
      { subject: user.id, used: 0, reserved: 1 },
    ])
  })
})
