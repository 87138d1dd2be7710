// A dataset goes from one tenant to another as a file, and comes back as it was.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { Dataset } from '@heddle/contracts/dataset/dataset'
import { type DatasetFileNotice, DatasetManifest } from '@heddle/contracts/dataset/dataset-file'
import { limits } from '@heddle/contracts/limits'
import { createDataset } from '@heddle/db/factories/dataset'
import { createModel } from '@heddle/db/factories/model'
import { parseLabValue } from '@heddle/units/lab-value'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { arrangeDataset, datasetAddress, type DatasetScene, readParams, readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { unpackZip } from '../../../../test/files/collection-file.ts'
import { createForm } from '../../../../test/files/form.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

async function exportFile({ caller, address }: Pick<DatasetScene, 'caller' | 'address'>) {
  const response = await caller.get(`${address}/file`)
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': String(response.rawPayload.length) })
  const entries = await unpackZip(response.rawPayload)
  const text = entries.get('dataset.json')?.toString() ?? ''
  const rows = entries.get('rows.jsonl')?.toString().split('\n').slice(0, -1) ?? []
  return {
    bytes: response.rawPayload,
    text,
    manifest: DatasetManifest.parse(JSON.parse(text)),
    rows: rows.map((row) => JSON.parse(row) as Cells),
  }
}

function sendFile({ caller, group }: Pick<DatasetScene, 'caller' | 'group'>, content: Buffer, groupId = group.id) {
  const { headers, payload } = createForm([{ name: 'dataset.zip', content }])
  const url = `${datasetAddress}/file?group_id=${groupId}`
  return api.app.inject({ method: 'POST', url, headers: { ...caller.headers, ...headers }, payload })
}

async function importFile(site: Pick<DatasetScene, 'caller' | 'group'>, content: Buffer) {
  const response = await sendFile(site, content)
  if (response.statusCode !== 200) throw new Error(response.body)
  const { dataset, notices } = response.json<{ dataset: Dataset; notices: DatasetFileNotice[] }>()
  return { dataset, notices, address: `${datasetAddress}/${dataset.id}`, caller: site.caller }
}

const readCells = async ({ id }: Pick<Dataset, 'id'>) => {
  const rows = await api.db.datasetRow.findMany({ where: { datasetId: id, versionTo: null }, orderBy: [{ rowNo: 'asc' }, { id: 'asc' }] })
  return rows.map(({ data }) => data as Cells)
}

const inLanguages = { default: 'Gewebeprüfung', en: 'Fabric tests', zhHant: '織物測試', ja: '生地試験', th: 'การทดสอบผ้า', vi: 'Thử vải' }

test('a table comes back with its settings, columns, measures and the rows of its draft', async () => {
  const home = await arrangeDataset(api, {
    columns: [
      { name: 'Removed', type: 'text' },
      { name: inLanguages, description: inLanguages, type: 'text', key: true, synonyms: ['Probe'] },
      { name: 'Fibre', type: 'choice', choices: [{ value: '棉', name: inLanguages, synonyms: ['cotton'] }], required: true },
      { name: 'Strength', type: 'number', unit: 'N', decimals: 1 },
    ],
    measures: [{ name: 'CV', formula: 'stddev(c4) / mean(c4) * 100', unit: '%', decimals: 1 }],
  })
  await home.addRows(
    { c1: 'CANARY', c2: 'A', c3: '棉', c4: { number: 0.5, text: '<0,5', mark: '<' } },
    { c2: 'B', c3: '棉', c4: { number: 23.5, text: '23.5 ± 0.4', mark: '±', spread: 0.4 } },
    { c2: '=1+1', c3: '棉' },
  )
  const { columns, measures } = await home.read()
  await home.update({ name: inLanguages, description: inLanguages, access: 'members', columns: columns.slice(1), measures })
  await home.publishNow('The tests of autumn')
  await home.addRows({ c2: 'after the version', c3: '棉' })
  const exported = await exportFile(home)
  expect(exported.manifest).toMatchObject({
    format: 'heddle.dataset/1',
    dataset: { kind: 'table', name: inLanguages, access: 'members', measures },
    rows: 4,
    published_note: 'The tests of autumn',
  })

  const away = await arrangeDataset(api)
  const { dataset, notices, ...imported } = await importFile(away, exported.bytes)
  expect(notices).toEqual([])
  const { kind, name, description, access } = await home.read()
  expect(dataset).toMatchObject({ kind, name, description, access, columns: columns.slice(1), measures, group: { id: away.group.id } })
  expect(dataset).toMatchObject({ published_version: null, has_changes: true, row_count: 4, draft_version: 1 })
  expect(await readCells(dataset)).toEqual(
    (await readCells(home.dataset)).map((cells) => Object.fromEntries(Object.entries(cells).filter(([id]) => id !== 'c1'))),
  )
  const again = await exportFile(imported)
  expect(again.manifest).toEqual({ ...exported.manifest, published_note: null })
  expect(again.rows).toEqual(exported.rows)

  // Nothing of the site, and nothing of a removed column. A new one gets an id that none has had in the file.
  expect(exported.rows.some(({ c1 }) => c1)).toBe(false)
  expect(exported.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  await api.app.inject({
    method: 'PUT',
    url: imported.address,
    headers: away.caller.headers,
    payload: { revision: 0, dataset: { columns: [...dataset.columns, { name: 'New', type: 'text' }] } },
  })
  expect(await api.db.dataset.findUnique({ where: { id: dataset.id } })).toMatchObject({ nextColumn: 6, lastRowNo: 4 })
  const audited = await api.db.auditEvent.findMany({
    where: { tenantId: { in: [home.tenantId, away.tenantId] }, action: { endsWith: 'DatasetFile' } },
    orderBy: { id: 'asc' },
  })
  expect(audited).toMatchObject([
    { action: 'exportDatasetFile', targetId: home.dataset.id, after: { rows: 4 } },
    { action: 'importDatasetFile', targetId: dataset.id, after: { rows: 4, note: 'The tests of autumn', access: 'members' } },
    { action: 'exportDatasetFile', targetId: dataset.id, after: { rows: 4 } },
  ])
})

test('cells of any laboratory value come back equal, one by one', async () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  const written = fc.tuple(fc.constantFrom('', '<', '> ', '≤', '±'), fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.nat(99))
  const read = written.map(([mark, value, spread]) => {
    const text = mark === '±' ? `${value.toFixed(2)} ± 0.${spread}` : `${mark}${value.toFixed(3)}`
    const parsed = parseLabValue(text)
    if (!('value' in parsed)) throw new Error(text)
    const { number: found, mark: foundMark, spread: foundSpread } = parsed.value
    return { number: found, text, ...(foundMark && { mark: foundMark }), ...(foundSpread !== undefined && { spread: foundSpread }) }
  })
  const notDetected = fc.constantFrom('n.d.', '未檢出', '検出せず', 'ไม่พบ').map((text) => ({ number: null, text, mark: 'n.d.' }))
  const texts = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => text !== '' && /^[^\0\p{Cs}]*$/u.test(text))
  const row = fc.record(
    {
      c2: texts,
      c3: fc.oneof(number, read, notDetected),
      c4: fc.maxSafeInteger(),
      c5: fc.constantFrom('2026-02-28', '0001-01-01'),
      c6: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  const rows = fc.sample(row, { numRuns: 300, seed: 32 })
  const columns = [
    { name: 'Sample', type: 'text', key: true },
    { name: 'Remark', type: 'text' },
    { name: 'Strength', type: 'number' },
    { name: 'Weight', type: 'integer' },
    { name: 'Day', type: 'date' },
    { name: 'Passed', type: 'boolean' },
  ]
  const home = await arrangeDataset(api, { columns })
  await home.addRows(...rows.map((cells, at) => ({ c1: `S${at}`, ...cells })))
  const { dataset } = await importFile(home, (await exportFile(home)).bytes)
  expect(dataset.row_count).toBe(300)
  expect(await readCells(dataset)).toEqual(await readCells(home.dataset))
})

test.each([
  ['qa', [{ c1: 'How long?', c2: 'For what time?\nFor how long?', c4: '24 hours', c8: 'ISO 139', c10: '2027-01-01' }]],
  ['eval', [{ c1: 'How long?', c2: 'en', c4: '24 h', c7: true, c10: 'draft' }]],
])('a dataset of kind %s comes back with the columns of its kind', async (kind, rows) => {
  const home = await arrangeDataset(api, { kind })
  await home.addRows(...rows)
  const { dataset } = await importFile(home, (await exportFile(home)).bytes)
  expect(dataset).toMatchObject({ kind, columns: home.dataset.columns, row_count: 1 })
  expect(await readCells(dataset)).toEqual(rows)
})

test('the threshold of approved answers comes with its model, and stays behind without it', async () => {
  const home = await arrangeDataset(api, { kind: 'qa' })
  await createModel(api.db, { tenantId: home.tenantId, kind: 'embedding', name: 'looms-embed' })
  await home.update({ matching: { embedding_model: 'looms-embed', threshold: 0.8 } })
  const { bytes } = await exportFile(home)
  expect((await importFile(home, bytes)).dataset.matching).toEqual({ embedding_model: 'looms-embed', threshold: 0.8 })
  const { dataset, notices } = await importFile(await arrangeDataset(api), bytes)
  expect(dataset.matching).toEqual({ embedding_model: null, threshold: null })
  expect(notices).toEqual([{ reason: 'model_missing', name: { default: 'looms-embed' } }])
})

const fibreColumns = [
  { name: 'Fibre', type: 'text', key: true },
  { name: 'Density', type: 'number' },
]

async function arrangeLinked() {
  const home = await arrangeDataset(api, { columns: fibreColumns })
  await home.update({ name: 'Fibres' })
  const created = await home.caller.post(datasetAddress, {
    dataset: {
      kind: 'table',
      name: 'Yarns',
      group_id: home.group.id,
      columns: [
        { name: 'Of', type: 'text', refers_to: home.dataset.id },
        { name: 'Count', type: 'number' },
      ],
      measures: [
        { name: 'Mean density', formula: 'mean(c1.c2)' },
        { name: 'Mean count', formula: 'mean(c2)' },
      ],
    },
  })
  const { dataset } = created.json<{ dataset: Dataset }>()
  const { bytes, manifest } = await exportFile({ caller: home.caller, address: `${datasetAddress}/${dataset.id}` })
  return { home, dataset, bytes, manifest }
}

test('a column is linked again to the dataset of the same name and key, in the tenant of the import', async () => {
  const { home, dataset, bytes, manifest } = await arrangeLinked()
  expect(manifest.dataset).toMatchObject({
    columns: [{ link: { dataset: { default: 'Fibres' }, columns: [{ id: 'c1', key: true }, { id: 'c2' }] } }, {}],
  })
  const away = await arrangeDataset(api)
  const fibres = await importFile(away, (await exportFile(home)).bytes)
  const { dataset: yarns, notices } = await importFile(away, bytes)
  expect(notices).toEqual([])
  expect(yarns.columns[0]).toEqual({ ...dataset.columns[0], refers_to: fibres.dataset.id })
  expect(yarns.measures).toEqual(dataset.measures)
})

test.each<[string, object]>([
  ['is missing', { name: { default: 'Others' } }],
  [
    'has another key',
    {
      columns: [
        { id: 'c1', name: { default: 'Fibre' }, type: 'text' },
        { id: 'c2', name: { default: 'Density' }, type: 'number', key: true },
      ],
    },
  ],
  ['has no such column', { columns: [{ id: 'c1', name: { default: 'Fibre' }, type: 'text', key: true }] }],
  ['is of another kind', { kind: 'qa' }],
])('a column whose dataset %s becomes a plain one, without the measures that need it', async (_, overrides) => {
  const { dataset, bytes } = await arrangeLinked()
  const away = await arrangeDataset(api)
  const columns = fibreColumns.map((column, at) => ({ ...column, id: `c${at + 1}`, name: { default: column.name } }))
  await createDataset(api.db, { tenantId: away.tenantId, groupId: away.group.id, name: { default: 'Fibres' }, columns, ...overrides })
  const { dataset: yarns, notices } = await importFile(away, bytes)
  expect(yarns.columns[0]).not.toHaveProperty('refers_to')
  expect(yarns.measures).toEqual(dataset.measures.slice(1))
  expect(notices).toEqual([
    { reason: 'link_removed', name: { default: 'Of' }, dataset: { default: 'Fibres' } },
    { reason: 'measure_removed', name: { default: 'Mean density' } },
  ])
})

test('a draft whose rows have one key is not exported, as no import takes it', async () => {
  const home = await arrangeDataset(api)
  await home.addRows({ c1: 'A' }, { c1: 'B' }, { c1: 'a' })
  const response = await home.caller.get(`${home.address}/file`)
  expect(readRefusal(response)).toEqual([422, 'DATASET_CELLS_INVALID'])
  expect(readParams(response)).toMatchObject({ count: 1, cells: [{ row_no: 3, column: 'c1', reason: 'not_unique' }] })
})

test('a group of another tenant, and a dataset too many, are refused', async () => {
  const [home, other] = [await arrangeDataset(api), await arrangeDataset(api)]
  const { bytes } = await exportFile(home)
  expect(readRefusal(await sendFile(home, bytes, other.group.id))).toEqual([404, 'AUTH_GROUP_NOT_FOUND'])
  const one = { tenantId: home.tenantId, groupId: home.group.id, name: { default: 'One' } }
  await api.db.dataset.createMany({ data: Array.from({ length: limits.datasetsPerTenant - 1 }, () => one) })
  expect(readRefusal(await sendFile(home, bytes))).toEqual([409, 'DATASET_TOO_MANY'])
})
