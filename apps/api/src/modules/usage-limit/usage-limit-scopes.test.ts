// Every scope, metric and interval of a usage limit, which rule holds for whom, and the intervals of the calendar. What a limit does
// to real sends: usage-limit.test.ts.
import {
  type NearUsageLimit,
  UsageLimitInterval,
  UsageLimitMetric,
  UsageLimitScope,
  type UserUsageLimit,
} from '@heddle/contracts/usage-limit/usage-limit'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageLimitRule, type UsageLimitRuleOverrides } from '@heddle/db/factories/usage-limit'
import { createUser } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/transaction.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { intervalEnd, intervalKey } from './usage-interval.sql.ts'
import { findLimitStates } from './usage-limit.sql.ts'
import { presentUsageLimitState } from './usage-limit.presenter.ts'
import { reserveUsage } from './usage-reservation.service.ts'
import { noUsage, recordUsage } from '../usage/usage.service.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const pool = () => api.dependencies.pool
type Person = { readonly id: string; readonly tenantId: string }

/** An institute with a user in a group, an assistant, and a model that takes 2 and 4 TWD for a million tokens. */
async function arrange() {
  const tenant = await createTenant(api.db, { timeZone: 'Asia/Taipei' })
  const tenantId = tenant.id
  const user = await createUser(api.db, { tenantId })
  const group = await createGroup(api.db, { tenantId })
  await createMembership(api.db, { groupId: group.id, userId: user.id })
  const assistant = await createAssistant(api.db, { tenantId, groupId: group.id })
  const model = await createModel(api.db, { tenantId })
  await api.db.modelPrice.create({
    data: { modelId: model.id, validFrom: new Date(0), currency: 'TWD', input: 2, cachedInput: 1, output: 4 },
  })
  return { tenantId, user, group, assistant, model }
}
type Scene = Awaited<ReturnType<typeof arrange>>

const run = ({ assistant, model }: Scene) => ({ assistantId: assistant.id, modelNames: [model.name], estimatedTokens: 1_000 })

/** Reserves as a send does, for a user; returns the run. */
async function reserve(scene: Scene, { id: userId, tenantId }: Person = scene.user) {
  const runId = randomUUID()
  await inTransaction(pool(), (client) => reserveUsage(client, { runId, tenantId, userId, ...run(scene) }))
  return runId
}

/** Counts what is taken of so many sends at once; the others are refused. */
async function countTaken(attempts: readonly Promise<unknown>[]) {
  const results = await Promise.allSettled(attempts)
  for (const result of results)
    if (result.status === 'rejected' && !(result.reason instanceof AppError && result.reason.code === 'USAGE_LIMIT_REACHED'))
      throw result.reason
  return results.filter(({ status }) => status === 'fulfilled').length
}

const settle = ({ tenantId, user, assistant, model }: Scene, runId: string, tokens: number) =>
  recordUsage(pool(), {
    runId,
    flow: 'chat',
    outcome: 'completed',
    tenantId,
    userId: user.id,
    groupIds: [],
    assistantId: assistant.id,
    workflowVersionId: null,
    chatId: randomUUID(),
    messageId: null,
    modelName: model.name,
    usage: { ...noUsage, inputTokens: tokens },
    firstTokenMs: null,
    latencyMs: 1,
    calls: [
      {
        nodeId: null,
        attempt: 1,
        modelId: model.id,
        endpointId: model.endpointId,
        modelName: model.name,
        usage: { ...noUsage, inputTokens: tokens },
        serverCalls: 1,
        firstTokenMs: null,
      },
    ],
  })

const readStates = async ({ tenantId, user, assistant, model }: Scene) =>
  (await findLimitStates(pool(), { id: user.id, tenantId, assistantId: assistant.id, modelId: model.id })).map(presentUsageLimitState)

const toInterval = (interval: UsageLimitInterval) => ({ interval, intervalSeconds: interval === 'seconds' ? 86_400 : null })

const combinations = UsageLimitScope.options.flatMap((scope) => UsageLimitMetric.options.map((metric) => [scope, metric] as const))

