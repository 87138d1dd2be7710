import { createTenant } from '@heddle/db/factories/tenant'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anySession } from '../../../test/application/any-session.ts'
import type { Actor } from './actor.ts'
import { canDeleteTenant, canManageTenant, canReadTenant, readableTenants } from './tenant.permissions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const buildActor = (role: Actor['role'], tenantId: string): Actor => ({
  id: '00000000-0000-7000-8000-000000000001',
  tenantId,
  ...anySession,
  role,
  language: 'en',
  mustChangePassword: false,
  origin: { address: '127.0.0.1', userAgent: undefined },
  memberships: [],
})

describe('a tenant', () => {
  test.each([
    ['S', 'own', [true, true, false]],
    ['S', 'other', [true, true, true]],
    ['A', 'own', [true, false, false]],
    ['A', 'other', [false, false, false]],
    ['U', 'own', [false, false, false]],
    ['U', 'other', [false, false, false]],
  ] as const)('of %s, the %s one: read and edit, manage, delete', async (role, which, expected) => {
    const { db } = database
    const own = await createTenant(db)
    const tenant = which === 'own' ? own : await createTenant(db)
    const actor = buildActor(role, own.id)
    expect([canReadTenant(actor, tenant), canManageTenant(actor, tenant), canDeleteTenant(actor, tenant)]).toEqual(expected)
    // The filter of rows says the same as the predicate.
    expect(await db.tenant.count({ where: { id: tenant.id, AND: readableTenants(actor) } })).toBe(expected[0] ? 1 : 0)
  })
})
