import type { CallBucket, DebugBackend, DebugCommon, HeldReservation, RecentError } from '@heddle/contracts/debug/debug'
import { createModelEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { createUser } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../platform/logging/log.ts'
import { createRecentErrors } from '../../platform/logging/recent-errors.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'

const canary = 'canary-4c1d'
const now = new Date('2026-11-23T05:00:00Z')
const recentErrors = createRecentErrors({ now: () => now })

let api: TestApp
beforeAll(async () => {
  api = await createTestApp({
    // Time stands still: no bucket drains.
    now: () => now,
    recentErrors,
    log: createLogger({ logLevel: 'error' }, { destination: { write: () => {} }, onFailure: recentErrors.add }),
    config: {
      rate: { perSecond: 5, burst: 20 },
      seedPassword: `${canary}-seed`,
      metrics: { token: `${canary}-metrics-token`, port: undefined },
      model: {
        baseUrl: `http://${canary}:${canary}@127.0.0.1:9/v1?key=${canary}`,
        apiKey: `${canary}-model`,
        names: undefined,
        contextTokens: 16_384,
        readsImages: [],
      },
      errorReporting: {
        dsn: `https://${canary}@errors.example.org/7`,
        environment: 'lab',
        tracesSampleRate: 1,
        replaysSessionSampleRate: 1,
        replaysOnErrorSampleRate: 1,
        sendPersonalData: true,
      },
    },
    extend: (app) =>
      app.get('/api/broken', { config: { policy: 'public' } }, () => {
        throw new Error(`Cannot read ${canary}`, { cause: new TypeError(`x of "${canary}" is not a function`) })
      }),
  })
})
afterAll(() => api.close())

async function signIn() {
  const { id: tenantId } = await createTenant(api.db)
  return { tenantId, ...(await api.as(await createUser(api.db, { tenantId, role: 'A' }))) }
}

const paths = ['common', 'backend', 'error', 'limit'].map((view) => `/api/v1/debug/${view}`)

test('no view has a secret in it, nor what an error quotes', async () => {
  const admin = await signIn()
  const endpoint = { name: 'Remote', base_url: 'http://127.0.0.1:9/v1', api_key: `${canary}-key-of-an-endpoint` }
  expect((await admin.post('/api/v1/model/endpoint', { endpoint })).statusCode).toBe(200)
  const broken = await api.app.inject({ url: `/api/broken?q=${canary}`, headers: { cookie: canary } })
  expect(broken.statusCode).toBe(500)
  const responses = []
  for (const path of paths) responses.push(await admin.get(path))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const text = responses.map(({ body }) => body).join('\n')
  const databasePassword = new URL(api.dependencies.config.databaseUrl).password
  const secrets = [canary, testSecretKey, admin.token, ...(databasePassword === '' ? [] : [databasePassword])]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])

  const { common } = responses[0]?.json<{ common: DebugCommon }>() ?? {}
  expect(common).toMatchObject({ environment: 'test', now: now.toISOString() })
  expect(common?.settings).toContainEqual({ name: 'SECRET_KEY', value: null, is_hidden: true })
  expect(common?.settings).toContainEqual({ name: 'REQUESTS_PER_SECOND', value: '5', is_hidden: false })
  expect(common?.features).toContainEqual({ feature: 'error_reporting', is_on: true })

  const { errors } = responses[2]?.json<{ errors: RecentError[] }>() ?? {}
  expect(errors?.[0]).toEqual({
    at: now.toISOString(),
    level: 'error',
    sentence: 'Request failed',
    request_id: broken.headers['x-request-id'],
    tags: { code: 'UNKNOWN', route: '/api/broken' },
    causes: [
      { type: 'Error', code: null, message: '' },
      { type: 'TypeError', code: null, message: 'x of … is not a function' },
    ],
  })
})

test('the error test fails the request, is logged by its id, and is recorded with who asked for it', async () => {
  const admin = await signIn()
  const response = await admin.post('/api/v1/debug/error/test')
  expect(response.statusCode).toBe(500)
  const { errors } = (await admin.get('/api/v1/debug/error')).json<{ errors: RecentError[] }>()
  expect(errors[0]).toMatchObject({ request_id: response.headers['x-request-id'], tags: { route: '/api/v1/debug/error/test' } })
  // The audit log records a failed call after its response.
  const where = { tenantId: admin.tenantId, action: 'causeTestError' }
  const recorded = await until('an event of the call', () => api.db.auditEvent.findFirst({ where }))
  expect(recorded).toMatchObject({ actorId: admin.user.id, outcome: 'failed', errorCode: 'UNKNOWN' })
})

