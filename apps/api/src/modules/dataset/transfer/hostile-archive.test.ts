// Files that no export wrote: each is refused with a code, and leaves no dataset and no row. What is hostile in any zip of an export is tried
// with collections (modules/collection/transfer/hostile-archive.test.ts), by the same reader.
import { limits } from '@heddle/contracts/limits'
import { createGroup } from '@heddle/db/factories/group'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { packEntries } from '../../../../test/files/collection-file.ts'
import { describeDatasetFile, fabricColumns, packDatasetFile } from '../../../../test/files/dataset-file.ts'
import { createForm } from '../../../../test/files/form.ts'
import { declareSize, renameEntry } from '../../../../test/files/zip-edits.ts'

let api: TestApp
let tenantId: string
let groupId: string
let caller: Caller
beforeAll(async () => {
  api = await createTestApp()
  ;({ id: tenantId } = await createTenant(api.db))
  ;({ id: groupId } = await createGroup(api.db, { tenantId }))
  caller = await api.as(await createUser(api.db, { tenantId, role: 'A' }))
})
afterAll(() => api.close())

const withTable = (overrides: object) => packDatasetFile(describeDatasetFile(overrides))
const withManifest = (overrides: object) => packDatasetFile(describeDatasetFile({}, overrides))
const withRows = (...rows: string[]) => packDatasetFile(describeDatasetFile({}, { rows: rows.length }), rows.join('\n'))
const [sample, strength] = fabricColumns

