import type { GroupMember } from '@heddle/contracts/group/group'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function arrange() {
  const { id: tenantId } = await createTenant(api.db)
  const { id: groupId } = await createGroup(api.db, { tenantId })
  async function add(membership: 'O' | 'U' | null, overrides: UserOverrides = {}) {
    const user = await createUser(api.db, { tenantId, ...overrides })
    if (membership) await createMembership(api.db, { groupId, userId: user.id, role: membership })
    return user
  }
  const url = `/api/v1/group/${groupId}`
  return {
    tenantId,
    groupId,
    url,
    memberUrl: ({ id }: { id: string }) => `${url}/user/${id}`,
    add,
    admin: await api.as(await add(null, { role: 'A' })),
    owner: await api.as(await add('O', { name: { default: 'Olga' } })),
    member: await api.as(await add('U', { name: { default: 'Mika', ja: '美香' } })),
    roleOf: async ({ id: userId }: { id: string }) =>
      (await api.db.membership.findUnique({ where: { groupId_userId: { groupId, userId } } }))?.role ?? null,
  }
}

type Answer = Awaited<ReturnType<Caller['get']>>

const readRefusal = (answer: Answer) => ({ status: answer.statusCode, code: answer.json<{ detail: { code: string } }>().detail.code })

async function list(caller: Caller, url: string, body: object = {}) {
  const answer = await caller.post(`${url}/user/query`, body)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ members: GroupMember[]; next_page_token?: string }>()
}
const listNames = ({ members }: { members: readonly GroupMember[] }) => members.map(({ name }) => name.default)

describe('the members of a group', () => {
  test('are found by an account only by an administrator, because only an administrator sees it', async () => {
    const { url, add, owner, admin } = await arrange()
    const { name } = await add('U', { account: 'inventory-17' })
    expect(await list(admin, url, { keyword: 'tory-1' })).toMatchObject({ members: [{ name }] })
    expect((await list(owner, url, { keyword: 'tory-1' })).members).toEqual([])
  })

  test('are listed by name, page by page, without who was deleted', async () => {
    const { url, add, owner } = await arrange()
    await add('U', { name: { default: 'nina' } })
    await add('U', { name: { default: 'Nina' } })
    await add('U', { name: { default: '' }, status: 'deleted' })
    const seen: string[] = []
    let body: object = { page_size: 1 }
    for (;;) {
      const page = await list(owner, url, body)
      seen.push(...listNames(page))
      if (page.next_page_token === undefined) break
      body = { page_token: page.next_page_token }
    }
    expect(seen).toEqual(['Mika', 'nina', 'Nina', 'Olga'])
  })

  test('are found by name and role, and by email only by who may know it', async () => {
    const { url, add, owner, member } = await arrange()
    await add('U', { name: { default: 'Rosa' }, email: 'spinner@heddle.test' })
    expect(listNames(await list(owner, url, { role: 'O' }))).toEqual(['Olga'])
    expect(listNames(await list(member, url, { keyword: 'ＲOSA' }))).toEqual(['Rosa'])
    expect(listNames(await list(owner, url, { keyword: '美香' }))).toEqual(['Mika'])
    expect(listNames(await list(owner, url, { keyword: 'SPINNER' }))).toEqual(['Rosa'])
    expect(listNames(await list(member, url, { keyword: 'spinner' }))).toEqual([])
    expect(listNames(await list(owner, url, { keyword: '_' }))).toEqual([])
  })

  test('have an email for administrators and owners, for a member only the own', async () => {
    const { url, admin, owner, member } = await arrange()
    const emails = async (caller: Caller) => (await list(caller, url)).members.map(({ email }) => email)
    const all = [member.user.email, owner.user.email]
    expect(await emails(admin)).toEqual(all)
    expect(await emails(owner)).toEqual(all)
    expect(await emails(member)).toEqual([member.user.email, null])
  })

  test('say what may be done with them', async () => {
    const { url, admin, owner, member } = await arrange()
    const abilities = async (caller: Caller) => (await list(caller, url)).members.map((one) => one.abilities)
    const everything = { change_role: true, remove: true, see_profile: true }
    expect(await abilities(admin)).toEqual([everything, everything])
    // The last owner stays.
    expect(await abilities(owner)).toEqual([everything, { ...everything, change_role: false, remove: false }])
    const nothing = { change_role: false, remove: false, see_profile: false }
    expect(await abilities(member)).toEqual([{ ...nothing, see_profile: true }, nothing])
  })

  test('are not paged with a token of another group', async () => {
    const { url, admin } = await arrange()
    const { next_page_token } = await list(admin, url, { page_size: 1 })
    const { id } = await createGroup(api.db, { tenantId: admin.user.tenantId })
    expect(readRefusal(await admin.post(`/api/v1/group/${id}/user/query`, { page_token: next_page_token })).code).toBe('BAD_REQUEST')
  })
})

