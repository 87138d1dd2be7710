import { endpoints } from '@heddle/contracts/endpoint-list'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createGroup } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import type { Tenant } from '@heddle/contracts/tenant/tenant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const password = 'a password of the first day'

async function arrange(role: 'S' | 'A' | 'U' = 'S') {
  const tenant = await createTenant(api.db)
  const model = await createModel(api.db, { tenantId: tenant.id, isDefault: true })
  const user = await createUser(api.db, { tenantId: tenant.id, role })
  return { tenant, model, user, caller: await api.as(user) }
}

type Answer = Awaited<ReturnType<Caller['get']>>

const readTenant = (answer: Answer) => {
  expect(answer.statusCode).toBe(200)
  return answer.json<{ tenant: Tenant }>().tenant
}
const readRefusal = (answer: Answer) => {
  const { code, params } = answer.json<{ detail: { code: string; params?: Record<string, unknown> } }>().detail
  return { status: answer.statusCode, code, params }
}
const readFields = (answer: Answer) => ((readRefusal(answer).params?.fields ?? []) as { path: string }[]).map(({ path }) => path)

let count = 0
const newTenant = (tenant: object = {}, administrator: object = {}) => ({
  tenant: { name: 'Dye House', ...tenant },
  administrator: { email: `first${++count}@heddle.test`, password, ...administrator },
})

