// Files as laboratories keep them, in five languages, and what an import makes of them.
import type { DatasetColumn } from '@heddle/contracts/dataset/column'
import { ImportPlan, type ImportPlanColumn } from '@heddle/contracts/dataset/import'
import fc from 'fast-check'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createXlsxOf } from '../../../../test/files/office.ts'
import { readTable } from '../../../../test/files/raw-tables.ts'
import { applyRemembered } from './fingerprint.ts'
import { planImport, type PlanOptions } from './plan-import.ts'
import { sampleTable } from './sample-table.ts'

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const planOf = async (bytes: Buffer, mediaType: 'text/csv' | typeof workbook, options: PlanOptions = {}) => {
  const plan = planImport(await sampleTable(readTable(bytes, mediaType)), options)
  expect(ImportPlan.parse(plan)).toEqual(plan)
  return plan
}

const planFixture = async (name: string, options: PlanOptions = {}) =>
  planOf(await readFile(join(import.meta.dirname, `fixtures/${name}.xlsx`)), workbook, options)

const planCsv = (text: string, options: PlanOptions = {}) => planOf(Buffer.from(text), 'text/csv', options)

const describeTarget = ({ target, reading }: ImportPlanColumn) => {
  if (target === null) return null
  if ('column' in target) return target.column
  const { name, type, unit, choices, key } = target.add
  const { unit: _unit, ...others } = reading
  return [name, [type, unit, key && 'key', choices?.join('/')].filter(Boolean).join(' '), others].filter((part) =>
    typeof part === 'object' ? Object.keys(part).length > 0 : true,
  )
}

const describePlan = ({ table, findings }: ImportPlan) => ({
  layout: table && [table.layout.header_rows, table.layout.unit_row, table.layout.first_row],
  omitted: table?.omitted.map(({ row, reason }) => `${row} ${reason}`),
  columns: table?.columns.map(describeTarget),
  findings: Object.fromEntries(findings.map(({ code, count }) => [code, count])),
})

describe('a workbook of a laboratory', () => {
  test('in Traditional Chinese has a joined header, ROC years, merged names, and a mean and notes below', async () => {
    const plan = await planFixture('zhHant')
    expect(describePlan(plan)).toEqual({
      layout: [[4, 5], null, 6],
      omitted: ['30 total', '32 note', '33 note'],
      columns: [
        ['試樣編號', 'text key'],
        ['材質', 'choice 棉/羊毛/聚酯'],
        ['強力 經向', 'number N'],
        ['強力 緯向', 'number N'],
        ['單位重', 'number g/m2'],
        ['測試日期', 'date'],
        ['甲醛', 'number mg'],
        ['合格', 'boolean'],
      ],
      findings: { rows_hidden: 1, cells_merged: 3, headers_joined: 2, rows_omitted: 3 },
    })
    expect(plan.sheets).toMatchObject([
      { name: '113年布料測試', hidden: false, row_count: 31 },
      { name: '舊資料', hidden: true, row_count: 1 },
    ])
  })

  test('in English has a row of units, codes and percents by format, grades that became dates, and statistics below', async () => {
    expect(describePlan(await planFixture('en'))).toEqual({
      layout: [[1], 2, 3],
      omitted: ['33 total', '34 total', '35 total', '36 note'],
      columns: [
        ['Lot No.', 'text key'],
        ['Yarn', 'choice ring/rotor'],
        ['Count', 'number Ne'],
        ['Tenacity', 'number cN/tex'],
        ['Elongation', 'number %'],
        ['Grey scale', 'number grade'],
        ['Tested', 'date'],
        ['Result', 'number N'],
        ['Result 2', 'number N'],
        ['Mean of two', 'number N'],
      ],
      findings: { values_struck: 1, unit_row: 1, rows_omitted: 4, cell_errors: 1, grades_as_dates: 1, headers_equal: 1 },
    })
  })

  test('in Japanese has full-width digits, years of an era, circles and crosses, and formulas that were never calculated', async () => {
    expect(describePlan(await planFixture('ja'))).toEqual({
      layout: [[1], 2, 3],
      omitted: ['18 total'],
      columns: [
        ['試料番号', 'text key'],
        ['試験日', 'date'],
        ['引張強さ', 'number cN/tex'],
        ['伸び率', 'number %'],
        ['温度', 'number degC'],
        ['合否', 'boolean'],
        ['備考欄', 'text'],
      ],
      findings: { values_struck: 1, unit_row: 1, rows_omitted: 1, formulas_uncalculated: 1 },
    })
  })

  test('in Thai has years of the Buddhist era, Thai digits and a note below', async () => {
    expect(describePlan(await planFixture('th'))).toEqual({
      layout: [[1], null, 2],
      omitted: ['21 note'],
      columns: [
        ['รหัสตัวอย่าง', 'text key'],
        ['วันที่ทดสอบ', 'date'],
        ['แรงดึง', 'number N'],
        ['น้ำหนัก', 'number g/m2'],
        ['ผ่าน', 'boolean'],
        ['ชนิดเส้นใย', 'choice ฝ้าย/ไหม'],
      ],
      findings: { rows_omitted: 1 },
    })
  })

  test('in Vietnamese has decimal commas, points of thousands and days before months', async () => {
    expect(describePlan(await planFixture('vi'))).toEqual({
      layout: [[1], null, 2],
      omitted: ['22 total'],
      columns: [
        ['Mã mẫu', 'text key'],
        ['Ngày thử', 'date', { date_order: 'dmy' }],
        ['Độ bền kéo', 'number N', { decimal_comma: true }],
        ['Khối lượng', 'number g/m2', { decimal_comma: true }],
        ['Loại vải', 'choice Bông/Lụa'],
        ['Giá', 'number', { decimal_comma: true, thousands: true }],
      ],
      findings: { rows_omitted: 1 },
    })
  })
})

