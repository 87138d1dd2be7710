// The choice of model and response language: per chat, as the user's default, and what a workflow permits.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createModel } from '@heddle/db/factories/model'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { createPlainChatGraph } from '@heddle/workflow/model/graph/starter-graphs'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { unknownId } from '../../../test/application/test-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

/** A user with a chat, and three models, of which the workflow permits what `allowedModels` says. */
async function arrange(allowedModels: string[] = []) {
  const scene = await app.createScene()
  const { tenantId, assistant, model } = scene
  const llama = await createModel(app.db, { tenantId, name: 'llama' })
  const seeing = await createModel(app.db, { tenantId, name: 'seeing', images: 'yes' })
  await app.db.workflow.update({ where: { id: assistant.workflowId }, data: { allowedModels } })
  return { ...scene, gpt: model, llama, seeing, chatUrl: `/api/v1/chat/${scene.chat.id}` }
}
type Arranged = Awaited<ReturnType<typeof arrange>>

const choose = ({ person, chatUrl }: Arranged, body: object) => person.put(`${chatUrl}/choice`, body)
const defaultUrl = '/api/v1/preference/user/me/chat_default'

describe('choosing for a chat', () => {
  test('is kept by the chat, and what is not named stays', async () => {
    const scene = await arrange()
    const { llama, person, chatUrl } = scene
    expect((await choose(scene, { model: { id: llama.id } })).json().chat).toMatchObject({
      model: { name: 'llama' },
      response_language: 'en',
    })
    expect((await choose(scene, { response_language: 'th' })).json().chat).toMatchObject({
      model: { name: 'llama' },
      response_language: 'th',
    })
    expect((await person.get(chatUrl)).json().chat).toMatchObject({ model: { id: llama.id, name: 'llama' }, response_language: 'th' })
  })

  test('is what the next message is answered with, and does not stand in its way', async () => {
    const scene = await arrange()
    const { person, chat, llama } = scene
    await choose(scene, { model: { name: 'llama' }, response_language: 'vi' })
    const done = await (await app.send(person, chat, { fault: 'tokens=3' })).done()
    expect(done.message).toMatchObject({ model: { id: llama.id }, response_language: 'vi' })
  })

  test('does not move the chat in the history', async () => {
    const scene = await arrange()
    const before = await app.db.chat.findUniqueOrThrow({ where: { id: scene.chat.id } })
    await choose(scene, { response_language: 'ja' })
    expect(await app.db.chat.findUniqueOrThrow({ where: { id: scene.chat.id } })).toMatchObject({
      updatedAt: before.updatedAt,
      version: before.version,
    })
  })

  test('refuses a model that is unknown, switched off, of another tenant, or that the workflow does not permit', async () => {
    const scene = await arrange(['gpt-4o', 'off'])
    const off = await createModel(app.db, { tenantId: scene.tenantId, name: 'off', enabled: false })
    const elsewhere = await createModel(app.db, { name: 'gpt-4o' })
    for (const model of [{ id: unknownId() }, { id: off.id }, { id: elsewhere.id }, { id: scene.llama.id }, { name: 'llama' }, {}]) {
      const answer = await choose(scene, { model })
      expect([answer.statusCode, answer.json().detail.code]).toEqual([400, 'CHAT_INVALID_MODEL_OBJECT'])
    }
    expect((await choose(scene, { model: { name: 'gpt-4o' } })).statusCode).toBe(200)
  })

  test('is for the owner alone', async () => {
    const scene = await arrange()
    const reader = await app.as(await createUser(app.db, { tenantId: scene.tenantId }))
    const answer = (url: string) => reader.put(`${url}/choice`, { response_language: 'ja' })
    expect((await answer(scene.chatUrl)).statusCode).toBe(404)
    await scene.person.put(`${scene.chatUrl}/access_control`, { explicitly_public: true })
    expect((await answer(scene.chatUrl)).statusCode).toBe(403)
  })
})

