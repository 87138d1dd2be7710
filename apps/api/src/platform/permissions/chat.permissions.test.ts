// The predicates and the row filter, held against each other on the same table of actors and chats.
import { createChat } from '@heddle/db/factories/chat'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySession } from '../../../test/application/any-session.ts'
import type { Actor } from './actor.ts'
import { canReadChat, canShareChat, canUnshareChat, canWriteChat, readableChats } from './chat.permissions.ts'

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

describe('a chat', () => {
  test.each(cases)('shared $shared, for the $relation', async ({ relation, shared, read, write, unshare }) => {
    const { db } = database
    const owner = await createUser(db)
    const chat = await createChat(db, { ownerId: owner.id, explicitlyPublic: shared })
    const tenantId = relation.endsWith('another tenant') ? (await createTenant(db)).id : owner.tenantId
    const user = relation === 'owner' ? owner : await createUser(db, { tenantId, role: roles[relation] ?? 'U' })
    const actor: Actor = {
      ...user,
      ...anySession,
      memberships: [],
      origin: { address: '127.0.0.1', userAgent: undefined },
    }

    expect(canReadChat(actor, chat)).toBe(read)
    expect(await db.chat.count({ where: { id: chat.id, AND: readableChats(actor) } })).toBe(read ? 1 : 0)
    expect(canWriteChat(actor, chat)).toBe(write)
    expect(canShareChat(actor, chat)).toBe(write)
    expect(canUnshareChat(actor, chat)).toBe(unshare)
  })
})
