// What people's workbooks have beside plain cells: each is in the text as Excel shows it, or a finding says that it is not.
import { describe, expect, test } from 'vitest'
import { createXlsxOf, zip } from '../../../test/files/office.ts'
import { renameEntry } from '../../../test/files/zip-edits.ts'
import { createNumberFormatter, formatGeneral } from './child/office/xlsx/numbers.ts'
import { readXlsx } from './child/office/xlsx/xlsx.ts'

type Options = Parameters<typeof createXlsxOf>[1]
type Sheet = Partial<Parameters<typeof createXlsxOf>[0][number]>

async function readRows(rows: string, options: Options = {}, sheet: Sheet = {}) {
  const { pages, findings } = await readXlsx(await createXlsxOf([{ name: 'Sheet', rows, ...sheet }], options))
  return { text: pages[0]?.text, findings }
}

const row = (number: number, cells: string, attributes = '') => `<row r="${number}" ${attributes}>${cells}</row>`
const text = (at: string, content: string, attributes = '') =>
  `<c r="${at}" t="inlineStr" ${attributes}><is><t xml:space="preserve">${content}</t></is></c>`
const value = (at: string, content: string | number, attributes = '') => `<c r="${at}" ${attributes}><v>${content}</v></c>`
/** Rows that begin in the first column, from the first row on. */
const texts = (...rows: readonly (readonly string[])[]) =>
  rows
    .map((cells, index) =>
      row(index + 1, cells.map((cell, column) => (cell === '' ? '' : text(`${'ABCDEFGH'[column]}${index + 1}`, cell))).join('')),
    )
    .join('')
const table = (...rows: readonly (readonly string[])[]) => {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return [lines[0], `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...lines.slice(1)].join('\n')
}

describe('a number', () => {
  test.each([
    ['h:mm', 0.395833, '09:30'],
    ['[$-F400]h:mm:ss\\ AM/PM', 0.75, '18:00:00'],
    ['[$-404]上午/下午h"時"mm"分"', 0.75, '18:00'],
    ['[h]:mm', 1.5, '36:00'],
    ['[h]"時間"mm"分"', 1.5, '36時間00分'],
    ['[mm]:ss', 0.0625, '90:00'],
    ['mm:ss.0', 0.000_173_61, '00:15.0'],
    ['h:mm:ss', 0, '00:00:00'],
    ['h:mm:ss.000', 0.500_005, '12:00:00.432'],
    ['yyyy/m/d h:mm', 45_368.5, '2024-03-17 12:00'],
    ['[$-404]e/m/d', 45_368, '2024-03-17'],
    ['[$-404]e"年"m"月"d"日";@', 45_368, '2024-03-17'],
    ['ggge"年"m"月"d"日"', 45_368, '2024-03-17'],
    ['[$-ja-JP-x-gannen]ggge"年"m"月"d"日";@', 45_368, '2024-03-17'],
    ['[$-107041E]d mmmm yyyy', 45_368, '2024-03-17'],
    ['[$-D07041E]d/m/bbbb', 45_368, '2024-03-17'],
    ['m/d/yy', 45_368, '2024-03-17'],
    ['d-mmm', 45_368, '2024-03-17'],
    ['mmm-yy', 45_368, '2024-03'],
    ['yyyy', 45_368, '2024'],
    ['dddd', 45_368, 'Sunday'],
    ['"Due "yyyy-mm-dd', 45_368, 'Due 2024-03-17'],
    ['yyyy/m/d', 60, '1900-02-29'],
    ['yyyy/m/d;;', 0, ''],
    ['yyyy/m/d', 0, '1900-01-00'],
    ['yyyy/m/d', -1, undefined],
    ['yyyy/m/d', 9_999_999, undefined],
    ['0.0%', 0.125, '12.5%'],
    ['00000', 42, '00042'],
    ['"第"0"批"', 7, '第7批'],
    ['#,##0.00" cN"', 1_234.5, '1,234.50 cN'],
    ['#,##0.00\\ [$€-407]', 1_234.5, '1,234.50 €'],
    ['_-"NT$"* #,##0_-;-"NT$"* #,##0_-;_-"NT$"* "-"_-;_-@_-', 1_234, 'NT$1,234'],
    ['_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', -12, '$(12.00)'],
    ['0.00E+00', 12_345, '1.23E+04'],
    ['# ?/?', 1.5, '1 1/2'],
    ['+0.0;-0.0;0', 3.14, '+3.1'],
    ['[DBNum1][$-404]General', 123, '123'],
    ['[>=1000]0.0,"k";0', 1_500, '1.5k'],
    ['[Schwarz]0', 1, undefined],
    ['[$-D07041E]t0.0', 5, '5.0'],
    ['@', 0.1 + 0.2, '0.3'],
    ['General', 4_712_345_678_901, '4712345678901'],
  ])('in the format %s: %d is %s', (code, number, expected) => {
    expect(createNumberFormatter(false)(number, code)).toBe(expected)
  })

  test('has 15 digits at most, without what binary fractions add', () => {
    expect([0.1 + 0.2, 1e-7, 1 / 3, 2.5e22].map(formatGeneral)).toEqual(['0.3', '1E-07', '0.333333333333333', '2.5E+22'])
  })

  test('of the system of 1904 is four years later as a day, and the same as a time', () => {
    const formatNumber = createNumberFormatter(true)
    expect([formatNumber(43_906, 'yyyy/m/d'), formatNumber(0.5, 'h:mm'), formatNumber(1.5, '[h]:mm')]).toEqual([
      '2024-03-17',
      '12:00',
      '36:00',
    ])
  })

  test('is read in the format of its cell, by its number or its code', async () => {
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="55"/><xf numFmtId="10"/></cellXfs></styleSheet>`
    const cells = value('A1', 45_368, 's="1"') + value('B1', 0.5, 's="2"') + value('C1', 45_368, 's="2"') + value('D1', 0.125, 's="3"')
    const { text: read } = await readRows(row(1, cells), { more: { 'xl/styles.xml': styles } })
    expect(read).toBe(table(['2024-03-17', '12:00:00', '2024-03-17', '12.50%']))
  })
})

