import { createAssistant, createFavorite } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow, graphWithoutFiles, plainChatGraph } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function arrange() {
  const tenant = await createTenant(api.db)
  const user = await createUser(api.db, { tenantId: tenant.id })
  return { tenantId: tenant.id, user, caller: await api.as(user) }
}

async function query(caller: Caller, body: object = {}) {
  const answer = await caller.post('/api/v1/assistant/query', body)
  expect(answer.statusCode).toBe(200)
  return answer.json<{
    assistants: { id: string; name: { default: string }; is_favorite: boolean; accepts_files: boolean }[]
    next_page_token?: string
  }>()
}

const createGraph = (readsFiles: boolean) => (readsFiles ? plainChatGraph() : graphWithoutFiles())

const listIds = ({ assistants }: { assistants: { id: string }[] }) => assistants.map(({ id }) => id)

describe('the list of assistants', () => {
  test('shows what the actor may use, the newest first, with what it may do', async () => {
    const { tenantId, user, caller } = await arrange()
    const group = await createGroup(api.db, { tenantId, name: { default: 'Fibres', ja: '繊維' } })
    await createMembership(api.db, { groupId: group.id, userId: user.id })
    const first = await createAssistant(api.db, { tenantId, isPublic: true })
    const second = await createAssistant(api.db, {
      tenantId,
      groupId: group.id,
      createdById: user.id,
      recommendedQuestions: [{ title: { default: 'Hemp' }, content: { default: 'How strong is hemp?' } }],
    })
    await createAssistant(api.db, { tenantId })
    await createAssistant(api.db, { isPublic: true })
    const list = await query(caller)
    expect(listIds(list)).toEqual([second.id, first.id])
    expect(list).not.toHaveProperty('next_page_token')
    expect(list.assistants[0]).toMatchObject({
      name: second.name,
      recommended_questions: [{ title: { default: 'Hemp' }, content: { default: 'How strong is hemp?' } }],
      group: { id: group.id, name: { default: 'Fibres', ja: '繊維' } },
      is_public: false,
      is_favorite: false,
      abilities: { use: true, edit: true, delete: true },
    })
    expect(list.assistants[1]).toMatchObject({ abilities: { use: true, edit: false, delete: false } })
  })

  test('keeps favourites in the order of the user, and apart from the others', async () => {
    const { tenantId, user, caller } = await arrange()
    const [one, two, three] = [
      await createAssistant(api.db, { tenantId, isPublic: true }),
      await createAssistant(api.db, { tenantId, isPublic: true }),
      await createAssistant(api.db, { tenantId, isPublic: true }),
    ]
    await createFavorite(api.db, { userId: user.id, assistantId: two.id })
    await createFavorite(api.db, { userId: user.id, assistantId: one.id })
    expect(listIds(await query(caller, { scope: 'favorites' }))).toEqual([two.id, one.id])
    expect(listIds(await query(caller, { scope: 'others' }))).toEqual([three.id])
    expect((await query(caller, { scope: 'all' })).assistants.map(({ is_favorite }) => is_favorite)).toEqual([false, true, true])
  })

  test.each(['favorites', 'others', 'all'] as const)('of %s is given page by page, each assistant once', async (scope) => {
    const { tenantId, user, caller } = await arrange()
    for (let count = 0; count < 5; count += 1) {
      const { id } = await createAssistant(api.db, { tenantId, isPublic: true })
      if (scope === 'favorites') await createFavorite(api.db, { userId: user.id, assistantId: id })
    }
    const whole = listIds(await query(caller, { scope }))
    const seen: string[] = []
    let body: object = { scope, page_size: 2 }
    for (let pages = 0; pages < 3; pages += 1) {
      const page = await query(caller, body)
      seen.push(...listIds(page))
      // Newer ones come first and do not shift what follows.
      if (scope !== 'favorites') await createAssistant(api.db, { tenantId, isPublic: true })
      body = { page_token: page.next_page_token }
      expect(page.next_page_token === undefined).toBe(pages === 2)
    }
    expect(seen).toEqual(whole)
  })

  test.each([
    ['SILK', ['Silk Adviser']],
    ['ＳＩＬＫ', ['Silk Adviser']],
    ['絹', ['Silk Adviser']],
    ['ﾃｽﾄ', ['Testing']],
    ['ทดสอบ', ['Testing']],
    ['ĐỘ BỀN', ['Testing']],
    ['100%', ['Percent']],
    ['_', []],
    ['default', []],
  ])('finds %s whatever its case and width, in every language', async (keyword, expected) => {
    const { tenantId, caller } = await arrange()
    await createAssistant(api.db, { tenantId, isPublic: true, name: { default: 'Silk Adviser', ja: '絹の相談' } })
    await createAssistant(api.db, {
      tenantId,
      isPublic: true,
      name: { default: 'Testing', ja: 'テスト' },
      description: { default: '', th: 'การทดสอบ', vi: 'độ bền' },
    })
    await createAssistant(api.db, { tenantId, isPublic: true, name: { default: 'Percent' }, description: { default: '100% cotton' } })
    const { assistants } = await query(caller, { keyword })
    expect(assistants.map(({ name }) => name.default)).toEqual(expected)
  })

  test.each([
    ['accepts files when the latest version reads them', [false, true]],
    ['accepts none when only an earlier version reads them', [true, false]],
    ['accepts none without a published version', []],
  ])('%s', async (_, versions) => {
    const { tenantId, user, caller } = await arrange()
    const workflow = await createWorkflow(api.db, {
      tenantId,
      allowFiles: false,
      versions: { create: versions.map((readsFiles, index) => ({ number: index + 1, graph: createGraph(readsFiles) })) },
    })
    const assistant = await createAssistant(api.db, { tenantId, workflowId: workflow.id, isPublic: true })
    await createFavorite(api.db, { userId: user.id, assistantId: assistant.id })
    const acceptsFiles = versions.at(-1) ?? false
    expect((await query(caller)).assistants).toMatchObject([{ accepts_files: acceptsFiles }])
    expect((await query(caller, { scope: 'favorites' })).assistants).toMatchObject([{ accepts_files: acceptsFiles }])
    const response = await caller.get(`/api/v1/assistant/${assistant.id}`)
    expect(response.json()).toMatchObject({ assistant: { accepts_files: acceptsFiles } })
  })

  test('refuses a page token that it did not give', async () => {
    const { caller } = await arrange()
    const answer = await caller.post('/api/v1/assistant/query', { page_token: 'made-up' })
    expect([answer.statusCode, answer.json().detail.code]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('one assistant', () => {
  test('that the actor may not use answers like one that does not exist', async () => {
    const { tenantId, caller } = await arrange()
    const hidden = await createAssistant(api.db, { tenantId })
    const elsewhere = await createAssistant(api.db, { isPublic: true })
    const answers = await Promise.all([hidden.id, elsewhere.id, unknownId()].map((id) => caller.get(`/api/v1/assistant/${id}`)))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set(['404 {"detail":{"code":"ASSISTANT_NOT_FOUND","message":"The expert was not found."}}']),
    )
  })

  test('is gone at the next call when the membership is', async () => {
    const { tenantId, user, caller } = await arrange()
    const { id, groupId } = await createAssistant(api.db, { tenantId })
    await createMembership(api.db, { groupId, userId: user.id })
    expect((await caller.get(`/api/v1/assistant/${id}`)).statusCode).toBe(200)
    await api.db.membership.deleteMany({ where: { userId: user.id } })
    expect((await caller.get(`/api/v1/assistant/${id}`)).statusCode).toBe(404)
  })
})
