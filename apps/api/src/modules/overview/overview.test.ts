import { createCollection, createSource } from '@heddle/db/factories/knowledge'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageEvent } from '@heddle/db/factories/usage'
import { createUsageLimitRule } from '@heddle/db/factories/usage-limit'
import { createUser } from '@heddle/db/factories/user'
import type { Overview } from '@heddle/contracts/overview/overview'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '../../platform/files/file-store.ts'
import { createFolderStore } from '../../platform/files/folder-store.ts'
import { createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { rollUpAllUsage } from '../usage/rollup/usage-rollup.sql.ts'
import { createStorageCheck } from './storage-check.ts'

// An evening in UTC that is the next day in Taipei.
const now = new Date('2026-11-23T20:00:00Z')
const today = new Date('2026-11-24')
const addDays = (days: number) => new Date(today.getTime() + days * 24 * 60 * 60 * 1_000)

const yearSeconds = 31_622_400

let api: TestApp
beforeAll(async () => {
  api = await createTestApp({ now: () => now })
})
afterAll(() => api.close())

async function arrange() {
  const { id: tenantId } = await createTenant(api.db, { timeZone: 'Asia/Taipei' })
  const user = await createUser(api.db, { tenantId, role: 'A' })
  const caller = await api.as(user)
  async function read() {
    const response = await caller.get('/api/v1/system/overview')
    expect([response.statusCode, response.body]).toEqual([200, response.body])
    return response.json<{ overview: Overview }>().overview
  }
  return { tenantId, user, read }
}

/** Fills every part of the overview of a tenant. */
async function arrangeTrouble({ tenantId, user }: Pick<Awaited<ReturnType<typeof arrange>>, 'tenantId' | 'user'>) {
  const dyes = await createCollection(api.db, { tenantId, name: { default: 'Dyes' } })
  const yarns = await createCollection(api.db, { tenantId, name: { default: 'Yarns' } })
  const paused = await createCollection(api.db, { tenantId, isPaused: true })
  const indexed = { collectionId: dyes.id, state: 'indexed' } as const
  await createSource(api.db, { collectionId: yarns.id, state: 'failed' })
  await createSource(api.db, { ...indexed, state: 'failed', validUntil: addDays(-1) })
  await createSource(api.db, { ...indexed, validUntil: addDays(0) })
  await createSource(api.db, { ...indexed, validUntil: addDays(30) })
  await createSource(api.db, { ...indexed, validUntil: addDays(31) })
  await createSource(api.db, { ...indexed, validUntil: addDays(-9), enabled: false })
  await createSource(api.db, { collectionId: yarns.id, state: 'embedding' })
  await createSource(api.db, { collectionId: paused.id, state: 'queued' })
  const feedback = { tenantId, userId: user.id, messageIndex: 1, createdAt: new Date('2026-11-20') }
  await api.db.messageFeedback.createMany({
    data: [
      { ...feedback, rating: 'bad', reason: 'Wrong fibre' },
      { ...feedback, rating: 'bad' },
      { ...feedback, rating: 'good' },
      { ...feedback, rating: 'bad', createdAt: new Date('2026-11-10') },
    ],
  })
  const spent = { tenantId, userId: user.id }
  await createUsageEvent(api.db, { ...spent, createdAt: new Date('2026-11-23T16:30:00Z') })
  await createUsageEvent(api.db, { ...spent, createdAt: new Date('2026-11-23T17:00:00Z'), outcome: 'failed' })
  await createUsageEvent(api.db, { ...spent, createdAt: new Date('2026-11-23T15:00:00Z') })
  await rollUpAllUsage(api.dependencies.pool)
  const { id: ruleId } = await createUsageLimitRule(api.db, { tenantId, intervalSeconds: yearSeconds })
  const windowStart = new Date(Math.floor(Date.now() / 1_000 / yearSeconds) * yearSeconds * 1_000)
  await api.db.usageCounter.create({ data: { ruleId, subjectId: user.id, windowStart, used: 9 } })
  const key = { keyCiphertext: Buffer.from('encrypted before the secret changed'), keyId: 'another' }
  const endpoint = await createModelEndpoint(api.db, { tenantId, ...key })
  const untried = await createModelEndpoint(api.db, { tenantId })
  await createModelEndpoint(api.db, { tenantId, ...key, enabled: false })
  return { dyes, yarns, endpoint, untried, ruleId }
}

test('counts what needs attention in the tenant, by its days, and names collections', async () => {
  const scene = await arrange()
  const { dyes, yarns, endpoint, untried, ruleId } = await arrangeTrouble(scene)
  const overview = await scene.read()
  expect(overview.models).toEqual({
    endpoints: 2,
    unavailable: [{ id: endpoint.id, name: endpoint.name, is_from_environment: false, state: 'key_missing' }],
    untried: [{ id: untried.id, name: untried.name, is_from_environment: false }],
  })
  expect(overview.ingestion).toMatchObject({ sources: 1 })
  expect(overview.sources).toEqual({
    failed: 2,
    expired: 1,
    expiring: 2,
    expiring_days: 30,
    collections: [
      { id: dyes.id, name: { default: 'Dyes' }, failed: 1, expired: 1, expiring: 2 },
      { id: yarns.id, name: { default: 'Yarns' }, failed: 1, expired: 0, expiring: 0 },
    ],
  })
  expect(overview.feedback).toEqual({ bad: 2, with_reason: 1, from: '2026-11-16', days: 7 })
  expect(overview.limits).toMatchObject({
    near: [{ rule_id: ruleId, subject: { kind: 'user', id: scene.user.id }, state: { used: 9, remaining: 1, is_reached: false } }],
    has_more: false,
  })
  expect(overview.today).toMatchObject({ day: '2026-11-24', time_zone: 'Asia/Taipei' })
  expect(overview.today?.usage).toMatchObject({ requests: 2, active_users: 1, outcomes: { completed: 1, failed: 1 } })
})

test('knows of a server that this process has not called what a test or a reply has shown of it before', async () => {
  const { tenantId, user, read } = await arrange()
  const connect = (name: string) => createModelEndpoint(api.db, { tenantId, name })
  const servers = { untried: await connect('untried'), used: await connect('used'), tested: await connect('tested') }
  const [dead, locked] = [await connect('dead'), await connect('locked')]
  async function keepTest(endpointId: string, code: string | null) {
    const { id: modelId } = await createModel(api.db, { tenantId, endpointId })
    const error = code && { code, status: null, message: null }
    await api.db.modelTest.create({ data: { modelId, testedAt: now, result: { error, chat: null, embedding: null, elapsed_ms: 1 } } })
  }
  await keepTest(servers.tested.id, null)
  await keepTest(dead.id, 'MODEL_UNAVAILABLE')
  await keepTest(locked.id, 'CHAT_AUTH_KEY_MISSING')
  await createUsageEvent(api.db, { tenantId, userId: user.id, calls: [{ endpointId: servers.used.id }] })
  await rollUpAllUsage(api.dependencies.pool)
  const { models } = await read()
  expect(models?.untried.map(({ name }) => name)).toEqual(['untried'])
  expect(models?.unavailable.map(({ name, state }) => [name, state])).toEqual([
    ['dead', 'unreachable'],
    ['locked', 'key_refused'],
  ])
})

test('tells nothing of another tenant', async () => {
  const other = await arrange()
  await arrangeTrouble(other)
  const { read } = await arrange()
  const overview = await read()
  expect(overview).toMatchObject({
    models: { endpoints: 0, unavailable: [], untried: [] },
    ingestion: { sources: 0, oldest_at: null },
    sources: { failed: 0, expired: 0, expiring: 0, collections: [] },
    feedback: { bad: 0, with_reason: 0 },
    limits: { near: [], has_more: false },
    today: { usage: { requests: 0, active_users: 0 } },
  })
})

test('says whether a worker does its rounds, and how long the oldest job waits', async () => {
  const { read } = await arrange()
  await api.asOwner(`UPDATE pgboss.version SET cron_on = NULL; UPDATE pgboss.queue SET monitor_claim_on = NULL`)
  expect((await read()).worker).toEqual({ is_running: false, last_seen_at: null, delay_seconds: 0 })
  await api.asOwner(`UPDATE pgboss.version SET cron_on = now() - interval '10 seconds'`)
  expect((await read()).worker).toMatchObject({ is_running: true })
  await api.asOwner(`UPDATE pgboss.version SET cron_on = now() - interval '5 minutes'`)
  await api.asOwner(`INSERT INTO pgboss.job (name, start_after) VALUES ('knowledge-ingest', now() - interval '1 hour')`)
  const { worker } = await read()
  expect(worker?.is_running).toBe(false)
  expect(worker?.delay_seconds).toBeGreaterThanOrEqual(3_600)
})

test('says when a backup was recorded, which only the owner of the database does', async () => {
  const { read } = await arrange()
  expect((await read()).backup).toEqual({ is_recent: false, last_at: null })
  await api.asOwner(`INSERT INTO backup VALUES ('2026-11-10T02:00:00Z')`)
  expect((await read()).backup).toEqual({ is_recent: false, last_at: '2026-11-10T02:00:00.000Z' })
  await api.asOwner(`INSERT INTO backup VALUES ('2026-11-22T02:00:00Z')`)
  expect((await read()).backup).toEqual({ is_recent: true, last_at: '2026-11-22T02:00:00.000Z' })
  await expect(api.dependencies.pool.query('INSERT INTO backup DEFAULT VALUES')).rejects.toThrow('permission denied')
})

test('leaves out a part that fails and one that hangs, and has the others', async () => {
  const { read } = await arrange()
  await api.asOwner('REVOKE SELECT ON backup FROM heddle_app')
  const client = await api.dependencies.pool.connect()
  try {
    await client.query('BEGIN; LOCK TABLE message_feedback IN ACCESS EXCLUSIVE MODE')
    const { backup, feedback, ...others } = await read()
    expect([backup, feedback]).toEqual([null, null])
    expect(Object.values(others)).not.toContain(null)
  } finally {
    await client.query('ROLLBACK')
    client.release()
    await api.asOwner('GRANT SELECT ON backup TO heddle_app')
  }
})

describe('the storage', () => {
  async function check(change: (store: FileStore) => Partial<FileStore>) {
    const dir = await mkdtemp(join(tmpdir(), 'heddle-overview-test-'))
    const store = createFolderStore(dir)
    const read = createStorageCheck({ files: { ...store, ...change(store) }, config: { files: { dir, s3: undefined } }, maxAgeMs: 60_000 })
    return { read, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
  }

  test('keeps a file, and is asked once a minute', async () => {
    let stored = 0
    await using storage = await check(({ put }) => ({ put: (key, path) => ((stored += 1), put(key, path)) }))
    const states = [await storage.read(), ...(await Promise.all([storage.read(), storage.read()]))]
    expect(states).toEqual(Array(3).fill(expect.objectContaining({ state: 'ok' })))
    expect(stored).toBe(1)
  })

  test('is failed when it takes no file', async () => {
    await using storage = await check(() => ({ put: () => Promise.reject(new Error('Disk full')) }))
    expect(await storage.read()).toMatchObject({ state: 'failed' })
  })
})
