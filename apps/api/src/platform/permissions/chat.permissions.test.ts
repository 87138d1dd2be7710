// What a share lets its readers do, as the statement finds it and the predicates read it, on one table of readers and states of a share.
import { createChat, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySession } from '../../../test/application/any-session.ts'
import type { Actor } from './actor.ts'
import {
  canForkChat,
  canReadChat,
  canShareChat,
  canUnshareChat,
  canWriteChat,
  type ChatAccess,
  joinSeen,
  type ReaderShare,
} from './chat.permissions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Case = { relation: string; shared: boolean; read: boolean; write: boolean; unshare: boolean }

const cases: Case[] = [
  { relation: 'owner', shared: false, read: true, write: true, unshare: true },
  { relation: 'owner', shared: true, read: true, write: true, unshare: true },
  { relation: 'colleague', shared: false, read: false, write: false, unshare: false },
  { relation: 'colleague', shared: true, read: true, write: false, unshare: false },
  { relation: 'administrator', shared: false, read: false, write: false, unshare: false },
  { relation: 'administrator', shared: true, read: true, write: false, unshare: true },
  { relation: 'super user', shared: false, read: false, write: false, unshare: false },
  { relation: 'super user', shared: true, read: true, write: false, unshare: true },
  { relation: 'super user of another tenant', shared: true, read: false, write: false, unshare: false },
  { relation: 'user of another tenant', shared: true, read: false, write: false, unshare: false },
]

const roles: Readonly<Record<string, 'S' | 'A'>> = { administrator: 'A', 'super user': 'S', 'super user of another tenant': 'S' }

/** What the reader sees of the chat: by which share, and up to which message. */
async function see(chatId: string, readerId: string): Promise<ChatAccess & { lastMessageId: string | null }> {
  const [row] = await database.db.$queryRawUnsafe<
    { ownerId: string; tenantId: string; share: ReaderShare | null; lastMessageId: string }[]
  >(
    `SELECT c.owner_id::text AS "ownerId", c.tenant_id::text AS "tenantId", seen.share, seen.last_message_id::text AS "lastMessageId"
     FROM chat c ${joinSeen('$2')} WHERE c.id = $1::uuid`,
    chatId,
    readerId,
  )
  if (!row) throw new Error('There is no such chat')
  return row
}

const toActor = (user: Awaited<ReturnType<typeof createUser>>): Actor => ({
  ...user,
  ...anySession,
  memberships: [],
  origin: { address: '127.0.0.1', userAgent: undefined },
})

describe('a chat', () => {
  test.each(cases)('shared $shared, for the $relation', async ({ relation, shared, read, write, unshare }) => {
    const { db } = database
    const owner = await createUser(db)
    const chat = await createChat(db, { ownerId: owner.id, explicitlyPublic: shared })
    const tenantId = relation.endsWith('another tenant') ? (await createTenant(db)).id : owner.tenantId
    const user = relation === 'owner' ? owner : await createUser(db, { tenantId, role: roles[relation] ?? 'U' })
    const [actor, access] = [toActor(user), await see(chat.id, user.id)]

    expect(canReadChat(actor, access)).toBe(read)
    expect(canWriteChat(actor, access)).toBe(write)
    expect(canShareChat(actor, access)).toBe(write)
    expect(canUnshareChat(actor, access)).toBe(unshare)
    expect(canForkChat(actor, access)).toBe(read && !write)
  })

  test('is seen by the share that shows most of it', async () => {
    const { db } = database
    const owner = await createUser(db)
    const { tenantId } = owner
    const [reader, other] = [(await createUser(db, { tenantId })).id, (await createUser(db, { tenantId })).id]
    const group = await createGroup(db, { tenantId })
    await createMembership(db, { groupId: group.id, userId: reader })
    const chat = await createChat(db, { ownerId: owner.id })
    const [first, second, last] = [
      await createMessage(db, { chatId: chat.id }),
      await createMessage(db, { chatId: chat.id }),
      await createMessage(db, { chatId: chat.id }),
    ].map(({ id }) => id)
    const lastSeen = async (id: string) => {
      const { share, lastMessageId } = await see(chat.id, id)
      return share && lastMessageId
    }
    await createChatShare(db, { chatId: chat.id, untilMessageId: second, groupIds: [group.id] })
    await createChatShare(db, { chatId: chat.id, untilMessageId: first })
    expect([await lastSeen(reader), await lastSeen(other)]).toEqual([second, first])
    await createChatShare(db, { chatId: chat.id, userIds: [reader] })
    expect([await lastSeen(reader), await lastSeen(other), await lastSeen(owner.id)]).toEqual([last, first, null])
  })
})