describe('the list of tenants', () => {
  test('is the whole installation for a super user, by name', async () => {
    const { caller } = await arrange()
    for (const name of ['Listed c', 'Listed a', 'Listed b']) await createTenant(api.db, { name: { default: name } })
    const names: string[] = []
    let body: object = { keyword: 'ＬＩＳＴＥＤ', page_size: 2 }
    for (;;) {
      const page = (await caller.post('/api/v1/tenant/query', body)).json<{ tenants: Tenant[]; next_page_token?: string }>()
      names.push(...page.tenants.map(({ name }) => name.default))
      if (page.next_page_token === undefined) break
      body = { page_token: page.next_page_token }
    }
    expect(names).toEqual(['Listed a', 'Listed b', 'Listed c'])
  })

  test('is searched in every language and by host name, and a wildcard is a letter', async () => {
    const { caller } = await arrange()
    const { id } = await createTenant(api.db, { name: { default: 'Wool 100%', ja: '羊毛研究所' }, hostname: 'wool.example' })
    const find = async (keyword: string) =>
      (await caller.post('/api/v1/tenant/query', { keyword })).json<{ tenants: Tenant[] }>().tenants.map((tenant) => tenant.id)
    expect(await find('羊毛')).toEqual([id])
    expect(await find('wool.EX')).toEqual([id])
    expect(await find('l 100%')).toEqual([id])
    expect(await find('100_')).toEqual([])
  })

  test('is only the own tenant for an administrator', async () => {
    const { tenant, caller } = await arrange('A')
    const list = (await caller.post('/api/v1/tenant/query')).json<{ tenants: Tenant[] }>().tenants
    expect(list.map(({ id }) => id)).toEqual([tenant.id])
    expect(list[0]?.abilities).toEqual({ manage: false, delete: false })
  })

  test('is refused to a user', async () => {
    const { caller } = await arrange('U')
    expect(readRefusal(await caller.post('/api/v1/tenant/query'))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

describe('a tenant', () => {
  test('tells its models, its ways to sign in and how many it has of people and groups', async () => {
    const { tenant, model, caller } = await arrange()
    await createModel(api.db, { tenantId: tenant.id, enabled: false })
    await createGroup(api.db, { tenantId: tenant.id })
    await createUser(api.db, { tenantId: tenant.id, status: 'deleted' })
    expect(readTenant(await caller.get(`/api/v1/tenant/${tenant.id}`))).toMatchObject({
      models: [{ id: model.id, name: model.name }],
      default_model_id: model.id,
      login_methods: [{ key: 'email' }, { key: 'account' }],
      user_count: 1,
      group_count: 1,
      abilities: { manage: true, delete: false },
    })
  })

  test('is not there for an administrator of another one, nor is an unknown one for a super user', async () => {
    const { caller } = await arrange('A')
    const other = await createTenant(api.db)
    const answers = [await caller.get(`/api/v1/tenant/${other.id}`), await caller.get(`/api/v1/tenant/${unknownId()}`)]
    for (const answer of answers) expect(readRefusal(answer)).toMatchObject({ status: 404, code: 'AUTH_TENANT_NOT_FOUND' })
    expect(answers[0]?.body).toBe(answers[1]?.body)
    const { caller: superUser } = await arrange()
    expect(readRefusal(await superUser.get(`/api/v1/tenant/${unknownId()}`)).code).toBe('AUTH_TENANT_NOT_FOUND')
    expect(readRefusal(await superUser.put(`/api/v1/tenant/${unknownId()}`, { tenant: { revision: 0 } })).code).toBe(
      'AUTH_TENANT_NOT_FOUND',
    )
    expect(readRefusal(await superUser.delete(`/api/v1/tenant/${unknownId()}`)).code).toBe('AUTH_TENANT_NOT_FOUND')
  })
})

describe('creating a tenant', () => {
  test('gives it a super user who must choose a password, and everything to chat at once', async () => {
    const { model, caller } = await arrange()
    const body = newTenant({ hostname: 'Dyes.example', languages: ['ja', 'en'] }, { account: 'DyeMaster' })
    const tenant = readTenant(await caller.post('/api/v1/tenant', body))
    expect(tenant).toMatchObject({ hostname: 'dyes.example', default_language: 'ja', user_count: 1, group_count: 1 })
    expect(tenant.models.map(({ name }) => name)).toEqual([model.name])
    expect(tenant.default_model_id).toBe(tenant.models[0]?.id)

    const administrator = await api.db.user.findFirstOrThrow({ where: { tenantId: tenant.id }, include: { memberships: true } })
    expect(administrator).toMatchObject({ role: 'S', mustChangePassword: true, language: 'ja', accountKey: 'dyemaster' })
    expect(administrator.memberships).toMatchObject([{ role: 'O' }])
    const login = await api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: body.administrator.email, password },
    })
    expect(login.statusCode).toBe(200)

    const person = await api.as(await createUser(api.db, { tenantId: tenant.id }))
    const { assistants } = (await person.post('/api/v1/assistant/query')).json<{ assistants: { id: string }[] }>()
    expect(assistants).toHaveLength(1)
    const chat = await person.post('/api/v1/chat', { chat: { assistant_id: assistants[0]?.id } })
    expect(chat.statusCode).toBe(200)
    const workflow = await api.db.workflow.findFirstOrThrow({ where: { tenantId: tenant.id }, include: { versions: true } })
    expect(workflow.versions).toMatchObject([{ number: 1 }])
  })

  test('is refused, and leaves nothing, when the email, the account or the host name is taken', async () => {
    const { caller } = await arrange()
    const taken = newTenant({ hostname: 'taken.example' }, { account: 'taken' })
    readTenant(await caller.post('/api/v1/tenant', taken))
    const before = await api.db.tenant.count()
    const email = await caller.post('/api/v1/tenant', newTenant({}, { email: taken.administrator.email.toUpperCase() }))
    expect(readRefusal(email)).toMatchObject({ status: 409, code: 'AUTH_EMAIL_EXISTS' })
    expect(readRefusal(await caller.post('/api/v1/tenant', newTenant({}, { account: 'ＴＡＫＥＮ' }))).code).toBe('AUTH_ACCOUNT_EXISTS')
    const hostname = await caller.post('/api/v1/tenant', newTenant({ hostname: 'taken.example' }))
    expect(readRefusal(hostname)).toMatchObject({ status: 409, code: 'AUTH_TENANT_FAILED_TO_CREATE' })
    expect(readFields(hostname)).toEqual(['body/tenant/hostname'])
    expect(await api.db.tenant.count()).toBe(before)
  })

  test('is refused with a default language that is none of the languages', async () => {
    const { caller } = await arrange()
    const answer = await caller.post('/api/v1/tenant', newTenant({ languages: ['en'], default_language: 'th' }))
    expect(readRefusal(answer).code).toBe('AUTH_TENANT_FAILED_TO_CREATE')
    expect(readFields(answer)).toEqual(['body/tenant/default_language'])
  })

  test('is refused with a name of its super user that is too long to be sorted by', async () => {
    const { caller } = await arrange()
    const answer = await caller.post('/api/v1/tenant', newTenant({}, { name: '長'.repeat(201) }))
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { detail: { code: 'BAD_REQUEST' } }])
  })

  test('is refused to an administrator', async () => {
    const { caller } = await arrange('A')
    expect(readRefusal(await caller.post('/api/v1/tenant', newTenant())).code).toBe('FORBIDDEN')
  })

  test('takes no fields that are not for the caller to say', async () => {
    const { caller } = await arrange()
    for (const field of ['id', 'tenant_id', 'created_at', 'revision', 'default_model_id']) {
      expect(readRefusal(await caller.post('/api/v1/tenant', newTenant({ [field]: unknownId() }))).code).toBe('BAD_REQUEST')
    }
    expect(readRefusal(await caller.post('/api/v1/tenant', newTenant({}, { role: 'A' }))).code).toBe('BAD_REQUEST')
  })
})

