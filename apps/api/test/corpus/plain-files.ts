// Texts, tables as text, and Markdown, in the encodings and with the faults that people's have.
import iconv from 'iconv-lite'
import type { Language } from '@heddle/contracts/languages'
import { type Expected, expectReport, expectTable, expectText, type FileKind } from './corpus-file.ts'
import type { Report } from './reports.ts'

const writeText = ({ title, paragraphs }: Report, end = '\n') => [title, '', ...paragraphs.flatMap((line) => [line, ''])].join(end)

const quote = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell
const writeTable = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows.map((row) => `${row.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`).join('')

/** In this encoding a tone stands behind its letter. */
const toWindows1258 = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(
      /([aAeEoOuU])(\p{M}?)([\u0302\u0306\u031b])(\p{M}?)/gu,
      (_all, letter: string, before: string, shape: string, tone: string) => (letter + shape).normalize('NFC') + before + tone,
    )

export const encode = (text: string, encoding: string) => iconv.encode(encoding === 'windows-1258' ? toWindows1258(text) : text, encoding)

/** ISO-2022-JP has the characters of EUC-JP without their high bits, between escapes. */
function encodeMail(text: string): Buffer {
  const parts = Array.from(text, (character) => {
    const [first = 0, second = 0] = iconv.encode(character, 'euc-jp')
    return first < 0x80
      ? Buffer.from(character)
      : Buffer.concat([Buffer.from('\u001b$B'), Buffer.from([first & 0x7f, second & 0x7f]), Buffer.from('\u001b(B')])
  })
  return Buffer.from(Buffer.concat(parts).toString('latin1').replaceAll('\u001b(B\u001b$B', ''), 'latin1')
}

const otherEncodings: Readonly<Partial<Record<Language, (text: string) => Buffer>>> = {
  zhHant: (text) => iconv.encode(text.replaceAll('°C', '℃'), 'gb18030'),
  en: (text) => iconv.encode(text, 'windows-1252'),
  ja: (text) => iconv.encode(text.replaceAll('°C', '℃').replaceAll('±', '±'), 'euc-jp'),
}

/** An encoding that nothing names: a few signs of a text do not tell it with certainty. */
export const guessed: Partial<Expected> = { mayFind: ['encoding_uncertain'] }

const text = (
  name: string,
  make: (report: Report, language: Language) => Buffer | string | null,
  expected: Partial<Expected> = {},
): FileKind => ({
  name,
  mediaType: 'text/plain',
  make: (report, language) => {
    const content = make(report, language)
    return content === null ? null : { content, expected: { ...expectText(report), ...expected } }
  },
})

const table = (name: string, make: (report: Report) => Buffer | string, expected: Partial<Expected> = {}): FileKind => ({
  name,
  mediaType: 'text/csv',
  make: (report) => ({ content: make(report), expected: { ...expectTable(report), ...expected } }),
})

/** As instruments write it: a comma before the decimals. */
const withCommas = (report: Report): Report => ({
  ...report,
  table: report.table.map((row) => row.map((cell) => cell.replace(/^(\d+)\.(\d+)$/, '$1,$2'))),
})

