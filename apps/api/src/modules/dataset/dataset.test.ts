import { kindColumns } from '@heddle/contracts/dataset/kind-columns'
import { limits } from '@heddle/contracts/limits'
import { createDataset } from '@heddle/db/factories/dataset'
import { createGroup } from '@heddle/db/factories/group'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'
import { createQueryGraph } from '../../../test/dataset/query-graph.ts'
import { arrangeDataset, datasetAddress, readDataset, readParams, readRefusal } from '../../../test/dataset/dataset-scene.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

describe('a new dataset', () => {
  test('has its columns under c1, c2 and so on, and no rows', async () => {
    const measures = [{ name: { default: 'CV', th: 'ส่วนเบี่ยงเบน' }, formula: 'stddev(c3) / mean(c3) * 100', unit: '%' }]
    const { dataset, group, tenantId } = await arrangeDataset(api, { measures })
    expect(dataset).toMatchObject({
      kind: 'table',
      name: { default: 'Fabric tests' },
      group: { id: group.id },
      access: 'workflow',
      columns: [
        { id: 'c1', name: { default: 'Sample' }, type: 'text', key: true },
        { id: 'c2', type: 'choice', choices: [{ value: 'cotton' }, { value: '棉' }, { value: 'wool' }] },
        { id: 'c3' },
        { id: 'c4' },
        { id: 'c5' },
        { id: 'c6' },
      ],
      measures: [{ id: 'm1', formula: 'stddev(c3) / mean(c3) * 100' }],
      row_count: 0,
      column_count: 6,
      published_version: null,
      draft_version: 1,
      revision: 0,
    })
    expect(await api.db.dataset.findUniqueOrThrow({ where: { id: dataset.id } })).toMatchObject({ tenantId, nextColumn: 7, nextMeasure: 2 })
  })

  test('is refused in a group of another tenant, and beyond the limit of the tenant', async () => {
    const { tenantId, group, caller } = await arrangeDataset(api)
    const create = (group_id: string) => caller.post(datasetAddress, { dataset: { kind: 'table', name: 'More', group_id } })
    expect(readRefusal(await create((await createGroup(api.db)).id))).toEqual([404, 'AUTH_GROUP_NOT_FOUND'])
    const other = { tenantId, groupId: group.id, name: {}, columns: [] }
    await api.db.dataset.createMany({ data: Array.from({ length: limits.datasetsPerTenant }, () => other) })
    expect(readRefusal(await create(group.id))).toEqual([409, 'DATASET_TOO_MANY'])
  })

  test('is in the list of its tenant, by words and by group', async () => {
    const { caller, dataset, group, tenantId } = await arrangeDataset(api)
    const other = await createDataset(api.db, { tenantId, name: { default: 'Yarn lots', zhHant: '紗線批次' } })
    await createDataset(api.db)
    const find = async (body: object) =>
      (await caller.post(`${datasetAddress}/query`, body)).json().datasets.map(({ id }: { id: string }) => id)
    expect(await find({})).toEqual([other.id, dataset.id])
    expect(await find({ keyword: '紗線' })).toEqual([other.id])
    expect(await find({ group_id: group.id })).toEqual([dataset.id])
  })

  test.each(['qa', 'eval'] as const)('of kind %s has the columns of its kind, and no others', async (kind) => {
    const { caller, group } = await arrangeDataset(api)
    const create = (more: object) => caller.post(datasetAddress, { dataset: { kind, name: kind, group_id: group.id, ...more } })
    const { dataset } = (await create({})).json()
    expect(dataset).toMatchObject({ kind, columns: kindColumns[kind], measures: [] })
    expect(readRefusal(await create({ columns: [{ name: 'More', type: 'text' }] }))).toEqual([422, 'DATASET_COLUMNS_FIXED'])
    const change = { revision: dataset.revision, dataset: { columns: [] } }
    expect(readRefusal(await caller.put(`${datasetAddress}/${dataset.id}`, change))).toEqual([422, 'DATASET_COLUMNS_FIXED'])
    const found = await caller.post(`${datasetAddress}/query`, { kind })
    expect(found.json().datasets.map(({ id }: { id: string }) => id)).toEqual([dataset.id])
  })
})