describe('a CSV', () => {
  test('that has lost what was merged has a header of two rows', async () => {
    const plan = await planCsv('Sample,Force (N),,Elongation (%),\n,warp,weft,warp,weft\nA1,800,600,12.5,14\nA2,810,605,12.1,13.8\n')
    expect(describePlan(plan)).toMatchObject({
      layout: [[1, 2], null, 3],
      columns: [
        ['Sample', 'text key'],
        ['Force warp', 'number N'],
        ['Force weft', 'number N'],
        ['Elongation warp', 'number %'],
        ['Elongation weft', 'number %'],
      ],
    })
  })

  test('with a header of two rows, a row of units and decimal commas has each of them', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `A${index};${800 + index},5;600,25;12,${index}`)
    const plan = await planCsv(`Sample;Force;;Elongation\n;warp;weft;\n;N;cN;%\n${rows.join('\n')}\nB;many;1,5;1\n`)
    expect(describePlan(plan)).toMatchObject({
      layout: [[1, 2], 3, 4],
      columns: [
        ['Sample', 'text key'],
        ['Force warp', 'number N', { decimal_comma: true }],
        ['Force weft', 'number cN', { decimal_comma: true }],
        ['Elongation', 'number %', { decimal_comma: true }],
      ],
      findings: { headers_joined: 2, unit_row: 1 },
    })
  })

  test('whose header is not where it looks to be is planned as it is told', async () => {
    const source = 'Report,12\nSample,Force\nx,N\nA,1\nB,2\n'
    const layout = { header_rows: [2], unit_row: 3, first_row: 4 }
    expect(describePlan(await planCsv(source, { layout }))).toMatchObject({
      layout: [[2], 3, 4],
      columns: [
        ['Sample', 'text key'],
        ['Force', 'number N'],
      ],
    })
    expect(describePlan(await planCsv(source))).not.toMatchObject({ layout: [[2], 3, 4] })
  })

  test('whose header lacks its last names has one row of it', async () => {
    const plan = await planCsv('Name,Kind,,\nwarp,plain,a,b\nweft,twill,c,d\n')
    expect(describePlan(plan)).toMatchObject({ layout: [[1], null, 2], findings: { header_missing: 2 } })
    expect(plan.table?.columns.map(describeTarget)).toEqual([
      ['Name', 'text key'],
      ['Kind', 'text'],
      ['C', 'text'],
      ['D', 'text'],
    ])
  })

  test('without a header has columns by letters', async () => {
    const plan = await planCsv('1,2.5\n2,3.5\n')
    expect(describePlan(plan)).toMatchObject({
      layout: [[], null, 1],
      columns: [
        ['A', 'integer key'],
        ['B', 'number'],
      ],
      findings: { no_header: 1 },
    })
  })

  test('has its title and conditions above the table', async () => {
    const plan = await planCsv('Report 12\nConditions: 20 °C\n\nSample,Force (N)\nA,1\nB,2\n')
    expect(plan.table?.layout).toEqual({ sheet: 0, header_rows: [4], unit_row: null, first_row: 5, omitted: [] })
  })

  test('with a table of units has none of them taken for a row of units', async () => {
    const plan = await planCsv('Symbol,Other\nN,cN\ncN,gf\ntex,den\n')
    expect(plan.table?.layout.unit_row).toBeNull()
  })

  test('with a column of an ambiguous unit asks for it', async () => {
    const plan = await planCsv('Lot,Count (支)\nA,20\nB,30\n')
    expect(plan.findings).toEqual([{ code: 'unit_ambiguous', count: 1, row: null, column: 2 }])
    expect(plan.table?.columns[1]?.unit_candidates).toEqual(['Ne', 'Nm'])
  })

  test.each([
    ['a comma that nothing explains', 'Lot;Force\nA;1,234\nB;2,345\n', ['separator_ambiguous'], {}],
    ['a comma that another column explains', 'Lot;Force;Mass\nA;1,234;0.5\nB;2,345;0.25\n', [], { thousands: true }],
    ['both meanings of a comma', 'Lot;Force\nA;12,5\nB;13.5\nC;14,5\n', ['decimals_mixed'], { decimal_comma: true }],
    ['marks between digits of Thai', 'Lot;Force\nA;๑,๒๓๔.๕\nB;๒,๓๔๕.๒๕\n', [], { thousands: true }],
    ['spaces as marks of thousands', 'Lot;Force\nA;1 234,5\nB;2 345,25\n', [], { decimal_comma: true, thousands: true }],
    ['dates of an unknown order', 'Lot;Date\nA;3/4/2024\nB;5/6/2024\n', ['dates_ambiguous'], {}],
    ['dates of two orders', 'Lot;Date\nA;13/4/2024\nB;5/16/2024\n', ['dates_mixed'], {}],
    ['a word for nothing', 'Lot;Force\nA;1.5\nB;2.5\nC;未測\nD;3.5\n', [], { empty_words: ['未測'] }],
  ])('with %s says so, and guesses no more', async (_name, text, codes, reading) => {
    const plan = await planCsv(text)
    expect(plan.findings.map(({ code }) => code)).toEqual(codes)
    expect(plan.table?.columns[1]?.reading).toEqual(reading)
  })

  test('in an encoding that is not sure says so', async () => {
    const plan = await planOf(Buffer.from('c4e3bac32c310a', 'hex'), 'text/csv')
    expect(plan.findings.map(({ code }) => code)).toContain('encoding_uncertain')
  })

  test('of more columns than a dataset has leaves the last ones out', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `n${index}`)
    const plan = await planCsv(`${names.join(',')}\n${names.map((_, index) => index).join(',')}\n`)
    expect(plan.table?.columns.filter(({ target }) => target !== null)).toHaveLength(60)
    expect(plan.findings).toContainEqual({ code: 'too_many_columns', count: 10, row: null, column: 61 })
  })

  test('of any content has a plan that fits the contract', async () => {
    const cell = fc.oneof(
      fc.constantFrom('', 'N', '12.5', '1,234', '6/5/2024', '平均', '註：', '4-5', '"', '—', 'x'),
      fc.string({ unit: 'grapheme-ascii', maxLength: 6 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }), async (rows) => {
        await planCsv(rows.map((row) => row.join(',')).join('\n'))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the sheet of a workbook', () => {
  const row = (number: number, ...texts: string[]) =>
    `<row r="${number}">${texts.map((text, index) => `<c r="${'ABC'[index]}${number}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  const small = row(1, 'Lot', 'Note') + row(2, 'A', 'x')
  const large = row(1, 'Lot', 'Note') + row(2, 'A', 'x') + row(3, 'B', 'y')

  test('is the shown one with the most cells, unless another is chosen', async () => {
    const bytes = await createXlsxOf([
      { name: 'Small', rows: small },
      { name: 'Large', rows: large },
      { name: 'Hidden', rows: large + row(4, 'C', 'z'), state: 'hidden' },
      { name: 'Empty', rows: '' },
    ])
    expect((await planOf(bytes, workbook)).table?.layout.sheet).toBe(1)
    const chosen = await planOf(bytes, workbook, { sheet: 2 })
    expect([chosen.table?.layout.sheet, chosen.findings.map(({ code }) => code)]).toEqual([2, ['sheet_hidden']])
    expect((await planOf(bytes, workbook, { sheet: 3 })).table).toBeNull()
    expect(chosen.sheets.map(({ problem }) => problem)).toEqual([null, null, null, 'empty'])
  })
})

describe('the columns of a dataset', () => {
  const columns: DatasetColumn[] = [
    { id: 'c1', name: { default: '試樣編號', en: 'Sample', th: 'รหัสตัวอย่าง', vi: 'Mã mẫu' }, type: 'text', key: true },
    { id: 'c2', name: { default: '強力', vi: 'Độ bền kéo' }, synonyms: ['แรงดึง', 'Force'], type: 'number', unit: 'cN' },
    { id: 'c3', name: { default: '測試日期', vi: 'Ngày thử' }, type: 'date' },
    { id: 'c4', name: { default: '單位重', en: 'Mass per area' }, synonyms: ['Khối lượng'], type: 'number', unit: 'oz/yd2' },
  ]

  test('are found by name in any language, by synonym, and with a unit that can be converted', async () => {
    const plan = await planFixture('vi', { columns })
    expect(plan.table?.columns.map(describeTarget)).toMatchObject([
      'c1',
      'c3',
      'c2',
      'c4',
      ['Loại vải', expect.anything()],
      ['Giá', expect.anything(), expect.anything()],
    ])
    expect(plan.table?.columns.map(({ reading }) => reading.unit)).toEqual([undefined, undefined, 'N', 'g/m2', undefined, undefined])
  })

  test('are not found under a unit of another quantity', async () => {
    const plan = await planCsv('sample,FORCE (g)\nA,1.5\n', { columns })
    expect(plan.table?.columns.map(describeTarget)).toEqual(['c1', ['FORCE', 'number g']])
    expect(plan.findings).toContainEqual({ code: 'unit_differs', count: 1, row: null, column: 2 })
  })

  test('are found once: of two columns by the one with the unit', async () => {
    const plan = await planCsv('Sample,Force (N),Force (cN)\nA,1.5,150\n', { columns })
    expect(plan.table?.columns.map(describeTarget)).toEqual(['c1', ['Force', 'number N'], 'c2'])
  })

  test('are remembered for a file with the same header', async () => {
    const before = (await planCsv('Lot,Max\nA,1.5\n', { columns })).table
    const after = (await planCsv('LOT,Ｍａｘ\nB,2.5\nC,3.5\n', { columns })).table
    const other = (await planCsv('Lot,Max (N)\nA,1.5\n', { columns })).table
    expect(after?.fingerprint).toBe(before?.fingerprint)
    expect(other?.fingerprint).not.toBe(before?.fingerprint)
    const remembered = [
      { at: 1, target: { column: 'c1' }, reading: {} },
      { at: 2, target: { column: 'c2' }, reading: { unit: 'N' } },
    ]
    const ids = new Set(['c1', 'c2'])
    expect(applyRemembered(after?.columns ?? [], remembered, ids).map(describeTarget)).toEqual(['c1', 'c2'])
    expect(applyRemembered(after?.columns ?? [], remembered, new Set(['c1'])).map(describeTarget)).toEqual(['c1', ['Ｍａｘ', 'number']])
  })
})

test('shows the rows above the table and its first ones as texts, and samples as they are stored', async () => {
  const { table } = await planFixture('zhHant')
  expect(table?.head.map(({ row }) => row)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10])
  expect(table?.head[3]).toEqual({ row: 5, cells: ['', '', '經向', '緯向'] })
  expect(table?.columns.map(({ samples }) => samples[1])).toEqual(['F-002', '棉', 801, 641.5, 181, '民國113年2月2日', '<20', '是'])
})
