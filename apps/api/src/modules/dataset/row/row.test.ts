import { createClient } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'
import { arrangeDataset, readParams, readRefusal, readRows } from '../../../../test/dataset/dataset-scene.ts'
import { rounds } from '../../../../../../scripts/testing/rounds.ts'
import { buildApp } from '../../../app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

describe('the rows of a draft', () => {
  test('keep what was given, and are in their order', async () => {
    const { addRows, findRows, read, caller, address } = await arrangeDataset(api)
    const undetected = { number: null, text: 'n.d.', mark: 'n.d.' }
    const spread = { number: 23.5, text: '23.5 ± 0.4', mark: '±', spread: 0.4 }
    await addRows({ c1: 'A', c2: '棉', c3: spread, c4: 180, c5: '2026-11-27', c6: true }, { c1: 'B', c3: undetected, c2: '' })
    await caller.post(`${address}/row`, {
      rows: [
        { row_no: 1, cells: { c1: 'after A' } },
        { row_no: 1, cells: { c1: 'after that' } },
      ],
    })
    expect(await findRows()).toMatchObject([
      { row_no: 1, revision: 0, cells: { c1: 'A', c2: '棉', c3: spread, c4: 180, c5: '2026-11-27', c6: true } },
      { row_no: 1, cells: { c1: 'after A' } },
      { row_no: 1, cells: { c1: 'after that' } },
      { row_no: 2, cells: { c1: 'B', c3: undetected } },
    ])
    expect(await read()).toMatchObject({ row_count: 4, has_changes: true, published_version: null })
  })

  test('are refused with what does not fit, and none is kept', async () => {
    const { caller, address, read } = await arrangeDataset(api)
    const rows = [
      { c1: 'A', c3: 1 },
      { c1: 5, c2: 'silk', c3: '12', c4: 1.5, c5: '2026-02-30', c6: 'yes', c7: 1 },
      { c3: { number: null, text: '?' }, c4: { number: 2 ** 60, text: '' }, c5: '0000-01-01' },
    ]
    const refused = await caller.post(`${address}/row`, { rows: rows.map((cells) => ({ cells })) })
    expect(readRefusal(refused)).toEqual([422, 'DATASET_CELLS_INVALID'])
    expect(readParams(refused)).toEqual({
      count: 10,
      cells: [
        { index: 1, column: 'c1', reason: 'wrong_type' },
        { index: 1, column: 'c2', reason: 'not_a_choice' },
        ...['c3', 'c4', 'c5', 'c6'].map((column) => ({ index: 1, column, reason: 'wrong_type' })),
        { index: 1, column: 'c7', reason: 'unknown_column' },
        ...['c3', 'c4', 'c5'].map((column) => ({ index: 2, column, reason: 'wrong_type' })),
      ],
    })
    expect(await read()).toMatchObject({ row_count: 0 })
  })

  test('are paged, filtered and sorted', async () => {
    const { addRows, queryRows, caller, address } = await arrangeDataset(api)
    const fibres = ['cotton', '棉', 'wool']
    await addRows(...Array.from({ length: 25 }, (_, i) => ({ c1: `Sample ${i}`, c2: fibres[i % 3], ...(i > 0 && { c3: (i * 7) % 25 }) })))
    const listed: unknown[] = []
    for (let page_token: string | undefined; ;) {
      const page = (await queryRows({ page_size: 10, ...(page_token && { page_token }) })).json()
      listed.push(...page.rows.map(({ row_no }: { row_no: number }) => row_no))
      page_token = page.next_page_token
      if (!page_token) break
      expect(page.total ?? 25).toBe(25)
    }
    expect(listed).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))

    const sort = { column: 'c3', direction: 'desc' }
    const first = (await queryRows({ page_size: 20, sort })).json()
    const rest = (await queryRows({ page_token: first.next_page_token })).json()
    const strengths = [...first.rows, ...rest.rows].map(({ cells }: { cells: { c3?: number } }) => cells.c3)
    expect(strengths).toEqual([...Array.from({ length: 24 }, (_, i) => 24 - i), undefined])

    const find = async (...filters: object[]) => (await queryRows({ filters })).json()
    expect(await find({ column: 'c2', op: 'eq', value: 'COTTON' }, { column: 'c3', op: 'ge', value: 20 })).toMatchObject({ total: 2 })
    expect(await find({ column: 'c1', op: 'contains', value: 'sample 2' })).toMatchObject({ total: 6 })
    expect(await find({ column: 'c3', op: 'is_null' })).toMatchObject({ total: 1, rows: [{ row_no: 1 }] })
    const numbersAt = async (body: object) => readRows(await queryRows({ page_size: 2, ...body })).map(({ row_no }) => row_no)
    expect(await numbersAt({ offset: 19 })).toEqual([20, 21])
    expect(await numbersAt({ offset: 24 })).toEqual([25])
    expect(await numbersAt({ offset: 25 })).toEqual([])
    // 7i mod 25 is 24, 23, 22 for i of 7, 14, 21.
    expect(await numbersAt({ offset: 1, sort })).toEqual([15, 22])
    const fromSecondWool = { offset: 1, filters: [{ column: 'c2', op: 'eq', value: 'wool' }] }
    expect(await numbersAt(fromSecondWool)).toEqual([6, 9])
    const second = (await queryRows({ ...fromSecondWool, page_size: 2 })).json()
    expect(second).not.toHaveProperty('total')
    expect(readRows(await queryRows({ page_token: second.next_page_token })).map(({ row_no }) => row_no)).toEqual([12, 15])
    for (const filter of [
      { column: 'c9', op: 'is_null' },
      { column: 'c3', op: 'eq', value: '7' },
    ])
      expect(readRefusal(await queryRows({ filters: [filter] }))).toEqual([400, 'BAD_REQUEST'])
    expect(readRefusal(await queryRows({ version: 1 }))).toEqual([404, 'DATASET_VERSION_NOT_FOUND'])
    expect(readRefusal(await caller.post(`${address}/row/query`, { sort: { column: 'c9', direction: 'asc' } }))).toEqual([
      400,
      'BAD_REQUEST',
    ])
  })

  test('are sorted and filtered as they are after an edit, and in a version as they were', async () => {
    const { addRows, editRows, findRows, publish } = await arrangeDataset(api)
    const [first] = await addRows({ c1: 'A', c2: '棉', c3: 3 }, { c1: 'B', c2: 'wool', c3: 2 }, { c1: 'C', c2: 'cotton', c3: 1 })
    const list = async (body: object) => (await findRows({ page_size: 3, ...body })).map(({ cells }) => cells.c1)
    const byStrength = { sort: { column: 'c3', direction: 'asc' } }
    const withWool = { filters: [{ column: 'c2', op: 'contains', value: 'WOO' }] }
    expect(await list(byStrength)).toEqual(['C', 'B', 'A'])
    expect(await list({ sort: { column: 'c2', direction: 'asc' } })).toEqual(['C', 'B', 'A'])
    expect(await list(withWool)).toEqual(['B'])
    await publish()
    expect(await list({ ...byStrength, version: 1 })).toEqual(['C', 'B', 'A'])
    await editRows({ id: first!.id, revision: 0, cells: { c2: 'wool', c3: 0 } })
    expect(await list(byStrength)).toEqual(['A', 'C', 'B'])
    expect(await list(withWool)).toEqual(['A', 'B'])
    expect(await list({ ...byStrength, version: 1 })).toEqual(['C', 'B', 'A'])
    expect(await list({ version: 1, offset: 2 })).toEqual(['C'])
  })

  test('are deleted once', async () => {
    const { addRows, deleteRows, findRows, read } = await arrangeDataset(api)
    const [first, second] = await addRows({ c1: 'A' }, { c1: 'B' })
    expect((await deleteRows(first!.id, unknownId())).json()).toEqual({ deleted: 1 })
    expect((await deleteRows(first!.id)).json()).toEqual({ deleted: 0 })
    expect(await findRows()).toMatchObject([{ id: second!.id }])
    expect(await read()).toMatchObject({ row_count: 1 })
  })

  test('are changed, added and deleted in one step, or not at all', async () => {
    const { caller, address, addRows, findRows, read } = await arrangeDataset(api)
    const [first, second] = await addRows({ c1: 'A', c3: 1 }, { c1: 'B' })
    const step = { rows: [{ id: first!.id, revision: 0, cells: { c3: 2 } }], added: [{ cells: { c1: 'C' } }], removed: [second!.id] }
    const refused = await caller.put(`${address}/row`, { ...step, added: [{ cells: { c1: 'C', c3: 'x' } }] })
    expect(readRefusal(refused)).toEqual([422, 'DATASET_CELLS_INVALID'])
    expect(readParams(refused)).toEqual({ count: 1, cells: [{ index: 1, column: 'c3', reason: 'wrong_type' }] })
    expect(await findRows()).toMatchObject([{ cells: { c3: 1 } }, { cells: { c1: 'B' } }])
    const changed = await caller.put(`${address}/row`, step)
    expect(changed.json()).toEqual({
      rows: [{ id: first!.id, row_no: 1, revision: 1, cells: { c3: 2 } }],
      added: [{ id: expect.any(String), row_no: 3, revision: 0, cells: { c1: 'C' } }],
    })
    expect((await findRows()).map(({ cells }) => cells)).toEqual([{ c1: 'A', c3: 2 }, { c1: 'C' }])
    expect(await read()).toMatchObject({ row_count: 2 })
    const events = await api.db.auditEvent.findMany({
      where: { action: 'updateDatasetRows', outcome: 'succeeded', targetId: (await read()).id },
    })
    expect(events).toMatchObject([{ before: { rows: 1 }, after: { rows: 2, cells: 2 } }])
  })

  test('take ten thousand cells of as many rows in one step', async () => {
    const { caller, address, findRows, queryRows } = await arrangeDataset(api)
    const count = 10_000
    const added = readRows(await caller.post(`${address}/row`, { rows: Array.from({ length: count }, (_, i) => ({ cells: { c3: i } })) }))
    expect(added).toHaveLength(count)
    const edits = added.map(({ id }, i) => ({ id, revision: 0, cells: { c3: -1 - i } }))
    const edited = readRows(await caller.put(`${address}/row`, { rows: edits }))
    expect(edited.every(({ revision }) => revision === 1)).toBe(true)
    expect(await findRows({ offset: count - 2, page_size: 5 })).toMatchObject([{ cells: { c3: 1 - count } }, { cells: { c3: -count } }])
    expect((await queryRows({ filters: [{ column: 'c3', op: 'lt', value: 0 }] })).json()).toMatchObject({ total: count })
    expect(readRefusal(await caller.put(`${address}/row`, { rows: edits, added: [{ cells: {} }] }))).toEqual([409, 'DATASET_TOO_LARGE'])
  })

  test('have limits of rows and of cells at once', async () => {
    const { caller, address, dataset, addRows, read } = await arrangeDataset(api)
    await api.db.dataset.update({ where: { id: dataset.id }, data: { rowCount: 99_999 } })
    await addRows({ c1: 'the last' })
    const beyond = await caller.post(`${address}/row`, { rows: [{ cells: {} }] })
    expect(readRefusal(beyond)).toEqual([409, 'DATASET_TOO_LARGE'])
    expect(readParams(beyond)).toEqual({ max_rows: 100_000, max_cells: 10_000 })
    const wide = Array.from({ length: 2_001 }, () => ({ cells: { c1: '', c3: 1, c4: 1, c5: null, c6: true } }))
    expect(readRefusal(await caller.post(`${address}/row`, { rows: wide }))).toEqual([409, 'DATASET_TOO_LARGE'])
    const huge = { c1: 'x'.repeat(32_000) }
    const body = { rows: Array.from({ length: 140 }, () => ({ cells: huge })) }
    expect(readRefusal(await caller.post(`${address}/row`, body))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await read()).toMatchObject({ row_count: 100_000 })
  })
})