describe('a definition', () => {
  const text = { name: 'A', type: 'text' }
  const choice = { name: 'A', type: 'choice', choices: [{ value: '棉' }] }
  const many = (count: number, column: object) => Array.from({ length: count }, (_, i) => ({ ...column, name: `Column ${i}` }))

  test.each<[string, object[], string, string]>([
    ['an id that is not given yet', [{ ...text, id: 'c9' }], 'columns/0/id', 'unknown_id'],
    ['two equal names', [text, { ...text, name: 'Ａ' }], 'columns/1/name', 'duplicate_name'],
    ['two equal choices', [{ ...choice, choices: [{ value: '綿' }, { value: '绵' }] }], 'columns/0/choices', 'duplicate_choice'],
    ['a choice without choices', [{ name: 'A', type: 'choice' }], 'columns/0/choices', 'choices_missing'],
    ['choices of a text', [{ ...choice, type: 'text' }], 'columns/0/choices', 'not_for_type'],
    ['a unit of a text', [{ ...text, unit: 'N' }], 'columns/0/unit', 'not_for_type'],
    ['a unit that packages/units does not have', [{ ...text, type: 'number', unit: 'furlong' }], 'columns/0/unit', 'unknown_unit'],
    ['digits of a text', [{ ...text, decimals: 2 }], 'columns/0/decimals', 'not_for_type'],
    ['two keys', many(2, { ...text, key: true }), 'columns/1/key', 'second_key'],
    ['a key of yes and no', [{ name: 'A', type: 'boolean', key: true }], 'columns/0/unique', 'not_for_type'],
    ['six unique columns', many(6, { ...text, unique: true }), 'columns/5/unique', 'too_many_unique'],
    ['a link to nothing', [{ ...text, refers_to: unknownId() }], 'columns/0/refers_to', 'unknown_dataset'],
  ])('is refused with %s', async (_what, columns, path, reason) => {
    const { update, read } = await arrangeDataset(api, { columns: [] })
    const refused = await update({ columns })
    expect(readRefusal(refused)).toEqual([422, 'DATASET_DEFINITION_INVALID'])
    expect(readParams(refused)).toEqual({ problems: [{ path, reason }] })
    expect(await read()).toMatchObject({ columns: [], revision: 0 })
  })

  test.each<[string, object]>([
    ['61 columns', { columns: many(61, text) }],
    ['an id of Cyrillic letters', { columns: [{ ...text, id: 'с1' }] }],
    ['SQL for an id', { columns: [{ ...text, id: 'c1; DROP TABLE dataset' }] }],
    ['NUL in a name', { columns: [{ ...text, name: 'A\0' }] }],
    ['NUL in a choice', { columns: [{ ...choice, choices: [{ value: 'A\0' }] }] }],
    ['a name of 201 characters', { columns: [{ ...text, name: 'A'.repeat(201) }] }],
    ['201 choices', { columns: [{ ...choice, choices: Array.from({ length: 201 }, (_, i) => ({ value: `${i}` })) }] }],
    ['a field that it does not have', { columns: [{ ...text, sql: 'true' }] }],
    ['another tenant', { tenant_id: unknownId() }],
  ])('is no request with %s', async (_what, change) => {
    const { update, read } = await arrangeDataset(api, { columns: [text] })
    expect(readRefusal(await update(change))).toEqual([400, 'BAD_REQUEST'])
    expect(await read()).toMatchObject({ columns: [{ id: 'c1' }], revision: 0 })
  })

  test.each([
    ['a column that is not there', 'sum(c7)'],
    ['the mean of a text', 'mean(c1)'],
    ['a day in a calculation', 'max(c3) * 2'],
    ['no aggregate', '1 + 2'],
    ['SQL', 'sum(c2); DROP TABLE dataset'],
    ['a column of a dataset that none leads to', 'sum(c2.c1)'],
  ])('is refused with a formula of %s', async (_what, formula) => {
    const { update } = await arrangeDataset(api, { columns: [text, { name: 'B', type: 'number' }, { name: 'C', type: 'date' }] })
    const refused = await update({ measures: [{ name: 'Sum', formula }] })
    expect(readParams(refused)).toEqual({ problems: [{ path: 'measures/0/formula', reason: 'formula_invalid' }] })
  })

  test('is refused with a measure in a unit that packages/units does not have', async () => {
    const { update } = await arrangeDataset(api, { columns: [text] })
    const refused = await update({ measures: [{ name: 'Rows', formula: 'count()', unit: 'furlong' }] })
    expect(readParams(refused)).toEqual({ problems: [{ path: 'measures/0/unit', reason: 'unknown_unit' }] })
  })

  test('keeps ids that are used, and never gives one twice', async () => {
    const { update, addRows, findRows } = await arrangeDataset(api, { columns: [text, { name: 'B', type: 'text' }] })
    await addRows({ c1: 'a', c2: 'b' })
    const columns = [
      { ...text, id: 'c1', name: 'Renamed' },
      { ...text, name: 'C' },
    ]
    const changed = readDataset(await update({ columns }))
    expect(changed.columns.map(({ id }) => id)).toEqual(['c1', 'c3'])
    expect((await findRows())[0]?.cells).toEqual({ c1: 'a' })
    const again = readDataset(await update({ columns: [...changed.columns.slice(0, 1), { ...text, name: 'D' }] }))
    expect(again.columns.map(({ id }) => id)).toEqual(['c1', 'c4'])
    const back = await update({ columns: [...again.columns, { ...text, id: 'c2', name: 'B' }] })
    expect(readParams(back)).toEqual({ problems: [{ path: 'columns/2/id', reason: 'unknown_id' }] })
    const twice = await update({ columns: [...again.columns, { ...again.columns[0], name: 'E' }] })
    expect(readParams(twice)).toEqual({ problems: [{ path: 'columns/2/id', reason: 'duplicate_id' }] })
    const measured = await update({ measures: [{ name: 'Sum', formula: 'count(c2)' }] })
    expect(readParams(measured)).toEqual({ problems: [{ path: 'measures/0/formula', reason: 'formula_invalid' }] })
  })

  test('gives a column another type where its cells fit, else names them', async () => {
    const { update, addRows, read } = await arrangeDataset(api, { columns: [{ name: 'A', type: 'number' }] })
    const rows = await addRows({ c1: 1 }, { c1: 2.5 }, {})
    const retype = (change: object) => update({ columns: [{ id: 'c1', name: 'A', ...change }] })
    const refused = await retype({ type: 'integer' })
    expect(readRefusal(refused)).toEqual([422, 'DATASET_CELLS_INVALID'])
    expect(readParams(refused)).toEqual({ count: 1, cells: [{ row_id: rows[1]!.id, row_no: 2, column: 'c1', reason: 'wrong_type' }] })
    await api.db.datasetRow.updateMany({ where: { id: rows[1]!.id }, data: { data: { c1: 2 } } })
    expect((await retype({ type: 'integer' })).statusCode).toBe(200)
    expect(await read()).toMatchObject({ columns: [{ type: 'integer' }] })
  })

  test('has formulas over the columns that a link leads to', async () => {
    const density = { name: 'Density', type: 'number' }
    const { caller, group, dataset } = await arrangeDataset(api, { columns: [{ name: 'Fibre', type: 'text', key: true }, density] })
    const create = (formula: string) => {
      const columns = [{ name: 'Fibre', type: 'text', refers_to: dataset.id }]
      const measures = [{ name: 'Mean', formula }]
      return caller.post(datasetAddress, { dataset: { kind: 'table', name: 'Yarn', group_id: group.id, columns, measures } })
    }
    expect((await create('mean(c1.c2)')).statusCode).toBe(200)
    const change = async (columns: object[]) => caller.put(`${datasetAddress}/${dataset.id}`, { revision: 0, dataset: { columns } })
    const [key, measured] = dataset.columns
    expect(readRefusal(await change([key ?? {}]))).toEqual([409, 'DATASET_COLUMN_IN_USE'])
    expect(readRefusal(await change([key ?? {}, { ...measured, type: 'text' }]))).toEqual([409, 'DATASET_COLUMN_IN_USE'])
    expect((await change([key ?? {}, { ...measured, type: 'integer' }])).statusCode).toBe(200)
    expect(readParams(await create('mean(c1.c3)'))).toEqual({ problems: [{ path: 'measures/0/formula', reason: 'formula_invalid' }] })
  })

  test('keeps what the fixed plan of a workflow names, also through a link', async () => {
    const yarns = await arrangeDataset(api, {
      columns: [
        { name: 'Yarn', type: 'text', key: true },
        { name: 'Density', type: 'number' },
      ],
    })
    const { caller, group, tenantId } = yarns
    const columns = [
      { name: 'Strength', type: 'number' },
      { name: 'Yarn', type: 'text', refers_to: yarns.dataset.id },
      { name: 'Day', type: 'date' },
    ]
    const measures = [{ name: 'Spread', formula: 'cv(c1)' }]
    const dataset = { kind: 'table', name: 'Fabrics', group_id: group.id, columns, measures }
    const fabrics = readDataset(await caller.post(datasetAddress, { dataset }))
    const plan = {
      select: ['m1'],
      where: [
        { column: 'c1', op: 'gt', open: 'required' },
        { column: 'c2.c2', op: 'le', value: 30 },
      ],
    }
    const workflow = await createWorkflow(api.db, { tenantId, name: { default: 'Figures' }, draft: createQueryGraph(fabrics.id, plan) })
    const named = { datasets: [], workflows: [{ id: workflow.id, name: { default: 'Figures' } }] }
    const change = (changed: object) => caller.put(`${datasetAddress}/${fabrics.id}`, { revision: 0, dataset: changed })
    const [strength, yarn] = fabrics.columns
    for (const refused of [
      await change({ columns: [yarn], measures: [] }),
      await change({ columns: [{ ...strength, type: 'text' }, yarn], measures: [] }),
      await change({ measures: [] }),
      await yarns.update({ columns: yarns.dataset.columns.slice(0, 1) }),
    ]) {
      expect(readRefusal(refused)).toEqual([409, 'DATASET_COLUMN_IN_USE'])
      expect(readParams(refused)).toEqual(named)
    }
    expect((await change({ columns: [strength, yarn] })).statusCode).toBe(200)
  })

  test('links to a dataset with a key of its type, which is not deleted then', async () => {
    const fibres = await arrangeDataset(api, { columns: [{ name: 'Fibre', type: 'text', key: true }] })
    const { caller, group } = fibres
    const link = (type: string, refers_to = fibres.dataset.id) => ({ name: 'Fibre', type, refers_to })
    const create = (columns: object[]) =>
      caller.post(datasetAddress, { dataset: { kind: 'table', name: 'Yarn', group_id: group.id, columns } })
    expect(readParams(await create([link('number')]))).toMatchObject({ problems: [{ reason: 'key_of_other_type' }] })
    expect(readParams(await create([link('text', (await arrangeDataset(api)).dataset.id)]))).toMatchObject({
      problems: [{ reason: 'unknown_dataset' }],
    })
    const yarn = readDataset(await create([link('text')]))
    const unkeyed = await fibres.update({ columns: [{ id: 'c1', name: 'Fibre', type: 'text' }] })
    expect(readRefusal(unkeyed)).toEqual([409, 'DATASET_COLUMN_IN_USE'])
    expect(readParams(unkeyed)).toEqual({ datasets: [{ id: yarn.id, name: { default: 'Yarn' } }], workflows: [] })
    const refused = await caller.delete(fibres.address)
    expect(readRefusal(refused)).toEqual([409, 'DATASET_IN_USE'])
    expect(readParams(refused)).toEqual({ datasets: [{ id: yarn.id, name: { default: 'Yarn' } }], workflows: [] })
    const toItself = await caller.put(`${datasetAddress}/${yarn.id}`, { revision: 0, dataset: { columns: [link('text', yarn.id)] } })
    expect(readParams(toItself)).toEqual({ problems: [{ path: 'columns/0/refers_to', reason: 'unknown_dataset' }] })
    await caller.delete(`${datasetAddress}/${yarn.id}`)
    expect((await caller.delete(fibres.address)).json()).toEqual({ success: true })
  })
})

