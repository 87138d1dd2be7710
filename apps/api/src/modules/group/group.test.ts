import type { Group, GroupAssets } from '@heddle/contracts/group/group'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createDataset } from '@heddle/db/factories/dataset'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function arrange() {
  const { id: tenantId } = await createTenant(api.db)
  const group = await createGroup(api.db, { tenantId })
  const person = async (role: 'S' | 'A' | 'U', membership?: 'O' | 'U') => {
    const user = await createUser(api.db, { tenantId, role })
    if (membership) await createMembership(api.db, { groupId: group.id, userId: user.id, role: membership })
    return api.as(user)
  }
  return {
    tenantId,
    group,
    url: `/api/v1/group/${group.id}`,
    person,
    admin: await person('A'),
    owner: await person('U', 'O'),
    member: await person('U', 'U'),
    stranger: await person('U'),
    outsider: await api.as(await createUser(api.db, { role: 'S' })),
  }
}

type Answer = Awaited<ReturnType<Caller['get']>>

const readGroup = (answer: Answer) => {
  expect(answer.statusCode).toBe(200)
  return answer.json<{ group: Group }>().group
}
const readRefusal = (answer: Answer) => {
  const { code, params } = answer.json<{ detail: { code: string; params?: Record<string, unknown> } }>().detail
  return { status: answer.statusCode, code, ...(params && { params }) }
}
const notFound = { status: 404, code: 'AUTH_GROUP_NOT_FOUND' }

async function query(caller: Caller, body: object = {}, url = '/api/v1/group/query') {
  const answer = await caller.post(url, body)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ groups: Group[]; next_page_token?: string }>()
}
const listNames = ({ groups }: { groups: readonly Group[] }) => groups.map(({ name }) => name.default)

describe('the list of groups', () => {
  test('is all of the tenant for an administrator, by name without regard to case', async () => {
    const { tenantId, admin, group } = await arrange()
    for (const name of ['wool', 'Silk', 'ｓilk b']) await createGroup(api.db, { tenantId, name: { default: name } })
    await createGroup(api.db)
    const first = await query(admin, { page_size: 2 })
    const second = await query(admin, { page_token: first.next_page_token })
    expect([...listNames(first), ...listNames(second)]).toEqual([(group.name as { default: string }).default, 'Silk', 'ｓilk b', 'wool'])
    expect(second).not.toHaveProperty('next_page_token')
  })

  test('is the own groups for everybody else, with the role in each and who is in them', async () => {
    const { group, tenantId, owner, member, stranger } = await arrange()
    await createGroup(api.db, { tenantId })
    expect((await query(owner)).groups).toMatchObject([{ id: group.id, membership: 'O', member_count: 2 }])
    const [seen] = (await query(member)).groups
    expect(seen).toMatchObject({ id: group.id, role: 'G', membership: 'U', revision: 0 })
    expect(seen?.children.map(({ id }) => id).toSorted()).toEqual([owner.user.id, member.user.id].toSorted())
    expect(seen?.abilities).toEqual({ edit: false, manage_members: false, delete: false, make_assistant_public: false })
    expect((await query(stranger)).groups).toEqual([])
  })

  test('is searched in every language, and a wildcard is a letter', async () => {
    const { tenantId, admin } = await arrange()
    await createGroup(api.db, { tenantId, name: { default: 'Finish 100%', ja: '仕上げ' } })
    expect(listNames(await query(admin, { keyword: '仕上' }))).toEqual(['Finish 100%'])
    expect(listNames(await query(admin, { keyword: 'ｆINISH' }))).toEqual(['Finish 100%'])
    expect(listNames(await query(admin, { keyword: '0%' }))).toEqual(['Finish 100%'])
    for (const keyword of ['1_0', '%%', '\\']) expect(listNames(await query(admin, { keyword }))).toEqual([])
  })
})

