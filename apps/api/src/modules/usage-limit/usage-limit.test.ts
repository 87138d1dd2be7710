// Usage limits over HTTP: the rules that administrators set, and what they do to real sends.
import type { UsageLimitRule, UsageLimitState } from '@heddle/contracts/usage-limit/usage-limit'
import { limits } from '@heddle/contracts/limits'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageLimitRule, longInterval } from '@heddle/db/factories/usage-limit'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { type Caller, unknownId } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const readCode = (answer: Awaited<ReturnType<Caller['get']>>) => [
  answer.statusCode,
  answer.json<{ detail: { code: string } }>().detail.code,
]

const hour = 3_600
const wanted = {
  scope: 'user',
  target_id: null,
  metric: 'requests',
  currency: null,
  amount: 20,
  interval: 'seconds',
  interval_seconds: hour,
  warn_percent: 80,
  blocks: true,
}

async function arrange(role: 'S' | 'A' = 'A') {
  const { id: tenantId } = await createTenant(app.db)
  const admin = await app.as(await createUser(app.db, { tenantId, role }))
  const create = (rule: object = {}) => admin.post('/api/v1/usage/limit_rule', { rule: { ...wanted, ...rule } })
  return { tenantId, admin, create }
}

const readRule = (answer: Awaited<ReturnType<Caller['get']>>) => answer.json<{ rule: UsageLimitRule }>().rule

const fetchLimit = async (caller: Caller) =>
  (await caller.get('/api/v1/usage/limit')).json<{ may_send: boolean; limits: UsageLimitState[] }>()

const findCounters = async (ruleId: string) => {
  const counters = await app.db.usageCounter.findMany({ where: { ruleId } })
  return counters.map(({ subjectId, used, reserved }) => ({ subjectId, used: Number(used), reserved: Number(reserved) }))
}

async function countRefusals(ruleId: string) {
  const groups = await app.db.usageRefusal.groupBy({ by: ['subjectId', 'userId'], where: { ruleId }, _sum: { count: true } })
  return groups.map(({ subjectId, userId, _sum }) => ({ subjectId, userId, count: _sum.count }))
}