describe('changing a tenant', () => {
  const change = (caller: Caller, id: string, tenant: object) => caller.put(`/api/v1/tenant/${id}`, { tenant: { revision: 0, ...tenant } })

  test('writes what is given, leaves the rest, and shows on the sign-in screen', async () => {
    const { tenant, caller } = await arrange()
    const other = await createTenant(api.db, { retentionDays: 7 })
    const changed = readTenant(
      await change(caller, other.id, {
        name: { default: 'Weaving', ja: '織物' },
        hostname: 'weaving.example',
        product_name: 'Loom',
        primary_color: '#112233',
        languages: ['en', 'ja'],
        default_language: 'en',
        hidden_logins: ['account'],
        requests_per_chat: 9,
      }),
    )
    expect(changed).toMatchObject({ name: { default: 'Weaving', ja: '織物' }, revision: 1, retention_days: 7, licensed_by: null })
    const config = (await api.app.inject({ url: '/api/v1/config', headers: { host: 'WEAVING.example:8080' } })).json<object>()
    expect(config).toMatchObject({
      product_name: 'Loom',
      primary_color: '#112233',
      default_language: 'en',
      login_methods: [{ key: 'email', type: 'email', label: null }],
      limits: { requests_per_chat: 9 },
    })
    expect(await api.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } })).toMatchObject({ revision: 0 })
  })

  test('takes a time zone by its IANA name, and nothing else for one', async () => {
    const { tenant, caller } = await arrange()
    expect(readTenant(await change(caller, tenant.id, {}))).toMatchObject({ time_zone: 'Asia/Taipei' })
    expect(readTenant(await change(caller, tenant.id, { revision: 1, time_zone: 'Asia/Kathmandu' }))).toMatchObject({
      time_zone: 'Asia/Kathmandu',
    })
    for (const zone of ['+08:00', 'Nowhere/Town', 'utc; DROP']) {
      expect(readRefusal(await change(caller, tenant.id, { revision: 2, time_zone: zone }))).toMatchObject({
        code: 'AUTH_TENANT_FAILED_TO_UPDATE',
        params: { fields: [{ path: 'body/tenant/time_zone' }] },
      })
    }
    expect(await api.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } })).toMatchObject({ timeZone: 'Asia/Kathmandu', revision: 2 })
  })

  test('of a revision that is gone answers what is there now, and changes nothing', async () => {
    const { tenant, caller } = await arrange()
    readTenant(await change(caller, tenant.id, { product_name: 'First' }))
    const answer = readRefusal(await change(caller, tenant.id, { product_name: 'Second' }))
    expect(answer).toMatchObject({ status: 409, code: 'REVISION_MISMATCH', params: { current: { product_name: 'First', revision: 1 } } })
    expect(await api.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } })).toMatchObject({ productName: 'First' })
  })

  test('of one revision succeeds once, however many try', async () => {
    const { tenant, caller } = await arrange()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => change(caller, tenant.id, { product_name: name })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('takes another default model of the tenant, and there is one default afterwards', async () => {
    const { tenant, caller } = await arrange()
    const { id } = await createModel(api.db, { tenantId: tenant.id })
    expect(readTenant(await change(caller, tenant.id, { default_model_id: id })).default_model_id).toBe(id)
    expect(await api.db.model.findMany({ where: { tenantId: tenant.id, isDefault: true } })).toMatchObject([{ id }])
  })

  test('takes a public assistant as the default, names them, and has none again', async () => {
    const { tenant, caller } = await arrange()
    const { id } = await createAssistant(api.db, { tenantId: tenant.id, isPublic: true, name: { default: 'Guide' } })
    await createAssistant(api.db, { tenantId: tenant.id })
    const changed = readTenant(await change(caller, tenant.id, { default_assistant_id: id }))
    expect(changed).toMatchObject({ default_assistant_id: id, assistants: [{ id, name: { default: 'Guide' } }] })
    const emptied = await caller.put(`/api/v1/tenant/${tenant.id}`, { tenant: { default_assistant_id: null, revision: 1 } })
    expect(readTenant(emptied).default_assistant_id).toBeNull()
  })

  test.each([
    [
      'a model that is switched off',
      async (tenantId: string) => ({ default_model_id: (await createModel(api.db, { tenantId, enabled: false })).id }),
    ],
    ['a private assistant', async (tenantId: string) => ({ default_assistant_id: (await createAssistant(api.db, { tenantId })).id })],
    ['an assistant of another tenant', async () => ({ default_assistant_id: (await createAssistant(api.db, { isPublic: true })).id })],
    ['an unknown assistant', async () => ({ default_assistant_id: unknownId() })],
    ['a model of another tenant', async () => ({ default_model_id: (await createModel(api.db)).id })],
    ['a default language that is none of the languages', async () => ({ default_language: 'th', languages: ['en'] })],
    ['languages without the default', async () => ({ languages: ['en'] }), 'default_language'],
    ['a language twice', async () => ({ languages: ['zhHant', 'zhHant'] })],
    ['a way to sign in that is unknown', async () => ({ hidden_logins: ['badge'] })],
    ['no way to sign in', async () => ({ hidden_logins: ['email', 'account'] })],
    [
      'the host name of another tenant',
      async () => ({ hostname: (await createTenant(api.db, { hostname: `h${++count}.example` })).hostname }),
    ],
  ])('is refused with %s, at the field, and changes nothing', async (_, makeChange, field?: string) => {
    const { tenant, caller } = await arrange()
    const body = await makeChange(tenant.id)
    const answer = await change(caller, tenant.id, { product_name: 'Changed', ...body })
    expect(readRefusal(answer)).toMatchObject({ status: 409, code: 'AUTH_TENANT_FAILED_TO_UPDATE' })
    expect(readFields(answer)).toEqual([`body/tenant/${field ?? Object.keys(body)[0]}`])
    expect(await api.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } })).toMatchObject({ productName: null, revision: 0 })
  })

  test('keeps a hidden way to sign in that is configured no more', async () => {
    const { caller } = await arrange()
    const { id } = await createTenant(api.db, { hiddenLogins: ['former'] })
    expect(readTenant(await change(caller, id, { hidden_logins: ['former', 'account'] })).hidden_logins).toEqual(['former', 'account'])
  })

  const ownLook = {
    name: { default: 'Loom Institute' },
    product_name: 'Mine',
    licensed_by: 'Weavers',
    primary_color: '#1d4ed8',
    logo: null,
    languages: ['ja', 'en'],
    default_language: 'ja',
    time_zone: 'Asia/Tokyo',
  }

  test('by an administrator of it gives it another look, time zone, model and expert', async () => {
    const { tenant, caller } = await arrange('A')
    const { id: model } = await createModel(api.db, { tenantId: tenant.id })
    const { id: assistant } = await createAssistant(api.db, { tenantId: tenant.id, isPublic: true })
    const given = { ...ownLook, default_model_id: model, default_assistant_id: assistant }
    const response = await change(caller, tenant.id, given)
    expect(readTenant(response)).toMatchObject({ ...given, revision: 1, abilities: { manage: false, delete: false } })
    expect(await api.db.tenant.findUnique({ where: { id: tenant.id } })).toMatchObject({ productName: 'Mine', timeZone: 'Asia/Tokyo' })
    const [event] = await api.db.auditEvent.findMany({ where: { tenantId: tenant.id, action: 'updateTenant' } })
    expect(event).toMatchObject({ targetId: tenant.id, outcome: 'succeeded' })
  })

  test.each([
    ['host name', { hostname: 'mine.example' }],
    ['ways to sign in', { hidden_logins: ['account'] }],
    ['requests of a chat', { requests_per_chat: 10_000 }],
    ['retention', { retention_days: 0 }],
  ])('does not give an administrator of it the %s, nor what comes with it', async (_, managed) => {
    const { tenant, caller } = await arrange('A')
    expect(readRefusal(await change(caller, tenant.id, { product_name: 'Mine', ...managed }))).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    })
    expect(await api.db.tenant.findUnique({ where: { id: tenant.id } })).toMatchObject({ productName: tenant.productName, revision: 0 })
  })

  test('is not there for an administrator of another one, and refused to a member', async () => {
    const { tenant, caller: member } = await arrange('U')
    const { caller: stranger } = await arrange('A')
    expect(readRefusal(await change(stranger, tenant.id, ownLook))).toMatchObject({ status: 404, code: 'AUTH_TENANT_NOT_FOUND' })
    expect(readRefusal(await change(member, tenant.id, ownLook))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
    expect(await api.db.tenant.findUnique({ where: { id: tenant.id } })).toMatchObject({ revision: 0 })
  })

  test.each([
    ['a picture that can carry more', { logo: 'data:image/svg+xml;base64,AAAA' }],
    ['a page that is called a picture', { logo: 'data:image/png;base64,PGh0bWw+' }],
    ['a colour in words', { primary_color: 'red' }],
    ['an address for a host name', { hostname: 'https://a.example' }],
    ['NUL in a name', { name: { default: 'a\0b' } }],
    ['half a character in a name', { name: { default: '\uD800' } }],
    ['an object for a text', { product_name: { $ne: null } }],
    ['another id', { id: '00000000-0000-7000-8000-000000000000' }],
  ])('is refused with %s', async (_, body) => {
    const { tenant, caller } = await arrange()
    expect(readRefusal(await change(caller, tenant.id, body))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('deleting a tenant', () => {
  test('takes all of it, its super users too, once nothing would be lost', async () => {
    const { caller } = await arrange()
    const { id } = readTenant(await caller.post('/api/v1/tenant', newTenant()))
    const first = await api.db.user.findFirstOrThrow({ where: { tenantId: id } })
    await api.as(first)
    await createChat(api.db, { ownerId: first.id })
    expect((await caller.delete(`/api/v1/tenant/${id}`)).json()).toEqual({ success: true })
    expect(await api.db.tenant.count({ where: { id } })).toBe(0)
    expect(await api.db.session.count({ where: { userId: first.id } })).toBe(0)
  })

  test.each([
    ['users', (tenantId: string) => createUser(api.db, { tenantId })],
    ['users', (tenantId: string) => createUser(api.db, { tenantId, role: 'A', status: 'disabled' })],
    ['users_in_retention', (tenantId: string) => createUser(api.db, { tenantId, status: 'deleted' })],
    ['assistants', (tenantId: string) => createAssistant(api.db, { tenantId, revision: 1 })],
    ['workflows', (tenantId: string) => createWorkflow(api.db, { tenantId, revision: 1 })],
  ])('says how many %s it still has, and is refused', async (what, insert) => {
    const { caller } = await arrange()
    const { id } = await createTenant(api.db)
    await insert(id)
    const nothing = { users: 0, users_in_retention: 0, assistants: 0, workflows: 0 }
    expect(readRefusal(await caller.delete(`/api/v1/tenant/${id}`))).toEqual({
      status: 409,
      code: 'AUTH_TENANT_FAILED_TO_DELETE',
      params: { ...nothing, [what]: 1 },
    })
    expect(await api.db.tenant.count({ where: { id } })).toBe(1)
  })

  test('is refused for the own one', async () => {
    const { tenant, caller } = await arrange()
    expect(readRefusal(await caller.delete(`/api/v1/tenant/${tenant.id}`))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test('at the same time as a user is added to it leaves neither half', async () => {
    const { caller } = await arrange()
    for (let round = 0; round < 5; round += 1) {
      const { id } = await createTenant(api.db)
      const [answer, user] = await Promise.all([
        caller.delete(`/api/v1/tenant/${id}`),
        createUser(api.db, { tenantId: id }).catch(() => null),
      ])
      expect(answer.statusCode).toBe(user ? 409 : 200)
      expect(await api.db.tenant.count({ where: { id } })).toBe(user ? 1 : 0)
    }
  })
})

test('every route of tenants is served', () => {
  for (const name of ['queryTenants', 'createTenant', 'getTenant', 'updateTenant', 'deleteTenant'] as const) {
    expect(api.app.hasRoute({ method: endpoints[name].method, url: endpoints[name].url })).toBe(true)
  }
})
