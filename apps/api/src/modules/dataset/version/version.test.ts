import { nameTypedTable } from '@heddle/table/typed-table'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import {
  arrangeDataset,
  type DatasetScene,
  readDataset,
  readParams,
  readRefusal,
  readVersion,
} from '../../../../test/dataset/dataset-scene.ts'
import { until } from '../../../../test/until.ts'
import { buildTable } from './build-table.ts'
import { updateTables } from './update-tables.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const signal = () => new AbortController().signal
const work = () => updateTables(api.dependencies.pool, signal())

/** A signal that is aborted once it has been read so often: the worker stops in the middle. */
function abortAfter(reads: number): AbortSignal {
  let remaining = reads
  function throwIfAborted() {
    if (remaining-- <= 0) throw new Error('The process is stopping')
  }
  return Object.defineProperty(signal(), 'throwIfAborted', { value: throwIfAborted })
}

const findVersion = ({ dataset }: DatasetScene, number: number) =>
  api.db.datasetVersion.findUniqueOrThrow({ where: { datasetId_number: { datasetId: dataset.id, number } } })

/** The rows of the typed table of a version; null when there is none. */
async function readTable(scene: DatasetScene, number: number): Promise<Record<string, unknown>[] | null> {
  const name = nameTypedTable((await findVersion(scene, number)).tableNumber)
  const { rows } = await api.dependencies.pool.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [name])
  if (!rows[0]?.isThere) return null
  return (await api.dependencies.pool.query(`SELECT *, c5::text FROM ${name} ORDER BY row_no, row_id`)).rows
}

const retire = ({ dataset }: DatasetScene) =>
  api.dependencies.pool.query(`UPDATE dataset_version SET retired_at = now() - interval '1 hour' WHERE dataset_id = $1`, [dataset.id])