describe('the rules', () => {
  test('are created, changed and removed, and every change is told of in the audit log', async () => {
    const { tenantId, admin, create } = await arrange()
    const person = await createUser(app.db, { tenantId, name: { default: 'Ada' } })
    const created = readRule(await create({ target_id: person.id, metric: 'tokens', amount: 1_000_000_000_000 }))
    expect(created).toMatchObject({
      scope: 'user',
      target_id: person.id,
      target: { id: person.id, name: { default: 'Ada' } },
      amount: 1_000_000_000_000,
      interval_seconds: hour,
      revision: 0,
    })
    const url = `/api/v1/usage/limit_rule/${created.id}`
    const change = { amount: 5, warn_percent: 50, blocks: false }
    const changed = readRule(await admin.put(url, { rule: change, revision: 0 }))
    expect(changed).toEqual({ ...created, ...change, revision: 1 })
    expect(await app.db.usageLimitRule.findUniqueOrThrow({ where: { id: created.id } })).toMatchObject({ amount: 5n, revision: 1 })
    expect((await admin.delete(url)).json()).toEqual({ success: true })
    expect(readCode(await admin.delete(url))).toEqual([404, 'USAGE_LIMIT_RULE_NOT_FOUND'])
    expect(await app.db.usageLimitRule.count({ where: { tenantId } })).toBe(0)
    const events = await app.db.auditEvent.findMany({ where: { actorId: admin.user.id, outcome: 'succeeded' }, orderBy: { id: 'asc' } })
    expect(events.map(({ action, targetType, targetId }) => [action, targetType, targetId])).toEqual(
      ['createUsageLimitRule', 'updateUsageLimitRule', 'deleteUsageLimitRule'].map((action) => [action, 'usage_limit_rule', created.id]),
    )
    expect(events[1]).toMatchObject({ before: { amount: 1_000_000_000_000, warn_percent: 80, blocks: true }, after: change })
  })

  test('are changed by one of two who saw the same', async () => {
    const { admin, create } = await arrange()
    const { id } = readRule(await create())
    const change = (amount: number) =>
      admin.put(`/api/v1/usage/limit_rule/${id}`, { rule: { amount, warn_percent: 80, blocks: true }, revision: 0 })
    const answers = await Promise.all([change(1), change(2)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const stale = await change(3)
    expect(readCode(stale)).toEqual([409, 'REVISION_MISMATCH'])
    expect(stale.json()).toMatchObject({ detail: { params: { current: { id, revision: 1 } } } })
  })

  test('are listed page by page, the latest first, and only those of the own tenant', async () => {
    const { admin, create } = await arrange('S')
    const other = await arrange()
    const foreign = readRule(await other.create())
    const ids = [readRule(await create()).id, readRule(await create()).id, readRule(await create()).id]
    const query = async (body: object) =>
      (await admin.post('/api/v1/usage/limit/query', body)).json<{ rules: UsageLimitRule[]; next_page_token?: string }>()
    const first = await query({ page_size: 2 })
    const rest = await query({ page_token: first.next_page_token })
    expect([...first.rules, ...rest.rules].map(({ id }) => id)).toEqual(ids.toReversed())
    const url = `/api/v1/usage/limit_rule/${foreign.id}`
    const body = { rule: { amount: 1, warn_percent: 1, blocks: true }, revision: 0 }
    for (const answer of [await admin.put(url, body), await admin.delete(url)])
      expect(readCode(answer)).toEqual([404, 'USAGE_LIMIT_RULE_NOT_FOUND'])
  })

  test("name a user of the tenant, and no user when they are the tenant's", async () => {
    const { tenantId, create } = await arrange()
    const [stranger, gone] = [await createUser(app.db), await createUser(app.db, { tenantId, status: 'deleted' })]
    for (const user_id of [stranger.id, gone.id, unknownId()])
      expect(readCode(await create({ target_id: user_id }))).toEqual([404, 'AUTH_USER_NOT_FOUND'])
    const person = await createUser(app.db, { tenantId })
    expect(readCode(await create({ scope: 'tenant', target_id: person.id }))).toEqual([400, 'BAD_REQUEST'])
  })

  test.each([{ amount: 0 }, { amount: 1.5 }, { amount: 1_000_000_000_001 }, { interval_seconds: 59 }, { warn_percent: 101 }])(
    'are refused with %j',
    async (wrong) => {
      const { create } = await arrange()
      expect(readCode(await create(wrong))).toEqual([400, 'BAD_REQUEST'])
    },
  )

  test(`are at most ${limits.usageLimitRules} a tenant, also when many are made at once`, async () => {
    const { tenantId, create } = await arrange()
    for (let n = 0; n < limits.usageLimitRules - 1; n += 1) await createUsageLimitRule(app.db, { tenantId })
    const answers = await Promise.all(Array.from({ length: 4 }, () => create()))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await app.db.usageLimitRule.count({ where: { tenantId } })).toBe(limits.usageLimitRules)
  })
})

describe('how the limits stand', () => {
  test('is told to everybody for themselves, the nearest to its end first', async () => {
    const { person, chat, tenantId } = await app.createScene()
    expect(await fetchLimit(person)).toEqual({ may_send: true, limits: [] })
    await createUsageLimitRule(app.db, { tenantId, scope: 'tenant', amount: 100 })
    await createUsageLimitRule(app.db, { tenantId, amount: 2, warnPercent: 50 })
    const done = await (await app.send(person, chat)).done()
    const resetsAt = new Date((Math.floor(Date.now() / (longInterval * 1_000)) + 1) * longInterval * 1_000).toISOString()
    const period = { interval: 'seconds', interval_seconds: longInterval }
    const shared = {
      ...period,
      target: null,
      metric: 'requests',
      flow: null,
      currency: null,
      blocks: true,
      is_reached: false,
      resets_at: resetsAt,
    }
    expect(await fetchLimit(person)).toEqual({
      may_send: true,
      limits: [
        { ...shared, scope: 'user', amount: 2, used: 1, remaining: 1, is_warning: true },
        { ...shared, scope: 'tenant', amount: 100, used: 1, remaining: 99, is_warning: false },
      ],
    })
    await (await app.send(person, { ...chat, version: done.version })).done()
    expect(await fetchLimit(person)).toMatchObject({ may_send: false, limits: [{ remaining: 0, is_reached: true }, {}] })
  })

  test('a limit that does not block warns and lets send', async () => {
    const { person, chat, tenantId } = await app.createScene()
    await createUsageLimitRule(app.db, { tenantId, amount: 1, blocks: false })
    const done = await (await app.send(person, chat)).done()
    expect(await fetchLimit(person)).toMatchObject({ may_send: true, limits: [{ is_warning: true, is_reached: true }] })
    expect((await app.send(person, { ...chat, version: done.version })).status).toBe(200)
  })
})

describe('20 sends at once to two processes with one request left', () => {
  let other: Awaited<ReturnType<ChatApp['startSecondProcess']>>
  beforeAll(async () => {
    other = await app.startSecondProcess()
  })
  afterAll(() => other.close())

  /** Sends them all, alternating between the processes; returns the answers that are there when all are accepted or refused. */
  async function sendAll(senders: readonly (readonly [Pick<Caller, 'headers'>, { id: string; version: number }])[]) {
    const origins = [app.origin, other.origin]
    const readers = await Promise.all(
      senders.map(([person, chat], n) => app.send(person, chat, { at: origins[n % origins.length] ?? app.origin })),
    )
    const [accepted, refused] = [readers.filter(({ status }) => status === 200), readers.filter(({ status }) => status !== 200)]
    for (const reader of accepted) await reader.done()
    return { accepted, refused }
  }

  const refusal = (scope: string) => ({
    code: 'USAGE_LIMIT_REACHED',
    params: {
      scope,
      metric: 'requests',
      amount: 1,
      interval_seconds: longInterval,
      resets_at: expect.any(String),
      retry_after: expect.any(Number),
    },
  })

  test('of one user in 20 chats: one is accepted', async () => {
    const { person, tenantId, assistant } = await app.createScene()
    const rule = await createUsageLimitRule(app.db, { tenantId, amount: 1 })
    const chats = await Promise.all(Array.from({ length: 20 }, () => app.startChat(person, assistant.id)))
    const { accepted, refused } = await sendAll(chats.map((chat) => [person, chat] as const))
    expect(accepted).toHaveLength(1)
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 19 }, () => 429))
    for (const { error } of refused) expect(error).toMatchObject(refusal('user'))
    expect(await findCounters(rule.id)).toEqual([{ subjectId: person.user.id, used: 1, reserved: 0 }])
    expect(await countRefusals(rule.id)).toEqual([{ subjectId: person.user.id, userId: person.user.id, count: 19 }])
    const admin = await app.as(await createUser(app.db, { tenantId, role: 'A' }))
    const why = await admin.get(`/api/v1/usage/limit/user/${person.user.id}`)
    expect(why.json()).toMatchObject({
      may_send: false,
      refusals: [{ rule_id: rule.id, scope: 'user', target: null, amount: 1, count: 19 }],
    })
    const chatIds = chats.map(({ id }) => id)
    expect(await app.db.message.count({ where: { chatId: { in: chatIds } } })).toBe(2)
    expect(await app.db.usageEvent.count({ where: { chatId: { in: chatIds } } })).toBe(1)
  })

  test('of 20 users of the tenant: one is accepted', async () => {
    const { tenantId, assistant } = await app.createScene()
    const rule = await createUsageLimitRule(app.db, { tenantId, scope: 'tenant', amount: 1 })
    const senders = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const person = await app.createPerson({ tenantId })
        return [person, await app.startChat(person, assistant.id)] as const
      }),
    )
    const { accepted, refused } = await sendAll(senders)
    expect(accepted).toHaveLength(1)
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 19 }, () => 429))
    for (const { error } of refused) expect(error).toMatchObject(refusal('tenant'))
    expect(await findCounters(rule.id)).toEqual([{ subjectId: tenantId, used: 1, reserved: 0 }])
  })
})

