import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySession } from '../../../test/application/any-session.ts'
import type { Actor } from './actor.ts'
import { canDeleteGroup, canEditGroup, canManageMembers, canReadGroup, readableGroups } from './group.permissions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const buildActor = ({ role, tenantId, memberships }: Pick<Actor, 'role' | 'tenantId' | 'memberships'>): Actor => ({
  id: '00000000-0000-7000-8000-000000000001',
  tenantId,
  ...anySession,
  role,
  language: 'en',
  mustChangePassword: false,
  origin: { address: '127.0.0.1', userAgent: undefined },
  memberships,
})

describe('a group', () => {
  test.each([
    ['S', null, 'own', [true, true, true, true]],
    ['A', null, 'own', [true, true, true, true]],
    ['U', 'O', 'own', [true, true, true, false]],
    ['U', 'U', 'own', [true, false, false, false]],
    ['U', null, 'own', [false, false, false, false]],
    ['S', null, 'other', [false, false, false, false]],
    ['A', null, 'other', [false, false, false, false]],
    ['U', null, 'other', [false, false, false, false]],
  ] as const)(
    'of %s with membership %s in the %s tenant: read, edit, manage members, delete',
    async (role, membership, which, expected) => {
      const { db } = database
      const group = await createGroup(db)
      const tenantId = which === 'own' ? group.tenantId : (await createTenant(db)).id
      if (membership) await createMembership(db, { groupId: group.id, userId: (await createUser(db, { tenantId })).id, role: membership })
      const actor = buildActor({ role, tenantId, memberships: membership ? [{ groupId: group.id, role: membership }] : [] })
      expect([
        canReadGroup(actor, group),
        canEditGroup(actor, group),
        canManageMembers(actor, group),
        canDeleteGroup(actor, group),
      ]).toEqual(expected)
      expect(await db.group.count({ where: { id: group.id, AND: readableGroups(actor) } })).toBe(expected[0] ? 1 : 0)
    },
  )
})
