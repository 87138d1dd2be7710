// The file of a dataset, as another site would have exported it, or as it never would.
import { datasetEntries, datasetFormat } from '@heddle/contracts/dataset/dataset-file'
import { packEntries } from './collection-file.ts'

/** A sample as the key, and its strength. */
export const fabricColumns = [
  { id: 'c1', name: 'Sample', type: 'text', key: true },
  { id: 'c2', name: 'Strength', type: 'number' },
] as const

const fabrics = { kind: 'table', name: 'Fabric tests', description: '', access: 'workflow', columns: fabricColumns, measures: [] }

/** The manifest of a table with one row, with other settings or other fields. */
export const describeDatasetFile = (dataset: object = {}, overrides: object = {}) => ({
  format: datasetFormat,
  dataset: { ...fabrics, ...dataset },
  rows: 1,
  published_note: null,
  ...overrides,
})

export const packDatasetFile = (manifest: object, rows: string | Buffer = '{"c1":"Denim"}\n'): Promise<Buffer> =>
  packEntries([
    { name: datasetEntries.manifest, content: JSON.stringify(manifest) },
    { name: datasetEntries.rows, content: rows },
  ])