describe('20 sends at once with one left', () => {
  // What is left of tokens and cost is less than one send reserves.
  const one = { requests: 1, tokens: 700, cost: 1_000 }

  test.each(combinations)(
    'with the scope %s and the metric %s: one is taken, whatever the interval; one that only warns takes all',
    async (scope, metric) => {
      const scene = await arrange()
      const { tenantId, group, user } = scene
      const colleague = await createUser(api.db, { tenantId })
      for (const interval of UsageLimitInterval.options) {
        const rule = await createUsageLimitRule(api.db, {
          tenantId,
          scope,
          metric,
          amount: one[metric],
          ...(metric === 'cost' && { currency: 'TWD' }),
          ...(scope === 'group' && { groupId: group.id }),
          ...toInterval(interval),
        })
        // What is counted together is used by two.
        const isShared = scope !== 'user' && scope !== 'group'
        const attempts = Array.from({ length: 20 }, (_, n) => reserve(scene, isShared && n % 2 === 1 ? colleague : user))
        expect([interval, await countTaken(attempts)]).toEqual([interval, 1])
        expect(await readStates(scene)).toMatchObject([{ scope, metric, interval, is_warning: true, is_reached: true, blocks: true }])
        await api.db.usageLimitRule.update({ where: { id: rule.id }, data: { blocks: false } })
        expect(await countTaken(Array.from({ length: 3 }, () => reserve(scene)))).toBe(3)
        expect(await readStates(scene)).toMatchObject([{ is_warning: true, is_reached: true, blocks: false }])
        await api.db.usageLimitRule.delete({ where: { id: rule.id } })
      }
    },
  )
})

describe('what is settled', () => {
  test.each(combinations)('with the scope %s and the metric %s is what the run has used', async (scope, metric) => {
    const scene = await arrange()
    await createUsageLimitRule(api.db, {
      tenantId: scene.tenantId,
      scope,
      metric,
      amount: 1_000_000_000,
      interval: 'month',
      intervalSeconds: null,
      ...(metric === 'cost' && { currency: 'TWD' }),
      ...(scope === 'group' && { groupId: scene.group.id }),
    })
    const [unpriced] = metric === 'cost' ? [await createUsageLimitRule(api.db, { tenantId: scene.tenantId, metric, currency: 'EUR' })] : []
    await settle(scene, await reserve(scene), 1_234)
    // 1,234 tokens for 2 TWD a million.
    const used = { requests: 1, tokens: 1_234, cost: 0.002_468 }[metric]
    expect(await readStates(scene)).toMatchObject([{ used, scope, metric }, ...(unpriced ? [{ used: 0, currency: 'EUR' }] : [])])
    expect(await api.db.usageReservation.count({ where: { counter: { rule: { tenantId: scene.tenantId } } } })).toBe(0)
  })

  test('with limits for models is what the calls of each have used, also of one that answered for another', async () => {
    const scene = await arrange()
    const fallback = await createModel(api.db, { tenantId: scene.tenantId })
    const rule = await createUsageLimitRule(api.db, { tenantId: scene.tenantId, scope: 'model', metric: 'tokens', amount: 5_000 })
    const runId = await reserve(scene)
    await settle({ ...scene, model: fallback }, runId, 300)
    const counters = await api.db.usageCounter.findMany({ where: { ruleId: rule.id }, orderBy: { used: 'asc' } })
    expect(counters).toMatchObject([
      { subjectId: scene.model.id, used: 0n, reserved: 0n },
      { subjectId: fallback.id, used: 300n, reserved: 0n },
    ])
  })
})