describe('a publication', () => {
  test('makes a typed table of the rows, with keys of texts and marks of numbers', async () => {
    const scene = await arrangeDataset(api)
    const [row] = await scene.addRows(
      { c1: 'ＡＢ  1', c2: '棉', c3: { number: 0.5, text: '<0.5', mark: '<' }, c4: 180, c5: '2026-11-27', c6: true },
      { c1: 'ab 2', c3: 0.1, c4: { number: 9_007_199_254_740_991, text: '9007199254740991' } },
    )
    const version = readVersion(await scene.publish('First tests'))
    expect(version).toMatchObject({ number: 1, state: 'building', note: 'First tests', row_count: 2, column_count: 6, failure: null })
    expect(await scene.read()).toMatchObject({ published_version: null, has_changes: false, draft_version: 2 })
    expect(await readTable(scene, 1)).toBeNull()
    await work()
    expect(await readTable(scene, 1)).toEqual([
      {
        row_id: row!.id,
        row_no: 1,
        c1: 'ＡＢ  1',
        c1_key: 'ab 1',
        c2: '棉',
        c2_key: '棉',
        c3: 0.5,
        c3_mark: '<',
        c4: '180',
        c4_mark: null,
        c5: '2026-11-27',
        c6: true,
      },
      expect.objectContaining({ c1_key: 'ab 2', c2: null, c2_key: null, c3: 0.1, c4: '9007199254740991', c5: null, c6: null }),
    ])
    expect(await scene.read()).toMatchObject({ published_version: 1 })
    expect(await scene.findVersions()).toMatchObject([{ number: 1, state: 'active', created_by: { id: scene.caller.user.id } }])
  })

  test('has the rows of its moment, whatever is edited before the worker comes', async () => {
    const scene = await arrangeDataset(api)
    const [kept, edited, deleted] = await scene.addRows({ c1: 'A' }, { c1: 'B' }, { c1: 'C' })
    await scene.publish()
    await scene.editRows({ id: edited!.id, revision: 0, cells: { c1: 'B changed' } })
    await scene.deleteRows(deleted!.id)
    await scene.addRows({ c1: 'D' })
    await work()
    expect((await readTable(scene, 1))?.map(({ row_id, c1 }) => [row_id, c1])).toEqual([
      [kept!.id, 'A'],
      [edited!.id, 'B'],
      [deleted!.id, 'C'],
    ])
    expect((await scene.findRows({ version: 1 })).map(({ cells }) => cells)).toEqual([{ c1: 'A' }, { c1: 'B' }, { c1: 'C' }])
    expect((await scene.findRows()).map(({ cells }) => cells)).toEqual([{ c1: 'A' }, { c1: 'B changed' }, { c1: 'D' }])
    expect(await scene.read()).toMatchObject({ has_changes: true, row_count: 3 })
  })

  test('is refused with cells that are empty, there twice or too long, and with a stale revision', async () => {
    const scene = await arrangeDataset(api)
    const rows = await scene.addRows({ c1: 'Ａ' }, { c1: 'a' }, { c3: 1 }, { c1: 'x'.repeat(501) })
    const refused = await scene.publish()
    expect(readRefusal(refused)).toEqual([422, 'DATASET_CELLS_INVALID'])
    const toCell = (index: number, reason: string) => ({ row_id: rows[index]!.id, row_no: index + 1, column: 'c1', reason })
    expect(readParams(refused)).toEqual({ count: 3, cells: [toCell(2, 'required'), toCell(1, 'not_unique'), toCell(3, 'too_long')] })
    const stale = await scene.caller.post(`${scene.address}/publish`, { revision: 7 })
    expect(readRefusal(stale)).toEqual([409, 'REVISION_MISMATCH'])
    expect(await scene.findVersions()).toEqual([])
    const empty = await arrangeDataset(api, { columns: [] })
    expect(readRefusal(await empty.publish())).toEqual([422, 'DATASET_DEFINITION_INVALID'])
  })

  test('whose worker stops or loses its connection at any step leaves nothing, and is finished by the next', async () => {
    const scene = await arrangeDataset(api)
    await scene.addRows({ c1: 'A' }, { c1: 'B' })
    await scene.publishNow()
    await scene.addRows({ c1: 'C' })
    await scene.publish()
    const { id } = await findVersion(scene, 2)
    const { pool } = api.dependencies
    for (let reads = 0; reads < 3; reads += 1) {
      await expect(buildTable(pool, id, abortAfter(reads))).rejects.toThrow('stopping')
      expect([await readTable(scene, 2), (await scene.read()).published_version]).toEqual([null, 1])
    }
    // At the switch, which waits for the lock of an edit.
    const holder = await pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM dataset WHERE id = $1 FOR UPDATE', [scene.dataset.id])
    const building = buildTable(pool, id, signal()).catch((error: unknown) => error)
    const findWaiting = async () =>
      (await holder.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))`, [await readPid()]))
        .rows[0]
    const readPid = async () => (await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
    await until('the build to wait', async () => (await findWaiting()) !== undefined)
    expect(await buildTable(pool, id, signal())).toBe('skipped')
    await api.asOwner(`SELECT pg_terminate_backend(${(await findWaiting())?.pid})`)
    expect(await building).toBeInstanceOf(Error)
    await holder.query('COMMIT')
    holder.release()
    expect([await readTable(scene, 2), (await scene.read()).published_version]).toEqual([null, 1])
    await work()
    expect(await readTable(scene, 2)).toHaveLength(3)
    expect(await scene.read()).toMatchObject({ published_version: 2 })
    expect(await buildTable(pool, id, signal())).toBe('skipped')
  })

  test('that another follows before the worker came gives way to it', async () => {
    const scene = await arrangeDataset(api)
    await scene.addRows({ c1: 'A' })
    await scene.publish()
    await scene.addRows({ c1: 'B' })
    await scene.publishNow()
    expect(await scene.findVersions()).toMatchObject([
      { number: 2, state: 'active', row_count: 2 },
      { number: 1, state: 'retired', row_count: 1 },
    ])
    expect(await readTable(scene, 1)).toBeNull()
  })

  test('of rows that do not fit fails, and the version before stays', async () => {
    const scene = await arrangeDataset(api)
    const [row] = await scene.addRows({ c1: 'A', c3: 1 })
    await scene.publishNow()
    await api.db.datasetRow.updateMany({ where: { id: row!.id }, data: { data: { c1: 'A', c3: 'not a number', c5: 'nor a day' } } })
    await scene.addRows({ c1: 'B' })
    await scene.publishNow()
    expect(await scene.findVersions()).toMatchObject([
      { number: 2, state: 'failed', failure: { code: 'DATASET_CELLS_INVALID' } },
      { number: 1, state: 'active' },
    ])
    expect(await readTable(scene, 2)).toBeNull()
    expect(await scene.read()).toMatchObject({ published_version: 1, has_changes: true })
  })
})

describe('a typed table', () => {
  test('that is missing, as after a restored backup, is made again', async () => {
    const scene = await arrangeDataset(api)
    await scene.addRows({ c1: 'A' })
    await scene.publishNow()
    await api.dependencies.pool.query(`DROP TABLE ${nameTypedTable((await findVersion(scene, 1)).tableNumber)}`)
    await work()
    expect(await readTable(scene, 1)).toMatchObject([{ c1: 'A' }])
  })

  test('of a retired version stays while a query may read it, and then goes', async () => {
    const scene = await arrangeDataset(api)
    await scene.addRows({ c1: 'A' })
    await scene.publishNow()
    await scene.publishNow()
    expect(await readTable(scene, 1)).toHaveLength(1)
    await retire(scene)
    const reader = await api.dependencies.pool.connect()
    await reader.query(`BEGIN; SELECT FROM ${nameTypedTable((await findVersion(scene, 1)).tableNumber)}`)
    await work()
    expect(await readTable(scene, 1)).toHaveLength(1)
    await reader.query('COMMIT')
    reader.release()
    await work()
    expect([await readTable(scene, 1), await readTable(scene, 2)]).toEqual([null, [expect.anything()]])
  })
})

describe('versions', () => {
  test('are kept up to five, with their rows', async () => {
    const scene = await arrangeDataset(api)
    const [row] = await scene.addRows({ c1: 'A', c4: 0 }, { c1: 'B' })
    for (let number = 1; number <= 7; number += 1) {
      await scene.editRows({ id: row!.id, revision: number - 1, cells: { c4: number } })
      await scene.publishNow()
    }
    const countRows = () => api.db.datasetRow.count({ where: { datasetId: scene.dataset.id } })
    expect(await countRows()).toBe(8)
    await retire(scene)
    await work()
    expect((await scene.findVersions()).map(({ number }) => number)).toEqual([7, 6, 5, 4, 3])
    expect(await countRows()).toBe(6)
    for (const number of [3, 7]) expect((await scene.findRows({ version: number }))[0]?.cells['c4']).toBe(number)
    expect(readRefusal(await scene.queryRows({ version: 2 }))).toEqual([404, 'DATASET_VERSION_NOT_FOUND'])
  })

  test('are compared row by row, with the draft too', async () => {
    const scene = await arrangeDataset(api)
    const [, edited, deleted, back] = await scene.addRows({ c1: 'same' }, { c1: 'edited', c4: 1 }, { c1: 'deleted' }, { c1: 'back', c4: 1 })
    await scene.publishNow()
    const edit = (id: string, revision: number, c4: number) => scene.editRows({ id, revision, cells: { c4 } })
    await edit(edited!.id, 0, 2)
    await edit(back!.id, 0, 2)
    await scene.deleteRows(deleted!.id)
    await scene.publishNow()
    await edit(back!.id, 1, 1)
    await scene.addRows({ c1: 'added' })
    const compare = async (body: object) => (await scene.caller.post(`${scene.address}/version/compare`, body)).json()
    const change = (row_no: number, before: object | null, after: object | null) => ({ id: expect.any(String), row_no, before, after })
    const second = change(2, { c1: 'edited', c4: 1 }, { c1: 'edited', c4: 2 })
    const third = change(3, { c1: 'deleted' }, null)
    const first = await compare({ from: 1, to: 2, page_size: 2 })
    expect(first).toMatchObject({
      changes: [second, third],
      counts: { added: 0, changed: 2, removed: 1 },
      columns: { after: { length: 6 } },
    })
    const rest = await compare({ from: 1, to: 2, page_token: first.next_page_token })
    expect(rest).toEqual({ changes: [change(4, { c1: 'back', c4: 1 }, { c1: 'back', c4: 2 })], columns: first.columns })
    expect((await compare({ from: 1, to: null })).changes).toEqual([second, third, change(5, null, { c1: 'added' })])
    expect(await compare({ from: 0, to: 1 })).toMatchObject({ counts: { added: 4, changed: 0, removed: 0 }, columns: { before: [] } })
    for (const to of [1, 2])
      expect(await compare({ from: 2, to })).toMatchObject({
        detail: { code: 'BAD_REQUEST', params: { fields: [{ path: 'body/to', message: 'Not later than from' }] } },
      })
    expect(readRefusal(await scene.caller.post(`${scene.address}/version/compare`, { from: 1, to: 9 }))).toEqual([
      404,
      'DATASET_VERSION_NOT_FOUND',
    ])
  })

  test('are restored into the draft with their columns, and who has read the draft before gets a conflict', async () => {
    const scene = await arrangeDataset(api)
    const [same, edited, deleted] = await scene.addRows({ c1: 'same' }, { c1: 'edited', c4: 1 }, { c1: 'deleted' })
    await scene.publishNow()
    const first = await scene.findRows()
    await scene.editRows({ id: edited!.id, revision: 0, cells: { c4: 2 } })
    await scene.deleteRows(deleted!.id)
    await scene.publishNow()
    await scene.editRows({ id: edited!.id, revision: 1, cells: { c4: 3 } })
    await scene.addRows({ c1: 'added' })
    const columns = (await scene.read()).columns.slice(0, 4)
    await scene.update({ columns })
    const restored = await scene.restore(1)
    expect(readDataset(restored)).toMatchObject({ row_count: 3, has_changes: true, published_version: 2, columns: { length: 6 } })
    const rows = await scene.findRows()
    expect(rows.map(({ id, cells }) => [id, cells])).toEqual(first.map(({ id, cells }) => [id, cells]))
    expect(rows.map(({ revision }) => revision)).toEqual([0, 3, 1])
    expect((await scene.findRows({ version: 2 })).map(({ cells }) => cells)).toEqual([{ c1: 'same' }, { c1: 'edited', c4: 2 }])
    const late = await scene.editRows({ id: edited!.id, revision: 2, cells: { c4: 4 } })
    expect(readParams(late)).toMatchObject({ cells: [{ given: 4, current: 1 }] })
    expect((await scene.editRows({ id: same!.id, revision: 0, cells: { c4: 4 } })).statusCode).toBe(200)
    await scene.publishNow()
    expect((await readTable(scene, 3))?.map(({ c1 }) => c1)).toEqual(['same', 'edited', 'deleted'])
    expect(readRefusal(await scene.restore(9))).toEqual([404, 'DATASET_VERSION_NOT_FOUND'])
  })

  test('of a deleted dataset go, with their rows and tables', async () => {
    const scene = await arrangeDataset(api)
    await scene.addRows({ c1: 'A' }, { c1: 'B' })
    await scene.publishNow()
    const other = await arrangeDataset(api)
    await other.addRows({ c1: 'A' })
    const { tableNumber } = await findVersion(scene, 1)
    expect((await scene.caller.delete(scene.address)).json()).toEqual({ success: true })
    for (const response of [await scene.caller.get(scene.address), await scene.queryRows()])
      expect(readRefusal(response)).toEqual([404, 'DATASET_NOT_FOUND'])
    await work()
    const where = { datasetId: { in: [scene.dataset.id, other.dataset.id] } }
    expect([await api.db.datasetVersion.count({ where }), await api.db.datasetRow.count({ where })]).toEqual([0, 1])
    const { rows } = await api.dependencies.pool.query(`SELECT to_regclass($1) AS name`, [nameTypedTable(tableNumber)])
    expect(rows).toEqual([{ name: null }])
  })

  test('are not of another tenant', async () => {
    const { address } = await arrangeDataset(api)
    const stranger = await api.as(await createUser(api.db, { role: 'A' }))
    const refused = [
      await stranger.post(`${address}/publish`, { revision: 0 }),
      await stranger.post(`${address}/version/query`),
      await stranger.post(`${address}/version/1/restore`, { revision: 0 }),
    ]
    expect(refused.map(readRefusal)).toEqual(Array.from({ length: 3 }, () => [404, 'DATASET_NOT_FOUND']))
  })
})
