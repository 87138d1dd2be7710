import type { AssistantDetail, AssistantWorkflow } from '@heddle/contracts/assistant/assistant'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow, type WorkflowOverrides } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

type Response = Awaited<ReturnType<Caller['get']>>

const readAssistant = (response: Response) => {
  expect([response.statusCode, response.body]).toEqual([200, response.body])
  return response.json<{ assistant: AssistantDetail }>().assistant
}

const png = 'data:image/png;base64,iVBORw0KGgo='
const webp = 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4IA=='

/** A tenant with a group and a workflow, and callers in it. */
async function arrange(workflow: WorkflowOverrides = {}) {
  const { id: tenantId } = await createTenant(api.db)
  const group = await createGroup(api.db, { tenantId, name: { default: 'Fibres' } })
  const { id: workflowId } = await createWorkflow(api.db, { tenantId, name: { default: 'Plain' }, ...workflow })

  async function join(role: 'S' | 'A' | 'O' | 'U', groupId = group.id) {
    const isAdministrator = role === 'S' || role === 'A'
    const user = await createUser(api.db, { tenantId, role: isAdministrator ? role : 'U' })
    if (!isAdministrator) await createMembership(api.db, { groupId, userId: user.id, role })
    return api.as(user)
  }
  const build = (given: object = {}) => ({ name: 'Weaver', workflow_id: workflowId, group_id: group.id, ...given })
  const create = (caller: Caller, given: object = {}) => caller.post('/api/v1/assistant', { assistant: build(given) })
  return { tenantId, group, groupId: group.id, workflowId, join, build, create }
}

const update = (caller: Caller, id: string, assistant: object) => caller.put(`/api/v1/assistant/${id}`, { assistant })

const findFields = (response: Response) =>
  response.json<{ detail: { code: string; params?: { fields?: { path: string }[] } } }>().detail.params?.fields?.map(({ path }) => path)

