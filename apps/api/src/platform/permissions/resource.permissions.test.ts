import { createCollection } from '@heddle/db/factories/knowledge'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createTestDatabase, type TestDatabase } from '@heddle/db/testing/test-database'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canReadResource, readableResourceSql } from './resource.permissions.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test.each([
  ['a member', 'workflow', 'own', 'own', true],
  ['a member', 'members', 'own', 'own', true],
  ['a member of another group', 'workflow', 'own', 'other', true],
  ['a member of another group', 'members', 'own', 'other', false],
  ['one without groups', 'workflow', 'own', 'none', true],
  ['one without groups', 'members', 'own', 'none', false],
  ['one of another tenant in the group', 'workflow', 'other', 'own', false],
  ['one of another tenant in the group', 'members', 'other', 'own', false],
] as const)('%s of a collection for %s (tenant %s, group %s): %s', async (_name, access, tenant, group, isReadable) => {
  const { id: tenantId } = await createTenant(database.db)
  const { id: groupId } = await createGroup(database.db, { tenantId })
  const collection = await createCollection(database.db, { tenantId, groupId, access })
  const groupIds = { own: [groupId], other: [randomUUID()], none: [] }[group]
  const memberships = groupIds.map((id) => ({ groupId: id, role: 'U' as const }))
  const actor = {
    id: randomUUID(),
    tenantId: tenant === 'own' ? tenantId : (await createTenant(database.db)).id,
    role: 'A' as const,
    memberships,
  }
  const sql = `SELECT FROM collection c WHERE c.id = $1 AND ${readableResourceSql({ tenantId: '$2', groupIds: '$3' })}`
  const { rowCount } = await database.pool.query(sql, [collection.id, actor.tenantId, groupIds])
  expect([canReadResource(actor, collection), rowCount === 1]).toEqual([isReadable, isReadable])
})
