import { createDataset, createDatasetRow, createDatasetVersion } from '@heddle/db/factories/dataset'
import type { MatrixWorld } from '../world.ts'
import { byId, type MatrixPart, type RequestContext, revisionOf, type Thing } from '../part.ts'

/** A dataset with a row, after the publication of a version. */
async function createDatasetOf({ db }: MatrixWorld, tenantId: string) {
  const dataset = await createDataset(db, { tenantId, draftVersion: 2, rowCount: 1 })
  await createDatasetVersion(db, { datasetId: dataset.id, state: 'active', columns: dataset.columns ?? [], rowCount: 1 })
  await createDatasetRow(db, { datasetId: dataset.id })
  return dataset
}

const ofTenant = (find: (world: MatrixWorld) => { readonly id: string }): Thing => byId((world) => createDatasetOf(world, find(world).id))

const findRevision = ({ db, target: { id } }: RequestContext) => revisionOf(db.dataset.findUnique({ where: { id } }))

/** The row of the dataset; of one that does not exist it does not matter. */
async function findRow({ db, target: { id } }: RequestContext) {
  const row = await db.datasetRow.findFirst({ where: { datasetId: id } })
  return { id: row?.id ?? id, revision: row?.revision ?? 0 }
}

const columns = [{ name: 'Strength', type: 'number', unit: 'N' }]

export const datasetMatrix = {
  queries: { exportDataset: 'format=csv' },
  bodies: {
    createDataset: ({ target: { id } }) => ({ dataset: { kind: 'table', name: 'Fabric tests', group_id: id, columns } }),
    updateDataset: async (context) => ({ revision: await findRevision(context), dataset: { name: 'Fabric tests' } }),
    publishDataset: async (context) => ({ revision: await findRevision(context) }),
    restoreDatasetVersion: async (context) => ({ revision: await findRevision(context) }),
    createDatasetRows: () => ({ rows: [{ cells: { c1: 'Denim' } }] }),
    updateDatasetRows: async (context) => ({ rows: [{ ...(await findRow(context)), cells: { c1: 'Twill' } }] }),
    deleteDatasetRows: async (context) => ({ row_ids: [(await findRow(context)).id] }),
  },
  things: {
    'a dataset of the tenant': ofTenant(({ here }) => here),
    'a dataset of another tenant': ofTenant(({ elsewhere }) => elsewhere),
  },
} satisfies MatrixPart