describe('two editors', () => {
  test('are told that another changes the dataset after three seconds of waiting, and change it afterwards', async () => {
    const { addRows, editRows, dataset } = await arrangeDataset(api)
    const [row] = await addRows({ c1: 'A' })
    const edit = () => editRows({ id: row!.id, revision: 0, cells: { c1: 'B' } })
    const importing = await api.dependencies.pool.connect()
    try {
      await importing.query('BEGIN')
      await importing.query('SELECT FROM dataset WHERE id = $1 FOR NO KEY UPDATE', [dataset.id])
      expect(readRefusal(await edit())).toEqual([409, 'DATASET_BUSY'])
      await importing.query('ROLLBACK')
    } finally {
      importing.release()
    }
    expect((await edit()).statusCode).toBe(200)
  })

  test('in different cells of a row both keep their edit', async () => {
    const { addRows, editRows, findRows } = await arrangeDataset(api)
    const [row] = await addRows({ c1: 'A', c3: 1 })
    const edit = (cells: object) => ({ id: row!.id, revision: 0, cells })
    await editRows(edit({ c3: 2 }))
    const edited = await editRows(edit({ c4: 200 }))
    // The cells that this editor has not seen.
    expect(readRows(edited)).toEqual([{ id: row!.id, row_no: 1, revision: 2, cells: { c3: 2, c4: 200 } }])
    expect(readRows(await editRows({ id: row!.id, revision: 2, cells: { c4: null } }))).toMatchObject([
      { revision: 3, cells: { c4: null } },
    ])
    await editRows({ id: row!.id, revision: 3, cells: { c4: 200 } })
    expect(await findRows()).toMatchObject([{ cells: { c1: 'A', c3: 2, c4: 200 } }])
  })

  test('in the same cell get a conflict with both values, and nothing of that edit is kept', async () => {
    const { addRows, editRows, findRows } = await arrangeDataset(api)
    const [first, second] = await addRows({ c1: 'A', c3: 1 }, { c1: 'B' })
    await editRows({ id: first!.id, revision: 0, cells: { c3: 2 } })
    const late = [
      { id: first!.id, revision: 0, cells: { c3: 3 } },
      { id: second!.id, revision: 0, cells: { c3: 4 } },
    ]
    const refused = await editRows(...late)
    expect(readRefusal(refused)).toEqual([409, 'DATASET_CELL_CONFLICT'])
    const conflict = { row_id: first!.id, row_no: 1, revision: 1, column: 'c3', given: 3, current: 2 }
    expect(readParams(refused)).toEqual({ count: 1, cells: [conflict] })
    expect((await findRows()).map(({ cells }) => cells)).toEqual([{ c1: 'A', c3: 2 }, { c1: 'B' }])
    const agreed = await editRows({ id: first!.id, revision: 0, cells: { c3: 2 } })
    expect(readRows(agreed)).toMatchObject([{ revision: 1 }])
    const after = await editRows({ id: first!.id, revision: 1, cells: { c3: null } })
    expect(readRows(after)).toMatchObject([{ revision: 2, cells: { c3: null } }])
  })

  test('in the same cell at the same moment: one keeps the edit, the other gets the conflict', async () => {
    const { addRows, editRows, findRows } = await arrangeDataset(api)
    const [row] = await addRows({ c1: 'A' })
    const responses = await Promise.all([5, 6, 7, 8].map((c3) => editRows({ id: row!.id, revision: 0, cells: { c3 } })))
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    const kept = readRows(responses.find(({ statusCode }) => statusCode === 200)!)[0]!.cells['c3']
    for (const refused of responses.filter(({ statusCode }) => statusCode === 409))
      expect(readParams(refused)).toMatchObject({ cells: [{ column: 'c3', current: kept }] })
    expect(await findRows()).toMatchObject([{ revision: 1, cells: { c1: 'A', c3: kept } }])
  })

  test('of whom one has deleted the row, or names one twice, are told', async () => {
    const { addRows, editRows, deleteRows } = await arrangeDataset(api)
    const [row, other] = await addRows({ c1: 'A' }, { c1: 'B' })
    await deleteRows(row!.id)
    const edit = { id: row!.id, revision: 0, cells: { c3: 1 } }
    const refused = await editRows(edit, { ...edit, id: other!.id })
    expect(readRefusal(refused)).toEqual([404, 'DATASET_ROW_NOT_FOUND'])
    expect(readParams(refused)).toEqual({ row_ids: [row!.id] })
    const twice = { ...edit, id: other!.id }
    expect(readRefusal(await editRows(twice, twice))).toEqual([400, 'BAD_REQUEST'])
  })

  test('in two processes lose none of many edits of different cells', async () => {
    const editsOfEach = rounds(50, 250)
    const { addRows, findRows, publishNow, address, caller } = await arrangeDataset(api)
    const rows = await addRows(...Array.from({ length: rounds(5, 20) }, (_, i) => ({ c1: `Sample ${i}` })))
    await publishNow()
    const pool = createPool(api.dependencies.config.databaseUrl, 10)
    pool.on('error', () => {})
    const db = createClient(pool)
    const second = await buildApp({ ...api.dependencies, pool, db })
    await second.ready()
    const expected = new Map<string, Record<string, unknown>>(rows.map(({ id }, i) => [id, { c1: `Sample ${i}` }]))

    /** One editor has the columns c3 and c4, the other c5 and c6: none sees the revision that the other has made. */
    async function edit(app: typeof second, columns: readonly [string, string], seed: number) {
      let random = seed
      const next = (max: number) => (random = (random * 48_271) % 2_147_483_647) % max
      const revisions = new Map(rows.map(({ id }) => [id, 0]))
      for (let i = 0; i < editsOfEach; i += 1) {
        const { id } = rows[next(rows.length)]!
        const column = columns[next(2)]!
        const value = { c3: next(1_000) / 8, c4: next(1_000), c5: `2026-01-${10 + next(20)}`, c6: next(2) === 1 }[column]
        const payload = { rows: [{ id, revision: revisions.get(id), cells: { [column]: value } }] }
        const response = await app.inject({ method: 'PUT', url: `${address}/row`, headers: caller.headers, payload })
        expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
        revisions.set(id, response.json<{ rows: { revision: number }[] }>().rows[0]!.revision)
        expected.set(id, { ...expected.get(id), [column]: value })
      }
    }
    await Promise.all([edit(api.app, ['c3', 'c4'], 11), edit(second, ['c5', 'c6'], 13)])
    await second.close()
    await db.$disconnect()
    await pool.end()
    const found = await findRows()
    expect(new Map(found.map(({ id, cells }) => [id, cells]))).toEqual(expected)
    expect(await findRows({ version: 1 })).toMatchObject(rows.map(({ id, cells }) => ({ id, cells })))
  })
})
