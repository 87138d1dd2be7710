import { limits } from '@heddle/contracts/limits'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
let tenantId: string
let admin: Caller

const login = (day: number) => new Date(Date.UTC(2026, 0, day))

/** Names, emails and last logins with ties and with nothing. */
const people: UserOverrides[] = [
  { name: { default: 'Ariadne', zhHant: '阿里阿德涅' }, email: 'ariadne@heddle.test', lastLoginAt: login(3) },
  { name: { default: 'Ariadne' }, email: 'second@heddle.test', lastLoginAt: login(3) },
  { name: { default: 'ＰＥＮＥＬＯＰＥ' }, email: 'penelope@heddle.test', account: 'loom_queen', lastLoginAt: login(1) },
  { name: { default: '織女' }, email: '100%@heddle.test', status: 'disabled' },
  { name: { default: '' }, email: 'nameless@heddle.test' },
  { name: { default: 'Clotho' }, email: 'clotho@heddle.test', role: 'A', lastLoginAt: login(2) },
]

beforeAll(async () => {
  api = await createTestApp()
  tenantId = (await createTenant(api.db)).id
  admin = await api.as(await createUser(api.db, { tenantId, role: 'A', name: { default: 'Zadmin' }, email: 'zadmin@heddle.test' }))
  for (const person of people) await createUser(api.db, { tenantId, ...person })
  for (const subject of ['1', '2']) {
    const user = await createUser(api.db, { tenantId, name: { default: 'From Elsewhere' } })
    await api.db.user.update({ where: { id: user.id }, data: { email: null, emailKey: null } })
    await api.db.externalIdentity.create({ data: { tenantId, provider: 'campus', subject, userId: user.id } })
  }
  const gone = await createUser(api.db, { tenantId, status: 'deleted', name: { default: '' } })
  await api.db.user.update({ where: { id: gone.id }, data: { email: null, emailKey: null, deletedAt: new Date() } })
  await createUser(api.db, { name: { default: 'Ariadne of another tenant' } })
})
afterAll(() => api.close())

type Listed = { id: string; name: { default: string }; email: string; account: string | null; last_login_at: string | null }
type Answer = { users: Listed[]; next_page_token?: string; total?: number }

const query = async (caller: Caller, body: object = {}) => (await caller.post('/api/v1/user/query', body)).json<Answer>()
const listNames = ({ users }: Answer) => users.map(({ name }) => name.default)
const find = async (caller: Caller, body: object) => listNames(await query(caller, body))

async function readAll(caller: Caller, body: object, size: number) {
  const pages: Answer[] = [await query(caller, { ...body, page_size: size })]
  for (let token = pages[0]?.next_page_token; token; token = pages.at(-1)?.next_page_token)
    pages.push(await query(caller, { page_token: token }))
  return pages
}

