// PDF files whose text stands where a program puts it: columns, tables, forms, notes, and what a scanner makes.
import { stream, writePdf } from '../files/pdf.ts'
import { createPlacedPdf, type PlacedPage, placeLines } from '../files/placed-pdf.ts'
import { createScan } from '../files/scan.ts'
import { type Expected, expectReport, expectText, type FileKind, type MadeFile } from './corpus-file.ts'
import type { Report } from './reports.ts'

const mediaType = 'application/pdf'

const pdf = (name: string, make: (report: Report) => Buffer | null, expected: (report: Report) => Expected): FileKind => ({
  name,
  mediaType,
  make: (report): MadeFile | null => {
    const content = make(report)
    return content && { content, expected: expected(report) }
  },
})

const isWide = (character: string) => /[\u2e80-\uffef]/.test(character)

const thaiMarks = '\u0e31\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e3a\u0e47\u0e48\u0e49\u0e4a\u0e4b\u0e4c\u0e4d\u0e4e'

/** Thai marks stand over or under their letter. */
const createPages = (pages: readonly PlacedPage[]) => createPlacedPdf(pages, { zeroWidth: thaiMarks })

const measureCharacter = (character: string) => (thaiMarks.includes(character) ? 0 : isWide(character) ? 2 : 1)

const words = new Intl.Segmenter('th', { granularity: 'word' })

/** Thai has no blanks between words; of other texts a break is after a blank, or between ideographs. */
const listParts = (text: string) =>
  /\p{Script=Thai}/u.test(text)
    ? Array.from(words.segment(text), ({ segment }) => segment)
    : (text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? [])

/** Breaks a text into lines as programs do. */
function wrap(text: string, maxWidth: number): string[] {
  const lines = ['']
  let width = 0
  for (const word of listParts(text)) {
    const length = Array.from(word, measureCharacter).reduce((sum: number, value) => sum + value, 0)
    if (width + length > maxWidth && width > 0) {
      lines.push('')
      width = 0
    }
    lines.splice(-1, 1, `${lines.at(-1)}${word}`)
    width += length
  }
  return lines.map((line) => line.trim())
}

const writeLines = ({ title, paragraphs }: Report, width = 80) => [title, '', ...paragraphs.flatMap((text) => [...wrap(text, width), ''])]

const placeTable = (rows: readonly (readonly string[])[], y = 500) =>
  rows.flatMap((row, index) => row.map((text, at) => ({ text, x: 60 + at * 120, y: y - index * 20 })))

const measure = (text: string, size = 10) => (Array.from(text, measureCharacter).reduce((sum: number, value) => sum + value, 0) * size) / 2

/** A table as spreadsheets print it: no lines, columns as wide as their widest cell with little between them, and numbers to the right. */
function placeNarrowTable(rows: readonly (readonly string[])[], y: number) {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => measure(row[column] ?? '')))) ?? []
  return rows.flatMap((row, index) =>
    row.map((text, column) => {
      const left = 60 + widths.slice(0, column).reduce((sum, width) => sum + width + 3, 0)
      const rest = /^\d/.test(text) ? (widths[column] ?? 0) - measure(text) : 0
      return { text, x: left + rest, y: y - index * 14 }
    }),
  )
}

const toHex = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')

const helvetica = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

