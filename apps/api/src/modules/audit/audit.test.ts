import { type AuditEvent, signInActions } from '@heddle/contracts/audit/audit'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'
import { until } from '../../../test/until.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function arrange(role: 'S' | 'A' | 'U' = 'A') {
  const { id: tenantId } = await createTenant(api.db)
  const user = await createUser(api.db, { tenantId, role, name: { default: 'Ada', ja: 'エイダ' } })
  return { tenantId, caller: await api.as(user) }
}

type EventOverrides = Partial<Parameters<TestApp['db']['auditEvent']['create']>[0]['data']>
const createEvent = (tenantId: string, overrides: EventOverrides = {}) =>
  api.db.auditEvent.create({ data: { action: 'createGroup', outcome: 'succeeded', ...overrides, tenantId } as never })

async function query(caller: Caller, body: object = {}) {
  const answer = await caller.post('/api/v1/audit/query', body)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ events: AuditEvent[]; next_page_token?: string }>()
}
const listIds = ({ events }: { events: readonly AuditEvent[] }) => events.map(({ id }) => id)
const readCode = (answer: Awaited<ReturnType<Caller['get']>>) => [
  answer.statusCode,
  answer.json<{ detail: { code: string } }>().detail.code,
]

describe('the audit log', () => {
  test('tells who did what to what, from where, and what changed', async () => {
    const { caller } = await arrange()
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/v1/group',
      headers: { ...caller.headers, 'user-agent': 'Loom/1' },
      payload: { group: { name: 'Silk', description: 'Worms' } },
    })
    const { group } = answer.json<{ group: { id: string } }>()
    const { events } = await query(caller)
    expect(events).toEqual([
      {
        id: expect.any(String),
        created_at: expect.any(String),
        actor: { id: caller.user.id, name: { default: 'Ada', ja: 'エイダ' } },
        action: 'createGroup',
        outcome: 'succeeded',
        error_code: null,
        target: { type: 'group', id: group.id, name: { default: 'Silk' } },
        address: '127.0.0.1',
        user_agent: 'Loom/1',
        before: null,
        after: { name: { default: 'Silk' }, description: { default: 'Worms' } },
      },
    ])
  })

  test('shows the latest first, page by page, and only the own tenant, to a super user too', async () => {
    const { tenantId, caller } = await arrange('S')
    await createEvent((await createTenant(api.db)).id)
    const made: string[] = []
    for (let n = 0; n < 5; n += 1) made.unshift((await createEvent(tenantId)).id)
    const first = await query(caller, { page_size: 2 })
    // What happens meanwhile moves nothing.
    await createEvent(tenantId)
    const second = await query(caller, { page_token: first.next_page_token })
    const third = await query(caller, { page_token: second.next_page_token })
    expect([first, second, third].flatMap(listIds)).toEqual(made)
    expect(third).not.toHaveProperty('next_page_token')
  })

  test('is filtered by actor, target, action, outcome and time', async () => {
    const { tenantId, caller } = await arrange()
    const [actorId, targetId] = [unknownId(), unknownId()]
    const plain = await createEvent(tenantId, { createdAt: new Date('2026-03-01T00:00:00Z') })
    const special = await createEvent(tenantId, {
      actorId,
      targetId,
      targetType: 'user',
      action: 'deleteUser',
      outcome: 'failed',
      errorCode: 'FORBIDDEN',
      createdAt: new Date('2026-03-02T00:00:00Z'),
    })
    for (const filter of [{ actor_id: actorId }, { target_id: targetId }, { action: 'deleteUser' }, { outcome: 'failed' }]) {
      expect(listIds(await query(caller, filter))).toEqual([special.id])
    }
    expect(listIds(await query(caller, { from: '2026-03-02T00:00:00Z' }))).toEqual([special.id])
    expect(listIds(await query(caller, { to: '2026-03-02T00:00:00Z' }))).toEqual([plain.id])
    expect(listIds(await query(caller, { action: 'createGroup', outcome: 'failed' }))).toEqual([])
  })

  test('leaves out the sign-ins and sign-outs that succeeded when it is asked to, page by page and in the export', async () => {
    const { tenantId, caller } = await arrange()
    const failed = await createEvent(tenantId, { action: 'login', outcome: 'failed', errorCode: 'AUTH_LOGIN_FAILED' })
    for (const action of signInActions) await createEvent(tenantId, { action })
    const change = await createEvent(tenantId)
    const first = await query(caller, { sign_ins: 'failed', page_size: 1 })
    const second = await query(caller, { page_token: first.next_page_token })
    expect([first, second].flatMap(listIds)).toEqual([change.id, failed.id])
    expect(listIds(await query(caller))).toHaveLength(6)
    const csv = parse((await caller.get('/api/v1/audit/export?sign_ins=failed')).body, { bom: true, columns: true })
    expect(csv).toHaveLength(3)
  })

  test('is for administrators', async () => {
    const { caller } = await arrange('U')
    expect(readCode(await caller.post('/api/v1/audit/query'))).toEqual([403, 'FORBIDDEN'])
    expect(readCode(await caller.get('/api/v1/audit/export'))).toEqual([403, 'FORBIDDEN'])
  })

  test.each([
    { tenant_id: unknownId() },
    { actor_id: { not: null } },
    { outcome: 'maybe' },
    { sign_ins: 'none' },
    { from: 'yesterday' },
    { from: '0000-01-01T00:00:00Z' },
  ])('refuses to be asked with %j', async (body) => {
    const { caller } = await arrange()
    expect(readCode(await caller.post('/api/v1/audit/query', body))).toEqual([400, 'BAD_REQUEST'])
  })

  test('keeps the name of a user who was deleted', async () => {
    const { tenantId, caller } = await arrange()
    const other = await api.as(await createUser(api.db, { tenantId, role: 'A', name: { default: 'Bo' } }))
    await other.post('/api/v1/group', { group: { name: 'Left behind' } })
    await api.db.user.update({ where: { id: other.user.id }, data: { name: { default: '' }, status: 'deleted' } })
    expect((await query(caller, { actor_id: other.user.id })).events).toMatchObject([{ actor: { name: { default: 'Bo' } } }])
  })
})

