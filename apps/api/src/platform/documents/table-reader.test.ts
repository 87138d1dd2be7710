// Tables of files, also of those that were made to harm: each is read row by row, or refused with a code.
import type { RawCell } from '@heddle/contracts/dataset/import'
import iconv from 'iconv-lite'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createXlsxOf } from '../../../test/files/office.ts'
import { readTable } from '../../../test/files/raw-tables.ts'
import { AppError } from '../errors/app-error.ts'
import type { TableSettings } from './raw-table.ts'
import { readTableFile, type TablePart } from './table-reader.ts'

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Sheet = Partial<Parameters<typeof createXlsxOf>[0][number]>
type Options = Parameters<typeof createXlsxOf>[1]

async function collect(parts: AsyncIterable<TablePart>) {
  const list: TablePart[] = []
  for await (const part of parts) list.push(part)
  const rows = list.flatMap((part) => (part.kind === 'row' ? [part.row] : []))
  const sheets = list.flatMap((part) => (part.kind === 'sheet' ? [part.sheet] : []))
  const text = list.flatMap((part) => (part.kind === 'text' ? [part.text] : []))[0]
  return { rows, sheets, text, cells: rows.map(({ cells }) => cells) }
}

const readRows = async (rows: string, sheet: Sheet = {}, options: Options = {}) =>
  collect(readTable(await createXlsxOf([{ name: 'Sheet', rows, ...sheet }], options), workbook))

const readCsv = (text: string | Buffer, settings: TableSettings = {}) =>
  collect(readTable(Buffer.from(text as string), 'text/csv', settings))