/** A page of Helvetica with these annotations. */
function createAnnotatedPdf(lines: readonly string[], annotations: readonly string[]): Buffer {
  const content = lines.map((text, index) => `BT /F1 11 Tf 60 ${760 - index * 40} Td (${text}) Tj ET`).join('\n')
  const ids = annotations.map((_, index) => `${6 + index} 0 R`).join(' ')
  return writePdf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${ids}] /DA (/F1 11 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [5 0 R] /Count 1 >>',
    helvetica,
    stream(Buffer.from(content)),
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> /Annots [${ids}] >>`,
    ...annotations,
  ])
}

const field = (index: number, name: string, more: string) =>
  `<< /Type /Annot /Subtype /Widget /F 4 /P 5 0 R /T (${name}) /Rect [220 ${750 - index * 40} 420 ${772 - index * 40}] ${more} >>`

/** Thai marks as fonts of the nineties have them, in private use. */
const oldThaiMarks: Readonly<Record<string, string>> = {
  '\u0e48': '\uf70a',
  '\u0e49': '\uf70b',
  '\u0e34': '\uf701',
  '\u0e35': '\uf702',
  '\u0e31': '\uf710',
}

export const pdfKinds: readonly FileKind[] = [
  pdf('pages', (report) => createPages([placeLines(writeLines(report))]), expectText),
  pdf(
    'a table on a page',
    (report) =>
      createPages([
        [...placeLines([report.title]), ...placeLines(wrap(report.paragraphs[0] ?? '', 80), { y: 720 }), ...placeTable(report.table, 640)],
      ]),
    (report) => ({
      passages: [report.title, report.paragraphs[0] ?? '', ...report.table.flat()],
      cells: report.table
        .slice(1)
        .flatMap(([row = '', ...values]) => values.map((value, index) => ({ row, column: report.table[0]?.[index + 1] ?? '', value }))),
    }),
  ),
  pdf(
    'a narrow table without lines',
    (report) => createPages([[...placeLines(writeLines(report)), ...placeNarrowTable(report.table, 480)]]),
    expectReport,
  ),
  pdf(
    'two columns',
    (report) => {
      const left = report.paragraphs.flatMap((text) => [...wrap(text, 44), ''])
      const right = [report.note, report.comment, ...report.paragraphs.toReversed()].flatMap((text) => [...wrap(text, 44), ''])
      const line = { size: 10, leading: 14 }
      return createPages([
        [
          { text: report.title, x: 60, y: 800, size: 18 },
          ...placeLines([...left, ...left, ...left], { ...line, x: 50 }),
          ...placeLines([...right, ...right], { ...line, x: 315 }),
        ],
      ])
    },
    (report) => ({ ...expectText(report), passages: [report.title, ...report.paragraphs, report.note, report.comment] }),
  ),
  pdf(
    'soft hyphens',
    (report) =>
      createPages([placeLines(writeLines(report).flatMap((line) => line.replaceAll(/([a-z]{3})([a-z]{4})/g, '$1\u00ad\n$2').split('\n')))]),
    expectText,
  ),
  pdf(
    'a page of two and a scanned page',
    (report) => createPages([placeLines(writeLines(report)), [createScan(['THE LINEN', 'FELT'])]]),
    (report) => ({ ...expectText(report), findings: [{ kind: 'little_text', unless: 'LINEN' }] }),
  ),
  pdf(
    'a filled form',
    (report) =>
      createAnnotatedPdf(
        ['Name', 'Approved', 'Unit'],
        [
          field(0, 'name', `/FT /Tx /V <${toHex(report.title)}>`),
          field(1, 'approved', '/FT /Btn /AS /Yes /V /Yes /AP << /N << >> >>'),
          field(2, 'unit', '/FT /Ch /Ff 131072 /Opt [(cN/tex) (N/mm2)] /V (cN/tex)'),
        ],
      ),
    (report) => ({ passages: ['Name', 'Approved', 'Unit', report.title, 'cN/tex'], findings: [{ kind: 'form_fields' }] }),
  ),
  pdf(
    'a note on a page',
    (report) =>
      createAnnotatedPdf(
        ['Strength 512 N'],
        [`<< /Type /Annot /Subtype /Text /P 5 0 R /Rect [300 700 320 720] /Contents <${toHex(report.comment)}> >>`],
      ),
    (report) => ({
      passages: ['Strength 512 N'],
      numbers: ['512 N'],
      findings: [{ kind: 'comments', unless: report.comment }],
      mayFind: ['comments'],
    }),
  ),
  pdf(
    'marks in private use',
    (report) =>
      report.encoding === 'windows-874'
        ? createPages([
            placeLines(
              writeLines(report).map((line) => line.replaceAll(/[\u0e48\u0e49\u0e34\u0e35\u0e31]/g, (mark) => oldThaiMarks[mark] ?? mark)),
            ),
          ])
        : null,
    expectText,
  ),
  pdf(
    'blanks before marks',
    (report) =>
      report.encoding === 'windows-874'
        ? createPages([placeLines(writeLines(report).map((line) => line.replaceAll(/([\u0e48\u0e49\u0e34\u0e35\u0e31])/g, ' $1')))])
        : null,
    expectText,
  ),
  pdf(
    'unknown characters in private use',
    (report) => createPages([placeLines([...writeLines(report), '\ue123\ue124\ue125\ue126 512'])]),
    (report) => ({ ...expectText(report), findings: [{ kind: 'characters_unreadable' }], mayFind: ['little_text'] }),
  ),
  pdf(
    'what the glyphs are',
    (report) => createPages([[...placeLines(writeLines(report)), { text: '\ue001\ue002', x: 60, y: 400, actualText: report.note }]]),
    (report) => ({ ...expectText(report), passages: [...expectText(report).passages, report.note] }),
  ),
  pdf(
    'a raised number',
    (report) =>
      createPages([
        [
          ...placeLines(writeLines(report)),
          { text: '10', x: 60, y: 400 },
          { text: '6', x: 70, y: 404, size: 6 },
          { text: 'Pa', x: 76, y: 400 },
        ],
      ]),
    (report) => ({ ...expectText(report), numbers: [...report.measured, '10⁶ Pa'], absent: ['106 Pa', '106Pa'] }),
  ),
]
