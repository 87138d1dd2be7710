// The predicate and the row filter are asked the same questions, so that they cannot drift.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { createUser } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySession } from '../../../test/application/any-session.ts'
import type { Actor } from './actor.ts'
import {
  assistableWorkflows,
  canAssistWith,
  canEditAssistant,
  canUseAssistant,
  editableAssistants,
  usableAssistants,
} from './assistant.permissions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const assistants = ['public', 'private', 'own', 'restricted', 'elsewhere'] as const
const actors = ['S', 'A', 'owner', 'member', 'memberInBoth', 'colleague'] as const

/** `edit` includes `use`; null is neither. */
const expected: Record<(typeof actors)[number], Record<(typeof assistants)[number], 'edit' | 'use' | null>> = {
  S: { public: 'edit', private: 'edit', own: 'edit', restricted: 'edit', elsewhere: null },
  A: { public: 'edit', private: 'edit', own: 'edit', restricted: 'edit', elsewhere: null },
  owner: { public: 'edit', private: 'edit', own: 'edit', restricted: null, elsewhere: null },
  member: { public: 'use', private: 'use', own: 'edit', restricted: null, elsewhere: null },
  memberInBoth: { public: 'use', private: 'use', own: 'use', restricted: 'use', elsewhere: null },
  colleague: { public: 'use', private: null, own: null, restricted: null, elsewhere: null },
}

async function arrange() {
  const { db } = database
  const { id: tenantId } = await createTenant(db)
  const { id: groupId } = await createGroup(db, { tenantId })
  const { id: workflowGroupId } = await createGroup(db, { tenantId })
  const member = await createUser(db, { tenantId })
  const closed = await createWorkflow(db, { tenantId, groupId: workflowGroupId, openToAllGroups: false })
  const rows = {
    public: await createAssistant(db, { tenantId, groupId, isPublic: true }),
    private: await createAssistant(db, { tenantId, groupId }),
    own: await createAssistant(db, { tenantId, groupId, createdById: member.id }),
    restricted: await createAssistant(db, { tenantId, groupId, workflowId: closed.id }),
    elsewhere: await createAssistant(db, { isPublic: true }),
  }
  const workflows = { open: await createWorkflow(db, { tenantId }), closed, elsewhere: await createWorkflow(db) }
  const actor = (role: Actor['role'], memberships: Actor['memberships'] = [], id: string = randomUUID()): Actor => ({
    id,
    tenantId,
    ...anySession,
    mustChangePassword: false,
    origin: { address: '127.0.0.1', userAgent: undefined },
    role,
    language: 'en',
    memberships,
  })
  const people: Record<(typeof actors)[number], Actor> = {
    S: actor('S'),
    A: actor('A'),
    owner: actor('U', [{ groupId, role: 'O' }]),
    member: actor('U', [{ groupId, role: 'U' }], member.id),
    memberInBoth: actor('U', [
      { groupId, role: 'U' },
      { groupId: workflowGroupId, role: 'U' },
    ]),
    colleague: actor('U', [{ groupId: workflowGroupId, role: 'O' }]),
  }
  return { rows, workflows, people }
}

describe('an assistant', () => {
  let world: Awaited<ReturnType<typeof arrange>>
  beforeAll(async () => {
    world = await arrange()
  })

  for (const who of actors) {
    for (const which of assistants) {
      const right = expected[who][which]
      test(`that is ${which} is for ${who}: ${right ?? 'unknown'}`, async () => {
        const actor = world.people[who]
        const where = { id: world.rows[which].id, AND: usableAssistants(actor) }
        const facts = await database.db.assistant.findUniqueOrThrow({ where: { id: where.id }, include: { workflow: true } })
        expect(canUseAssistant(actor, facts)).toBe(right !== null)
        expect(await database.db.assistant.count({ where })).toBe(right === null ? 0 : 1)
        expect(canEditAssistant(actor, facts)).toBe(right === 'edit')
        expect(await database.db.assistant.count({ where: { id: where.id, AND: editableAssistants(actor) } })).toBe(
          right === 'edit' ? 1 : 0,
        )
      })
    }
  }
})

describe('a workflow', () => {
  let world: Awaited<ReturnType<typeof arrange>>
  beforeAll(async () => {
    world = await arrange()
  })

  test.each([
    ['S', ['open', 'closed']],
    ['A', ['open', 'closed']],
    ['owner', ['open']],
    ['member', ['open']],
    ['memberInBoth', ['open', 'closed']],
    ['colleague', ['open', 'closed']],
  ] as const)('can be made an assistant of by %s when it is one of %j', async (who, allowed) => {
    const actor = world.people[who]
    for (const which of ['open', 'closed', 'elsewhere'] as const) {
      const isAllowed = allowed.some((name) => name === which)
      const { id } = world.workflows[which]
      expect(canAssistWith(actor, world.workflows[which])).toBe(isAllowed)
      expect(await database.db.workflow.count({ where: { id, AND: assistableWorkflows(actor) } })).toBe(isAllowed ? 1 : 0)
    }
  })
})