describe('a cell', () => {
  test('of an odd style or an ISO date is read, with the rest of the workbook', async () => {
    const cells = value('A1', 1, 's="99"') + value('B1', '13:45:30', 't="d"') + value('C1', '2026-03-17T00:00:00.000Z', 't="d"')
    expect((await readRows(row(1, cells + text('D1', 'rest')))).text).toBe(table(['1', '13:45:30', '2026-03-17', 'rest']))
  })

  test('with an error or an unknown format is shown as such, and said', async () => {
    const cells = value('A1', '#N/A', 't="e"') + value('B1', 7, 's="1"') + value('C1', 9, 't="s"') + value('D1', 'n.a.')
    const { text: read, findings } = await readRows(row(1, cells), { formats: ['[Schwarz]0'] })
    expect(read).toBe(table(['#N/A', '7', 'n.a.']))
    expect(findings).toEqual([{ kind: 'cells_unreadable', count: 3, first: { page: 1, at: 'A1' } }])
  })

  test('with a formula that was not calculated has the formula, and says so', async () => {
    const cells = `${text('A1', 'total')}<c r="B1"><f>SUM(B2:B9)</f><v></v></c><c r="C1"><f>_xlfn.CONCAT("a",B1)</f></c><c r="D1"><f t="shared" si="0"/></c>${'<c r="E1" t="str"><f>IF(A1="","x","")</f><v></v></c><c r="F1"><f>1+1</f><v>2</v></c>'}`
    const { text: read, findings } = await readRows(row(1, cells))
    expect(read).toBe(table(['total', '=SUM(B2:B9)', '=CONCAT("a",B1)', 'not calculated', '2']))
    expect(findings).toEqual([{ kind: 'formulas_uncalculated', count: 3, first: { page: 1, at: 'B1' } }])
  })

  test('with a formula of the value 0 has the formula where a program wrote 0 for all of them', async () => {
    const behind = '<calcPr fullCalcOnLoad="1"/>'
    const sum = '<c r="A1"><f>SUM(B1:C1)</f><v>0</v></c>'
    expect((await readRows(row(1, sum + value('B1', 5)), { behind })).text).toBe(table(['=SUM(B1:C1)', '5']))
    expect((await readRows(row(1, sum + value('B1', 5)))).text).toBe(table(['0', '5']))
    expect((await readRows(row(1, `${sum}<c r="B1"><f>2+3</f><v>5</v></c>`), { behind })).text).toBe(table(['0', '5']))
  })

  test('has its shared or rich text, raised as it is, without readings, escapes and what is struck out', async () => {
    const strings = [
      '<r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r><r><t xml:space="preserve"> Pa</t></r>',
      '<t>紡績</t><rPh sb="0" eb="2"><t>ボウセキ</t></rPh><phoneticPr fontId="1"/>',
      '<r><rPr><strike/></rPr><t>100</t></r><r><t>80</t></r>',
      '<t>one_x000D_&#10;two _x005F_x0041_</t>',
      '<r><t>25 </t></r><r><rPr><rFont val="Symbol"/></rPr><t>m</t></r><r><t>m</t></r>',
    ]
    const cells = strings.map((_, index) => value(`${'ABCDE'[index]}1`, index, 't="s"')).join('')
    const { text: read, findings } = await readRows(row(1, cells), { strings })
    expect(read).toBe(table(['10⁶ Pa', '紡績', '80', 'one two _x0041_', '25 μm']))
    expect(findings).toEqual([{ kind: 'hidden', count: 1, first: { page: null, at: '100' } }])
  })

  test('that is struck out, or whose format shows nothing, is left out and said', async () => {
    const cells = text('A1', 'old', 's="3"') + value('B1', 5, 's="1"') + value('C1', 0, 's="1"') + value('D1', 1) + text('E1', 'm', 's="4"')
    const { text: read, findings } = await readRows(row(1, cells), { formats: [';;;', '0'], fonts: ['<strike/>', '<name val="Symbol"/>'] })
    expect(read).toBe(table(['1', 'μ']))
    expect(findings).toEqual([{ kind: 'hidden', count: 2, first: { page: 1, at: 'A1' } }])
  })

  test('is found without addresses, in another prefix, and as a boolean', async () => {
    const sheet = `<s:worksheet xmlns:s="http://purl.oclc.org/ooxml/spreadsheetml/main"><s:sheetData><s:row><s:c t="b"><s:v>1</s:v></s:c><s:c t="b"><s:v>0</s:v></s:c></s:row><s:row><s:c/><s:c><s:v>2</s:v></s:c></s:row></s:sheetData></s:worksheet>`
    const file = await createXlsxOf([{ name: 'Sheet', rows: '' }], { more: { 'xl/worksheets/sheet1.xml': sheet } })
    expect((await readXlsx(file)).pages[0]?.text).toBe(table(['TRUE', 'FALSE'], ['', '2']))
  })
})