describe('a call that is refused', () => {
  const failures = (caller: Caller, count = 1) =>
    until('the refused calls', async () => {
      const { events } = await query(caller, { outcome: 'failed' })
      return events.length >= count ? events : null
    })

  test('is told of with its code and its target, by policy, by permission and by what it asked for', async () => {
    const { tenantId, caller } = await arrange()
    const user = await api.as(await createUser(api.db, { tenantId }))
    const group = await createGroup(api.db, { tenantId })
    await createMembership(api.db, { groupId: group.id, userId: user.user.id })
    await user.post('/api/v1/group', { group: { name: 'Mine' } })
    await user.put(`/api/v1/group/${group.id}`, { group: { name: 'Mine', revision: 0 } })
    await caller.put(`/api/v1/group/${group.id}`, { group: { name: 'New', revision: 9 } })
    await caller.put('/api/v1/group/made-up', { group: { name: 'New', revision: 0 } })
    await caller.delete(`/api/v1/group/${group.id}/user/${unknownId()}`)
    const events = await failures(caller, 5)
    const target = { type: 'group', id: group.id, name: null }
    const seen = events.map((event) => [event.actor?.id, event.action, event.error_code, event.target])
    expect(seen).toHaveLength(5)
    expect(seen).toEqual(
      expect.arrayContaining([
        [user.user.id, 'createGroup', 'FORBIDDEN', null],
        [user.user.id, 'updateGroup', 'FORBIDDEN', target],
        [caller.user.id, 'updateGroup', 'REVISION_MISMATCH', target],
        [caller.user.id, 'updateGroup', 'BAD_REQUEST', { type: 'group', id: null, name: null }],
        [caller.user.id, 'removeGroupMember', 'AUTH_USER_NOT_FOUND', target],
      ]),
    )
  })

  test.each([
    ['collection', '/api/v1/knowledge/collection'],
    ['model', '/api/v1/model'],
    ['model_endpoint', '/api/v1/model/endpoint'],
  ])('has its target also when that is a %s', async (type, path) => {
    const { tenantId, caller } = await arrange()
    const user = await api.as(await createUser(api.db, { tenantId }))
    const id = unknownId()
    await user.delete(`${path}/${id}`)
    expect((await failures(caller))[0]).toMatchObject({ error_code: 'FORBIDDEN', target: { type, id } })
  })

  test('is not told of when it only reads, or when the caller is unknown', async () => {
    const { tenantId, caller } = await arrange()
    await caller.get(`/api/v1/group/${unknownId()}`)
    await caller.post('/api/v1/group/query', { page_size: 0 })
    await api.app.inject({ method: 'DELETE', url: `/api/v1/group/${unknownId()}` })
    // The last one is told of, and so everything before it would be.
    await caller.delete(`/api/v1/group/${unknownId()}`)
    const events = await failures(caller)
    expect(events.map(({ action }) => action)).toEqual(['deleteGroup'])
    expect(await api.db.auditEvent.count({ where: { tenantId } })).toBe(1)
  })
})