test.each<[string, () => Promise<Buffer>, string]>([
  ['is no zip', async () => Buffer.from('no zip'), 'FILE_UNREADABLE'],
  ['is longer than a file may be', async () => Buffer.alloc(limits.datasetFileBytes + 1), 'FILE_TOO_LARGE'],
  ['is the file of a collection', () => packEntries([{ name: 'collection.json', content: '{}' }]), 'DATASET_FILE_INVALID'],
  ['is of a later format', () => withManifest({ format: 'heddle.dataset/2', vectors: [] }), 'DATASET_FILE_TOO_NEW'],
  ['has more than the format', () => withManifest({ tenant_id: 'another' }), 'DATASET_FILE_INVALID'],
  ['has no rows', () => packEntries([{ name: 'dataset.json', content: JSON.stringify(describeDatasetFile()) }]), 'DATASET_FILE_INVALID'],
  ['is of an unknown kind', () => withTable({ kind: 'graph' }), 'DATASET_FILE_INVALID'],
  ['has columns of its own for approved answers', () => withTable({ kind: 'qa', matching: {} }), 'DATASET_FILE_INVALID'],
  ['refers to a dataset by an id', () => withTable({ columns: [{ ...sample, refers_to: crypto.randomUUID() }] }), 'DATASET_FILE_INVALID'],
  ['gives an id twice', () => withTable({ columns: [sample, { ...strength, id: 'c1' }] }), 'DATASET_DEFINITION_INVALID'],
  ['has two keys', () => withTable({ columns: fabricColumns.map((column) => ({ ...column, key: true })) }), 'DATASET_DEFINITION_INVALID'],
  [
    'has a formula over no column',
    () => withTable({ measures: [{ id: 'm1', name: 'M', formula: 'mean(c9)' }] }),
    'DATASET_DEFINITION_INVALID',
  ],
  [
    'has a formula that is SQL',
    () => withTable({ measures: [{ id: 'm1', name: 'M', formula: "c2'); DROP TABLE dataset" }] }),
    'DATASET_DEFINITION_INVALID',
  ],
  [
    'has too many columns',
    () => withTable({ columns: Array.from({ length: 61 }, (_, at) => ({ ...strength, id: `c${at + 1}`, name: `N${at}` })) }),
    'DATASET_FILE_INVALID',
  ],
  ['tells of too many rows', () => withManifest({ rows: limits.datasetRows + 1 }), 'DATASET_TOO_LARGE'],
  ['has more rows than it tells', () => packDatasetFile(describeDatasetFile(), '{"c1":"A"}\n{"c1":"B"}\n'), 'DATASET_FILE_INVALID'],
  ['has fewer rows than it tells', () => withManifest({ rows: 2 }), 'DATASET_FILE_INVALID'],
  ['has a row that is no JSON', () => withRows('{"c1":"A"}', '{"c1":'), 'DATASET_FILE_INVALID'],
  ['has a row that is a list', () => withRows('["A"]'), 'DATASET_FILE_INVALID'],
  ['has an empty line', () => withRows('{"c1":"A"}', '', '{"c1":"B"}'), 'DATASET_FILE_INVALID'],
  ['has a cell of lists in one another', () => withRows(`{"c1":${'['.repeat(13_000)}${']'.repeat(13_000)}}`), 'DATASET_FILE_INVALID'],
  [
    'has a row of many names',
    () => withRows(`{${Array.from({ length: 600 }, (_, at) => `"c${at + 1}":1`).join(',')}}`),
    'DATASET_FILE_INVALID',
  ],
  ['has nothing but a prototype in a row', () => withRows('{"__proto__":{"c1":"A"}}'), 'DATASET_CELLS_INVALID'],
  ['has half a surrogate pair', () => withRows(String.raw`{"c1":"\ud800"}`), 'DATASET_FILE_INVALID'],
  ['has NUL in a text', () => withRows(String.raw`{"c1":"\u0000"}`), 'DATASET_FILE_INVALID'],
  [
    'is no UTF-8',
    () => packDatasetFile(describeDatasetFile(), Buffer.from([0x7b, 0x22, 0x63, 0x31, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])),
    'DATASET_FILE_INVALID',
  ],
  ['has a number beyond all numbers', () => withRows('{"c1":"A","c2":1e999}'), 'DATASET_FILE_INVALID'],
  ['has a cell of an unknown column', () => withRows('{"c1":"A","c3":1}'), 'DATASET_CELLS_INVALID'],
  ['has a text where a number is', () => withRows('{"c1":"A","c2":"strong"}'), 'DATASET_CELLS_INVALID'],
  ['has a key twice', () => withRows('{"c1":"A"}', '{"c1":"Ａ"}'), 'DATASET_CELLS_INVALID'],
  ['has a row without a key', () => withRows('{"c1":"A"}', '{"c2":1}'), 'DATASET_CELLS_INVALID'],
  [
    'says that its rows are endless',
    async () => declareSize(await withRows('{"c1":"A"}'), 'rows.jsonl', limits.datasetFile.rowsBytes + 1),
    'FILE_UNPACKS_TOO_LARGE',
  ],
  [
    'has a bomb for its rows',
    async () => declareSize(await withRows(' '.repeat(limits.datasetFile.rowBytes + 1)), 'rows.jsonl', 10),
    'FILE_UNPACKS_TOO_LARGE',
  ],
  ['leads out of itself', async () => renameEntry(await withRows('{"c1":"A"}'), 'rows.jsonl', '../x.jsonl'), 'FILE_UNREADABLE'],
])('a file that %s is refused, and nothing is kept', async (_, create, code) => {
  const { headers, payload } = createForm([{ name: 'tests.zip', content: await create() }])
  const url = `/api/v1/knowledge/dataset/file?group_id=${groupId}`
  const response = await api.app.inject({ method: 'POST', url, headers: { ...caller.headers, ...headers }, payload })
  expect(response.json().detail?.code).toBe(code)
  expect(await api.db.dataset.count({ where: { tenantId } })).toBe(0)
  expect(await api.db.datasetRow.count()).toBe(0)
})

test('a file that another program has packed again is imported', async () => {
  const rows = Array.from({ length: 2_500 }, (_, at) => `{"c1":"S${at}"}`)
  const { headers, payload } = createForm([{ name: 'tests.zip', content: await withRows(...rows) }])
  const url = `/api/v1/knowledge/dataset/file?group_id=${groupId}`
  const response = await api.app.inject({ method: 'POST', url, headers: { ...caller.headers, ...headers }, payload })
  expect([response.statusCode, response.json().dataset.row_count]).toEqual([200, 2_500])
})
