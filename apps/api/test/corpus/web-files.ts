// Web pages: tables with cells that span others, text that is raised or deleted, and older encodings.
import { expectReport, type FileKind, type MadeFile } from './corpus-file.ts'
import { encode, guessed } from './plain-files.ts'
import type { Report } from './reports.ts'

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const row = (cells: readonly string[], tag = 'td') => `<tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`

export const writePage = ({ title, paragraphs, table: [names = [], ...rows] }: Report, charset = 'utf-8') =>
  `<!doctype html><html><head><meta charset="${charset}"><title>${escape(title)}</title></head><body><h1>${escape(title)}</h1>${paragraphs
    .map((text) => `<p>${escape(text)}</p>`)
    .join('')}<table>${row(names, 'th')}${rows.map((cells) => row(cells)).join('')}</table></body></html>`

const page = (body: string) => `<!doctype html><meta charset="utf-8">${body}`

const html = (name: string, make: (report: Report) => MadeFile): FileKind => ({ name, mediaType: 'text/html', make })

export const webKinds: readonly FileKind[] = [
  html('page', (report) => ({ content: writePage(report), expected: expectReport(report) })),
  html('page in an older encoding', (report) => ({
    content: encode(writePage(report, report.encoding), report.encoding),
    expected: expectReport(report),
  })),
  html('page without a named encoding', (report) => ({
    content: encode(writePage(report).replace('<meta charset="utf-8">', ''), report.encoding),
    expected: { ...expectReport(report), ...guessed },
  })),
  html('cells that span', ({ table: [names = [], first = [], second = [], third = []], group, total }) => {
    const head = `<tr><th>${group}</th>${names.map((name) => `<th>${escape(name)}</th>`).join('')}</tr>`
    const cells = (values: readonly string[]) => values.map((value) => `<td>${value}</td>`).join('')
    const body = `<tr><td rowspan="2">${group}</td>${cells(first)}</tr><tr>${cells(second)}</tr><tr><td colspan="2">${total}</td>${cells(third.slice(1))}</tr>`
    return {
      content: page(`<table>${head}${body}</table>`),
      expected: {
        passages: [...names, ...first, ...second, ...third.slice(1), group, total],
        cells: [first, second, [total, ...third.slice(1)]].flatMap(([key = '', ...values]) =>
          values.map((value, index) => ({ row: key, column: names[index + 1] ?? '', value })),
        ),
      },
    }
  }),
  html('raised and deleted', ({ title, paragraphs, note }) => ({
    content: page(
      `<h1>${title}</h1><p>10<sup>6</sup> Pa, H<sub>2</sub>O, <del>100</del><ins>80</ins> N</p><p>${escape(paragraphs[0] ?? '')}</p><p>${note}<p hidden>GEHEIM</p>`,
    ),
    expected: {
      passages: [title, paragraphs[0] ?? '', note],
      numbers: ['10⁶ Pa', '80 N'],
      absent: ['106 Pa', '10080'],
      mayFind: ['hidden'],
    },
  })),
  html('a caption and lists', (report) => ({
    content: page(
      `<h1>${report.title}</h1><ul>${report.paragraphs.map((text) => `<li>${escape(text)}</li>`).join('')}</ul><table><caption>${report.note}</caption>${row(report.table[0] ?? [], 'th')}${report.table
        .slice(1)
        .map((cells) => row(cells))
        .join('')}</table>`,
    ),
    expected: { ...expectReport(report), passages: [...expectReport(report).passages, report.note] },
  })),
]