describe('a change that is taken back', () => {
  test('leaves no event of it, only that it failed', async () => {
    const { tenantId, caller } = await arrange('S')
    const { id } = await createTenant(api.db)
    await api.asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
      CREATE CONSTRAINT TRIGGER refuse_at_commit AFTER UPDATE ON tenant DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.id = '${id}') EXECUTE FUNCTION refuse()`)
    const answer = await caller.put(`/api/v1/tenant/${id}`, { tenant: { product_name: 'Never', revision: 0 } })
    expect(answer.statusCode).toBe(500)
    const events = await until('the failed call', async () => {
      const found = await api.db.auditEvent.findMany({ where: { tenantId } })
      return found.length > 0 ? found : null
    })
    expect(events).toMatchObject([{ action: 'updateTenant', outcome: 'failed', errorCode: 'UNKNOWN', targetId: id, after: null }])
    expect(await api.db.tenant.findUniqueOrThrow({ where: { id } })).toMatchObject({ productName: null })
  })
})

describe('what the application may do to the log', () => {
  test.each([
    'UPDATE audit_event SET action = NULL',
    'UPDATE audit_event SET action = action WHERE false',
    'DELETE FROM audit_event',
    'TRUNCATE audit_event',
    'DROP TABLE audit_event',
    'ALTER TABLE audit_event DISABLE TRIGGER ALL',
    `INSERT INTO audit_event (id, action, outcome) SELECT id, action, outcome FROM audit_event ON CONFLICT (id) DO UPDATE SET action = 'x'`,
  ])('is not %s', async (sql) => {
    const { tenantId } = await arrange()
    const { id } = await createEvent(tenantId)
    await expect(api.db.$executeRawUnsafe(sql)).rejects.toThrow(/permission denied|must be owner/)
    await expect(api.dependencies.pool.query(sql)).rejects.toThrow(/permission denied|must be owner/)
    expect(await api.db.auditEvent.findUniqueOrThrow({ where: { id } })).toMatchObject({ action: 'createGroup' })
  })
})

describe('the export', () => {
  const read = (body: string) => parse<Record<string, string>>(body, { bom: true, columns: true })

  test('is a CSV that a spreadsheet opens, with itself as the first line', async () => {
    const { tenantId, caller } = await arrange()
    await createEvent(tenantId, {
      actorId: caller.user.id,
      actorName: { default: '=HYPERLINK("http://x")' },
      targetType: 'group',
      targetName: { default: '絲綢, "B"' },
      after: { name: { default: '絲' } },
    })
    await createEvent((await createTenant(api.db)).id)
    const answer = await caller.get('/api/v1/audit/export')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'no-store',
    })
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const rows = read(answer.body)
    expect(rows.map(({ action }) => action)).toEqual(['exportAudit', 'createGroup'])
    expect(rows[1]).toMatchObject({
      actor_name: `'=HYPERLINK("http://x")`,
      target_name: '絲綢, "B"',
      after: '{"name":{"default":"絲"}}',
      outcome: 'succeeded',
    })
  })

  test('has all that the filters leave, over many pages', async () => {
    const { tenantId, caller } = await arrange()
    const data = Array.from({ length: 1_201 }, (_, n) => ({ tenantId, action: `a${n}`, outcome: 'succeeded' as const }))
    await api.db.auditEvent.createMany({ data })
    await createEvent(tenantId, { outcome: 'failed', errorCode: 'UNKNOWN' })
    const rows = read((await caller.get('/api/v1/audit/export?outcome=succeeded')).body)
    expect(new Set(rows.map(({ action }) => action)).size).toBe(1_202)
    expect(rows.some(({ outcome }) => outcome === 'failed')).toBe(false)
  })

  test('is told of, with its filters', async () => {
    const { caller } = await arrange()
    await caller.get('/api/v1/audit/export?action=login')
    expect((await query(caller)).events).toMatchObject([{ action: 'exportAudit', outcome: 'succeeded', after: { action: 'login' } }])
  })

  describe('of much', () => {
    const wide = 'x'.repeat(20_000)
    let origin: string
    beforeAll(async () => {
      origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
    })

    async function begin() {
      const { tenantId, caller } = await arrange()
      await api.db.auditEvent.createMany({
        data: Array.from({ length: 800 }, () => ({ tenantId, action: 'a', outcome: 'succeeded' as const, after: { wide } })),
      })
      const disconnected = new AbortController()
      const response = await fetch(`${origin}/api/v1/audit/export`, { headers: caller.headers, signal: disconnected.signal })
      const reader = response.body?.getReader()
      if (!reader) throw new Error('The export has no body')
      await reader.read()
      return { caller, reader, left: disconnected }
    }

    test.each([
      ['is demoted', (id: string) => api.db.user.update({ where: { id }, data: { role: 'U' } })],
      ['is disabled', (id: string) => api.db.user.update({ where: { id }, data: { status: 'disabled' } })],
      ['is signed out', (id: string) => api.db.session.updateMany({ where: { userId: id }, data: { revokedAt: new Date() } })],
    ])('ends within 5 s when its reader %s, unfinished', async (_, lose) => {
      const { caller, reader } = await begin()
      await lose(caller.user.id)
      const lostAt = Date.now()
      // The reader takes nothing meanwhile: the end has to come by itself.
      await until('the end of the export', async () => (await connections()) === 0, 5_000)
      expect(Date.now() - lostAt).toBeLessThan(5_000)
      await expect(async () => {
        for (;;) if ((await reader.read()).done) return
      }).rejects.toThrow('terminated')
    })

    test('ends when its reader leaves', async () => {
      const { reader, left: disconnected } = await begin()
      disconnected.abort()
      await expect(reader.read()).rejects.toThrow('aborted')
      await until('the end of the export', async () => (await connections()) === 0, 5_000)
    })

    const connections = () =>
      new Promise<number>((resolve, reject) => {
        api.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      })
  })
})