describe('adding a user to a group', () => {
  test('is for owners and administrators, and gives the role', async () => {
    const { memberUrl, add, roleOf, owner, admin } = await arrange()
    const user = await add(null)
    const answer = await owner.put(memberUrl(user), { role: 'U' })
    expect(answer.json<{ member: GroupMember }>().member).toMatchObject({ id: user.id, role: 'U', email: user.email, provider: null })
    expect(await roleOf(user)).toBe('U')
    expect((await admin.put(memberUrl(user), { role: 'O' })).statusCode).toBe(200)
    expect(await roleOf(user)).toBe('O')
  })

  test('is refused to a member', async () => {
    const { memberUrl, member, roleOf } = await arrange()
    expect(readRefusal(await member.put(memberUrl(member.user), { role: 'O' }))).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect(await roleOf(member.user)).toBe('U')
  })

  test('is refused when the user is disabled, who may yet change roles once in it', async () => {
    const { memberUrl, add, owner, roleOf } = await arrange()
    const outside = await add(null, { status: 'disabled' })
    expect(readRefusal(await owner.put(memberUrl(outside), { role: 'U' }))).toEqual({ status: 409, code: 'AUTH_RELATION_FAILED_TO_CREATE' })
    expect(await roleOf(outside)).toBeNull()
    const inside = await add('O', { status: 'disabled' })
    expect((await owner.put(memberUrl(inside), { role: 'U' })).statusCode).toBe(200)
  })

  test.each([
    ['of another tenant', async () => createUser(api.db)],
    ['who was deleted', async (tenantId: string) => createUser(api.db, { tenantId, status: 'deleted' })],
    ['who is unknown', async () => ({ id: unknownId() })],
  ])('finds no user %s', async (_, find) => {
    const { tenantId, memberUrl, admin } = await arrange()
    const user = await find(tenantId)
    const notFound = { status: 404, code: 'AUTH_USER_NOT_FOUND' }
    expect(readRefusal(await admin.put(memberUrl(user), { role: 'U' }))).toEqual(notFound)
    expect(readRefusal(await admin.delete(memberUrl(user)))).toEqual(notFound)
  })

  test.each([{ role: 'G' }, { role: ['O'] }, { role: 'O', provider: 'campus' }, {}])('is refused with %j', async (body) => {
    const { memberUrl, member, admin } = await arrange()
    expect(readRefusal(await admin.put(memberUrl(member.user), body))).toEqual({ status: 400, code: 'BAD_REQUEST' })
  })

  test('takes over a membership that an external sign-in gave', async () => {
    const { groupId, memberUrl, add, admin } = await arrange()
    const user = await add(null)
    await createMembership(api.db, { groupId, userId: user.id, provider: 'campus' })
    await admin.put(memberUrl(user), { role: 'U' })
    expect(await api.db.membership.findUniqueOrThrow({ where: { groupId_userId: { groupId, userId: user.id } } })).toMatchObject({
      provider: null,
    })
  })

  test('by several at once is done once', async () => {
    const { memberUrl, add, owner, admin, roleOf } = await arrange()
    const user = await add(null)
    const answers = await Promise.all([owner, admin, owner, admin].map((caller) => caller.put(memberUrl(user), { role: 'U' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await roleOf(user)).toBe('U')
  })
})

describe('removing a user from a group', () => {
  test('is for owners and administrators', async () => {
    const { memberUrl, owner, member, roleOf } = await arrange()
    expect(readRefusal(await member.delete(memberUrl(member.user)))).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect((await owner.delete(memberUrl(member.user))).json()).toEqual({ success: true })
    expect(await roleOf(member.user)).toBeNull()
    const { caller, answer } = { caller: member, answer: await member.get(memberUrl(member.user).split('/user/')[0] ?? '') }
    expect([caller.user.id, answer.statusCode]).toEqual([member.user.id, 404])
  })

  test('who is not in it is refused', async () => {
    const { memberUrl, add, owner } = await arrange()
    expect(readRefusal(await owner.delete(memberUrl(await add(null))))).toEqual({ status: 409, code: 'AUTH_RELATION_FAILED_TO_DELETE' })
  })
})

describe('the last owner', () => {
  test('cannot step down or leave, and an administrator can take the role away', async () => {
    const { memberUrl, owner, admin, roleOf } = await arrange()
    expect(readRefusal(await owner.put(memberUrl(owner.user), { role: 'U' }))).toEqual({
      status: 409,
      code: 'AUTH_RELATION_FAILED_TO_UPDATE',
    })
    expect(readRefusal(await owner.delete(memberUrl(owner.user)))).toEqual({ status: 409, code: 'AUTH_RELATION_FAILED_TO_DELETE' })
    expect(await roleOf(owner.user)).toBe('O')
    expect((await admin.delete(memberUrl(owner.user))).statusCode).toBe(200)
  })

  test('is not kept by another who is disabled', async () => {
    const { memberUrl, add, owner } = await arrange()
    await add('O', { status: 'disabled' })
    expect(readRefusal(await owner.delete(memberUrl(owner.user))).code).toBe('AUTH_RELATION_FAILED_TO_DELETE')
  })

  test('is one of two who leave, step down or throw each other out at once', async () => {
    for (const act of ['leave', 'step down', 'throw out'] as const) {
      const { groupId, memberUrl, add, owner } = await arrange()
      const second = await api.as(await add('O'))
      const pairs = [
        [owner, second],
        [second, owner],
      ] as const
      const answers = await Promise.all(
        pairs.map(([self, other]) => {
          if (act === 'step down') return self.put(memberUrl(self.user), { role: 'U' })
          return self.delete(memberUrl(act === 'leave' ? self.user : other.user))
        }),
      )
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
      expect(await api.db.membership.count({ where: { groupId, role: 'O' } })).toBe(1)
    }
  })
})

describe('of three owners, two who take the group from each other at once', () => {
  test.each(['throw out', 'demote'] as const)('%s: who has lost it does no more', async (act) => {
    for (let round = 0; round < 5; round += 1) {
      const { groupId, memberUrl, add, owner } = await arrange()
      const [second] = [await api.as(await add('O')), await add('O')]
      const answers = await Promise.all(
        [[owner, second] as const, [second, owner] as const].map(([self, other]) =>
          act === 'demote' ? self.put(memberUrl(other.user), { role: 'U' }) : self.delete(memberUrl(other.user)),
        ),
      )
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      expect(await api.db.membership.count({ where: { groupId, role: 'O' } })).toBe(2)
    }
  })
})

describe('candidates for a group', () => {
  async function find(caller: Caller, url: string, keyword: string) {
    const answer = await caller.post(`${url}/candidate/query`, { keyword })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ users: { id: string; email: string }[] }>().users.map(({ id }) => id)
  }

  test('are found by an administrator by any part of what is known of them', async () => {
    const { url, add, admin } = await arrange()
    const user = await add(null, { name: { default: 'Zora', th: 'โซรา' }, account: 'zo' })
    await add('U', { name: { default: 'Zora' } })
    await add(null, { name: { default: 'Zora' }, status: 'disabled' })
    await createUser(api.db, { name: { default: 'Zora' } })
    for (const keyword of ['zor', 'โซ', user.email.slice(0, -3)]) expect(await find(admin, url, keyword)).toEqual([user.id])
    expect(await find(admin, url, '%')).toEqual([])
  })

  test('are found by an owner only by the whole email or account', async () => {
    const { url, add, owner } = await arrange()
    const user = await add(null, { name: { default: 'Zora' }, email: 'zora@heddle.test', account: 'Zoranna' })
    for (const keyword of ['ZORA@heddle.test', 'ｚoranna']) expect(await find(owner, url, keyword)).toEqual([user.id])
    for (const keyword of ['Zora', 'zora@', 'zoran', '%', '@']) expect(await find(owner, url, keyword)).toEqual([])
  })

  test('are nothing for a member to ask for', async () => {
    const { url, member } = await arrange()
    expect(readRefusal(await member.post(`${url}/candidate/query`, { keyword: 'a' }))).toEqual({ status: 403, code: 'FORBIDDEN' })
  })

  test('come page by page, by name', async () => {
    const { url, add, admin } = await arrange()
    for (const name of ['Yara b', 'yara a', 'Yara c']) await add(null, { name: { default: name } })
    const ask = async (body: object) =>
      (await admin.post(`${url}/candidate/query`, { keyword: 'yara', ...body })).json<{
        users: { name: { default: string } }[]
        next_page_token?: string
      }>()
    const first = await ask({ page_size: 2 })
    const second = await ask({ page_token: first.next_page_token })
    expect([...first.users, ...second.users].map(({ name }) => name.default)).toEqual(['yara a', 'Yara b', 'Yara c'])
  })
})