describe('a send', () => {
  test('that is refused says when to come again, in a header too, and leaves the chat as it was', async () => {
    const { person, chat, tenantId } = await app.createScene()
    await createUsageLimitRule(app.db, { tenantId, amount: 1 })
    const done = await (await app.send(person, chat)).done()
    const answer = await person.post(`/api/v1/chat/${chat.id}/message_stream`, {
      content: 'Another',
      client_message_id: unknownId(),
      version: done.version,
    })
    expect(readCode(answer)).toEqual([429, 'USAGE_LIMIT_REACHED'])
    const { params } = answer.json<{ detail: { params: { retry_after: number; resets_at: string } } }>().detail
    expect(Number(answer.headers['retry-after'])).toBe(params.retry_after)
    expect(Math.abs(Date.parse(params.resets_at) - Date.now() - params.retry_after * 1_000)).toBeLessThan(2_000)
    expect(await app.db.chat.findUniqueOrThrow({ where: { id: chat.id } })).toMatchObject({ version: done.version, requestCount: 1 })
    expect(await app.db.usageReservation.count({ where: { subjectId: person.user.id } })).toBe(0)
  })

  test('settles to the tokens that the model reported, and frees the rest of what it had reserved', async () => {
    const { person, chat, tenantId } = await app.createScene()
    const rule = await createUsageLimitRule(app.db, { tenantId, metric: 'tokens', amount: 100_000 })
    const reader = await app.send(person, chat, { fault: 'tokens=150,tps=60' })
    await reader.hasText()
    const [running] = await findCounters(rule.id)
    expect(running).toMatchObject({ used: 0 })
    expect(running?.reserved).toBeGreaterThan(0)
    await reader.done()
    const [event] = await app.db.usageEvent.findMany({ where: { chatId: chat.id } })
    const reported = app.callsOf('tokens=150,tps=60').at(-1)
    expect(event?.estimated).toBe(false)
    expect(reported?.usage).toMatchObject({ prompt_tokens: event?.inputTokens, completion_tokens: event?.outputTokens })
    const used = (event?.inputTokens ?? 0) + (event?.outputTokens ?? 0)
    expect(await findCounters(rule.id)).toEqual([{ subjectId: person.user.id, used, reserved: 0 }])
  })

  test.each([
    ['stopped', 'endless,tps=57', 1],
    ['failed before a word', 'status=500', 0],
    ['broken off', 'drop=10', 1],
  ])('that was %s counts what was generated, and a request only if it was made', async (_, fault, requests) => {
    const { person, chat, tenantId } = await app.createScene()
    const rule = await createUsageLimitRule(app.db, { tenantId })
    const tokens = await createUsageLimitRule(app.db, { tenantId, metric: 'tokens', amount: 100_000 })
    const reader = await app.send(person, chat, { fault })
    if (fault.startsWith('endless')) {
      await reader.hasText()
      await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
    }
    await reader.done()
    const events = await until('the usage event', async () => {
      const found = await app.db.usageEvent.findMany({ where: { chatId: chat.id } })
      return found.length > 0 ? found : null
    })
    const used = events.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
    expect(await findCounters(rule.id)).toEqual([{ subjectId: person.user.id, used: requests, reserved: 0 }])
    expect(await findCounters(tokens.id)).toEqual([{ subjectId: person.user.id, used, reserved: 0 }])
  })

  test('of a title counts its tokens and no request', async () => {
    const { person, chat, tenantId } = await app.createScene()
    const rule = await createUsageLimitRule(app.db, { tenantId })
    const tokens = await createUsageLimitRule(app.db, { tenantId, metric: 'tokens', amount: 1 })
    const answer = await person.post(`/api/v1/chat/${chat.id}/title`, { content: 'What is a loom?' })
    expect(answer.statusCode).toBe(200)
    const [event] = await app.db.usageEvent.findMany({ where: { chatId: chat.id } })
    expect(event?.flow).toBe('title')
    const used = (event?.inputTokens ?? 0) + (event?.outputTokens ?? 0)
    expect(await findCounters(rule.id)).toEqual([])
    expect(await findCounters(tokens.id)).toEqual([{ subjectId: person.user.id, used, reserved: 0 }])
    const [calls, url] = [app.demo.requests.length, `/api/v1/chat/${chat.id}/title`]
    expect(readCode(await person.post(url, { content: 'And another?' }))).toEqual([429, 'USAGE_LIMIT_REACHED'])
    expect(app.demo.requests).toHaveLength(calls)
    expect((await person.post(url, { name: 'Looms' })).statusCode).toBe(200)
  })
})
