import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFavorite } from './factories/assistant.ts'
import { createChat, createMessage } from './factories/chat.ts'
import { createTenant } from './factories/tenant.ts'
import { createUser } from './factories/user.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const foreignKeysWithoutIndex = `
  SELECT c.conrelid::regclass::text || ' ' || c.conname AS name
  FROM pg_constraint c
  WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
    SELECT FROM pg_index i
    WHERE i.indrelid = c.conrelid
      -- One of the rows that have a value answers for the key as well.
      AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = (
        SELECT format('(%s IS NOT NULL)', a.attname) FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attnum = c.conkey[1]))
      AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
  )`

describe('the database', () => {
  test('has an index for every foreign key', async () => {
    await expect(database.db.$queryRawUnsafe(foreignKeysWithoutIndex)).resolves.toEqual([])
  })

  test('allows one running reply a chat', async () => {
    const { db } = database
    const { id: chatId } = await createChat(db)
    await createMessage(db, { chatId, role: 'assistant', status: 'generating' })
    await expect(createMessage(db, { chatId, role: 'assistant', status: 'generating' })).rejects.toMatchObject({ code: 'P2002' })
    await expect(createMessage(db, { chatId, role: 'assistant', status: 'stopped' })).resolves.toBeDefined()
  })

  test('allows a client message id once a chat', async () => {
    const { db } = database
    const { id: chatId } = await createChat(db)
    const clientMessageId = randomUUID()
    await createMessage(db, { chatId, clientMessageId })
    await expect(createMessage(db, { chatId, clientMessageId })).rejects.toMatchObject({ code: 'P2002' })
  })

  test('lets favorites swap positions in one transaction, and rejects a shared one', async () => {
    const { db } = database
    const first = await createFavorite(db)
    const second = await createFavorite(db, { userId: first.userId })
    const move = ({ userId, assistantId }: typeof first, position: number) =>
      db.favoriteAssistant.update({ where: { userId_assistantId: { userId, assistantId } }, data: { position } })
    await db.$transaction([move(first, 1), move(second, 0)])
    await expect(move(first, 0)).rejects.toThrow(/unique constraint/i)
  })

  test.each([
    [
      'a reply that is made without a run',
      (db: TestDatabase['db']) => createMessage(db, { role: 'assistant', status: 'generating', runId: null }),
    ],
    ['a question with a run', (db: TestDatabase['db']) => createMessage(db, { runId: randomUUID() })],
    ['a negative depth', (db: TestDatabase['db']) => createMessage(db, { depth: -1 })],
    ['a negative version', (db: TestDatabase['db']) => createChat(db, { version: -1 })],
    ['a negative count of requests', (db: TestDatabase['db']) => createChat(db, { requestCount: -1 })],
    ['a negative position of a favorite', (db: TestDatabase['db']) => createFavorite(db, { position: -1 })],
    ['chats without any request', (db: TestDatabase['db']) => createTenant(db, { requestsPerChat: 0 })],
    [
      'a file of negative size',
      async (db: TestDatabase['db']) => {
        const { id: chatId } = await createChat(db)
        await db.chatFile.create({ data: { chatId, name: 'a.pdf', mediaType: 'application/pdf', sizeBytes: -1, storageKey: 'a' } })
      },
    ],
    [
      'an e-mail key in capitals',
      async (db: TestDatabase['db']) => {
        const { id } = await createUser(db)
        await db.user.update({ where: { id }, data: { emailKey: 'ADMIN@heddle.test' } })
      },
    ],
  ])('refuses %s', async (_, insert) => {
    await expect(insert(database.db)).rejects.toThrow(/check constraint|violat/i)
  })
})
