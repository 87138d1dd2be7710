import { randomUUID } from 'node:crypto'
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
    data: { collectionId: id, state: 'active', chunkTokens: 400, overlapTokens: 0, termVersion: 'lex-5' },
  })
  return db.collection.update({ where: { id }, data: { activeIndexId: index.id }, include: { activeIndex: true } })
}

export type SourceOverrides = Partial<Prisma.SourceUncheckedCreateInput>

/** Inserts a queued file of a collection, without a content. */
export async function createSource(db: Queryable, overrides: SourceOverrides = {}) {
  const collectionId = overrides.collectionId ?? (await createCollection(db)).id
  return db.source.create({ data: { kind: 'file', title: `Source ${nextNumber()}`, ...overrides, collectionId } })
}

export type SourceVersionOverrides = Partial<Prisma.SourceVersionUncheckedCreateInput>

/** Inserts a content of a source without its bytes in the file store. */
export async function createSourceVersion(db: Queryable, overrides: SourceVersionOverrides = {}) {
  const sourceId = overrides.sourceId ?? (await createSource(db)).id
  return db.sourceVersion.create({
    data: {
      storageKey: `source/${randomUUID()}`,
      name: `File ${nextNumber()}.txt`,
      mediaType: 'text/plain',
      sizeBytes: 1_000,
      bytesHash: randomUUID(),
      ...overrides,
      sourceId,
    },
  })
}

export type CollectionQuestionOverrides = Partial<Prisma.CollectionQuestionUncheckedCreateInput>

/** Inserts a test question of a collection, in English and without a source unless given. */
export async function createCollectionQuestion(db: Queryable, overrides: CollectionQuestionOverrides = {}) {
  const collectionId = overrides.collectionId ?? (await createCollection(db)).id
  return db.collectionQuestion.create({ data: { question: `Question ${nextNumber()}?`, language: 'en', ...overrides, collectionId } })
}