describe('which limit holds', () => {
  const level = async (scene: Scene, overrides: UsageLimitRuleOverrides) =>
    createUsageLimitRule(api.db, { tenantId: scene.tenantId, interval: 'day', intervalSeconds: null, ...overrides })

  test('one that names the user, else that of the most generous group, else the one for everybody', async () => {
    const scene = await arrange()
    const { tenantId, user, group } = scene
    const other = await createGroup(api.db, { tenantId })
    await createMembership(api.db, { groupId: other.id, userId: user.id })
    const foreign = await createGroup(api.db, { tenantId })
    const readHolding = async () => (await readStates(scene)).map(({ scope, amount, target }) => [scope, amount, target?.id ?? null])

    await level(scene, { amount: 50 })
    await level(scene, { scope: 'group', groupId: foreign.id, amount: 9_000 })
    expect(await readHolding()).toEqual([['user', 50, null]])
    await level(scene, { scope: 'group', groupId: group.id, amount: 10 })
    expect(await readHolding()).toEqual([['group', 10, group.id]])
    const generous = await level(scene, { scope: 'group', groupId: other.id, amount: 20 })
    // A group's warning belongs to its limit.
    await level(scene, { scope: 'group', groupId: other.id, amount: 5, blocks: false })
    expect(await readHolding()).toEqual(expect.arrayContaining([20, 5].map((amount) => ['group', amount, other.id])))
    expect(await readHolding()).toHaveLength(2)
    // A group that is only warned is the most generous.
    const warned = await level(scene, { scope: 'group', groupId: group.id, metric: 'tokens', amount: 3, blocks: false })
    await level(scene, { scope: 'group', groupId: other.id, metric: 'tokens', amount: 4 })
    expect((await readHolding()).filter(([, amount]) => Number(amount) < 5)).toEqual([['group', 3, group.id]])
    await api.db.usageLimitRule.delete({ where: { id: warned.id } })
    await level(scene, { userId: user.id, amount: 1 })
    expect(await readHolding()).toEqual(
      expect.arrayContaining([
        ['user', 1, user.id],
        ['group', 4, other.id],
      ]),
    )
    await api.db.usageLimitRule.delete({ where: { id: generous.id } })
    expect(await readHolding()).toHaveLength(2)
  })

  test('a limit of a group counts each member by itself', async () => {
    const scene = await arrange()
    const colleague = await createUser(api.db, { tenantId: scene.tenantId })
    await createMembership(api.db, { groupId: scene.group.id, userId: colleague.id })
    await level(scene, { scope: 'group', groupId: scene.group.id, amount: 1 })
    expect(await countTaken([reserve(scene), reserve(scene), reserve(scene, colleague), reserve(scene, colleague)])).toBe(2)
  })

  test.each(['assistant', 'model'] as const)('one that names the %s, else the one for each', async (scope) => {
    const scene = await arrange()
    await level(scene, { scope, amount: 9 })
    expect(await readStates(scene)).toMatchObject([{ scope, amount: 9, target: { id: scene[scope].id } }])
    await level(scene, { scope, [`${scope}Id`]: scene[scope].id, amount: 2 })
    expect(await readStates(scene)).toMatchObject([{ scope, amount: 2, target: { id: scene[scope].id } }])
    expect(await countTaken(Array.from({ length: 5 }, () => reserve(scene)))).toBe(2)
  })

  test('a refusal names the limit and when it resets', async () => {
    const scene = await arrange()
    await level(scene, { scope: 'model', modelId: scene.model.id, metric: 'cost', currency: 'TWD', amount: 50_000_000 })
    await api.db.usageLimitRule.updateMany({ where: { tenantId: scene.tenantId }, data: { amount: 1 } })
    await reserve(scene)
    const error: unknown = await reserve(scene).catch((refusal: unknown) => refusal)
    expect(error).toMatchObject({
      code: 'USAGE_LIMIT_REACHED',
      params: {
        scope: 'model',
        target: { id: scene.model.id, name: { default: scene.model.name } },
        metric: 'cost',
        currency: 'TWD',
        amount: 0.000_000_01,
        interval: 'day',
        interval_seconds: null,
      },
    })
  })
})