describe('the defaults of a user', () => {
  test('are none at first, are kept, and are what a new chat begins with', async () => {
    const { person, assistant, llama } = await arrange()
    expect((await person.get('/api/v1/preference/user/me')).json().user_preference.chat_defaults).toEqual({
      model_id: null,
      response_language: null,
    })
    expect((await person.put(defaultUrl, { model: { name: 'llama' } })).json()).toEqual({
      chat_defaults: { model_id: llama.id, response_language: null },
    })
    await person.put(defaultUrl, { response_language: 'th' })
    const chat = (await person.post('/api/v1/chat', { chat: { assistant_id: assistant.id } })).json().chat
    expect(chat).toMatchObject({ model: { name: 'llama' }, response_language: 'th' })
  })

  test('give way to what a new chat names', async () => {
    const { person, assistant } = await arrange()
    await person.put(defaultUrl, { model: { name: 'llama' }, response_language: 'th' })
    const named = { assistant_id: assistant.id, model: { name: 'seeing' }, response_language: 'ja' }
    const { chat } = (await person.post('/api/v1/chat', { chat: named })).json()
    expect(chat).toMatchObject({ model: { name: 'seeing' }, response_language: 'ja' })
  })

  test('give way to the default model when theirs is gone or not permitted', async () => {
    const { person, assistant, llama } = await arrange()
    await person.put(defaultUrl, { model: { name: 'llama' } })
    const begin = async () => (await person.post('/api/v1/chat', { chat: { assistant_id: assistant.id } })).json().chat.model.name
    await app.db.workflow.update({ where: { id: assistant.workflowId }, data: { allowedModels: ['gpt-4o'] } })
    expect(await begin()).toBe('gpt-4o')
    await app.db.workflow.update({ where: { id: assistant.workflowId }, data: { allowedModels: [] } })
    await app.db.model.update({ where: { id: llama.id }, data: { enabled: false } })
    expect(await begin()).toBe('gpt-4o')
    await app.db.model.delete({ where: { id: llama.id } })
    expect(await begin()).toBe('gpt-4o')
  })

  test('cannot be a model that is not offered', async () => {
    const { person } = await arrange()
    const answer = await person.put(defaultUrl, { model: { id: unknownId() } })
    expect([answer.statusCode, answer.json().detail.code]).toEqual([400, 'CHAT_INVALID_MODEL_OBJECT'])
  })
})

