// Workbooks: what Excel shows of a cell is not what its file has.
import { createXlsx, type SheetRows, zip } from '../files/office.ts'
import { type Expected, expectTable, type FileKind, listCells, type MadeFile } from './corpus-file.ts'
import type { Report } from './reports.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type Sheet = {
  readonly name: string
  readonly cells: readonly string[]
  readonly after?: string
  readonly before?: string
  readonly state?: string
}

const textCell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${escape(text)}</t></is></c>`
const numberCell = (at: string, value: number | string, style = 0) => `<c r="${at}" s="${style}"><v>${value}</v></c>`

/** Puts the XML of cells into rows by their addresses. */
function writeRows(cells: readonly string[]): string {
  const rows = new Map<number, string[]>()
  for (const cell of cells) {
    const row = Number(/r="[A-Z]+(\d+)"/.exec(cell)?.[1])
    rows.set(row, [...(rows.get(row) ?? []), cell])
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([row, list]) => `<row r="${row}">${list.join('')}</row>`)
    .join('')
}

function writeWorkbook(
  sheets: readonly Sheet[],
  { formats = [], main = 'xl/workbook.xml' }: { readonly formats?: readonly string[]; readonly main?: string } = {},
): Promise<Buffer> {
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
  const override = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const relationship = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relationships = (list: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`
  const [, base = ''] = /([^/]+)$/.exec(main) ?? []
  return zip({
    '[Content_Types].xml': `${types}${override(main, 'sheet.main')}${override('xl/styles.xml', 'styles')}${sheets.map((_, index) => override(`xl/worksheets/sheet${index + 1}.xml`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', main)),
    [main]: `<workbook ${namespace} xmlns:r="${office}"><sheets>${sheets.map(({ name, state }, index) => `<sheet name="${escape(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    [`xl/_rels/${base}.rels`]: relationships(
      sheets.map((_, index) => relationship(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`)).join('') +
        relationship('rId99', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet ${namespace}><numFmts count="${formats.length}">${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escape(code)}"/>`).join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${formats.length + 1}"><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ cells, before = '', after = '' }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet ${namespace}>${before}<sheetData>${writeRows(cells)}</sheetData>${after}</worksheet>`,
      ]),
    ),
  })
}

const column = (index: number) => String.fromCodePoint(65 + index)
const writeTable = (rows: readonly (readonly string[])[], firstRow = 1) =>
  rows.flatMap((row, index) =>
    row.map((value, at) =>
      /^\d+(?:\.\d+)?$/.test(value)
        ? numberCell(`${column(at)}${firstRow + index}`, value)
        : textCell(`${column(at)}${firstRow + index}`, value),
    ),
  )

const xlsx = (name: string, make: (report: Report) => Promise<Buffer>, expected: (report: Report) => MadeFile['expected']): FileKind => ({
  name,
  mediaType,
  make: async (report) => ({ content: await make(report), expected: expected(report) }),
})

/** The code of a format, a value, and what it says: dates and times by ISO 8601. */
const shown = [
  ['h:mm', '0.395833', '09:30'],
  ['[h]:mm', '1.5', '36:00'],
  ['yyyy-mm-dd', '45368', '2024-03-17'],
  ['0.0%', '0.125', '12.5%'],
  ['00000', '42', '00042'],
  ['#,##0.00" cN"', '1234.5', '1,234.50 cN'],
  ['0.00E+00', '1234500', '1.23E+06'],
  ['yyyy"年"m"月"d"日"', '45368', '2024-03-17'],
] as const

/** The table with a row of the total below it. */
const writeWithTotal = ({ table, total }: Report, ...cells: readonly string[]) =>
  writeWorkbook([{ name: 'S', cells: [...writeTable(table), textCell('A5', total), ...cells] }])

export const sheetKinds: readonly FileKind[] = [
  xlsx(
    'workbook',
    ({ title, table }) => createXlsx({ [title]: asValues(table) }),
    ({ title, table }) => ({ passages: table.flat(), cells: listCells(table), absent: [`undefined${title}`] }),
  ),
  xlsx(
    'formats of numbers',
    ({ table: [names = []] }) =>
      writeWorkbook(
        [
          {
            name: 'S',
            cells: [
              ...writeTable([[names[0] ?? '', names[1] ?? '']]),
              ...shown.flatMap(([code, value], index) => [textCell(`A${index + 2}`, code), numberCell(`B${index + 2}`, value, index + 1)]),
            ],
          },
        ],
        { formats: shown.map(([code]) => code) },
      ),
    ({ table: [names = []] }) => ({
      passages: [names[0] ?? '', names[1] ?? '', ...shown.map(([, , text]) => text)],
      numbers: ['1,234.50 cN', '12.5%'],
      cells: shown.map(([code, , value]) => ({ row: code, column: names[1] ?? '', value })),
    }),
  ),
  xlsx(
    'merged cells of a sheet',
    ({ table: [names = [], first = [], second = []], group }) =>
      writeWorkbook([
        {
          name: 'S',
          cells: [
            ...writeTable([[group, ...names]]),
            textCell('A2', group),
            ...writeTable([first, second], 2).map((cell) =>
              cell.replace(/r="([A-D])/, (_, letter: string) => `r="${column(letter.charCodeAt(0) - 64)}`),
            ),
          ],
          after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
        },
      ]),
    ({ table: [names = [], first = [], second = []], group }) => ({
      passages: [group, ...names, ...first, ...second],
      cells: [...listCells([names, first, second]), { row: second[0] ?? '', column: group, value: group }],
    }),
  ),
  xlsx(
    'formulas without values',
    (report) => writeWithTotal(report, '<c r="B5"><f>SUM(B2:B4)</f></c>', '<c r="C5"><f>AVERAGE(C2:C4)</f><v>25.1</v></c>'),
    (report) => ({
      ...expectTable(report),
      passages: [...report.table.flat(), report.total, '25.1'],
      findings: [{ kind: 'formulas_uncalculated' }],
    }),
  ),
  xlsx(
    'errors in cells',
    (report) => writeWithTotal(report, '<c r="B5" t="e"><v>#DIV/0!</v></c>'),
    (report) => ({
      ...expectTable(report),
      passages: [...report.table.flat(), report.total],
      findings: [{ kind: 'cells_unreadable', unless: '#DIV/0!' }],
      mayFind: ['cells_unreadable'],
    }),
  ),
  xlsx(
    'odd cells',
    (report) => writeWithTotal(report, '<c r="B5" t="d"><v>13:45:30</v></c>', '<c r="C5" s="99"><v>7.25</v></c>'),
    (report) => ({
      ...expectTable(report),
      passages: [...report.table.flat(), report.total, '13:45:30', '7.25'],
      mayFind: ['cells_unreadable'],
    }),
  ),
  xlsx(
    'a value far away',
    (report) => writeWorkbook([{ name: 'S', cells: [...writeTable(report.table), textCell('XFD1000', report.note)] }]),
    (report) => ({
      ...expectTable(report),
      passages: [...report.table.flat(), report.note],
      absent: ['|  |  |  |  |  |  |  |  |  |  |  |  |'],
    }),
  ),
  xlsx(
    'a hidden sheet and a hidden row',
    (report) =>
      writeWorkbook([
        { name: 'S', cells: writeTable(report.table) },
        { name: report.header, cells: [textCell('A1', report.note)], state: 'hidden' },
      ]),
    (report) => ({ ...expectTable(report), passages: report.table.flat(), findings: [{ kind: 'hidden' }] }),
  ),
  xlsx(
    'a workbook named otherwise',
    (report) => writeWorkbook([{ name: 'S', cells: writeTable(report.table) }], { main: 'xl/workbook2.xml' }),
    expectTable,
  ),
  xlsx(
    'a title above a table',
    (report) => writeWorkbook([{ name: 'S', cells: [textCell('A1', report.title), ...writeTable(report.table, 3)] }]),
    (report): Expected => ({ ...expectTable(report), passages: [report.title, ...report.table.flat()] }),
  ),
]

const asValues = (rows: readonly (readonly string[])[]): SheetRows =>
  rows.map((row) => row.map((cell) => (/^\d+(?:\.\d+)?$/.test(cell) ? Number(cell) : cell)))
