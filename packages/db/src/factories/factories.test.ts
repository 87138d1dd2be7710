import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createFavorite } from './assistant.ts'
import { createChat, createMessage } from './chat.ts'
import { createMembership } from './group.ts'
import { createModel } from './model.ts'
import { createSession } from './session.ts'
import { createUser } from './user.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('a factory', () => {
  test('creates missing parents in one tenant', async () => {
    const { db } = database
    const chat = await createChat(db)
    const assistant = await db.assistant.findUniqueOrThrow({
      where: { id: chat.assistantId ?? '' },
      include: { group: true, workflow: true },
    })
    expect(new Set([chat.tenantId, assistant.tenantId, assistant.group.tenantId, assistant.workflow.tenantId]).size).toBe(1)
    await expect(db.workflowVersion.count({ where: { workflowId: assistant.workflowId } })).resolves.toBe(1)
  })

  test('uses the given values', async () => {
    const { db } = database
    const user = await createUser(db, { email: 'Ｍixed@Heddle.test', account: 'Owner' })
    expect(user).toMatchObject({ emailKey: 'mixed@heddle.test', accountKey: 'owner' })
    await expect(createMembership(db, { userId: user.id, role: 'O' })).resolves.toMatchObject({ userId: user.id, role: 'O' })
    await expect(createSession(db, { userId: user.id })).resolves.toMatchObject({ userId: user.id, generation: 0 })
    await expect(createModel(db, { tenantId: user.tenantId, isDefault: true })).resolves.toMatchObject({ isDefault: true })
  })

  test('appends a message to the visible branch', async () => {
    const { db } = database
    const question = await createMessage(db, { content: 'How strong is hemp?' })
    const reply = await createMessage(db, { chatId: question.chatId, role: 'assistant', status: 'generating' })
    expect(reply).toMatchObject({ parentId: question.id, depth: 1 })
    await expect(db.runningReply.findUnique({ where: { runId: reply.runId ?? '' } })).resolves.not.toBeNull()
    await expect(db.chat.findUniqueOrThrow({ where: { id: question.chatId } })).resolves.toMatchObject({ lastMessageId: reply.id })
  })

  test('puts a favorite after the others', async () => {
    const { db } = database
    const { userId } = await createFavorite(db)
    await expect(createFavorite(db, { userId })).resolves.toMatchObject({ position: 1 })
  })
})