describe('the models to choose from', () => {
  const namesFor = async ({ person, assistant }: Arranged) =>
    (await person.get(`/api/v1/model?assistant_id=${assistant.id}`)).json().models.map(({ name }: { name: string }) => name)

  test("are the tenant's that the workflow permits", async () => {
    const scene = await arrange(['seeing', 'gpt-4o', 'gone'])
    expect(await namesFor(scene)).toEqual(['gpt-4o', 'seeing'])
    const { models } = (await scene.person.get('/api/v1/model')).json()
    expect(models).toHaveLength(3)
    expect(models.find(({ name }: { name: string }) => name === 'seeing')).toMatchObject({ reads_images: true })
  })

  test('are one when the workflow says which', async () => {
    const scene = await arrange()
    const { tenantId } = scene
    const graph = createPlainChatGraph()
    const nodes = graph.nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, model: 'llama' } } : node))
    const { id: workflowId } = await createWorkflow(app.db, { tenantId, draft: { ...graph, nodes } })
    const assistant = await createAssistant(app.db, { tenantId, groupId: scene.assistant.groupId, workflowId, isPublic: true })
    expect(await namesFor({ ...scene, assistant })).toEqual(['llama'])
  })

  test('are the default when the workflow names one that is not offered, and a message is answered with it', async () => {
    const scene = await arrange()
    const { person, tenantId, gpt } = scene
    await app.db.model.update({ where: { id: gpt.id }, data: { position: 1 } })
    const graph = createPlainChatGraph()
    const nodes = graph.nodes.map((node) => (node.type === 'llm' ? { ...node, config: { ...node.config, model: 'gone' } } : node))
    const { id: workflowId } = await createWorkflow(app.db, { tenantId, draft: { ...graph, nodes } })
    const assistant = await createAssistant(app.db, { tenantId, groupId: scene.assistant.groupId, workflowId, isPublic: true })
    expect(await namesFor({ ...scene, assistant })).toEqual(['gpt-4o'])
    const done = await (await app.send(person, await app.startChat(person, assistant.id), { fault: 'tokens=3' })).done()
    expect(done.message.model).toMatchObject({ name: 'gpt-4o' })
  })

  test('are hidden with an assistant that one may not use', async () => {
    const { person } = await arrange()
    expect((await person.get(`/api/v1/model?assistant_id=${unknownId()}`)).json().detail.code).toBe('ASSISTANT_NOT_FOUND')
  })

  test('are known for a workflow to make an assistant of, unless it is not for the user', async () => {
    const { person, tenantId } = await arrange()
    const open = await createWorkflow(app.db, { tenantId, allowedModels: ['llama'] })
    const closed = await createWorkflow(app.db, { tenantId, openToAllGroups: false })
    const list = async (query: string) => (await person.get(`/api/v1/model?${query}`)).json()
    expect(await list(`workflow_id=${open.id}`)).toMatchObject({ models: [{ name: 'llama' }] })
    expect(await list(`workflow_id=${closed.id}`)).toMatchObject({ detail: { code: 'WORKFLOW_NOT_FOUND' } })
    expect(await list(`workflow_id=${open.id}&assistant_id=${open.id}`)).toMatchObject({ detail: { code: 'BAD_REQUEST' } })
  })

  test('hold for a message too, and for a chat that was begun before', async () => {
    const scene = await arrange()
    const { person, chat, assistant, llama } = scene
    await choose(scene, { model: { id: llama.id } })
    await app.db.workflow.update({ where: { id: assistant.workflowId }, data: { allowedModels: ['gpt-4o'] } })
    const refused = await app.send(person, chat, { model: { id: llama.id } })
    expect([refused.status, refused.error?.code]).toEqual([400, 'CHAT_INVALID_MODEL_OBJECT'])
    const done = await (await app.send(person, chat, { fault: 'tokens=3' })).done()
    expect(done.message.model).toMatchObject({ name: 'gpt-4o' })
  })

  test('let the default model answer in place of one of the chat that was disabled meanwhile', async () => {
    const scene = await arrange()
    const { person, chat, llama, seeing, gpt } = scene
    await choose(scene, { model: { id: llama.id } })
    await app.db.model.updateMany({ where: { id: { in: [llama.id, seeing.id] } }, data: { enabled: false } })
    expect((await app.send(person, chat, { model: { id: seeing.id } })).error?.code).toBe('CHAT_INVALID_MODEL_OBJECT')
    const done = await (await app.send(person, chat, { model: { id: llama.id }, fault: 'tokens=3' })).done()
    expect(done.message.model).toEqual({ id: gpt.id, name: 'gpt-4o' })
    expect(await app.db.chat.findUniqueOrThrow({ where: { id: chat.id } })).toMatchObject({ modelId: gpt.id })
  })

  test('hold for the title too', async () => {
    const scene = await arrange()
    const { person, assistant, llama, chatUrl } = scene
    await choose(scene, { model: { id: llama.id } })
    await app.db.workflow.update({ where: { id: assistant.workflowId }, data: { allowedModels: ['seeing'] } })
    const content = `Which loom? ${randomUUID()}`
    expect((await person.post(`${chatUrl}/title`, { content })).statusCode).toBe(200)
    expect(app.callsOf(content)[0]?.body).toMatchObject({ model: 'seeing' })
  })
})