const findCode = async (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

const row = (number: number, cells: string, attributes = '') => `<row r="${number}" ${attributes}>${cells}</row>`
const value = (at: string, content: string | number, attributes = '') => `<c r="${at}" ${attributes}><v>${content}</v></c>`
const text = (at: string, content: string) => `<c r="${at}" t="inlineStr"><is><t>${content}</t></is></c>`

describe('a cell of a workbook', () => {
  test.each<[string, string, RawCell]>([
    ['General', '12.5', 12.5],
    ['0.00', '12.5', 12.5],
    ['#,##0.00', '1234.5', 1234.5],
    ['#,##0_);(#,##0)', '1234', 1234],
    ['0.00E+00', '0.000012', 0.000_012],
    ['General', '0.30000000000000004', 0.3],
    ['00000', '42', { number: 42, shown: '00042' }],
    ['0.0%', '0.125', { number: 0.125, shown: '12.5%' }],
    ['0.0" cN"', '12.5', { number: 12.5, shown: '12.5 cN' }],
    ['yyyy/m/d', '45418', { date: '2024-05-06' }],
    ['d-mmm', '45418', { date: '2024-05-06' }],
    ['[$-404]e/m/d', '45418', { date: '2024-05-06' }],
    ['[$-D07041E]d/m/bbbb', '45418', { date: '2024-05-06' }],
    ['yyyy/m/d h:mm', '45418.5', { date: '2024-05-06 12:00:00' }],
    ['yyyy/m/d', '60', { date: '1900-02-29' }],
    ['h:mm', '0.5', { number: 0.5, shown: '12:00' }],
    ['[h]:mm', '1.5', { number: 1.5, shown: '36:00' }],
  ])('in the format %s is what is stored: %s', async (format, stored, expected) => {
    const { cells } = await readRows(row(1, value('A1', stored, 's="1"')), {}, { formats: [format] })
    expect(cells).toEqual([[expected]])
  })

  test('has its type: text, yes or no, error, date, the stored value of a formula, and a formula that has none', async () => {
    const cells =
      text('A1', ' 棉 ') +
      value('B1', 1, 't="b"') +
      value('C1', '#DIV/0!', 't="e"') +
      value('D1', '2026-03-17T00:00:00.000Z', 't="d"') +
      '<c r="E1"><f>A2*2</f><v>7</v></c><c r="F1"><f>SUM(A1:A3)</f></c><c r="G1" t="str"><f>A1</f><v>x</v></c>'
    expect((await readRows(row(1, cells))).cells).toEqual([
      ['棉', true, { error: '#DIV/0!' }, { date: '2026-03-17' }, 7, { formula: '=SUM(A1:A3)' }, 'x'],
    ])
  })

  test('with a nought that a program wrote instead of a value was never calculated', async () => {
    const formulas = row(1, '<c r="A1"><f>1+1</f><v>0</v></c>')
    const behind = '<calcPr fullCalcOnLoad="1"/>'
    expect((await readRows(formulas, {}, { behind })).cells).toEqual([[{ formula: '=1+1' }]])
    expect((await readRows(formulas + row(2, '<c r="A2"><f>1+1</f><v>2</v></c>'), {}, { behind })).cells).toEqual([[0], [2]])
  })

  test('of another workbook has the value that was stored, and is counted', async () => {
    const { cells, sheets } = await readRows(row(1, '<c r="A1"><f>[1]Sheet1!A1</f><v>5</v></c>'))
    expect([cells, sheets[0]?.externalCount]).toEqual([[[5]], 1])
  })
})

describe('a sheet', () => {
  test('says what is merged and hidden, before its rows', async () => {
    const rows = row(1, text('A1', 'Force') + text('C1', 'Lot')) + row(4, value('A4', 1) + value('C4', 2), 'hidden="1"')
    const { sheets, rows: read } = await readRows(rows, {
      before: '<cols><col min="2" max="2" hidden="1"/></cols>',
      behind: '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="C1:C1"/></mergeCells>',
      state: 'hidden',
    })
    expect(sheets).toMatchObject([
      { isHidden: true, rowCount: 2, columnCount: 3, lastRow: 4, hiddenColumns: [2], hiddenRowCount: 1, problem: null },
    ])
    expect(sheets[0]?.merged).toEqual([{ top: 1, left: 1, bottom: 1, right: 2 }])
    expect(read).toEqual([
      { number: 1, isHidden: false, cells: ['Force', null, 'Lot'] },
      { number: 4, isHidden: true, cells: [1, null, 2] },
    ])
  })

  test('that was not chosen has no rows', async () => {
    const rows = row(1, value('A1', 1))
    const bytes = await createXlsxOf([
      { name: 'One', rows },
      { name: 'Two', rows: rows + rows.replaceAll('1"', '2"') },
    ])
    const { sheets, rows: read } = await collect(readTable(bytes, workbook, { sheet: 1 }))
    expect([sheets.map(({ problem }) => problem), read.length]).toEqual([['not_chosen', null], 2])
  })
})

const splitCells = (source: string) =>
  source
    .trim()
    .split('\n')
    .map((line) => line.split(';'))

describe('a CSV', () => {
  const content = '試料;強力\nA;12,5\nB;13,5\n'
  const thai = 'รหัสตัวอย่าง;แรงดึง\nก1;12,5\nข2;13,5\n'
  const vietnamese = 'Mã mẫu;Độ bền kéo của sợi\nA;12,5\nB;13,5\n'

  test.each([
    ['utf-8', '試樣編號;強力\nA;12,5\nB;13,5\n'],
    ['utf-16le', '試樣編號;強力\nA;12,5\nB;13,5\n'],
    ['utf-16be', '試樣編號;強力\nA;12,5\nB;13,5\n'],
    ['big5', '試樣編號;斷裂強力測試結果\nA;12,5\nB;13,5\n'],
    ['gb18030', '试样编号;断裂强力测试结果\nA;12,5\nB;13,5\n'],
    ['shift_jis', content.replace('強力', '引張強さの測定値です')],
    ['windows-874', thai],
    ['windows-1252', 'Probe;Höchstzugkraft für Kette\nA;12,5\nB;13,5\n'],
  ])('in %s is read', async (encoding, source) => {
    expect((await readCsv(iconv.encode(source, encoding))).cells).toEqual(splitCells(source))
  })

  test('in windows-1258, whose tones stand behind their letters, is read', async () => {
    const written = vietnamese
      .normalize('NFD')
      .replaceAll(
        /([a-z])(\u031b?)(\u0323?)([\u0302\u0306]?)/gi,
        (_, letter: string, horn: string, dot: string, hat: string) => (letter + horn + hat).normalize('NFC') + dot,
      )
    expect((await readCsv(iconv.encode(written, 'windows-1258'), { encoding: 'windows-1258' })).cells).toEqual(splitCells(vietnamese))
  })

  test.each([
    [',', 'a,b\n1,2\n'],
    [';', 'a;b\n1,5;2\n'],
    ['\t', 'a\tb\n1\t2\n'],
    ['|', 'a|b\n1|2\n'],
  ])('is divided by %j', async (delimiter, source) => {
    const read = await readCsv(source)
    expect([read.text?.delimiter, read.cells[0]]).toEqual([delimiter, ['a', 'b']])
  })

  test('keeps the numbers of its rows, and cells of several lines', async () => {
    const { rows } = await readCsv('a,b\r\n\r\n"x\r\ny",2\r\n')
    expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
      [1, ['a', 'b']],
      [3, ['x\ny', '2']],
    ])
  })

  test('with a quotation mark that is not closed says so', async () => {
    expect((await readCsv('a,b\n"open,1\nx,2\n')).text?.openQuotes).toBe(1)
  })
})

