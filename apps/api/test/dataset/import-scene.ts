// An import of a file into a dataset, as an administrator does it over HTTP and the worker runs it.
import type { DatasetImport, ImportColumn, ImportMapping, ImportMode } from '@heddle/contracts/dataset/import'
import type { TestApp } from '../application/test-app.ts'
import { createForm } from '../files/form.ts'
import { until } from '../until.ts'
import { datasetAddress, type DatasetScene } from './dataset-scene.ts'

type Response = Awaited<ReturnType<DatasetScene['caller']['get']>>

export const readImport = (response: Response) => {
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<{ import: DatasetImport }>().import
}

/** The mapping that the plan proposes, with the columns of some numbers as given. */
export function confirm({ plan }: DatasetImport, changes: Readonly<Record<number, Partial<ImportColumn>>> = {}): ImportMapping {
  if (!plan?.table) throw new Error('The file has no table')
  return {
    layout: plan.table.layout,
    columns: plan.table.columns.map(({ at, target, reading }) => ({ at, target, reading, ...changes[at] })),
  }
}

/** What the person of a scene does with imports into its dataset. */
export function createImportScene(api: TestApp, { caller, dataset }: Pick<DatasetScene, 'caller' | 'dataset'>) {
  const address = `${datasetAddress}/${dataset.id}/import`
  const upload = (name: string, content: Buffer | string) => {
    const { headers, payload } = createForm([{ name, content }])
    return api.app.inject({ method: 'POST', url: address, headers: { ...caller.headers, ...headers }, payload })
  }
  const find = (id: string) => caller.get(`${address}/${id}`)
  const act = (id: string, step: string, body: object = {}) => caller.post(`${address}/${id}/${step}`, body)
  const untilEnd = ({ id }: { readonly id: string }) =>
    until('the step of the import to end', async () => {
      const current = readImport(await find(id))
      return current.state.endsWith('ing') ? null : current
    })
  async function begin(name: string, content: Buffer | string) {
    return untilEnd(readImport(await upload(name, content)))
  }
  async function check(planned: DatasetImport, mode: ImportMode = 'append', mapping = confirm(planned)) {
    return untilEnd(readImport(await act(planned.id, 'check', { mapping, mode })))
  }
  async function apply({ id }: DatasetImport, rows: 'all' | 'good' = 'all') {
    return untilEnd(readImport(await act(id, 'apply', { rows })))
  }
  return {
    address,
    upload,
    find,
    act,
    untilEnd,
    /** Uploads a file, and waits until it is read. */
    begin,
    check,
    apply,
    /** All of it, of a file without errors. */
    importFile: async (name: string, content: Buffer | string, mode: ImportMode = 'append') =>
      apply(await check(await begin(name, content), mode)),
    remove: (id: string) => api.app.inject({ method: 'DELETE', url: `${address}/${id}`, headers: caller.headers }),
  }
}