describe('creating an assistant', () => {
  test('keeps all that the form has, and answers with what its editor needs', async () => {
    const { tenantId, groupId, workflowId, join, create } = await arrange()
    const owner = await join('O')
    const given = {
      name: { default: 'Weaver', ja: '織り手' },
      description: { default: 'Weaves', th: 'ทอผ้า' },
      is_public: true,
      recommended_questions: [
        { title: { default: 'Reed', zhHant: '筘' }, content: { default: 'What is a reed?', zhHant: '什麼是筘?' } },
        { title: { default: 'Warp' }, content: { default: 'What is a warp?' } },
      ],
      user_prompt: 'Speak of looms.',
      color: 'teal',
      picture: webp,
    }
    const created = readAssistant(await create(owner, given))
    const { user_prompt, ...shown } = given
    expect(created).toMatchObject({
      ...shown,
      revision: 0,
      group: { id: groupId, name: { default: 'Fibres' } },
      abilities: { use: true, edit: true, delete: true, make_public: true },
      configuration: {
        user_prompt,
        workflow: { id: workflowId, name: { default: 'Plain' }, allow_user_prompt: true, accepts_files: true, restricted_to: null },
        usage: { chats: 0, last_used_at: null },
      },
    })
    expect(await api.db.assistant.findUniqueOrThrow({ where: { id: created.id } })).toMatchObject({
      tenantId,
      groupId,
      workflowId,
      createdById: owner.user.id,
      isPublic: true,
      userPrompt: 'Speak of looms.',
      color: 'teal',
      picture: webp,
      recommendedQuestions: given.recommended_questions,
    })
  })

  test.each([
    [['workflow_id'], { workflow_id: undefined }],
    [['group_id'], { group_id: undefined }],
    [['name', 'workflow_id', 'group_id'], { name: undefined, workflow_id: undefined, group_id: undefined }],
  ])('needs %j', async (fields, given) => {
    const { join, create } = await arrange()
    const response = await create(await join('A'), given)
    expect([response.statusCode, response.json()]).toMatchObject([400, { detail: { code: 'ASSISTANT_CONFIG_REQUIRED' } }])
    expect(findFields(response)).toEqual(fields.map((field) => `body/assistant/${field}`))
  })

  test.each([
    ['an empty name', { name: '  ' }],
    ['a question without content', { recommended_questions: [{ title: 'Reed', content: '' }] }],
    ['a question without a title', { recommended_questions: [{ title: '', content: 'What is a reed?' }] }],
    ['nine questions', { recommended_questions: Array.from({ length: 9 }, () => ({ title: 'Reed', content: 'What is a reed?' })) }],
    ['instructions that are too long', { user_prompt: 'x'.repeat(4_001) }],
    ['a color that is none', { color: 'url(evil)' }],
    ['a picture that can carry more', { picture: 'data:image/svg+xml;base64,AAAA' }],
    ['a page that is called a picture', { picture: 'data:image/png;base64,PGh0bWw+' }],
    ['an address of a picture', { picture: 'https://pictures.example/weaver.png' }],
    ['a picture that is too large', { picture: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(12_288)}` }],
    ['a creator', { created_by_id: '00000000-0000-7000-8000-000000000001' }],
  ])('refuses %s', async (_, given) => {
    const { join, create } = await arrange()
    const response = await create(await join('A'), given)
    expect([response.statusCode, response.json()]).toMatchObject([400, { detail: { code: 'BAD_REQUEST' } }])
  })

  test('refuses instructions that the workflow does not allow', async () => {
    const { join, create } = await arrange({ allowUserPrompt: false })
    const owner = await join('O')
    const response = await create(owner, { user_prompt: 'Speak of looms.' })
    expect([response.statusCode, response.json()]).toMatchObject([400, { detail: { code: 'ASSISTANT_CONFIG_INVALID' } }])
    expect(findFields(response)).toEqual(['body/assistant/user_prompt'])
    readAssistant(await create(owner, { user_prompt: '' }))
  })

  test.each([
    ['is not published', async (tenantId: string) => createWorkflow(api.db, { tenantId, versions: {} })],
    [
      'is for another group',
      async (tenantId: string) =>
        createWorkflow(api.db, { tenantId, openToAllGroups: false, groupId: (await createGroup(api.db, { tenantId })).id }),
    ],
    ['is of another tenant', () => createWorkflow(api.db)],
  ])('refuses a workflow that %s, and does not list it', async (_, createRefused) => {
    const { tenantId, workflowId, join, create } = await arrange()
    const owner = await join('O')
    const { id } = await createRefused(tenantId)
    const response = await create(owner, { workflow_id: id })
    expect([response.statusCode, response.json()]).toMatchObject([400, { detail: { code: 'ASSISTANT_CONFIG_INVALID' } }])
    expect(findFields(response)).toEqual(['body/assistant/workflow_id'])
    const { workflows } = (await owner.get('/api/v1/assistant/workflow')).json<{ workflows: AssistantWorkflow[] }>()
    expect(workflows.map((workflow) => workflow.id)).toEqual([workflowId])
  })

  test('takes a workflow of a closed group from its member, and says whom it is for', async () => {
    const { tenantId, groupId, join, create } = await arrange()
    const closed = await createWorkflow(api.db, { tenantId, groupId, openToAllGroups: false })
    const created = readAssistant(await create(await join('U'), { workflow_id: closed.id }))
    expect(created.configuration?.workflow.restricted_to).toEqual({ id: groupId, name: { default: 'Fibres' } })
  })

  test.each([
    ['S', 200, 200],
    ['A', 200, 200],
    ['O', 200, 200],
    ['U', 200, 403],
  ] as const)('is for %s: private %i, public %i', async (role, ofPrivate, ofPublic) => {
    const { join, create } = await arrange()
    const caller = await join(role)
    expect((await create(caller)).statusCode).toBe(ofPrivate)
    expect((await create(caller, { is_public: true })).statusCode).toBe(ofPublic)
    const list = await caller.post('/api/v1/assistant/query', {})
    expect(list.json()).toMatchObject({ abilities: { create: true } })
  })

  test('is for no user outside of a group', async () => {
    const { tenantId, create } = await arrange()
    const caller = await api.as(await createUser(api.db, { tenantId }))
    expect((await create(caller)).json()).toMatchObject({ detail: { code: 'FORBIDDEN' } })
    expect((await caller.post('/api/v1/assistant/query', {})).json()).toMatchObject({ abilities: { create: false } })
  })
})

describe('changing an assistant', () => {
  test('changes what is named and keeps the rest', async () => {
    const { tenantId, groupId, workflowId, join } = await arrange()
    const { id } = await createAssistant(api.db, {
      tenantId,
      groupId,
      workflowId,
      name: { default: 'Weaver' },
      userPrompt: 'Speak of looms.',
      recommendedQuestions: [{ title: { default: 'Reed' }, content: { default: 'What is a reed?' } }],
    })
    const changed = readAssistant(await update(await join('O'), id, { name: 'Spinner', color: 'pink', is_public: true, revision: 0 }))
    expect(changed).toMatchObject({ name: { default: 'Spinner' }, color: 'pink', is_public: true, revision: 1 })
    expect(await api.db.assistant.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: { default: 'Spinner' },
      workflowId,
      userPrompt: 'Speak of looms.',
      recommendedQuestions: [{ title: { default: 'Reed' }, content: { default: 'What is a reed?' } }],
      revision: 1,
    })
  })

  test('replaces and removes its picture, which is seen by those who see the assistant', async () => {
    const { tenantId, groupId, workflowId, join } = await arrange()
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId, picture: png })
    const [owner, member] = [await join('O'), await join('U')]
    const outsider = await api.as(await createUser(api.db, { tenantId }))
    const readPicture = async () => (await member.post('/api/v1/assistant/query', {})).json<{ assistants: object[] }>().assistants
    expect(await readPicture()).toMatchObject([{ picture: png }])
    expect((await outsider.get(`/api/v1/assistant/${id}`)).statusCode).toBe(404)
    expect(readAssistant(await update(owner, id, { picture: webp, revision: 0 }))).toMatchObject({ picture: webp })
    expect(await readPicture()).toMatchObject([{ picture: webp }])
    readAssistant(await update(owner, id, { picture: null, revision: 1 }))
    expect(await readPicture()).toMatchObject([{ picture: null }])
    expect(await api.db.assistant.findUniqueOrThrow({ where: { id } })).toMatchObject({ picture: null, revision: 2 })
  })

  test('never changes the workflow', async () => {
    const { tenantId, groupId, workflowId, join } = await arrange()
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId })
    const other = await createWorkflow(api.db, { tenantId })
    expect((await update(await join('A'), id, { workflow_id: other.id, revision: 0 })).statusCode).toBe(400)
    expect(await api.db.assistant.findUniqueOrThrow({ where: { id } })).toMatchObject({ workflowId, revision: 0 })
  })

  test('of an older revision changes nothing and answers with the present one', async () => {
    const { tenantId, groupId, workflowId, join } = await arrange()
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId, revision: 3, name: { default: 'Weaver' } })
    const response = await update(await join('O'), id, { name: 'Spinner', revision: 2 })
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { detail: { code: 'REVISION_MISMATCH', params: { current: { name: { default: 'Weaver' }, revision: 3 } } } },
    ])
  })

  test('keeps instructions that the workflow has come to refuse, until they are emptied', async () => {
    const { tenantId, groupId, workflowId, join } = await arrange({ allowUserPrompt: false })
    const owner = await join('O')
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId, userPrompt: 'Speak of looms.' })
    readAssistant(await update(owner, id, { user_prompt: 'Speak of looms.', revision: 0 }))
    expect((await update(owner, id, { user_prompt: 'Speak of reeds.', revision: 1 })).statusCode).toBe(400)
    readAssistant(await update(owner, id, { user_prompt: '', revision: 1 }))
  })

  test.each([
    ['S', 'O', 200],
    ['A', 'O', 200],
    ['O', 'O', 200],
    ['O', 'U', 200],
    ['O', null, 403],
    ['U', 'U', 200],
    ['U', null, 403],
  ] as const)('moves a private one of %s into a group in which they are %s: %i', async (role, roleThere, status) => {
    const { tenantId, workflowId, groupId, join } = await arrange()
    const caller = await join(role)
    const there = await createGroup(api.db, { tenantId })
    if (roleThere) await createMembership(api.db, { groupId: there.id, userId: caller.user.id, role: roleThere })
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId, createdById: caller.user.id })
    expect((await update(caller, id, { group_id: there.id, revision: 0 })).statusCode).toBe(status)
    expect((await api.db.assistant.findUniqueOrThrow({ where: { id } })).groupId).toBe(status === 200 ? there.id : groupId)
  })

  test.each([
    ['to all', false, true, 'U', 403],
    ['to the group', true, false, 'U', 403],
    ['to all', false, true, 'O', 200],
    ['to the group', true, false, 'O', 200],
    ['as it was', true, true, 'U', 200],
  ] as const)('opens it %s (public %s, then %s) for %s: %i', async (_, before, after, role, status) => {
    const { tenantId, workflowId, groupId, join } = await arrange()
    const caller = await join(role)
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId, createdById: caller.user.id, isPublic: before })
    expect((await update(caller, id, { is_public: after, revision: 0 })).statusCode).toBe(status)
    expect((await api.db.assistant.findUniqueOrThrow({ where: { id } })).isPublic).toBe(status === 200 ? after : before)
  })

  test('keeps a public one out of a group whose administrator the actor is not', async () => {
    const { tenantId, workflowId, groupId, join } = await arrange()
    const owner = await join('O')
    const there = await createGroup(api.db, { tenantId })
    await createMembership(api.db, { groupId: there.id, userId: owner.user.id, role: 'U' })
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId, isPublic: true })
    expect((await update(owner, id, { group_id: there.id, revision: 0 })).statusCode).toBe(403)
  })

  test('shows its configuration to its editors alone', async () => {
    const { tenantId, groupId, workflowId, join } = await arrange()
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId, userPrompt: 'a canary of instructions' })
    const member = await join('U')
    const seen = await member.get(`/api/v1/assistant/${id}`)
    expect(readAssistant(seen)).toMatchObject({ configuration: null, abilities: { use: true, edit: false, make_public: false } })
    expect(seen.body).not.toContain('canary')
    expect(readAssistant(await (await join('O')).get(`/api/v1/assistant/${id}`)).configuration?.user_prompt).toBe(
      'a canary of instructions',
    )
  })
})

describe('deleting an assistant', () => {
  test('keeps its chats, which then have none, and says before how many there are', async () => {
    const { tenantId, groupId, workflowId, join } = await arrange()
    const owner = await join('O')
    const { id } = await createAssistant(api.db, { tenantId, groupId, workflowId })
    const chat = await createChat(api.db, { tenantId, ownerId: owner.user.id, assistantId: id })
    expect(readAssistant(await owner.get(`/api/v1/assistant/${id}`)).configuration?.usage).toEqual({
      chats: 1,
      last_used_at: chat.updatedAt.toISOString(),
    })
    expect((await owner.delete(`/api/v1/assistant/${id}`)).json()).toEqual({ success: true })
    expect((await owner.get(`/api/v1/assistant/${id}`)).json()).toMatchObject({ detail: { code: 'ASSISTANT_NOT_FOUND' } })
    const kept = await owner.get(`/api/v1/chat/${chat.id}`)
    expect([kept.statusCode, kept.json()]).toMatchObject([200, { chat: { assistant: null } }])
  })
})

describe('the assistants that a user manages', () => {
  test.each([
    ['A', ['of the group', 'own', 'elsewhere']],
    ['O', ['of the group', 'own']],
    ['U', ['own']],
  ] as const)('are for %s: %j', async (role, expected) => {
    const { tenantId, groupId, workflowId, join } = await arrange()
    const caller = await join(role)
    const common = { tenantId, workflowId, isPublic: true }
    await createAssistant(api.db, { ...common, groupId, name: { default: 'of the group' } })
    await createAssistant(api.db, { ...common, groupId, createdById: caller.user.id, name: { default: 'own' } })
    await createAssistant(api.db, { ...common, name: { default: 'elsewhere' } })
    const { assistants } = (await caller.post('/api/v1/assistant/query', { scope: 'managed' })).json<{ assistants: AssistantDetail[] }>()
    expect(new Set(assistants.map(({ name }) => name.default))).toEqual(new Set<string>(expected))
    expect(assistants.every(({ abilities }) => abilities.edit)).toBe(true)
  })
})