describe('a sheet', () => {
  const merged = (...areas: string[]) => ({
    behind: `<mergeCells>${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`,
  })

  test('keeps the columns of merged cells, and repeats their text below and over what it names', async () => {
    const rows = texts(['類別', '強度', '', '伸長'], ['', '經', '緯', ''], ['棉', '1', '2', '3'], ['', '4', 'covered', '6'])
    const { text: read, findings } = await readRows(rows, {}, merged('A1:A2', 'B1:C1', 'D1:D2', 'A3:A4', 'B4:C4'))
    expect(read).toBe(table(['類別', '強度', '強度', '伸長'], ['類別', '經', '緯', '伸長'], ['棉', '1', '2', '3'], ['棉', '4', '', '6']))
    expect(findings).toEqual([{ kind: 'hidden', count: 1, first: { page: 1, at: 'C4' } }])
  })

  test('has its title above the table', async () => {
    const rows = texts(['試驗報告'], ['2024'], ['材料', '強度'], ['棉', '5'])
    expect((await readRows(rows, {}, merged('A1:B1'))).text).toBe(`試驗報告\n2024\n\n${table(['材料', '強度'], ['棉', '5'])}`)
  })

  test('leaves out rows and columns without text', async () => {
    const rows =
      row(1, text('A1', 'HEAD') + text('XFD1', 'OTHER')) + row(1_048_576, text('A1048576', 'last', 's="1"') + '<c r="B1048576" s="1"/>')
    expect((await readRows(rows)).text).toBe(table(['HEAD', 'OTHER'], ['last', '']))
  })

  test('whose cells stand far apart is lines, each value with the name of its column', async () => {
    const columns = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index))
    const diagonal = columns.map((column, index) =>
      row(index + 2, (column === 'A' ? '' : text(`A${index + 2}`, `r${index}`)) + text(`${column}${index + 2}`, 'x')),
    )
    expect((await readRows(diagonal.join(''))).text).toMatch(/^x\n\n- r1; B: x\n- r2; C: x\n/)
    const header = row(1, columns.map((column) => text(`${column}1`, `name ${column}`)).join(''))
    expect((await readRows(header + diagonal.join(''))).text).toContain('\n- name A: r1; name B: x\n')
  })

  test('says which of its rows and columns are hidden, and reads them', async () => {
    const rows =
      row(1, text('A1', 'a') + text('C1', 'c')) + row(2, text('A2', 'b'), 'hidden="1"') + row(9, '<c r="A9" s="1"/>', 'hidden="1"')
    const { text: read, findings } = await readRows(
      rows,
      {},
      { before: '<cols><col min="2" max="3" hidden="1"/><col min="5" max="16384" width="0"/></cols>' },
    )
    expect(read).toBe(table(['a', 'c'], ['b', '']))
    expect(findings).toEqual([{ kind: 'hidden', count: 2, first: { page: 1, at: '2' } }])
  })

  test('says what it has beside its cells: headers, comments, charts, whose words are read', async () => {
    const drawing = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>In a box</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>`
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>強度圖</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:lineChart><c:ser><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>5</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const more = {
      'xl/drawings/drawing1.xml': drawing,
      'xl/drawings/_rels/drawing1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c1" Type="${type}/chart" Target="../charts/chart1.xml"/></Relationships>`,
      'xl/charts/chart1.xml': chart,
      'xl/comments1.xml': `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><commentList><comment ref="B7"><text><t>really?</t></text></comment></commentList></comments>`,
    }
    const { text: read, findings } = await readRows(
      texts(['a', 'b']),
      { more },
      {
        behind: '<headerFooter><oddHeader>&amp;C&amp;"Arial,Bold"&amp;14Confidential &amp;P</oddHeader></headerFooter>',
        relationships: [
          { id: 'rId1', type: 'drawing', target: '../drawings/drawing1.xml' },
          { id: 'rId2', type: 'comments', target: '../comments1.xml' },
        ],
      },
    )
    expect(read).toBe(`${table(['a', 'b'])}\n\n強度圖\n\nIn a box`)
    expect(findings).toEqual([
      { kind: 'headers', count: 1, first: { page: 1, at: 'Confidential' } },
      { kind: 'charts', count: 1, first: { page: 1, at: '強度圖' } },
      { kind: 'comments', count: 1, first: { page: 1, at: 'B7' } },
    ])
  })
})