describe('the list of users', () => {
  test.for(
    (['name', 'email', 'created_at', 'last_login_at'] as const).flatMap((sort) =>
      (['asc', 'desc'] as const).flatMap((direction) => [1, 2, 3].map((size) => ({ sort, direction, size }))),
    ),
  )('by $sort $direction in pages of $size has everybody once, in order, the tenant only', async ({ sort, direction, size }) => {
    const pages = await readAll(admin, { sort, direction }, size)
    const users = pages.flatMap((page) => page.users)
    expect(pages.map(({ total }) => total)).toEqual([9, ...pages.slice(1).map(() => undefined)])
    expect(new Set(users.map(({ id }) => id)).size).toBe(9)
    expect(users).toHaveLength(9)
    // Who has nothing to be sorted by comes last, both ways.
    const column = { name: 'name_key', email: 'email_key', created_at: 'id', last_login_at: 'last_login_at' }[sort]
    const ordered = await api.db.$queryRawUnsafe<{ id: string }[]>(`
      SELECT id FROM "user" WHERE tenant_id = '${tenantId}' AND status <> 'deleted'
      ORDER BY ${column} ${direction} NULLS LAST, id ${direction}`)
    expect(users.map(({ id }) => id)).toEqual(ordered.map(({ id }) => id))
  })

  test('finds a part of the name in any language, the email or the account, whatever its case and width', async () => {
    expect(await find(admin, { keyword: 'ARIADNE' })).toEqual(['Ariadne', 'Ariadne'])
    expect(await find(admin, { keyword: '阿德' })).toEqual(['Ariadne'])
    expect(await find(admin, { keyword: 'penel' })).toEqual(['ＰＥＮＥＬＯＰＥ'])
    expect(await find(admin, { keyword: 'ＬＯＯＭ_' })).toEqual(['ＰＥＮＥＬＯＰＥ'])
    expect(await find(admin, { keyword: 'nameless@' })).toEqual([''])
  })

  test('takes the signs of LIKE as they are', async () => {
    expect(await find(admin, { keyword: '100%' })).toEqual(['織女'])
    expect(await find(admin, { keyword: 'a%e' })).toEqual([])
    expect(await find(admin, { keyword: 'loom?queen' })).toEqual([])
    expect(await find(admin, { keyword: 'loo__queen' })).toEqual([])
    expect(await find(admin, { keyword: '\\' })).toEqual([])
  })

  test('filters by role, by status and by group, and counts what it found', async () => {
    expect(await find(admin, { role: 'A' })).toEqual(['Clotho', 'Zadmin'])
    expect(await find(admin, { status: 'disabled' })).toEqual(['織女'])
    const group = await createGroup(api.db, { tenantId })
    const [penelope] = (await query(admin, { keyword: 'penelope' })).users
    await api.db.membership.create({ data: { groupId: group.id, userId: penelope?.id ?? '' } })
    expect(await query(admin, { group_id: group.id })).toMatchObject({ total: 1, users: [{ parents: [{ id: group.id }] }] })
  })

  test('counts up to a limit, and says of more only that there are more', async () => {
    const { id } = await createTenant(api.db)
    const caller = await api.as(await createUser(api.db, { tenantId: id, role: 'A' }))
    const { maxCountedRows } = limits
    const users = Array.from({ length: maxCountedRows - 1 }, () => ({ tenantId: id, name: { default: 'One of many' } }))
    await api.db.user.createMany({ data: users })
    expect(await query(caller)).toMatchObject({ total: maxCountedRows })
    await createUser(api.db, { tenantId: id })
    const page = await query(caller)
    expect(page).toMatchObject({ total_exceeds: maxCountedRows })
    expect(page).not.toHaveProperty('total')
    expect(await query(caller, { page_token: page.next_page_token })).not.toHaveProperty('total_exceeds')
    expect(await query(caller, { role: 'A' })).toMatchObject({ total: 1 })
  })

  test('keeps the filters of the first page on the pages after it', async () => {
    const { next_page_token } = await query(admin, { keyword: 'ariadne', page_size: 1 })
    expect(listNames(await query(admin, { page_token: next_page_token, keyword: 'clotho' }))).toEqual(['Ariadne'])
  })

  test('is for an owner the own members and nothing that is not theirs to know; for others oneself', async () => {
    const [group, other] = [await createGroup(api.db, { tenantId }), await createGroup(api.db, { tenantId })]
    const owner = await api.as(await createUser(api.db, { tenantId, name: { default: 'Owner' } }))
    const member = await api.as(
      await createUser(api.db, { tenantId, name: { default: 'Member' }, account: 'hidden_account', lastLoginAt: login(9) }),
    )
    await api.db.membership.createMany({
      data: [
        { groupId: group.id, userId: owner.user.id, role: 'O' },
        { groupId: group.id, userId: member.user.id },
        { groupId: other.id, userId: member.user.id },
      ],
    })
    const answer = await query(owner)
    expect(listNames(answer)).toEqual(['Member', 'Owner'])
    expect(answer.users[0]).toMatchObject({ account: null, last_login_at: null, parents: [{ id: group.id }] })
    expect(await find(owner, { keyword: 'hidden_account' })).toEqual([])
    expect(await find(owner, { keyword: 'memb' })).toEqual(['Member'])
    expect(await find(owner, { group_id: other.id })).toEqual([])
    expect(await find(owner, { sort: 'last_login_at', direction: 'asc' })).toEqual(['Owner', 'Member'])
    expect(await find(member, {})).toEqual(['Member'])
    await api.db.user.deleteMany({ where: { id: { in: [owner.user.id, member.user.id] } } })
  })
})