export const plainKinds: readonly FileKind[] = [
  text('utf-8', (report) => writeText(report)),
  text('utf-8 with a mark', (report) => `\ufeff${writeText(report, '\r\n')}`),
  text('utf-16 with a mark', (report) => Buffer.from(`\ufeff${writeText(report)}`, 'utf16le')),
  text('utf-16 without a mark', (report) => Buffer.from(writeText(report), 'utf16le')),
  text('utf-16be without a mark', (report) => Buffer.from(writeText(report), 'utf16le').swap16()),
  text('an older encoding', (report) => encode(writeText(report), report.encoding), guessed),
  {
    ...text('another encoding', () => null),
    make: (report, language) => {
      const content = otherEncodings[language]?.(writeText(report))
      const replace = (line: string) => (language === 'en' ? line : line.replaceAll('°C', '℃'))
      const { title, paragraphs, measured } = report
      return content
        ? { content, expected: { ...guessed, passages: [title, ...paragraphs.map(replace)], numbers: measured.map(replace) } }
        : null
    },
  },
  {
    ...text('of a mail', () => null),
    make: ({ title, paragraphs }, language) => {
      const [, , last = ''] = paragraphs
      return language === 'ja' ? { content: encodeMail(`${title}\n\n${last}\n`), expected: { passages: [title, last] } } : null
    },
  },
  {
    name: 'cut in a character',
    mediaType: 'text/plain',
    make: (report) => ({
      content: Buffer.concat([Buffer.from(writeText(report)), Buffer.from('經').subarray(0, 2)]),
      expected: { ...expectText(report), mayFind: ['characters_unreadable', 'cut'] },
    }),
  },
  {
    name: 'a foreign byte',
    mediaType: 'text/plain',
    make: (report) => ({
      content: Buffer.concat([Buffer.from(writeText(report)), Buffer.from([0xb0]), Buffer.from(`\n${report.note}\n`)]),
      expected: {
        ...expectText(report),
        passages: [...expectText(report).passages, report.note],
        findings: [{ kind: 'characters_unreadable' }],
      },
    }),
  },
  text('of a terminal', (report) => `\u001b[31m${report.title}\u001b[0m\n\n${report.paragraphs.join('\n')}\u000b\n\u001a`),
  {
    name: 'invisible characters',
    mediaType: 'text/plain',
    make: (report) => ({
      content: writeText({ ...report, paragraphs: report.paragraphs.map((line) => line.replaceAll(/(\p{L})(?=\p{L}{3})/gu, '$1\u200b')) }),
      expected: expectText(report),
    }),
  },
  table('commas', ({ table: rows }) => writeTable(rows)),
  table('tabs', ({ table: rows }) => writeTable(rows, '\t')),
  table('bars', ({ table: rows }) => writeTable(rows, '|')),
  table('a line that names the delimiter', ({ table: rows }) => `sep=;\r\n${writeTable(rows, ';')}`),
  table('an older encoding as csv', ({ table: rows, encoding }) => encode(writeTable(rows), encoding), guessed),
  {
    name: 'of an instrument',
    mediaType: 'text/csv',
    make: (report, language) => {
      const own = withCommas(report)
      const unit = language === 'th' ? 'องศา' : language === 'en' ? '±0,2 µm' : '±0,2 °C'
      const rows = own.table.map((row, index) => [...row, index === 0 ? '#' : unit])
      return {
        content: encode(writeTable(rows, ';'), report.encoding),
        expected: { ...expectTable({ ...own, table: rows }), ...guessed, numbers: language === 'th' ? [] : [unit] },
      }
    },
  },
  {
    name: 'a title above the names',
    mediaType: 'text/csv',
    make: (report) => ({
      content: `${report.title}\r\n\r\n${writeTable(report.table)}`,
      expected: { ...expectTable(report), passages: [report.title, ...report.table.flat()] },
    }),
  },
  {
    name: 'quoted lines',
    mediaType: 'text/csv',
    make: (report) => {
      const [names = [], ...rows] = report.table
      const content =
        writeTable([names]) + rows.map((row) => `${row.slice(0, 3).join(',')},"${row[3]},\r\n""${report.comment}"""\r\n`).join('')
      const expected = rows.map((row) => [...row.slice(0, 3), `${row[3]}, "${report.comment}"`])
      return { content, expected: expectTable({ ...report, table: [names, ...expected] }) }
    },
  },
  {
    name: 'an open quotation mark',
    mediaType: 'text/csv',
    make: (report) => {
      const [names = [], ...rows] = report.table
      const content =
        writeTable([names]) + rows.map((row, index) => `${row.slice(0, 3).join(',')},${index === 0 ? '"' : ''}${row[3]}\r\n`).join('')
      return { content, expected: { ...expectTable(report), findings: [{ kind: 'cells_unreadable' }] } }
    },
  },
  {
    name: 'markdown',
    mediaType: 'text/markdown',
    make: (report) => ({ content: writeMarkdown(report), expected: expectReport(report) }),
  },
  {
    name: 'markdown with a picture in it',
    mediaType: 'text/markdown',
    make: (report) => {
      const picture = Buffer.alloc(60_000, 0x5a).toString('base64')
      return {
        content: `${writeMarkdown(report)}\n![${report.header}](data:image/png;base64,${picture})\n`,
        expected: { ...expectReport(report), passages: [...expectReport(report).passages, report.header], absent: ['WlpaWlpa'] },
      }
    },
  },
  {
    name: 'markdown in an older encoding',
    mediaType: 'text/markdown',
    make: (report) => ({ content: encode(writeMarkdown(report), report.encoding), expected: { ...expectReport(report), ...guessed } }),
  },
]

function writeMarkdown({ title, paragraphs, table: [names = [], ...rows] }: Report): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |\n`
  return `# ${title}\n\n${paragraphs.join('\n\n')}\n\n${line(names)}|${' --- |'.repeat(names.length)}\n${rows.map(line).join('')}`
}
