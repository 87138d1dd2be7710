import { limits } from '@heddle/contracts/limits'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createPrompt } from '@heddle/db/factories/prompt'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

const url = '/api/v1/prompt'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

/** The owner and a member of a group, an administrator and someone else of their tenant. */
async function arrange() {
  const { db } = api
  const { tenantId, id: groupId } = await createGroup(db)
  const [owner, member, admin, stranger] = [
    await createUser(db, { tenantId }),
    await createUser(db, { tenantId }),
    await createUser(db, { tenantId, role: 'A' }),
    await createUser(db, { tenantId }),
  ]
  await createMembership(db, { groupId, userId: owner.id, role: 'O' })
  await createMembership(db, { groupId, userId: member.id })
  return {
    tenantId,
    groupId,
    memberId: member.id,
    owner: await api.as(owner),
    member: await api.as(member),
    admin: await api.as(admin),
    stranger: await api.as(stranger),
  }
}

const explain = {
  name: 'Explain a standard',
  text: { default: 'Explain {{ standard }}' },
  variables: [{ key: 'standard', label: 'Standard', type: 'text', required: true }],
}

type Answer = Awaited<ReturnType<Caller['get']>>
const told = (answer: Answer) => [answer.statusCode, answer.json().detail?.code]
const namesOf = (answer: Answer) => answer.json().prompts.map(({ name }: { name: { default: string } }) => name.default)

