import { createDataset, createDatasetImport, createDatasetRow, createDatasetVersion, fabricMapping } from '@heddle/db/factories/dataset'
import { describeDatasetFile, packDatasetFile } from '../../files/dataset-file.ts'
import { createForm } from '../../files/form.ts'
import type { MatrixWorld } from '../world.ts'
import { byId, type MatrixPart, type RequestContext, revisionOf, type Thing } from '../part.ts'

/** A dataset with a row, after the publication of a version. */
async function createDatasetOf({ db }: MatrixWorld, tenantId: string) {
  const dataset = await createDataset(db, { tenantId, draftVersion: 2, rowCount: 1 })
  await createDatasetVersion(db, { datasetId: dataset.id, state: 'active', columns: dataset.columns ?? [], rowCount: 1 })
  await createDatasetRow(db, { datasetId: dataset.id })
  return dataset
}

/** A dataset that is published, without the table of its version. */
async function createPublished({ db }: MatrixWorld, tenantId: string) {
  const dataset = await createDataset(db, { tenantId, publishedVersion: 1 })
  await createDatasetVersion(db, { datasetId: dataset.id, state: 'active', columns: dataset.columns ?? [] })
  return dataset
}

const ofTenant = (find: (world: MatrixWorld) => { readonly id: string }): Thing => byId((world) => createDatasetOf(world, find(world).id))

/** A checked import of a user into a new dataset of the tenant. */
async function createImportOf({ db }: MatrixWorld, tenantId: string, createdById: string) {
  const { id } = await createDataset(db, { tenantId })
  const { id: importId } = await createDatasetImport(db, { datasetId: id, createdById })
  return { id, importId, about: 'importId' } as const
}

const answersOf = (find: (world: MatrixWorld) => { readonly id: string }): Thing =>
  byId((world) => createDataset(world.db, { tenantId: find(world).id, kind: 'qa' }))

/** An evaluation set of the tenant of the answers; of those that do not exist it does not matter. */
async function createEvalSet({ db, target: { id } }: RequestContext) {
  const answers = await db.dataset.findUnique({ where: { id } })
  return createDataset(db, { kind: 'eval', ...(answers && { tenantId: answers.tenantId }) })
}

const findRevision = ({ db, target: { id } }: RequestContext) => revisionOf(db.dataset.findUnique({ where: { id } }))

/** The row of the dataset; of one that does not exist it does not matter. */
async function findRow({ db, target: { id } }: RequestContext) {
  const row = await db.datasetRow.findFirst({ where: { datasetId: id } })
  return { id: row?.id ?? id, revision: row?.revision ?? 0 }
}

const columns = [{ name: 'Strength', type: 'number', unit: 'N' }]

const datasetFile = await packDatasetFile(describeDatasetFile())

export const datasetMatrix = {
  queries: { exportDataset: '?format=csv', importDatasetFile: '?group_id=:id' },
  bodies: {
    createDataset: ({ target: { id } }) => ({ dataset: { kind: 'table', name: 'Fabric tests', group_id: id, columns } }),
    updateDataset: async (context) => ({ revision: await findRevision(context), dataset: { name: 'Fabric tests' } }),
    publishDataset: async (context) => ({ revision: await findRevision(context) }),
    compareDatasetVersions: () => ({ from: 1, to: null }),
    restoreDatasetVersion: async (context) => ({ revision: await findRevision(context) }),
    testQa: () => ({ question: 'How long are samples conditioned?' }),
    proposeQaThreshold: async (context) => ({ eval_set_id: (await createEvalSet(context)).id }),
    createDatasetRows: () => ({ rows: [{ cells: { c1: 'Denim' } }] }),
    updateDatasetRows: async (context) => ({ rows: [{ ...(await findRow(context)), cells: { c1: 'Twill' } }] }),
    deleteDatasetRows: async (context) => ({ row_ids: [(await findRow(context)).id] }),
    // Not valid, so that no table is needed.
    testDatasetQuery: () => ({ plan: null }),
    checkDatasetImport: () => ({ mapping: fabricMapping, mode: 'append' }),
    applyDatasetImport: () => ({ rows: 'all' }),
  },
  forms: {
    createDatasetImport: () => createForm([{ name: 'fabrics.csv', content: 'Fabric\nDenim\n' }]),
    importDatasetFile: () => createForm([{ name: 'fabrics.zip', content: datasetFile }]),
  },
  things: {
    'a dataset of the tenant': ofTenant(({ here }) => here),
    'approved answers of the tenant': answersOf(({ here }) => here),
    'approved answers of another tenant': answersOf(({ elsewhere }) => elsewhere),
    'a published dataset of the tenant': byId((world) => createPublished(world, world.here.id)),
    'a published dataset of another tenant': byId((world) => createPublished(world, world.elsewhere.id)),
    'an import of the actor': (world, { user }) => createImportOf(world, world.here.id, user.id),
    'an import of another user': async (world) => createImportOf(world, world.here.id, (await world.createPerson({ role: 'A' })).id),
    'an import of another tenant': (world, { user }) => createImportOf(world, world.elsewhere.id, user.id),
    'a dataset of another tenant': ofTenant(({ elsewhere }) => elsewhere),
  },
} satisfies MatrixPart