describe('an interval of the calendar', () => {
  /** The first day and the end of the interval that runs at a time in a zone. */
  const readInterval = async (interval: UsageLimitInterval, zone: string, at: string) => {
    const [now, where] = [`'${at}'::timestamptz`, `'${zone}'::text`]
    const { rows } = await pool().query<{ key: Date; end: Date }>(
      `SELECT ${intervalKey(where, now)} AS key, ${intervalEnd(where, now)} AS end
       FROM (SELECT $1::usage_limit_interval AS interval, NULL::int AS interval_seconds) r`,
      [interval],
    )
    return rows.map(({ key, end }) => [key.toISOString().slice(0, 10), end.toISOString()])[0]
  }

  test.each([
    ['day', 'Asia/Taipei', '2026-11-22T15:59:59Z', '2026-11-22', '2026-11-22T16:00:00.000Z'],
    ['day', 'Asia/Taipei', '2026-11-22T16:00:00Z', '2026-11-23', '2026-11-23T16:00:00.000Z'],
    ['week', 'Asia/Taipei', '2026-11-22T15:59:59Z', '2026-11-16', '2026-11-22T16:00:00.000Z'],
    ['week', 'Asia/Taipei', '2026-11-22T16:00:00Z', '2026-11-23', '2026-11-29T16:00:00.000Z'],
    ['month', 'Asia/Kathmandu', '2026-11-30T18:14:59Z', '2026-11-01', '2026-11-30T18:15:00.000Z'],
    ['month', 'Asia/Kathmandu', '2026-11-30T18:15:00Z', '2026-12-01', '2026-12-31T18:15:00.000Z'],
    // Days of 23 and 25 hours, a week with one of them, a month that begins in one time and ends in the other.
    ['day', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['day', 'Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['day', 'Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    ['week', 'America/New_York', '2026-10-30T12:00:00Z', '2026-10-26', '2026-11-02T05:00:00.000Z'],
    ['month', 'America/New_York', '2026-03-05T12:00:00Z', '2026-03-01', '2026-04-01T04:00:00.000Z'],
    // A day without a midnight begins at 01:00.
    ['day', 'Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-24', '2026-04-24T21:00:00.000Z'],
    ['day', 'Africa/Cairo', '2026-04-23T12:00:00Z', '2026-04-23', '2026-04-23T22:00:00.000Z'],
  ] as const)('%s in %s at %s is that of %s and ends at %s', async (interval, zone, at, key, end) => {
    expect(await readInterval(interval, zone, at)).toEqual([key, end])
  })

  test('is counted further when the tenant moves to another time zone on the same day', async () => {
    const scene = await arrange()
    await createUsageLimitRule(api.db, { tenantId: scene.tenantId, amount: 1, interval: 'month', intervalSeconds: null })
    await reserve(scene)
    // An hour later in the morning and one earlier in the evening is the same day.
    const timeZone = new Date(Date.now() + 8 * 3_600_000).getUTCHours() < 12 ? 'Asia/Tokyo' : 'Asia/Bangkok'
    await api.db.tenant.update({ where: { id: scene.tenantId }, data: { timeZone } })
    expect(await countTaken([reserve(scene)])).toBe(0)
  })
})

describe('the limits that are near', () => {
  test.each([
    { amount: 3, warnPercent: 80, warnsAfter: 2 },
    { amount: 3, warnPercent: 50, warnsAfter: 2 },
    { amount: 3, warnPercent: 100, warnsAfter: 3 },
    { amount: 1, warnPercent: 80, warnsAfter: 1 },
  ])('of $amount requests, with $warnPercent %, warn after $warnsAfter', async ({ amount, warnPercent, warnsAfter }) => {
    const scene = await arrange()
    await createUsageLimitRule(api.db, { tenantId: scene.tenantId, amount, warnPercent })
    for (let used = 0; used <= warnsAfter; used += 1) {
      expect(await readStates(scene)).toMatchObject([{ used, is_warning: used === warnsAfter }])
      if (used < warnsAfter) await reserve(scene)
    }
  })

  test('are listed page by page, the fullest first, of the own tenant and of what holds', async () => {
    const scene = await arrange()
    const { tenantId, user, group, model } = scene
    const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    const near = async (body: object = {}) => {
      const answer = await admin.post('/api/v1/usage/limit/near/query', body)
      expect(answer.statusCode).toBe(200)
      return answer.json<{ limits: NearUsageLimit[]; next_page_token?: string }>()
    }
    const day = { tenantId, interval: 'day', intervalSeconds: null } as const
    await createUsageLimitRule(api.db, { ...day, amount: 2, warnPercent: 100 })
    await createUsageLimitRule(api.db, { ...day, scope: 'tenant', amount: 5, warnPercent: 40 })
    await createUsageLimitRule(api.db, { ...day, scope: 'model', amount: 4, warnPercent: 50 })
    await createUsageLimitRule(api.db, { ...day, scope: 'assistant', amount: 9 })
    const stranger = await arrange()
    await createUsageLimitRule(api.db, { tenantId: stranger.tenantId, amount: 1 })
    await reserve(stranger)
    await settle(scene, await reserve(scene), 10)
    expect((await near()).limits).toEqual([])
    await reserve(scene)

    const first = await near({ page_size: 1 })
    expect(first.limits).toMatchObject([
      { subject: { kind: 'user', id: user.id }, state: { used: 2, remaining: 0, is_reached: true, scope: 'user', interval: 'day' } },
    ])
    const rest = await near({ page_token: first.next_page_token, page_size: 9 })
    expect(rest.limits.map(({ subject, state }) => [subject.kind, subject.id, state.remaining])).toEqual([
      ['model', model.id, 2],
      ['tenant', tenantId, 3],
    ])
    expect(rest.next_page_token).toBeUndefined()
    expect((await near({ user_ids: [user.id] })).limits).toHaveLength(1)
    expect((await near({ user_ids: [admin.user.id] })).limits).toEqual([])
    await createUsageLimitRule(api.db, { ...day, scope: 'group', groupId: group.id, amount: 100 })
    expect((await near({ user_ids: [user.id] })).limits).toEqual([])
  })
})

describe('why a user is blocked', () => {
  test('is told with the name of the user whose own limit it is', async () => {
    const scene = await arrange()
    const { tenantId, user } = scene
    const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    await createUsageLimitRule(api.db, { tenantId, userId: user.id, amount: 1 })
    await reserve(scene)
    const { limits } = (await admin.get(`/api/v1/usage/limit/user/${user.id}`)).json<{ limits: UserUsageLimit[] }>()
    expect(limits).toMatchObject([{ holds: true, state: { scope: 'user', target: { id: user.id, name: user.name }, is_reached: true } }])
  })

  test('is answered by what holds, with its group, and by what it has taken the place of', async () => {
    const scene = await arrange()
    const { tenantId, user, group } = scene
    const admin = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
    const url = `/api/v1/usage/limit/user/${user.id}`
    const read = async () => (await admin.get(url)).json<{ user: { id: string }; may_send: boolean; limits: UserUsageLimit[] }>()
    expect(await read()).toEqual({ user: { id: user.id, name: user.name }, may_send: true, limits: [], refusals: [] })
    const day = { tenantId, interval: 'day', intervalSeconds: null } as const
    const everyone = await createUsageLimitRule(api.db, { ...day, amount: 9 })
    const granted = await createUsageLimitRule(api.db, { ...day, scope: 'group', groupId: group.id, amount: 1 })
    await createUsageLimitRule(api.db, { ...day, scope: 'model', amount: 1 })
    await reserve(scene)
    expect(await read()).toMatchObject({
      may_send: false,
      limits: [
        { id: granted.id, holds: true, state: { scope: 'group', target: { id: group.id }, used: 1, is_reached: true } },
        { id: everyone.id, holds: false, state: { scope: 'user', target: null, used: 0, amount: 9 } },
      ],
    })
    const near = await admin.post('/api/v1/usage/limit/near/query', { scopes: ['model', 'assistant'] })
    expect(near.json<{ limits: NearUsageLimit[] }>().limits).toMatchObject([{ subject: { kind: 'model', id: scene.model.id } }])
  })
})
