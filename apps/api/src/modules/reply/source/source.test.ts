// Who may read what a reply cites.
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../testing/chat-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

test('what a reply cites is for everybody who is shown it, and of another branch for the owner', async () => {
  const person = await app.createPerson()
  const colleague = await app.createPerson({ tenantId: person.tenantId })
  const chat = await createChat(app.db, { ownerId: person.user.id, explicitlyPublic: true })
  const question = await createMessage(app.db, { chatId: chat.id })
  const answer = () => createMessage(app.db, { chatId: chat.id, role: 'assistant', parentId: question.id, depth: 1 })
  const [hidden, shown] = [await answer(), await answer()]
  for (const { id } of [hidden, shown]) await app.db.messageSource.create({ data: { messageId: id, number: 1, passage: `Of ${id}` } })
  const sourcesFor = async (reader: Pick<typeof person, 'get'>, { id }: { id: string }) =>
    (await reader.get(`/api/v1/chat/${chat.id}/message/${id}/source`)).json()
  for (const reader of [person, colleague])
    expect(await sourcesFor(reader, shown)).toMatchObject({ sources: [{ passage: `Of ${shown.id}` }] })
  expect(await sourcesFor(person, hidden)).toMatchObject({ sources: [{ passage: `Of ${hidden.id}` }] })
  expect(await sourcesFor(colleague, hidden)).toMatchObject({ detail: { code: 'CHAT_MESSAGE_NOT_FOUND' } })
})
