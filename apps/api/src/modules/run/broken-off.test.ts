// A reply that the model server broke off, and what keeps it from being continued at first.
import { createModelEndpoint } from '@heddle/db/factories/model'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { readReply } from '../../../test/chat/reply-reader.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

/** The reply breaks off after its fortieth token, and has sixty. */
async function breakOff() {
  const scene = await app.createScene()
  const done = await (await app.send(scene.person, scene.chat, { fault: 'tokens=60,drop=40,reasoning=none' })).done()
  expect(done).toMatchObject({ status: 'interrupted', error: { code: 'MODEL_STREAM_BROKEN' } })
  return { ...scene, before: done.message, chat: { id: scene.chat.id, version: done.version } }
}

test('it is continued by a process that has not seen it before', async () => {
  const { person, chat, before } = await breakOff()
  const other = await app.startSecondProcess()
  const url = `${other.origin}/api/v1/chat/${chat.id}/message/${before.id}/continue`
  const done = await (await readReply(url, person.headers, { client_message_id: randomUUID(), version: chat.version })).done()
  expect(done).toMatchObject({ status: 'completed', message: { id: before.id } })
  expect(done.message.content.startsWith(before.content)).toBe(true)
  expect(done.message.content.length).toBeGreaterThan(before.content.length)
  await other.close()
})

test('it stays continuable when the server is still down', async () => {
  const { person, chat, model, tenantId, before } = await breakOff()
  const { id: downId } = await createModelEndpoint(app.db, { tenantId, baseUrl: 'http://127.0.0.1:9/v1' })
  await app.db.model.update({ where: { id: model.id }, data: { endpointId: downId } })
  const tried = await (await app.continue(person, chat, before.id)).done()
  expect(tried).toMatchObject({ status: 'interrupted', error: { code: 'MODEL_UNAVAILABLE' }, message: { content: before.content } })
  const usage = await app.db.usageEvent.findMany({ where: { chatId: chat.id, flow: 'chat' }, orderBy: { id: 'asc' } })
  expect(usage.map(({ outcome, errorCode }) => [outcome, errorCode])).toEqual([
    ['interrupted', 'MODEL_STREAM_BROKEN'],
    ['interrupted', 'MODEL_UNAVAILABLE'],
  ])

  await app.db.model.update({ where: { id: model.id }, data: { endpointId: model.endpointId } })
  const done = await (await app.continue(person, { id: chat.id, version: tried.version }, before.id)).done()
  expect(done).toMatchObject({ status: 'completed', message: { id: before.id } })
})

test('a later question is told of it as of other replies', async () => {
  const { person, chat, before } = await breakOff()
  const mark = randomUUID()
  await (await app.send(person, chat, { content: `And a reed? ${mark} [[demo:tokens=2]]` })).done()
  const [call] = app.callsOf(mark)
  expect(call?.body).toMatchObject({ messages: expect.arrayContaining([{ role: 'assistant', content: before.content }]) })
})