describe('a change', () => {
  test('of a stale revision changes nothing, and has the dataset as it is', async () => {
    const { caller, address, update, read } = await arrangeDataset(api)
    const changed = await update({ name: 'Fabrics', access: 'members' })
    expect(readDataset(changed)).toMatchObject({ name: { default: 'Fabrics' }, access: 'members', revision: 1 })
    const stale = await caller.put(address, { revision: 0, dataset: { access: 'workflow' } })
    expect(readRefusal(stale)).toEqual([409, 'REVISION_MISMATCH'])
    expect(readParams(stale)['current']).toEqual(await read())
  })

  test('is in the audit log, rows and cells by their counts alone', async () => {
    const { dataset, tenantId, addRows, editRows, deleteRows, publish, restore, update, address, caller } = await arrangeDataset(api)
    const [row] = await addRows({ c1: 'secret', c3: 1 }, { c1: 'B' })
    await editRows({ id: row!.id, revision: 0, cells: { c3: 2, c1: 'secret' } })
    await publish('note')
    await restore(1)
    await update({ name: 'Fabrics' })
    await deleteRows(row!.id)
    await caller.delete(address)
    const events = await api.db.auditEvent.findMany({ where: { tenantId, targetId: dataset.id }, orderBy: { id: 'asc' } })
    expect(events.map(({ action, before, after }) => [action, before, after]).slice(1)).toEqual([
      ['createDatasetRows', null, { rows: 2, cells: 3 }],
      ['updateDatasetRows', null, { rows: 1, cells: 1 }],
      ['publishDataset', null, { version: 1, note: 'note', rows: 2 }],
      ['restoreDatasetVersion', null, { restored_version: 1, rows: 2 }],
      ['updateDataset', { name: { default: 'Fabric tests' } }, { name: { default: 'Fabrics' } }],
      ['deleteDatasetRows', { rows: 1 }, null],
      ['deleteDataset', expect.objectContaining({ access: 'workflow' }), null],
    ])
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  test('is refused to a user without the permission, and to one of another tenant', async () => {
    const { address, tenantId } = await arrangeDataset(api)
    const user = await api.as(await createUser(api.db, { tenantId }))
    const stranger = await api.as(await createUser(api.db, { role: 'A' }))
    const row = { rows: [{ cells: {} }] }
    expect(readRefusal(await user.post(`${address}/row`, row))).toEqual([403, 'FORBIDDEN'])
    for (const refused of [await stranger.get(address), await stranger.post(`${address}/row`, row), await stranger.delete(address)])
      expect(readRefusal(refused)).toEqual([404, 'DATASET_NOT_FOUND'])
  })
})

describe('a dataset that workflows query', () => {
  const plain = { nodes: [], edges: [] }
  const query = (id: string) => ({
    nodes: [{ id: 'figures', type: 'dataset_query', title: 'Figures', config: { datasets: [id] } }],
    edges: [],
  })

  async function arrangeUse(draft: (id: string) => object, versions: readonly ((id: string) => object)[]) {
    const scene = await arrangeDataset(api)
    const { id } = scene.dataset
    const workflow = await createWorkflow(api.db, {
      tenantId: scene.tenantId,
      name: { default: 'Standards' },
      draft: draft(id),
      versions: { create: versions.map((graph, index) => ({ number: index + 1, graph: graph(id) })) },
    })
    return { ...scene, workflow }
  }

  test.each([
    ['the draft', query, []],
    ['the latest version', () => plain, [() => plain, query]],
  ])('in %s is not deleted, and they are named', async (_where, draft, versions) => {
    const { caller, address, workflow } = await arrangeUse(draft, versions)
    const refused = await caller.delete(address)
    expect(readRefusal(refused)).toEqual([409, 'DATASET_IN_USE'])
    expect(readParams(refused)).toEqual({ datasets: [], workflows: [{ id: workflow.id, name: { default: 'Standards' } }] })
    expect((await caller.get(address)).statusCode).toBe(200)
  })

  test('in an older version only is deleted', async () => {
    const { caller, address } = await arrangeUse(() => plain, [query, () => plain])
    expect((await caller.delete(address)).json()).toEqual({ success: true })
  })
})
