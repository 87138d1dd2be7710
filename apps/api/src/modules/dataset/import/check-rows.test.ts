// The rows of a file become cells, each error says where it is, and counts say what an import would change.
import type { Cells } from '@heddle/contracts/dataset/cell'
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { type ImportMode, ImportError } from '@heddle/contracts/dataset/import'
import fc from 'fast-check'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { readTable } from '../../../../test/files/raw-tables.ts'
import { toCellKey } from '../row/cell.rules.ts'
import { type CheckedColumn, type CheckedRow, checkRows } from './check-rows.ts'
import { compareRows, type ComparedRow } from './compare-rows.ts'
import { writeErrorCsv } from './error-csv.ts'
import { planImport } from './plan-import.ts'
import { sampleTable } from './sample-table.ts'

const lot: DatasetColumn = { id: 'c1', name: { default: 'Lot' }, type: 'text', key: true, required: true, unique: true }
const force: DatasetColumn = { id: 'c2', name: { default: 'Force' }, type: 'number', unit: 'N' }
const note: DatasetColumn = { id: 'c3', name: { default: 'Note' }, type: 'text' }
const columns: CheckedColumn[] = [lot, force, note].map((column, index) => ({ at: index + 1, column, reading: {} }))
const layout = { sheet: 0, header_rows: [1], unit_row: null, first_row: 2, omitted: [] as number[] }

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const checkCsv = (source: string, options: Partial<Parameters<typeof checkRows>[1]> = {}) =>
  collect(checkRows(readTable(Buffer.from(source), 'text/csv'), { layout, columns, ...options }))

const showErrors = (rows: readonly CheckedRow[]) =>
  rows.flatMap(({ errors }) =>
    errors.map(({ row, at, code, other_row }) => [row, at, code, ...(other_row === undefined ? [] : [other_row])]),
  )

async function checkFixture(name: string) {
  const bytes = await readFile(join(import.meta.dirname, `fixtures/${name}.xlsx`))
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const { table } = planImport(await sampleTable(readTable(bytes, mediaType)))
  if (!table) throw new Error('There is no table')
  const planned = table.columns.flatMap(({ at, target, reading }): CheckedColumn[] => {
    if (target === null || !('add' in target)) return []
    const { name: header, choices, ...definition } = target.add
    const values = choices && { choices: choices.map((value) => ({ value })) }
    return [{ at, reading, column: { ...definition, ...values, id: `c${at}`, name: { default: header } } }]
  })
  return collect(checkRows(readTable(bytes, mediaType), { layout: table.layout, columns: planned }))
}

describe('the rows of a workbook', () => {
  test.each([
    [
      'zhHant',
      24,
      [
        [12, 3, 'not_a_number'],
        [15, 6, 'not_a_date'],
      ],
    ],
    [
      'en',
      30,
      [
        [6, 6, 'date_for_number'],
        [8, 10, 'cell_error'],
      ],
    ],
    ['ja', 15, [[5, 4, 'formula_uncalculated']]],
    ['th', 18, []],
    ['vi', 20, [[7, 4, 'range']]],
  ])('in %s are %d, without totals and notes; only what is wrong is an error', async (name, count, errors) => {
    const rows = await checkFixture(name)
    expect(rows).toHaveLength(count)
    expect(showErrors(rows)).toEqual(errors)
  })

  test('have their merged names, marks and dates', async () => {
    const rows = await checkFixture('zhHant')
    expect(rows[0]?.cells).toEqual({
      c1: 'F-001',
      c2: '棉',
      c3: 800,
      c4: 640.5,
      c5: 180,
      c6: '2024-01-01',
      c7: { number: null, text: '未檢出', mark: 'n.d.' },
      c8: false,
    })
    expect(rows.map(({ cells }) => cells['c2'])).toEqual(['棉', '羊毛', '聚酯'].flatMap((name) => Array.from({ length: 8 }, () => name)))
  })
})

describe('a row', () => {
  test('has its number in the file, and all its errors', async () => {
    const rows = await checkCsv('Lot,Force,Note\n\nA,12,x\n,many,y\n')
    expect(rows[0]).toEqual({ number: 3, cells: { c1: 'A', c2: 12, c3: 'x' }, errors: [] })
    expect(showErrors(rows)).toEqual([
      [4, 1, 'required'],
      [4, 2, 'not_a_number'],
    ])
    for (const error of rows.flatMap(({ errors }) => errors)) expect(ImportError.parse(error)).toEqual(error)
  })

  test('with the key of one above it is an error that names both', async () => {
    expect(showErrors(await checkCsv('Lot,Force\nA-1,1\nB,2\nＡ-1,3\n'))).toEqual([[4, 1, 'key_repeated', 2]])
  })

  test('with a unique number that differs by its mark alone is an error, as it is at publication', async () => {
    const unique = columns.map((each) => (each.column === force ? { ...each, column: { ...force, unique: true } } : each))
    const rows = await checkCsv('Lot,Force\nA,5\nB,<5\nC,n.d.\nD,n.d.\n', { columns: unique })
    expect(showErrors(rows)).toEqual([[3, 2, 'value_repeated', 2]])
  })

  test('of dashes and blanks is none', async () => {
    expect(await checkCsv('Lot,Force,Note\n-,—,\nA,1,\n , ,\n')).toHaveLength(1)
  })

  test('that the layout leaves out is none', async () => {
    const source = 'Lot,Force\nA,1\nMean,1\n'
    expect(await checkCsv(source, { layout: { ...layout, omitted: [3] } })).toHaveLength(1)
    expect(await checkCsv(source)).toHaveLength(2)
  })

  test('is read in the units of the file', async () => {
    const inCn = columns.map((each) => (each.column === force ? { ...each, reading: { unit: 'cN' } } : each))
    const [row] = await checkCsv('Lot,Force\nA,80\n', { columns: inCn })
    expect(row?.cells['c2']).toEqual({ number: 0.8, text: '80 cN' })
  })
})