describe('a workbook', () => {
  const rows = texts(['Fibre', 'GPa'])

  test('is read by its relationships, whatever its parts are called', async () => {
    const file = await createXlsxOf([{ name: 'Sheet', rows }])
    const renamed = renameEntry(
      renameEntry(file, 'xl/worksheets/sheet1.xml', 'XL/Worksheets/Sheet1.xml'),
      'xl/workbook.xml',
      'xl\\workbook.xml',
    )
    expect((await readXlsx(renamed)).pages[0]?.text).toBe(table(['Fibre', 'GPa']))
    const relationships = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    const type = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    const other = await zip({
      '_rels/.rels': `${relationships}<Relationship Id="a" Type="${type}/officeDocument" Target="/book/wb2.xml"/></Relationships>`,
      'book/wb2.xml': `<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="${type}"><sheets><sheet name="One" r:id="s"/></sheets></workbook>`,
      'book/_rels/wb2.xml.rels': `${relationships}<Relationship Id="s" Type="${type}/worksheet" Target="one.xml"/></Relationships>`,
      'book/one.xml': `<worksheet xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"><sheetData>${rows}</sheetData></worksheet>`,
    })
    expect((await readXlsx(other)).pages).toEqual([{ label: 'One', text: table(['Fibre', 'GPa']) }])
  })

  test('says which of its sheets are hidden or missing, and reads the others', async () => {
    const names = ['Shown', 'Hidden', 'Gone']
    const file = await createXlsxOf(names.map((name) => ({ name, rows, ...(name === 'Hidden' && { state: 'veryHidden' }) })))
    const { pages, findings } = await readXlsx(renameEntry(file, 'xl/worksheets/sheet3.xml', 'xl/worksheets/other3.xml'))
    expect(pages.map(({ label, text: read }) => [label, read])).toEqual([
      ['Shown', table(['Fibre', 'GPa'])],
      ['Hidden', table(['Fibre', 'GPa'])],
      ['Gone', ''],
    ])
    expect(findings).toEqual([
      { kind: 'hidden', count: 1, first: { page: 2, at: 'Hidden' } },
      { kind: 'cut', count: 1, first: { page: 3, at: 'Gone' } },
    ])
  })

  test('of 60,000 rows is read in a stream, and one of more text than a file may have is refused', async () => {
    const many = Array.from({ length: 60_000 }, (_, index) =>
      row(index + 1, `${value(`A${index + 1}`, index)}<c r="B${index + 1}" s="1"/>`),
    ).join('')
    const { text: read } = await readRows(many)
    expect(read?.length).toBeGreaterThan(60_000 * 8)
    const long = Array.from({ length: 2_000 }, (_, index) => row(index + 1, value(`A${index + 1}`, 0, 't="s"'))).join('')
    await expect(readRows(long, { strings: [`<t>${'織'.repeat(3_000)}</t>`] })).rejects.toMatchObject({ code: 'FILE_TOO_MANY_PAGES' })
  })
})