describe('a prompt', () => {
  test('is created, read, changed and deleted by its user alone', async () => {
    const { member, admin } = await arrange()
    const created = await member.post(url, { prompt: { scope: 'mine', ...explain } })
    expect(created.json().prompt).toMatchObject({
      scope: 'mine',
      group: null,
      state: 'offered',
      name: { default: 'Explain a standard' },
      variables: [{ key: 'standard', label: { default: 'Standard' }, type: 'text', required: true }],
      version: 1,
      revision: 0,
      abilities: { write: true, accept: false },
    })
    const { id } = created.json().prompt
    expect(told(await admin.get(`${url}/${id}`))).toEqual([404, 'PROMPT_NOT_FOUND'])
    const changed = await member.put(`${url}/${id}`, { revision: 0, prompt: { tags: ['standard', 'standard'] } })
    expect(changed.json().prompt).toMatchObject({ tags: ['standard'], version: 1, revision: 1 })
    expect(told(await member.delete(`${url}/${id}`))).toEqual([200, undefined])
    expect(told(await member.get(`${url}/${id}`))).toEqual([404, 'PROMPT_NOT_FOUND'])
    expect(await api.db.auditEvent.count({ where: { targetId: id } })).toBe(0)
  })

  test('suggested to a group is seen by its author and the managers until one of them accepts it', async () => {
    const { groupId, owner, member, stranger, tenantId } = await arrange()
    const other = await api.as(await createUser(api.db, { tenantId, role: 'U' }))
    const created = await member.post(url, { prompt: { scope: 'group', group_id: groupId, ...explain } })
    const { id, state, abilities } = created.json().prompt
    expect([state, abilities]).toEqual(['suggested', { write: true, accept: false }])
    const accept = { revision: 0, prompt: { state: 'offered' } }
    expect(told(await member.put(`${url}/${id}`, accept))).toEqual([403, 'FORBIDDEN'])
    expect(told(await other.get(`${url}/${id}`))).toEqual([404, 'PROMPT_NOT_FOUND'])
    expect((await owner.post(`${url}/query`, { state: 'suggested' })).json().prompts).toMatchObject([
      { id, abilities: { write: true, accept: true } },
    ])
    expect((await owner.put(`${url}/${id}`, accept)).json().prompt).toMatchObject({
      state: 'offered',
      abilities: { write: true, accept: false },
    })
    expect(told(await member.put(`${url}/${id}`, { revision: 1, prompt: { tags: ['a'] } }))).toEqual([403, 'FORBIDDEN'])
    expect(told(await member.delete(`${url}/${id}`))).toEqual([403, 'FORBIDDEN'])
    expect(told(await stranger.post(url, { prompt: { scope: 'group', group_id: groupId, ...explain } }))).toEqual([
      404,
      'AUTH_GROUP_NOT_FOUND',
    ])
    const events = await api.db.auditEvent.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } })
    expect(events.map(({ action, targetType }) => [action, targetType])).toEqual([
      ['createPrompt', 'prompt'],
      ['updatePrompt', 'prompt'],
    ])
  })

  test('of the tenant is written by administrators, and read by all', async () => {
    const { admin, owner, stranger } = await arrange()
    expect(told(await owner.post(url, { prompt: { scope: 'tenant', ...explain } }))).toEqual([403, 'FORBIDDEN'])
    const { id } = (await admin.post(url, { prompt: { scope: 'tenant', ...explain } })).json().prompt
    expect(namesOf(await stranger.post(`${url}/query`, { scope: 'tenant' }))).toEqual(['Explain a standard'])
    expect(told(await stranger.delete(`${url}/${id}`))).toEqual([403, 'FORBIDDEN'])
  })

  test('is refused with what is wrong with its variables', async () => {
    const { member } = await arrange()
    const prompt = {
      scope: 'mine',
      name: 'a',
      text: { default: '{{ a }}', ja: '{{ b }}' },
      variables: [{ key: 'a', label: 'A', type: 'choice' }],
    }
    const answer = await member.post(url, { prompt })
    expect([answer.statusCode, answer.json().detail]).toMatchObject([
      422,
      {
        code: 'PROMPT_INVALID',
        params: {
          problems: [
            { path: 'variables/0/choices', reason: 'choices_missing' },
            { path: 'text/ja', reason: 'unknown_variable' },
          ],
        },
      },
    ])
    expect(told(await member.post(url, { prompt: { ...explain, scope: 'group' } }))).toEqual([400, 'BAD_REQUEST'])
  })

  test('names an expert that its reader may use, and no other', async () => {
    const { member, stranger, admin, tenantId, groupId } = await arrange()
    const { id: assistantId } = await createAssistant(api.db, { tenantId, groupId })
    const prompt = { scope: 'tenant', ...explain, assistant_id: assistantId }
    const { id } = (await admin.post(url, { prompt })).json().prompt
    expect((await member.get(`${url}/${id}`)).json().prompt.assistant_id).toBe(assistantId)
    expect((await stranger.get(`${url}/${id}`)).json().prompt.assistant_id).toBeNull()
    expect(told(await stranger.post(url, { prompt: { ...prompt, scope: 'mine' } }))).toEqual([404, 'ASSISTANT_NOT_FOUND'])
  })

  test('keeps its newest versions', async () => {
    const { member, memberId, tenantId } = await arrange()
    const { id } = await createPrompt(api.db, { tenantId, ownerId: memberId, createdById: memberId })
    for (let revision = 0; revision < limits.promptVersions; revision += 1) {
      const prompt = { text: { default: `Explain {{ topic }}, ${revision}` } }
      expect((await member.put(`${url}/${id}`, { revision, prompt })).statusCode).toBe(200)
    }
    const first = (await member.post(`${url}/${id}/version/query`, { page_size: 3 })).json()
    expect(first.versions.map(({ number }: { number: number }) => number)).toEqual([21, 20, 19])
    expect(first.versions[0]).toMatchObject({ text: { default: 'Explain {{ topic }}, 19' }, created_by: { id: memberId } })
    expect(await api.db.promptVersion.count({ where: { promptId: id } })).toBe(limits.promptVersions)
    const stale = await member.put(`${url}/${id}`, { revision: 3, prompt: { name: 'a' } })
    expect([told(stale), stale.json().detail.params.current.revision]).toEqual([[409, 'REVISION_MISMATCH'], 20])
  })

  test('is one of as many as are allowed, also when several are added at once', async () => {
    const { member, memberId, tenantId } = await arrange()
    const row = { tenantId, ownerId: memberId, name: { default: 'a' }, text: { default: 'a' } }
    await api.db.prompt.createMany({ data: Array.from({ length: limits.promptsPerOwner - 1 }, () => row) })
    const answers = await Promise.all([0, 1, 2].map(() => member.post(url, { prompt: { scope: 'mine', ...explain } })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })
})

