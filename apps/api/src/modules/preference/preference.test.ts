import { limits } from '@heddle/contracts/limits'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

const url = '/api/v1/preference/user/me/favorite/assistant'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function arrange(count = 3) {
  const user = await createUser(api.db)
  const { tenantId } = user
  const [group, workflow] = [await createGroup(api.db, { tenantId }), await createWorkflow(api.db, { tenantId })]
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) {
    ids.push((await createAssistant(api.db, { tenantId, groupId: group.id, workflowId: workflow.id, isPublic: true })).id)
  }
  return { user, ids, caller: await api.as(user) }
}

describe('favourite assistants', () => {
  test('are none at first, and are added at the end, once', async () => {
    const { user, ids, caller } = await arrange()
    expect((await caller.get('/api/v1/preference/user/me')).json()).toEqual({
      user_preference: {
        user_id: user.id,
        favorites: { assistant_ids: [] },
        chat_defaults: { model_id: null, response_language: null },
        default_assistant_id: null,
      },
    })
    await caller.post(url, { assistant_id: ids[1] })
    await caller.post(url, { assistant_id: ids[0] })
    expect((await caller.post(url, { assistant_id: ids[1] })).json()).toEqual({ assistant_ids: [ids[1], ids[0]] })
  })

  test('are removed, also what is none', async () => {
    const { ids, caller } = await arrange()
    await caller.put(url, { assistant_ids: ids })
    expect((await caller.delete(`${url}/${ids[1]}`)).json()).toEqual({ assistant_ids: [ids[0], ids[2]] })
    expect((await caller.delete(`${url}/${unknownId()}`)).json()).toEqual({ assistant_ids: [ids[0], ids[2]] })
    expect((await caller.post(url, { assistant_id: ids[1] })).json()).toEqual({ assistant_ids: [ids[0], ids[2], ids[1]] })
  })

  test('are replaced and reordered, each of them once', async () => {
    const { ids, caller } = await arrange()
    await caller.put(url, { assistant_ids: ids })
    const [one, two, three] = ids
    expect((await caller.put(url, { assistant_ids: [three, one, three, two] })).json()).toEqual({ assistant_ids: [three, one, two] })
    expect((await caller.put(url, { assistant_ids: [] })).json()).toEqual({ assistant_ids: [] })
  })

  test("cannot be what is unknown or not the user's to use, and nothing changes then", async () => {
    const { user, ids, caller } = await arrange()
    const hidden = await createAssistant(api.db, { tenantId: user.tenantId })
    const elsewhere = await createAssistant(api.db, { isPublic: true })
    await caller.put(url, { assistant_ids: ids })
    for (const id of [hidden.id, elsewhere.id, unknownId()]) {
      for (const answer of [await caller.post(url, { assistant_id: id }), await caller.put(url, { assistant_ids: [ids[0], id] })]) {
        expect([answer.statusCode, answer.json().detail.code]).toEqual([404, 'ASSISTANT_NOT_FOUND'])
      }
    }
    expect((await caller.get('/api/v1/preference/user/me')).json()).toMatchObject({
      user_preference: { favorites: { assistant_ids: ids } },
    })
  })

  test('added at once from many tabs are all there', async () => {
    const { ids, caller } = await arrange(8)
    const answers = await Promise.all(ids.map((id) => caller.post(url, { assistant_id: id })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200))
    const { user_preference } = (await caller.get('/api/v1/preference/user/me')).json()
    expect(user_preference.favorites.assistant_ids.toSorted()).toEqual(ids.toSorted())
  })

  test('are hidden while the user may not use them, and then back in their place', async () => {
    const { ids, caller } = await arrange()
    await caller.put(url, { assistant_ids: ids })
    await api.db.assistant.update({ where: { id: ids[1] ?? '' }, data: { isPublic: false } })
    const list = async () => (await caller.get('/api/v1/preference/user/me')).json().user_preference.favorites.assistant_ids
    expect(await list()).toEqual([ids[0], ids[2]])
    await api.db.assistant.update({ where: { id: ids[1] ?? '' }, data: { isPublic: true } })
    expect(await list()).toEqual(ids)
  })

  test('that are hidden survive a new order of the others, behind them', async () => {
    const { ids, caller } = await arrange()
    const [one, two, three] = ids
    await caller.put(url, { assistant_ids: ids })
    await api.db.assistant.update({ where: { id: two ?? '' }, data: { isPublic: false } })
    expect((await caller.put(url, { assistant_ids: [three, one] })).json()).toEqual({ assistant_ids: [three, one] })
    await api.db.assistant.update({ where: { id: two ?? '' }, data: { isPublic: true } })
    expect((await caller.get('/api/v1/preference/user/me')).json()).toMatchObject({
      user_preference: { favorites: { assistant_ids: [three, one, two] } },
    })
  })

  test('have a limit', async () => {
    const { user, ids, caller } = await arrange(limits.favoriteAssistants + 1)
    await caller.put(url, { assistant_ids: ids.slice(0, -1) })
    const answer = await caller.post(url, { assistant_id: ids.at(-1) })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      400,
      expect.objectContaining({ code: 'BAD_REQUEST', params: { limit: 200 } }),
    ])
    expect((await caller.put(url, { assistant_ids: ids })).statusCode).toBe(400)
    expect(await api.db.favoriteAssistant.count({ where: { userId: user.id } })).toBe(limits.favoriteAssistants)
  })
})

describe('the assistant that the tenant suggests', () => {
  test.each([
    ['a public one is for every user', true, 'theirs'],
    ['one that became private is for no user outside of its group', false, null],
  ] as const)('%s', async (_, isPublic, expected) => {
    const tenant = await createTenant(api.db)
    const caller = await api.as(await createUser(api.db, { tenantId: tenant.id }))
    const { id } = await createAssistant(api.db, { tenantId: tenant.id, isPublic })
    await api.db.tenant.update({ where: { id: tenant.id }, data: { defaultAssistantId: id } })
    const response = await caller.get('/api/v1/preference/user/me')
    expect(response.json()).toMatchObject({ user_preference: { default_assistant_id: expected && id } })
  })
})

describe('the tour of the chat page', () => {
  const isDue = async (caller: Caller) => (await caller.get('/api/v1/auth/me')).json<{ is_tour_due: boolean }>().is_tour_due

  test('is offered to a new user once, in one of the tabs that ask at the same time', async () => {
    const caller = await api.as(await createUser(api.db, { tourOfferedAt: null }))
    expect(await isDue(caller)).toBe(true)
    const responses = await Promise.all([1, 2, 3, 4].map(() => caller.post('/api/v1/preference/user/me/tour')))
    expect(responses.filter((response) => response.json<{ is_offered: boolean }>().is_offered)).toHaveLength(1)
    expect(await isDue(caller)).toBe(false)
    expect((await caller.post('/api/v1/preference/user/me/tour')).json()).toEqual({ is_offered: false })
  })
})