describe('a file that was made to harm', () => {
  test('with a million empty rows has those that are filled', async () => {
    const empty = '<row r="2" s="1"/>'.repeat(1_000_000)
    const { rows } = await readRows(row(1, value('A1', 1)) + empty + row(1_000_002, value('A1000002', 2)))
    expect(rows.map(({ number }) => number)).toEqual([1, 1_000_002])
    expect((await readCsv(`a,b\n${'\n'.repeat(1_000_000)}1,2\n`)).rows.map(({ number }) => number)).toEqual([1, 1_000_002])
  })

  test('with 16,384 columns is refused at its sheet, and is not where they only have a style', async () => {
    const names = Array.from({ length: 16_384 }, (_, index) => `n${index}`)
    const wide = await readRows(row(1, names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')))
    expect([wide.sheets[0]?.problem, wide.rows]).toEqual(['too_many_columns', []])
    expect((await readCsv(`${names.join(',')}\n`)).sheets[0]?.problem).toBe('too_many_columns')
    const styled = await readRows(row(1, value('A1', 1) + '<c s="1"/>'.repeat(16_383)))
    expect([styled.sheets[0]?.problem, styled.cells]).toEqual([null, [[1]]])
  })

  test('with cells beyond the last column or address has what is within', async () => {
    const { cells } = await readRows(row(1, value('A1', 1) + value('ZZZZZZ1', 2) + value('nowhere', 3)))
    expect(cells[0]?.[0]).toBe(1)
  })

  test('with rows and merged cells at numbers that there are not has what can be read, or is refused at its sheet', async () => {
    const behind = '<mergeCells><mergeCell ref="A1:A99999999999"/><mergeCell ref="A0:A2"/></mergeCells>'
    const { rows, sheets } = await readRows('<row r="-5"><c><v>1</v></c></row><row r="x"><c><v>2</v></c></row>', { behind })
    expect([rows.map(({ number }) => number), sheets[0]?.merged]).toEqual([[1, 2], []])
    expect((await readRows(row(3_000_000, value('A3000000', 1)))).sheets[0]?.problem).toBe('too_many_rows')
  })

  test('with more rows than a dataset has is refused at its sheet', async () => {
    expect((await readCsv('a,b\n'.repeat(101_001))).sheets[0]?.problem).toBe('too_many_rows')
  })

  test('with more merged cells than any table has is refused at its sheet', async () => {
    const behind = `<mergeCells>${'<mergeCell ref="A1:B1"/>'.repeat(10_001)}</mergeCells>`
    expect((await readRows(row(1, value('A1', 1)), { behind })).sheets[0]?.problem).toBe('too_many_merged')
  })

  test('that repeats a long text until it is too large is refused', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => row(index + 1, '<c t="s"><v>0</v></c>'.repeat(60))).join('')
    const strings = [`<t>${'x'.repeat(32_000)}</t>`]
    expect(await findCode(readRows(rows, {}, { strings }))).toBe('FILE_UNPACKS_TOO_LARGE')
  })

  test('that is cut, locked, or another one is refused', async () => {
    const bytes = await createXlsxOf([{ name: 'Sheet', rows: row(1, value('A1', 1)) }])
    const read = async (content: Buffer) => findCode(collect(readTable(content, workbook)))
    expect(await read(bytes.subarray(0, bytes.length - 200))).toBe('FILE_UNREADABLE')
    expect(await read(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]))).toBe(
      'FILE_ENCRYPTED',
    )
    expect(await read(Buffer.from('a,b\n1,2\n'))).toBe('FILE_CONTENT_MISMATCH')
    expect(await findCode(readCsv(bytes))).toBe('FILE_CONTENT_MISMATCH')
    expect(await findCode(readCsv('a', { encoding: 'big6' }))).toBe('FILE_ENCODING_UNKNOWN')
  })
})

describe('in the confined process', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function writeFileOf(name: string, content: Buffer | string) {
    const path = join(folder, name)
    await writeFile(path, content)
    return path
  }
  const never = new AbortController().signal

  test('a table is read as here, line ends of other systems within cells included', async () => {
    const source = `a,b\n"one\u2028two",2\n${'x,1\n'.repeat(30_000)}`
    const path = await writeFileOf('table.csv', source)
    expect(await collect(readTableFile({ path, mediaType: 'text/csv' }, never))).toEqual(await readCsv(source))
    // Nothing but the file that was there.
    expect(await readdir(folder)).toEqual(['table.csv'])
  })

  test('a refusal has its code', async () => {
    const path = await writeFileOf('broken.xlsx', Buffer.from('PK\u0003\u0004broken'))
    expect(await findCode(collect(readTableFile({ path, mediaType: workbook }, never)))).toBe('FILE_UNREADABLE')
  })

  test('a reading ends with its iteration, and by its signal', async () => {
    const path = await writeFileOf('long.csv', 'some,cells\n'.repeat(90_000))
    for await (const part of readTableFile({ path, mediaType: 'text/csv' }, never)) if (part.kind === 'row') break
    const stopped = new AbortController()
    const reading = (async () => {
      for await (const part of readTableFile({ path, mediaType: 'text/csv' }, stopped.signal))
        if (part.kind === 'row') stopped.abort(new Error('stopped'))
    })()
    await expect(reading).rejects.toThrow('stopped')
  })
})
