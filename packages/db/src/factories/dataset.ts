import { randomUUID } from 'node:crypto'
import type { Queryable } from '../client.ts'
import type { Prisma } from '../generated/client.ts'
import { createGroup } from './group.ts'
import { localized, nextNumber } from './localized.ts'
import { createTenant } from './tenant.ts'
import { createUser } from './user.ts'

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

/** The plan of a file with one column of texts, in the sheet of a CSV, and the mapping that it is confirmed by. */
const layout = { sheet: 0, header_rows: [1], unit_row: null, first_row: 2, omitted: [] }
const column = { at: 1, target: { column: 'c1' }, reading: {} }
const fabricPlan = {
  encoding: 'utf-8',
  delimiter: ',',
  sheets: [{ index: 0, name: '', hidden: false, row_count: 2, column_count: 1, problem: null }],
  table: {
    layout,
    omitted: [],
    head: [
      { row: 1, cells: ['Fabric'] },
      { row: 2, cells: ['Denim'] },
    ],
    columns: [{ ...column, header: 'Fabric', unit_candidates: [], samples: ['Denim'] }],
    fingerprint: 'fabric',
  },
  findings: [],
}
export const fabricMapping = { layout, columns: [column] }

export type DatasetImportOverrides = Partial<Prisma.DatasetImportUncheckedCreateInput>

/** Inserts a checked import, whose file is not stored. */
export async function createDatasetImport(db: Queryable, overrides: DatasetImportOverrides = {}) {
  const dataset = overrides.datasetId ? { id: overrides.datasetId } : await createDataset(db)
  const createdById = overrides.createdById ?? (await createUser(db)).id
  return db.datasetImport.create({
    data: {
      jobId: randomUUID(),
      state: 'checked',
      fileName: 'fabrics.csv',
      mediaType: 'text/csv',
      storageKey: randomUUID(),
      plan: fabricPlan,
      mapping: fabricMapping,
      mode: 'append',
      counts: { rows: 1, bad: 0, added: 1, changed: 0, equal: 0, missing: 0 },
      ...overrides,
      datasetId: dataset.id,
      createdById,
    },
  })
}
