// Documents of Word: what stands in them beside plain paragraphs.
import { createDocx, createDocxOf, zip } from '../files/office.ts'
import { expectReport, expectText, type FileKind, listCells, type MadeFile } from './corpus-file.ts'
import type { Report } from './reports.ts'

const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escape(text)}</w:t></w:r>`
const paragraph = (content: string, properties = '') => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`
const line = (text: string) => paragraph(run(text))
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
const row = (...cells: readonly string[]) => `<w:tr>${cells.join('')}</w:tr>`
const plainRow = (cells: readonly string[]) => row(...cells.map((text) => cell(line(text))))
const table = (...rows: readonly string[]) => `<w:tbl>${rows.join('')}</w:tbl>`
const writeBody = ({ title, paragraphs }: Report) => line(title) + paragraphs.map(line).join('')

const docx = (name: string, make: (report: Report) => Promise<Buffer>, expected: (report: Report) => MadeFile['expected']): FileKind => ({
  name,
  mediaType,
  make: async (report) => ({ content: await make(report), expected: expected(report) }),
})

const also = (report: Report, more: readonly string[]) => ({ ...expectText(report), passages: [...expectText(report).passages, ...more] })

const rename = (target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`

const writeDocument = (body: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`

const numbering = {
  root: 'w:numbering',
  content:
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="§ %1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
}

export const wordKinds: readonly FileKind[] = [
  docx('document', ({ title, paragraphs, table: rows }) => createDocx({ heading: title, paragraphs, table: rows }), expectReport),
  docx(
    'merged cells',
    ({ table: [names = [], first = [], second = [], third = []], group, total }) =>
      createDocxOf(
        table(
          plainRow([group, ...names]),
          row(cell(line(group), '<w:vMerge w:val="restart"/>'), ...first.map((text) => cell(line(text)))),
          row(cell('<w:p/>', '<w:vMerge/>'), ...second.map((text) => cell(line(text)))),
          row(cell(line(total), '<w:gridSpan w:val="2"/>'), ...third.slice(1).map((text) => cell(line(text)))),
        ),
      ),
    ({ table: [names = [], first = [], second = [], third = []], group, total }) => ({
      passages: [group, ...names, ...first, ...second, total, ...third.slice(1)],
      cells: listCells([names, first, second, [total, ...third.slice(1)]]),
    }),
  ),
  docx(
    'raised, lowered and struck out',
    (report) =>
      createDocxOf(
        writeBody(report) +
          paragraph(
            `${run('10')}${run('6', '<w:vertAlign w:val="superscript"/>')}${run(' Pa, H')}${run('2', '<w:vertAlign w:val="subscript"/>')}${run('O, ')}${run('100', '<w:strike/>')}${run('80 N')}`,
          ),
      ),
    (report) => ({
      ...expectText(report),
      numbers: [...report.measured, '10⁶ Pa', '80 N'],
      absent: ['106 Pa', '10080'],
      findings: [{ kind: 'hidden', unless: '100' }],
    }),
  ),
  docx(
    'notes',
    (report) =>
      createDocxOf(paragraph(`${run(report.title)}<w:r><w:footnoteReference w:id="1"/></w:r>`) + report.paragraphs.map(line).join(''), {
        footnotes: { root: 'w:footnotes', content: `<w:footnote w:id="1">${line(report.note)}</w:footnote>` },
      }),
    (report) => also(report, [report.note]),
  ),
  docx(
    'comments and a header',
    (report) =>
      createDocxOf(writeBody(report), {
        comments: { root: 'w:comments', content: `<w:comment w:id="1">${line(report.comment)}</w:comment>` },
        'header 1': { root: 'w:hdr', content: line(report.header) },
      }),
    (report) => ({
      ...expectText(report),
      findings: [
        { kind: 'comments', unless: report.comment },
        { kind: 'headers', unless: report.header },
      ],
    }),
  ),
  docx(
    'numbers of paragraphs',
    ({ title, paragraphs }) =>
      createDocxOf(
        line(title) + paragraphs.map((text) => paragraph(run(text), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')).join(''),
        {
          numbering,
        },
      ),
    (report) =>
      also(
        report,
        report.paragraphs.map((text, index) => `§ ${index + 1} ${text}`),
      ),
  ),
  docx(
    'a text box, ruby, a control and an insertion',
    ({ title, paragraphs: [first = '', second = '', third = ''], note, header }) => {
      const box = `<v:textbox><w:txbxContent>${line(note)}</w:txbxContent></v:textbox>`
      return createDocxOf(
        paragraph(`<w:r><w:ruby><w:rt>${run('x')}</w:rt><w:rubyBase>${run(title)}</w:rubyBase></w:ruby></w:r>`) +
          `<w:sdt><w:sdtContent>${line(first)}</w:sdtContent></w:sdt>` +
          paragraph(`<w:ins>${run(second)}</w:ins><w:del><w:r><w:delText>GONE</w:delText></w:r></w:del>`) +
          paragraph(
            `${run(third)}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r>`,
          ) +
          paragraph(`<w:fldSimple w:instr="TITLE">${run(header)}</w:fldSimple>`),
      )
    },
    (report) => ({ ...also(report, [report.note, report.header]), absent: ['GONE'] }),
  ),
  docx(
    'paragraphs and tables in cells',
    ({ table: [names = [], first = [], second = []], note, comment }) =>
      createDocxOf(
        table(
          plainRow(names),
          row(...first.slice(0, 3).map((text) => cell(line(text))), cell(line(first[3] ?? '') + line(note))),
          row(
            ...second.slice(0, 3).map((text) => cell(line(text))),
            cell(line(second[3] ?? '') + table(plainRow(['NEST', comment])) + '<w:p/>'),
          ),
        ),
      ),
    ({ table: [names = [], first = [], second = []], note, comment }) => ({
      passages: [...names, ...first, ...second, note, comment, 'NEST'],
      cells: listCells([names.slice(0, 3), first.slice(0, 3), second.slice(0, 3)]),
      absent: [`${first[3]}${note}`, `NEST${comment}`],
    }),
  ),
  docx(
    'of Word Online',
    (report) =>
      zip({
        '_rels/.rels': rename('/word/document2.xml'),
        'word/document2.xml': writeDocument(writeBody(report) + table(...report.table.map(plainRow))),
      }),
    expectReport,
  ),
  docx(
    'with a picture of many pixels',
    (report) => createDocxOf(writeBody(report), {}, { 'word/media/image1.bmp': Buffer.alloc(120_000_000) }),
    (report) => ({ ...expectText(report), mayFind: ['little_text'] }),
  ),
  docx(
    'a chart',
    (report) =>
      createDocxOf(
        writeBody(report) +
          paragraph('<w:r><w:drawing><a:graphic><a:graphicData><c:chart r:id="chart"/></a:graphicData></a:graphic></w:drawing></w:r>'),
        { chart: writeChart(report) },
      ),
    (report) => ({
      ...also(
        report,
        report.table.slice(1).flatMap(([name = '', value = '']) => [name, value]),
      ),
      findings: [{ kind: 'charts' }],
    }),
  ),
]

/** The strengths of the report as bars. */
function writeChart({ title, table: [names = [], ...rows] }: Report) {
  const points = (values: readonly string[]) =>
    values.map((value, index) => `<c:pt idx="${index}"><c:v>${escape(value)}</c:v></c:pt>`).join('')
  const labels = points(rows.map(([name = '']) => name))
  const values = points(rows.map(([, value = '']) => value))
  const series = `<c:ser><c:tx><c:strRef><c:strCache>${points([names[1] ?? ''])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${labels}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${values}</c:numCache></c:numRef></c:val></c:ser>`
  const head = `<c:title><c:tx><c:rich><a:p><a:r><a:t>${escape(title)}</a:t></a:r></a:p></c:rich></c:tx></c:title>`
  return { root: 'c:chartSpace', content: `<c:chart>${head}<c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart>` }
}
