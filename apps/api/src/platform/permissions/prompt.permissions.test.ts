// The predicate and the row filter are asked the same questions, so that they cannot drift.
import { createGroup } from '@heddle/db/factories/group'
import { createPrompt } from '@heddle/db/factories/prompt'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActorAccess } from './actor.ts'
import { canAcceptPrompt, canReadPrompt, canWritePrompt, readablePrompts } from './prompt.permissions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type Right = 'accept' | 'write' | 'read' | null

/** `accept` includes `write`, and that `read`. */
const expected: Record<'A' | 'owner' | 'author' | 'member' | 'stranger', Record<string, Right>> = {
  A: { mine: null, offered: 'write', suggested: 'accept', tenant: 'write', elsewhere: null },
  owner: { mine: null, offered: 'write', suggested: 'accept', tenant: 'read', elsewhere: null },
  author: { mine: 'write', offered: 'read', suggested: 'write', tenant: 'read', elsewhere: null },
  member: { mine: null, offered: 'read', suggested: null, tenant: 'read', elsewhere: null },
  stranger: { mine: null, offered: null, suggested: null, tenant: 'read', elsewhere: null },
}

async function arrange() {
  const { db } = database
  const { id: tenantId } = await createTenant(db)
  const { id: groupId } = await createGroup(db, { tenantId })
  const { id: authorId } = await createUser(db, { tenantId })
  const written = { tenantId, createdById: authorId }
  const prompts = {
    mine: await createPrompt(db, { ...written, ownerId: authorId }),
    offered: await createPrompt(db, { ...written, groupId }),
    suggested: await createPrompt(db, { ...written, groupId, state: 'suggested' }),
    tenant: await createPrompt(db, { ...written }),
    elsewhere: await createPrompt(db),
  }
  const actor = (role: ActorAccess['role'], membership?: 'O' | 'U', id: string = randomUUID()): ActorAccess => ({
    id,
    tenantId,
    role,
    memberships: membership ? [{ groupId, role: membership }] : [],
  })
  const actors = {
    A: actor('A'),
    owner: actor('U', 'O'),
    author: actor('U', 'U', authorId),
    member: actor('U', 'U'),
    stranger: actor('U'),
  }
  return { prompts, actors }
}

test('a prompt is accepted, written and read by those who may', async () => {
  const { prompts, actors } = await arrange()
  const told = async (actor: ActorAccess) => {
    const rows = await database.db.$queryRaw<{ id: string }[]>`SELECT p.id::text FROM prompt p WHERE ${readablePrompts(actor)}`
    const readable = new Set(rows.map(({ id }) => id))
    return Object.fromEntries(
      Object.entries(prompts).map(([name, prompt]): [string, Right] => {
        expect(canReadPrompt(actor, prompt)).toBe(readable.has(prompt.id))
        if (canAcceptPrompt(actor, prompt)) return [name, 'accept']
        if (canWritePrompt(actor, prompt)) return [name, 'write']
        return [name, canReadPrompt(actor, prompt) ? 'read' : null]
      }),
    )
  }
  const rights = await Promise.all(Object.entries(actors).map(async ([name, actor]) => [name, await told(actor)] as const))
  expect(Object.fromEntries(rights)).toEqual(expected)
})