test('the backend view measures what the tenant and the process depend on', async () => {
  const admin = await signIn()
  const remote = await createModelEndpoint(api.db, { tenantId: admin.tenantId, baseUrl: 'http://127.0.0.1:9/v1' })
  await createModelEndpoint(api.db, { tenantId: admin.tenantId, enabled: false })
  await createModelEndpoint(api.db)
  const { backend } = (await admin.get('/api/v1/debug/backend')).json<{ backend: DebugBackend }>()
  expect(backend.models).toMatchObject([{ id: remote.id, name: remote.name, state: 'unreachable', error: 'MODEL_UNAVAILABLE' }])
  expect(backend.database).toMatchObject({ version: expect.stringMatching(/^\d+\./), connections: { waiting: 0 } })
  expect(backend.queue).toMatchObject({ worker: { is_running: false }, queues: [] })
  expect(backend.storage).toMatchObject({ state: 'ok' })
})

test('the latest 100 errors are kept, the latest first', async () => {
  const admin = await signIn()
  for (let task = 1; task <= 150; task += 1) api.dependencies.log.error({ task: `task ${task}` }, 'Repeated task failed')
  const { errors, since } = (await admin.get('/api/v1/debug/error')).json<{ errors: RecentError[]; since: string }>()
  expect(since).toBe(now.toISOString())
  expect(errors.map(({ tags }) => tags['task'])).toEqual(Array.from({ length: 100 }, (_, index) => `task ${150 - index}`))
  expect(errors[0]).toMatchObject({ request_id: null, causes: [] })
})

test("the limit view shows the buckets and reservations of the tenant, and which are one's own", async () => {
  const [admin, stranger] = [await signIn(), await signIn()]
  const colleague = await api.as(await createUser(api.db, { tenantId: admin.tenantId, role: 'U' }))
  for (const [index, { id: subjectId, tenantId }] of [admin.user, colleague.user, stranger.user].entries()) {
    const { id: ruleId } = await createUsageLimitRule(api.db, { tenantId, metric: 'cost', currency: 'TWD', amount: 1_000_000_000 })
    const counter = { ruleId, subjectId, windowStart: now }
    await api.db.usageCounter.create({ data: { ...counter, reserved: 250_000_000 } })
    const createdAt = new Date(now.getTime() + index)
    await api.db.usageReservation.create({ data: { ...counter, runId: randomUUID(), amount: 250_000_000, createdAt } })
  }
  for (const caller of [colleague, colleague, stranger]) await caller.get('/api/v1/auth/me')

  const limits = (await admin.get('/api/v1/debug/limit')).json<{ buckets: CallBucket[]; reservations: HeldReservation[] }>()
  const calls = limits.buckets.filter(({ kind }) => kind === 'calls')
  expect(calls).toMatchObject([
    { user: { id: admin.user.id }, is_own: true, used: 1, max: 20, resets_at: '2026-11-23T05:00:00.200Z' },
    { user: { id: colleague.user.id }, is_own: false, used: 2, max: 20, resets_at: '2026-11-23T05:00:00.400Z' },
  ])
  expect(limits.reservations).toMatchObject([
    { is_own: false, amount: 2.5, rule: { metric: 'cost', currency: 'TWD', amount: 10 } },
    { is_own: true, amount: 2.5 },
  ])
  expect(limits).toMatchObject({ has_more_reservations: false })
})

const unknownPath = { detail: { code: 'NOT_FOUND' } }

test('the session tells administrators of the views, and no one else', async () => {
  const admin = await signIn()
  const member = await api.as(await createUser(api.db, { tenantId: admin.tenantId, role: 'U' }))
  const ask = async ({ get }: typeof member) => (await get('/api/v1/auth/me')).json<{ has_debug_views: boolean }>().has_debug_views
  expect([await ask(admin), await ask(member)]).toEqual([true, false])
})

test('no view exists where the configuration turns them off', async () => {
  const plain = await createTestApp({ config: { debugViews: false } })
  try {
    const root = await plain.as(await createUser(plain.db, { role: 'S' }))
    expect((await root.get('/api/v1/auth/me')).json()).toMatchObject({ has_debug_views: false })
    for (const path of [...paths, `/api/v1/debug/run/${randomUUID()}`]) expect((await root.get(path)).json()).toMatchObject(unknownPath)
    for (const path of ['run/query', 'error/test']) expect((await root.post(`/api/v1/debug/${path}`, {})).json()).toMatchObject(unknownPath)
  } finally {
    await plain.close()
  }
})