describe("a user's groups", () => {
  const buildUrl = (userId: string) => `/api/v1/user/${userId}/group/query`

  test('are those that the actor may see, with the role of that user', async () => {
    const { tenantId, group, admin, owner, member } = await arrange()
    const hidden = await createGroup(api.db, { tenantId })
    await createMembership(api.db, { groupId: hidden.id, userId: member.user.id, role: 'O' })
    const seenBy = async (caller: Caller) => {
      const { groups } = await query(caller, { page_size: 50 }, buildUrl(member.user.id))
      return new Map(groups.map(({ id, membership }) => [id, membership]))
    }
    expect(await seenBy(owner)).toEqual(new Map([[group.id, 'U']]))
    const all = new Map([
      [group.id, 'U'],
      [hidden.id, 'O'],
    ])
    expect(await seenBy(admin)).toEqual(all)
    expect(await seenBy(member)).toEqual(all)
  })

  test('are not shown of a user whom the actor may not see', async () => {
    const { admin, owner, member, stranger, outsider } = await arrange()
    const asked: [Caller, string][] = [
      [member, owner.user.id],
      [owner, stranger.user.id],
      [admin, outsider.user.id],
      [outsider, member.user.id],
      [admin, unknownId()],
    ]
    for (const [caller, userId] of asked) {
      expect(readRefusal(await caller.post(buildUrl(userId)))).toEqual({ status: 404, code: 'AUTH_USER_NOT_FOUND' })
    }
  })

  test('are not paged with a token of another user', async () => {
    const { tenantId, admin, member, owner } = await arrange()
    const { id } = await createGroup(api.db, { tenantId })
    await createMembership(api.db, { groupId: id, userId: member.user.id })
    const { next_page_token } = await query(admin, { page_size: 1 }, buildUrl(member.user.id))
    expect(readRefusal(await admin.post(buildUrl(owner.user.id), { page_token: next_page_token })).code).toBe('BAD_REQUEST')
  })
})

describe('a group', () => {
  test('is seen by its people and by administrators, who may do different things with it', async () => {
    const { url, admin, owner, member } = await arrange()
    expect(readGroup(await admin.get(url))).toMatchObject({
      membership: null,
      abilities: { edit: true, manage_members: true, delete: true, make_assistant_public: true },
    })
    expect(readGroup(await owner.get(url)).abilities).toEqual({
      edit: true,
      manage_members: true,
      delete: false,
      make_assistant_public: true,
    })
    expect(readGroup(await member.get(url)).abilities).toEqual({
      edit: false,
      manage_members: false,
      delete: false,
      make_assistant_public: false,
    })
  })

  test('is not there for anybody else, byte for byte as one that never was', async () => {
    const { url, admin, stranger, outsider } = await arrange()
    const unknown = await admin.get(`/api/v1/group/${unknownId()}`)
    expect(readRefusal(unknown)).toEqual(notFound)
    for (const caller of [stranger, outsider]) {
      const answers = [
        await caller.get(url),
        await caller.put(url, { group: { name: 'Mine', revision: 0 } }),
        await caller.get(`${url}/assets`),
        await caller.post(`${url}/user/query`),
        await caller.post(`${url}/candidate/query`, { keyword: 'a' }),
        await caller.put(`${url}/user/${caller.user.id}`, { role: 'O' }),
        await caller.delete(`${url}/user/${caller.user.id}`),
      ]
      for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([404, unknown.body])
    }
  })
})

