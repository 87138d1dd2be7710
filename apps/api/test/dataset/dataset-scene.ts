// Datasets as an administrator edits them over HTTP, and as the worker publishes them.
import type { Dataset, DatasetVersion } from '@heddle/contracts/dataset/dataset'
import type { DatasetRow } from '@heddle/contracts/dataset/row'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { updateTables } from '../../src/modules/dataset/version/update-tables.ts'
import type { Caller, TestApp } from '../application/test-app.ts'
import { openModels } from '../knowledge/open-models.ts'

export const datasetAddress = '/api/v1/knowledge/dataset'

/** Columns of fabric tests: c1 the sample, c2 its fibre, c3 its strength, c4 its weight, c5 the day, c6 whether it passed. */
const fabricColumns: readonly object[] = [
  { name: 'Sample', type: 'text', key: true },
  { name: 'Fibre', type: 'choice', choices: [{ value: 'cotton' }, { value: '棉' }, { value: 'wool' }] },
  { name: 'Strength', type: 'number' },
  { name: 'Weight', type: 'integer' },
  { name: 'Day', type: 'date' },
  { name: 'Passed', type: 'boolean' },
]

type Response = Awaited<ReturnType<Caller['get']>>

export const readDataset = (response: Response) => response.json<{ dataset: Dataset }>().dataset
export const readRows = (response: Response) => response.json<{ rows: DatasetRow[] }>().rows
export const readVersion = (response: Response) => response.json<{ version: DatasetVersion }>().version
export const readRefusal = (response: Response) => [response.statusCode, response.json().detail.code]
export const readParams = (response: Response) => response.json<{ detail: { params: Record<string, unknown> } }>().detail.params

/** An administrator with a dataset of these columns, and what is done with it. */
export async function arrangeDataset(api: TestApp, { kind = 'table', columns = fabricColumns, measures = [] as object[] } = {}) {
  const { id: tenantId } = await createTenant(api.db)
  const user = await createUser(api.db, { tenantId, role: 'A' })
  const group = await createGroup(api.db, { tenantId })
  const caller = await api.as(user)
  const created = await caller.post(datasetAddress, {
    dataset: { kind, name: 'Fabric tests', group_id: group.id, ...(kind === 'table' && { columns, measures }) },
  })
  if (created.statusCode !== 200) throw new Error(created.body)
  const dataset = readDataset(created)
  const address = `${datasetAddress}/${dataset.id}`
  const read = async () => readDataset(await caller.get(address))
  const publish = async (note = '') => caller.post(`${address}/publish`, { revision: (await read()).revision, note })
  return {
    tenantId,
    group,
    caller,
    dataset,
    address,
    read,
    addRows: async (...rows: object[]) => readRows(await caller.post(`${address}/row`, { rows: rows.map((cells) => ({ cells })) })),
    editRows: (...rows: object[]) => caller.put(`${address}/row`, { rows }),
    deleteRows: (...ids: string[]) =>
      api.app.inject({ method: 'DELETE', url: `${address}/row`, headers: caller.headers, payload: { row_ids: ids } }),
    queryRows: async (body: object = {}) => caller.post(`${address}/row/query`, body),
    findRows: async (body: object = {}) => readRows(await caller.post(`${address}/row/query`, body)),
    publish,
    /** Publishes, and has the worker fill the table. */
    publishNow: async (note?: string) => {
      const version = readVersion(await publish(note))
      const models = openModels(api.dependencies)
      await updateTables(api.dependencies.pool, new AbortController().signal, models.embedder)
      await models.close()
      return version
    },
    update: async (change: object) => caller.put(address, { revision: (await read()).revision, dataset: change }),
    findVersions: async () => (await caller.post(`${address}/version/query`)).json<{ versions: DatasetVersion[] }>().versions,
    restore: async (number: number) => caller.post(`${address}/version/${number}/restore`, { revision: (await read()).revision }),
  }
}

export type DatasetScene = Awaited<ReturnType<typeof arrangeDataset>>
