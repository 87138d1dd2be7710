import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createGroup } from './group.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type CollectionOverrides = Partial<Prisma.CollectionUncheckedCreateInput>

/** Inserts a collection of a group without sources, with an index of words only. */
export async function createCollection(db: Queryable, overrides: CollectionOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  const groupId = overrides.groupId ?? (await createGroup(db, { tenantId })).id
  const { id } = await db.collection.create({
    data: { name: localized(`Collection ${nextNumber()}`), ...overrides, tenantId, groupId },
  })
  const index = await db.indexVersion.create({
    data: { collectionId: id, state: 'active', chunkTokens: 400, overlapTokens: 0, termVersion: 'lex-1' },
  })
  return db.collection.update({ where: { id }, data: { activeIndexId: index.id }, include: { activeIndex: true } })
}