describe('creating a group', () => {
  test('makes one of the tenant, without members', async () => {
    const { tenantId, admin } = await arrange()
    const body = { role: 'G', name: { default: 'Knitting', vi: 'Dệt kim' }, description: 'Circular machines', children: [] }
    const group = readGroup(await admin.post('/api/v1/group', { group: body }))
    expect(group).toMatchObject({
      name: body.name,
      description: { default: 'Circular machines' },
      children: [],
      member_count: 0,
      revision: 0,
    })
    expect(await api.db.group.findUniqueOrThrow({ where: { id: group.id } })).toMatchObject({ tenantId, nameKey: 'knitting' })
  })

  test.each(['S', 'A', 'U', 'O', ''])('with the role %j is refused', async (role) => {
    const { admin } = await arrange()
    const answer = await admin.post('/api/v1/group', { group: { role, name: 'Knitting' } })
    expect(readRefusal(answer)).toEqual({ status: 400, code: 'AUTH_GROUP_ROLE_INVALID' })
  })

  test('is refused to users who are no administrators', async () => {
    const { owner } = await arrange()
    expect(readRefusal(await owner.post('/api/v1/group', { group: { name: 'Mine' } }))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test.each([
    ['no name', {}],
    ['an empty name', { name: ' ' }],
    ['another tenant', { name: 'a', tenant_id: '00000000-0000-7000-8000-000000000000' }],
    ['members', { name: 'a', children: [{ id: '00000000-0000-7000-8000-000000000000' }] }],
    ['a name of several lines', { name: 'a\nb' }],
    ['NUL in the description', { name: 'a', description: { default: 'a\0b' } }],
    ['half a character in the description', { name: 'a', description: { default: '\uD800' } }],
    ['an object for a text', { name: { default: { $ne: '' } } }],
  ])('is refused with %s', async (_, group) => {
    const { admin } = await arrange()
    expect(readRefusal(await admin.post('/api/v1/group', { group }))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})

describe('changing a group', () => {
  test('writes what is given and leaves the rest', async () => {
    const { url, owner } = await arrange()
    readGroup(await owner.put(url, { group: { description: 'Looms', revision: 0 } }))
    const group = readGroup(await owner.put(url, { group: { name: 'Weavers', revision: 1 } }))
    expect(group).toMatchObject({ name: { default: 'Weavers' }, description: { default: 'Looms' }, revision: 2 })
  })

  test('of a revision that is gone answers what is there now, and changes nothing', async () => {
    const { url, group, admin, owner } = await arrange()
    readGroup(await admin.put(url, { group: { name: 'First', revision: 0 } }))
    const answer = readRefusal(await owner.put(url, { group: { name: 'Second', revision: 0 } }))
    expect(answer).toMatchObject({
      status: 409,
      code: 'REVISION_MISMATCH',
      params: { current: { id: group.id, revision: 1, membership: 'O' } },
    })
    expect(await api.db.group.findUniqueOrThrow({ where: { id: group.id } })).toMatchObject({ name: { default: 'First' }, revision: 1 })
  })

  test('of one revision succeeds once, however many try', async () => {
    const { url, admin } = await arrange()
    const answers = await Promise.all([1, 2, 3, 4].map((n) => admin.put(url, { group: { name: `Try ${n}`, revision: 0 } })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })

  test('is refused to a member', async () => {
    const { url, member } = await arrange()
    expect(readRefusal(await member.put(url, { group: { name: 'Ours', revision: 0 } }))).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })
})

describe('deleting a group', () => {
  test('that manages nothing takes its memberships along', async () => {
    const { url, group, admin } = await arrange()
    expect((await admin.delete(url)).json()).toEqual({ success: true })
    expect(await api.db.group.count({ where: { id: group.id } })).toBe(0)
    expect(await api.db.membership.count({ where: { groupId: group.id } })).toBe(0)
    expect(readRefusal(await admin.delete(url))).toEqual(notFound)
  })

  test('that manages something is refused and says what', async () => {
    const { tenantId, url, group, admin, member } = await arrange()
    const assistant = await createAssistant(api.db, { tenantId, groupId: group.id })
    const workflow = await createWorkflow(api.db, { tenantId, groupId: group.id })
    const collection = await createCollection(api.db, { tenantId, groupId: group.id })
    const dataset = await createDataset(api.db, { tenantId, groupId: group.id })
    const assets: GroupAssets = {
      assistants: { count: 1, items: [{ id: assistant.id, name: assistant.name as { default: string } }] },
      workflows: { count: 1, items: [{ id: workflow.id, name: workflow.name as { default: string } }] },
      collections: { count: 1, items: [{ id: collection.id, name: collection.name as { default: string } }] },
      datasets: { count: 1, items: [{ id: dataset.id, name: dataset.name as { default: string } }] },
    }
    expect(readRefusal(await admin.delete(url))).toEqual({ status: 409, code: 'AUTH_GROUP_FAILED_TO_DELETE', params: { assets } })
    expect((await member.get(`${url}/assets`)).json()).toEqual({ assets })
    expect(await api.db.group.count({ where: { id: group.id } })).toBe(1)
  })

  test('names the first twenty of what it manages', async () => {
    const { tenantId, url, group, member } = await arrange()
    for (let n = 0; n < 21; n += 1) await createWorkflow(api.db, { tenantId, groupId: group.id })
    const { assets } = (await member.get(`${url}/assets`)).json<{ assets: GroupAssets }>()
    expect([assets.workflows.count, assets.workflows.items.length]).toEqual([21, 20])
  })

  test('moves what it manages to another group first', async () => {
    const { tenantId, url, group, admin } = await arrange()
    const other = await createGroup(api.db, { tenantId })
    const assistant = await createAssistant(api.db, { tenantId, groupId: group.id })
    const workflow = await createWorkflow(api.db, { tenantId, groupId: group.id })
    const dataset = await createDataset(api.db, { tenantId, groupId: group.id })
    expect((await admin.delete(`${url}?move_to=${other.id}`)).json()).toEqual({ success: true })
    const moved = { groupId: other.id, revision: 1 }
    expect(await api.db.assistant.findUniqueOrThrow({ where: { id: assistant.id } })).toMatchObject(moved)
    expect(await api.db.workflow.findUniqueOrThrow({ where: { id: workflow.id } })).toMatchObject(moved)
    expect(await api.db.dataset.findUniqueOrThrow({ where: { id: dataset.id } })).toMatchObject(moved)
  })

  test.each([
    ['itself', async (id: string) => id],
    ['a group of another tenant', async () => (await createGroup(api.db)).id],
    ['a group that is not there', async () => unknownId()],
  ])('is refused when things are to be moved to %s', async (_, find) => {
    const { tenantId, url, group, admin } = await arrange()
    await createAssistant(api.db, { tenantId, groupId: group.id })
    const answer = readRefusal(await admin.delete(`${url}?move_to=${await find(group.id)}`))
    expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST', params: { fields: [{ path: 'querystring/move_to' }] } })
    expect(await api.db.assistant.count({ where: { groupId: group.id } })).toBe(1)
  })

  test('is refused to its owner, and not there for a super user of another tenant', async () => {
    const { url, owner, outsider } = await arrange()
    expect(readRefusal(await owner.delete(url))).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect(readRefusal(await outsider.delete(url))).toEqual(notFound)
  })

  test('at the same time as it is given an assistant leaves no assistant without a group, and never fails', async () => {
    const { tenantId, admin } = await arrange()
    const workflow = await createWorkflow(api.db, { tenantId })
    for (let round = 0; round < 10; round += 1) {
      const { id } = await createGroup(api.db, { tenantId })
      const [answer, assistant] = await Promise.all([
        admin.delete(`/api/v1/group/${id}`),
        createAssistant(api.db, { tenantId, groupId: id, workflowId: workflow.id }).catch(() => null),
      ])
      const code = answer.json<{ detail?: { code: string } }>().detail?.code
      expect([answer.statusCode, code]).toEqual(assistant ? [409, 'AUTH_GROUP_FAILED_TO_DELETE'] : [200, undefined])
    }
  })

  test('of two that are to take over from each other lets only one go', async () => {
    const { tenantId, admin } = await arrange()
    const [one, two] = [await createGroup(api.db, { tenantId }), await createGroup(api.db, { tenantId })]
    for (const { id: groupId } of [one, two]) await createAssistant(api.db, { tenantId, groupId })
    const answers = await Promise.all([
      admin.delete(`/api/v1/group/${one.id}?move_to=${two.id}`),
      admin.delete(`/api/v1/group/${two.id}?move_to=${one.id}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await api.db.assistant.count({ where: { groupId: { in: [one.id, two.id] } } })).toBe(2)
  })
})
