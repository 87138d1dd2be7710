import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySession } from '../../../test/application/any-session.ts'
import type { Actor } from './actor.ts'
import {
  canChangeEmail,
  canChangeRole,
  canChangeStatus,
  canEditUser,
  canReadUser,
  canResetPassword,
  readableUsers,
} from './user.permissions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const all = [true, true, true, true, true, true]
const none = [false, false, false, false, false, false]

describe('a person', () => {
  test.each([
    ['S', 'the tenant of', 'S', 'active', all],
    ['S', 'the tenant of', 'U', 'disabled', all],
    ['A', 'the tenant of', 'U', 'active', [true, true, true, false, true, true]],
    ['A', 'the tenant of', 'A', 'active', [true, false, false, false, false, false]],
    ['A', 'the tenant of', 'S', 'active', [true, false, false, false, false, false]],
    ['U', 'the tenant of', 'U', 'active', none],
    ['U', 'a group owned by', 'U', 'active', [true, false, false, false, false, false]],
    ['U', 'a group with', 'U', 'active', none],
    ['U', 'the shoes of', 'U', 'active', [true, true, true, false, false, false]],
    ['S', 'the shoes of', 'S', 'active', [true, true, true, false, false, false]],
    ['S', 'the tenant of', 'U', 'deleted', none],
    ['U', 'a group owned by', 'U', 'deleted', none],
    ['S', 'another tenant than', 'U', 'active', none],
    ['A', 'another tenant than', 'U', 'active', none],
  ] as const)(
    'to %s in %s it, with role %s and %s: read, edit, email, role, status, password',
    async (role, relation, roleOfUser, status, expected) => {
      const { db } = database
      const { id: tenantId } = await createTenant(db)
      const user = await createUser(db, { tenantId, role: roleOfUser, status })
      const group = await createGroup(db, { tenantId })
      if (relation.startsWith('a group')) await createMembership(db, { groupId: group.id, userId: user.id })
      const actor: Actor = {
        id: relation === 'the shoes of' ? user.id : (await createUser(db, { tenantId, role })).id,
        tenantId: relation === 'another tenant than' ? (await createTenant(db)).id : tenantId,
        ...anySession,
        role,
        language: 'en',
        mustChangePassword: false,
        origin: { address: '127.0.0.1', userAgent: undefined },
        memberships: relation.startsWith('a group') ? [{ groupId: group.id, role: relation === 'a group owned by' ? 'O' : 'U' }] : [],
      }
      const facts = await db.user.findUniqueOrThrow({ where: { id: user.id }, include: { memberships: true, identities: true } })
      const predicates = [canReadUser, canEditUser, canChangeEmail, canChangeRole, canChangeStatus, canResetPassword]
      expect(predicates.map((can) => can(actor, facts))).toEqual(expected)
      expect(await db.user.count({ where: { id: user.id, AND: readableUsers(actor) } })).toBe(expected[0] ? 1 : 0)
    },
  )

  test('from elsewhere keeps the email and the password of there', () => {
    const user = {
      id: '00000000-0000-7000-8000-000000000003',
      tenantId: '00000000-0000-7000-8000-000000000004',
      role: 'U',
      status: 'active',
      memberships: [],
      identities: [{ provider: 'campus' }],
    } as const
    const actor: Actor = {
      id: '00000000-0000-7000-8000-000000000001',
      tenantId: user.tenantId,
      ...anySession,
      role: 'S',
      language: 'en',
      mustChangePassword: false,
      origin: { address: '127.0.0.1', userAgent: undefined },
      memberships: [],
    }
    expect([canEditUser, canChangeEmail, canResetPassword, canChangeStatus].map((can) => can(actor, user))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
