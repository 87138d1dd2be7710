import { randomUUID } from 'node:crypto'
import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createGroup } from './group.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'

export type DatasetOverrides = Partial<Prisma.DatasetUncheckedCreateInput>

/** Inserts a dataset of a group without rows, with one column of texts. */
export async function createDataset(db: Queryable, overrides: DatasetOverrides = {}) {
  const tenantId = overrides.tenantId ?? (await createTenant(db)).id
  const groupId = overrides.groupId ?? (await createGroup(db, { tenantId })).id
  return db.dataset.create({
    data: {
      name: localized(`Dataset ${nextNumber()}`),
      columns: [{ id: 'c1', name: { default: 'Fabric' }, type: 'text' }],
      nextColumn: 2,
      ...overrides,
      tenantId,
      groupId,
    },
  })
}

export type DatasetRowOverrides = Partial<Prisma.DatasetRowUncheckedCreateInput>

/** Inserts a row of a draft that was never published. */
export async function createDatasetRow(db: Queryable, overrides: DatasetRowOverrides = {}) {
  const datasetId = overrides.datasetId ?? (await createDataset(db)).id
  return db.datasetRow.create({
    data: { id: randomUUID(), rowNo: nextNumber(), versionFrom: 1, data: { c1: 'Denim' }, ...overrides, datasetId },
  })
}

export type DatasetVersionOverrides = Partial<Prisma.DatasetVersionUncheckedCreateInput>

/** Inserts a version of a dataset without its table. */
export async function createDatasetVersion(db: Queryable, overrides: DatasetVersionOverrides = {}) {
  const datasetId = overrides.datasetId ?? (await createDataset(db)).id
  return db.datasetVersion.create({ data: { number: 1, columns: [], measures: [], rowCount: 0, ...overrides, datasetId } })
}