describe('the list of prompts', () => {
  test('finds a name in any language, case and width', async () => {
    const { member, memberId, tenantId } = await arrange()
    const own = { tenantId, ownerId: memberId }
    await createPrompt(api.db, { ...own, name: { default: 'Compare yarns', ja: '糸を比較する', vi: 'So sánh sợi' } })
    await createPrompt(api.db, { ...own, name: { default: 'Minutes 100%' } })
    for (const [keyword, names] of [
      ['ＹＡＲＮ', ['Compare yarns']],
      ['糸', ['Compare yarns']],
      ['SÁNH', ['Compare yarns']],
      ['0%', ['Minutes 100%']],
      ['_', []],
    ] as const) {
      expect(namesOf(await member.post(`${url}/query`, { keyword }))).toEqual(names)
    }
  })

  test('begins with those that the reader used last, over its pages', async () => {
    const { member, owner, tenantId } = await arrange()
    const ids: string[] = []
    for (const name of ['a', 'B', 'c', 'd', 'e']) ids.push((await createPrompt(api.db, { tenantId, name: { default: name } })).id)
    for (const [index, at] of [
      [3, '2026-11-01T00:00:00Z'],
      [2, '2026-11-02T00:00:00Z'],
    ] as const) {
      const userId = (await member.get('/api/v1/preference/user/me')).json().user_preference.user_id
      await api.db.promptUse.create({ data: { userId, promptId: ids[index] ?? '', usedAt: new Date(at) } })
    }
    expect((await member.post(`${url}/${ids[4]}/used`)).json()).toEqual({ success: true })
    const names: string[] = []
    let token: string | undefined
    do {
      const page = await member.post(`${url}/query`, { order: 'used', page_size: 2, ...(token && { page_token: token }) })
      names.push(...namesOf(page))
      token = page.json().next_page_token
    } while (token)
    expect(names).toEqual(['e', 'c', 'd', 'a', 'B'])
    expect(namesOf(await owner.post(`${url}/query`, { order: 'used' }))).toEqual(['a', 'B', 'c', 'd', 'e'])
    expect(told(await member.post(`${url}/${unknownId()}/used`))).toEqual([404, 'PROMPT_NOT_FOUND'])
  })

  test('is of a scope, a group, a tag or a state', async () => {
    const { member, memberId, tenantId, groupId } = await arrange()
    const [mine, group] = [
      { tenantId, ownerId: memberId },
      { tenantId, groupId },
    ]
    await createPrompt(api.db, { ...mine, name: { default: 'mine' }, tags: ['dye'] })
    await createPrompt(api.db, { ...group, name: { default: 'group' }, tags: ['dye'] })
    await createPrompt(api.db, { ...group, name: { default: 'suggested' }, state: 'suggested', createdById: memberId })
    await createPrompt(api.db, { tenantId, name: { default: 'tenant' } })
    for (const [filter, names] of [
      [{ scope: 'mine' }, ['mine']],
      [{ scope: 'group' }, ['group', 'suggested']],
      [{ scope: 'tenant' }, ['tenant']],
      [{ group_id: groupId, state: 'offered' }, ['group']],
      [{ tag: 'dye' }, ['group', 'mine']],
    ] as const) {
      expect(namesOf(await member.post(`${url}/query`, filter))).toEqual(names)
    }
  })
})

describe('prompts go', () => {
  test('with their user, and stay with the group when it is moved', async () => {
    const { admin, member, memberId, tenantId, groupId } = await arrange()
    await createPrompt(api.db, { tenantId, ownerId: memberId })
    const kept = await createPrompt(api.db, { tenantId, groupId, createdById: memberId })
    await member.post(`${url}/${kept.id}/used`)
    expect((await admin.delete(`/api/v1/user/${memberId}`)).statusCode).toBe(200)
    expect(await api.db.prompt.findMany({ where: { tenantId }, select: { id: true } })).toEqual([{ id: kept.id }])
    expect(await api.db.promptUse.count({ where: { userId: memberId } })).toBe(0)
    const { id: other } = await createGroup(api.db, { tenantId })
    expect((await admin.delete(`/api/v1/group/${groupId}?move_to=${other}`)).statusCode).toBe(200)
    expect((await admin.get(`${url}/${kept.id}`)).json().prompt.group.id).toBe(other)
    expect((await admin.delete(`/api/v1/group/${other}`)).statusCode).toBe(200)
    expect(told(await admin.get(`${url}/${kept.id}`))).toEqual([404, 'PROMPT_NOT_FOUND'])
  })
})
