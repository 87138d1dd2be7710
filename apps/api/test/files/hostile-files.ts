// Files that are damaged, lie about what they are, or mean harm, with the code that each is refused with.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import type { ErrorCode } from '@heddle/contracts/errors'
import { createDocx, createDocxOf, createEncryptedOffice, createPptx, createXlsx, createXlsxOf, zip } from './office.ts'
import { createPdf } from './pdf.ts'
import { createPng } from './png.ts'
import { createZipBomb } from './zip-bomb.ts'
import { declareEntries } from './zip-edits.ts'

type HostileFile = {
  readonly name: string
  readonly mediaType: FileMediaType
  readonly make: () => Promise<Buffer | string> | Buffer | string
  readonly code: ErrorCode
}

type Row = readonly [name: string, make: HostileFile['make'], code: ErrorCode]

const describeAs = (mediaType: FileMediaType, rows: readonly Row[]): HostileFile[] =>
  rows.map(([name, make, code]) => ({ name, mediaType, make, code }))

export const hostileFiles: readonly HostileFile[] = [
  ...describeAs('application/pdf', [
    ['a PDF with a password', () => createPdf({ pages: [['x']], isEncrypted: true }), 'FILE_ENCRYPTED'],
    ['a PDF of 10,000 pages', () => createPdf({ pages: Array.from({ length: 10_000 }, () => ['x']) }), 'FILE_TOO_MANY_PAGES'],
    ['a PDF of pictures only', () => createPdf({ pages: [[], []] }), 'FILE_NO_TEXT'],
    ['a damaged PDF', () => '%PDF-1.7\n%%EOF', 'FILE_UNREADABLE'],
    ['a PDF that is none', () => 'MZ\0\0', 'FILE_CONTENT_MISMATCH'],
  ]),
  ...describeAs('application/vnd.openxmlformats-officedocument.wordprocessingml.document', [
    ['a document that is cut off', async () => (await createDocx({ paragraphs: ['x'.repeat(1_000)] })).subarray(0, 400), 'FILE_UNREADABLE'],
    ['a document that is a presentation', () => createPptx([['x']]), 'FILE_CONTENT_MISMATCH'],
    ['a document that is any archive', () => zip({ 'a.txt': 'x' }), 'FILE_CONTENT_MISMATCH'],
    ['a document that is text', () => 'plain', 'FILE_CONTENT_MISMATCH'],
    ['a document with a password', () => createEncryptedOffice(), 'FILE_ENCRYPTED'],
    [
      'a bomb that says it is small',
      () => createZipBomb({ megabytes: 500, partMegabytes: 500, declaredBytes: 100 }),
      'FILE_UNPACKS_TOO_LARGE',
    ],
    ['a document of 60,000 entries', async () => declareEntries(await createDocx({ paragraphs: ['x'] }), 60_000), 'FILE_UNPACKS_TOO_LARGE'],
    ['a document whose elements have no end', () => createDocxOf('<w:sdt>'.repeat(10_000)), 'FILE_NESTED_TOO_DEEPLY'],
    ['a document in whose main part is another text', () => zip({ 'word/document.xml': '<html/>' }), 'FILE_CONTENT_MISMATCH'],
    ['a document without a word', () => createDocx({}), 'FILE_NO_TEXT'],
    ['a document of too much text', () => createDocx({ paragraphs: ['word '.repeat(810_000)] }), 'FILE_TOO_MANY_PAGES'],
  ]),
  ...describeAs('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', [
    ['a workbook that is a document', () => createDocx({ paragraphs: ['x'] }), 'FILE_CONTENT_MISMATCH'],
    ['a workbook without a value', () => createXlsx({ Empty: [[null]] }), 'FILE_NO_TEXT'],
    [
      'a workbook of 2,001 sheets',
      () => createXlsxOf([], { behind: `<sheets>${'<sheet name="x"/>'.repeat(2_001)}</sheets>` }),
      'FILE_TOO_MANY_PAGES',
    ],
  ]),
  ...describeAs('text/plain', [
    ['a text that is a program', () => Buffer.from('MZ\u0090\0\u0003\0', 'latin1'), 'FILE_CONTENT_MISMATCH'],
    ['a text that is a PDF', () => createPdf({ pages: [['x']] }), 'FILE_CONTENT_MISMATCH'],
    ['a text with NUL in it', () => 'a\0b', 'FILE_CONTENT_MISMATCH'],
    ['a text that is an image', () => createPng({ width: 1, height: 1 }), 'FILE_CONTENT_MISMATCH'],
    ['a text of blanks', () => ' \n\t\n', 'FILE_NO_TEXT'],
  ]),
  ...describeAs('text/html', [['a page that is nested too deeply', () => '<div>'.repeat(10_000), 'FILE_NESTED_TOO_DEEPLY']]),
  ...describeAs('image/png', [
    ['an image of 50,000 × 50,000 pixels', () => createPng({ width: 50_000, height: 50_000 }), 'FILE_UNPACKS_TOO_LARGE'],
    ['an image without its end', () => createPng({ width: 3, height: 2 }).subarray(0, 40), 'FILE_UNREADABLE'],
    ['an image that is a JPEG', () => Buffer.from('ffd8ffe000104a46494600010100', 'hex'), 'FILE_CONTENT_MISMATCH'],
    ['an image that is a page', () => '<svg onload="alert(1)">', 'FILE_CONTENT_MISMATCH'],
  ]),
]
