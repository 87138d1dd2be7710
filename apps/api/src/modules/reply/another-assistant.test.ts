// A question in a chat that another assistant than that of the chat answers.
import type { Chat } from '@heddle/contracts/chat/chat'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { unknownId } from '../../../test/application/test-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const name = { default: 'Dye house', zhHant: '染整' }

/** A chat with one question and its reply, and another assistant, whose workflow has another model. */
async function arrange() {
  const scene = await app.createScene()
  const { person, tenantId, assistant, chat } = scene
  const model = await createModel(app.db, { tenantId, name: 'dyer' })
  const workflow = await createWorkflow(app.db, { tenantId, allowedModels: [model.name] })
  const dyer = await createAssistant(app.db, { tenantId, groupId: assistant.groupId, workflowId: workflow.id, isPublic: true, name })
  await (await app.send(person, chat, { content: 'What is a warp?' })).done()
  const read = async () => (await person.get(`/api/v1/chat/${chat.id}`)).json<{ chat: Chat }>().chat
  return { ...scene, dyer, dyersModel: model, read, chat: await read() }
}

test('is told of the conversation so far, bears its name, and leaves the chat its own assistant and model', async () => {
  const { person, chat, dyer, dyersModel, assistant, model, read } = await arrange()
  const content = 'Which dye takes to linen?'
  const { message } = await (await app.send(person, chat, { content, assistant_id: dyer.id })).done()
  expect(message).toMatchObject({ assistant: { id: dyer.id, name }, model: { id: dyersModel.id, name: 'dyer' } })
  expect(app.callsOf(content)[0]?.body).toMatchObject({
    model: 'dyer',
    messages: expect.arrayContaining([expect.objectContaining({ role: 'user', content: 'What is a warp?' })]),
  })
  const after = await read()
  expect(after).toMatchObject({ assistant: { id: assistant.id }, model: { id: model.id } })
  expect(after.messages.map((each) => each.assistant)).toEqual([null, null, { id: dyer.id, name }, { id: dyer.id, name }])
  expect(await app.db.usageEvent.findFirstOrThrow({ where: { messageId: message.id } })).toMatchObject({
    assistantId: dyer.id,
    modelName: 'dyer',
  })

  const next = await (await app.send(person, after, { content: 'And a weft?' })).done()
  expect(next.message).toMatchObject({ assistant: null, model: { id: model.id } })
})

test('answers another reply, an edited question and a continuation too, until the sender names the one of the chat', async () => {
  const { person, chat, dyer, assistant, read } = await arrange()
  const fault = 'tokens=120,tps=80,reasoning=none'
  const reader = await app.send(person, chat, { fault, assistant_id: dyer.id })
  await reader.hasText(20)
  await person.post(`/api/v1/chat/${chat.id}/stop_generation`)
  const { message: stopped } = await reader.done()
  const continued = await (await app.continue(person, await read(), stopped.id)).done()
  expect(continued.message).toMatchObject({ id: stopped.id, assistant: { id: dyer.id }, model: { name: 'dyer' } })
  const again = await (await app.regenerate(person, await read(), stopped.id)).done()
  expect(again.message).toMatchObject({ assistant: { id: dyer.id }, model: { name: 'dyer' } })
  const question = (await read()).messages.at(-2)
  const edited = await (await app.edit(person, await read(), question?.id ?? '', { content: 'And silk?' })).done()
  expect(edited.message).toMatchObject({ assistant: { id: dyer.id }, model: { name: 'dyer' } })
  const back = await (await app.regenerate(person, await read(), edited.message.id, { assistant_id: assistant.id })).done()
  expect(back.message).toMatchObject({ assistant: null, model: { name: 'gpt-4o' } })
})

test('keeps its name where it was deleted, and is not replaced by the one of the chat', async () => {
  const { person, chat, dyer, read } = await arrange()
  const { message } = await (await app.send(person, chat, { content: 'Which dye?', assistant_id: dyer.id })).done()
  await app.db.assistant.delete({ where: { id: dyer.id } })
  expect((await read()).messages.at(-1)).toMatchObject({ assistant: { id: null, name } })
  const again = await app.regenerate(person, await read(), message.id)
  expect(again.error).toMatchObject({ code: 'CHAT_CONFIG_MISSING' })
})

test('has to be one that the sender may use, of the own tenant', async () => {
  const { person, chat, tenantId, read } = await arrange()
  const hidden = await createAssistant(app.db, { tenantId })
  const foreign = await createAssistant(app.db, { isPublic: true })
  const before = await read()
  for (const assistant_id of [hidden.id, foreign.id, unknownId()]) {
    const reader = await app.send(person, chat, { assistant_id })
    expect(reader.error).toMatchObject({ code: 'ASSISTANT_NOT_FOUND' })
  }
  expect(await read()).toEqual(before)
})

test('is the one that feedback on its reply counts for', async () => {
  const { person, chat, dyer } = await arrange()
  const { message } = await (await app.send(person, chat, { content: 'Which dye?', assistant_id: dyer.id })).done()
  await person.post(`/api/v1/chat/${chat.id}/message/${message.id}/feedback`, { message_index: 3, rating: 'good' })
  expect(await app.db.messageFeedback.findFirstOrThrow({ where: { messageId: message.id } })).toMatchObject({ assistantId: dyer.id })
})

test('is named in what is exported', async () => {
  const { person, chat, dyer } = await arrange()
  await (await app.send(person, chat, { content: 'Which dye?', assistant_id: dyer.id })).done()
  const { body } = await person.get(`/api/v1/chat/${chat.id}/export?format=md`)
  expect(body).toContain('@Dye house · dyer')
})