/** Returns the rows, and the counts that come behind them. */
async function compare(source: string, mode: ImportMode, existing: readonly Cells[]) {
  const byKey = new Map(existing.map((cells, index) => [toCellKey(cells['c1'] ?? null) ?? '', { id: `row ${index + 1}`, cells }]))
  const find = async (keys: readonly string[]) => new Map(keys.flatMap((key) => (byKey.has(key) ? [[key, byKey.get(key)!] as const] : [])))
  const iteration = compareRows(checkRows(readTable(Buffer.from(source), 'text/csv'), { layout, columns }), {
    mode,
    key: lot,
    existing: { count: existing.length, find },
  })
  const rows: ComparedRow[] = []
  let step = await iteration.next()
  for (; !step.done; step = await iteration.next()) rows.push(step.value)
  return { rows, counts: step.value }
}

describe('an import', () => {
  const source = 'Lot,Force,Note\nA,12.50,x\nb,2,y\nC,3,z\nE,bad,z\n'
  const existing: Cells[] = [
    { c1: 'A', c2: 12.5, c3: 'x' },
    { c1: 'B', c2: 2, c3: 'w' },
    { c1: 'E', c2: 5 },
    { c1: 'F', c2: 6 },
  ]

  test('that updates by the key counts new, changed, equal and missing rows', async () => {
    const { rows, counts } = await compare(source, 'update', existing)
    expect(counts).toEqual({ rows: 4, bad: 1, added: 1, changed: 1, equal: 1, missing: 1 })
    expect(rows.map(({ change, id }) => [change, id])).toEqual([
      ['equal', 'row 1'],
      ['changed', 'row 2'],
      ['added', undefined],
      // Not imported, and not missing in the file.
      ['bad', 'row 3'],
    ])
  })

  test('that appends refuses keys that are there', async () => {
    const { rows, counts } = await compare(source, 'append', existing)
    expect(counts).toEqual({ rows: 4, bad: 3, added: 1, changed: 0, equal: 0, missing: 0 })
    expect(showErrors(rows)).toEqual([
      [2, null, 'key_exists'],
      [3, null, 'key_exists'],
      [5, 2, 'not_a_number'],
    ])
  })

  test('that replaces asks for no row', async () => {
    expect((await compare(source, 'replace', existing)).counts).toEqual({ rows: 4, bad: 1, added: 3, changed: 0, equal: 0, missing: 0 })
  })

  test('of a thousand rows looks its keys up by five hundred', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `L${index},${index},`).join('\n')
    const { counts } = await compare(`Lot,Force,Note\n${many}\n`, 'update', [{ c1: 'L7', c2: 7, c3: '' }])
    expect(counts).toEqual({ rows: 1_001, bad: 0, added: 1_000, changed: 0, equal: 1, missing: 0 })
  })
})

describe('a cell that a spreadsheet takes for a formula', () => {
  const formula = [{ id: 'c2', name: { default: '=Force' }, type: 'number' }] as const
  const write = async (text: string) => {
    const errors = [{ row: 2, at: 2, column: 'c2', code: 'not_a_number', text }] as const
    return (await buffer(writeErrorCsv({ errors, columns: formula, plan: null }, 'en'))).toString()
  }
  const readBack = async (csv: string) => {
    const parts = await collect(readTable(Buffer.from(csv), 'text/csv', { delimiter: ',' }))
    return parts.flatMap((part) => (part.kind === 'row' ? [part.row.cells] : []))[1]
  }

  test('is none in the CSV of errors', async () => {
    expect(await write('=1+1')).toBe("\ufeffRow,Column,Error,Cell\r\n2,'=Force,This is not a number.,'=1+1\r\n")
  })

  test.each(['=1+1', '+49 30', '-12', '@SUM(A1)', '\tx', '＝1', '=HYPERLINK("http://x","y")', "it's", '="a"&B1'])(
    'is unchanged when it is read again: %j',
    async (cell) => {
      expect((await readBack(await write(cell)))?.[3]).toBe(cell)
    },
  )

  test('of any text is unchanged when it is read again', async () => {
    const start = fc.constantFrom('=', '+', '-', '@', '')
    const rest = fc.string({ unit: fc.constantFrom(...Array.from('ab1,;"\'()=+ ')), minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(start, rest, async (first, other) => {
        // What begins with an apostrophe already could be either; blanks at the ends are none of a cell.
        const cell = `${first}${other}`.trim().replace(/^'+/, '').trim()
        // Excel's own way to keep zeros, which is read as the text in it.
        fc.pre(cell !== '' && !/^="[^"]*"$/.test(cell) && !cell.startsWith('"'))
        expect((await readBack(await write(cell)))?.[3]).toBe(cell)
      }),
      { numRuns: 60 },
    )
  })
})
