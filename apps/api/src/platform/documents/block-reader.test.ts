// What sources of collections are read as: blocks that say where they stand.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import { createDocx, createPptx, createXlsx } from '../../../test/files/office.ts'
import { createPdf } from '../../../test/files/pdf.ts'
import { createPlacedPdf, placeLines } from '../../../test/files/placed-pdf.ts'
import { createScan } from '../../../test/files/scan.ts'
import { type DocumentToParse, readBlocks } from './block-reader.ts'
import type { ParsedDocument } from './document.ts'

const pdf = 'application/pdf'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const never = new AbortController().signal
let written = 0

async function read(content: Buffer | string, mediaType: FileMediaType, options: Partial<DocumentToParse> = {}, signal = never) {
  written += 1
  const path = join(folder, String(written))
  await writeFile(path, content)
  return readBlocks({ path, mediaType, ...options }, signal)
}

const readRefusal = (content: Buffer | string, mediaType: FileMediaType, options: Partial<DocumentToParse> = {}) =>
  read(content, mediaType, options).then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

const outline = ({ blocks }: ParsedDocument) => blocks.map(({ kind, level, text }) => [level ? `${kind} ${level}` : kind, text])

/** Every span has the characters of its page, and nothing is in two blocks. */
function expectTrueSpans({ pages, blocks }: ParsedDocument) {
  const taken = pages.map(() => 0)
  for (const { text, spans } of blocks) {
    for (const { at, page, from, to } of spans) {
      expect(text.slice(at, at + to - from)).toBe(pages[page - 1]?.text.slice(from, to))
      expect(from).toBeGreaterThanOrEqual(taken[page - 1] ?? Number.POSITIVE_INFINITY)
      taken[page - 1] = to
    }
  }
}

describe('the blocks of a text', () => {
  const markdown = `# 拉伸試驗

依 ISO 13934-1 進行。
第二行。

## Ergebnis ##

- hemp
  - ramie
- flax

| fibre | MPa |
| --- | --- |
| hemp | 690 |

\`\`\`
# no heading
\`\`\`

ผ้า
===
> Quoted *words*.
`

  test('in Markdown are its headings, paragraphs, lists, tables and code', async () => {
    const document = await read(markdown, 'text/markdown')
    expect(outline(document)).toEqual([
      ['heading 1', '拉伸試驗'],
      ['paragraph', '依 ISO 13934-1 進行。\n第二行。'],
      ['heading 2', 'Ergebnis'],
      ['list', '- hemp\n  - ramie\n- flax'],
      ['table', '| fibre | MPa |\n| --- | --- |\n| hemp | 690 |'],
      ['code', '```\n# no heading\n```'],
      ['heading 1', 'ผ้า'],
      ['paragraph', '> Quoted *words*.'],
    ])
    expect(document.blocks.find(({ kind }) => kind === 'table')?.headerRows).toBe(2)
    expect(document.pages).toMatchObject([{ label: null, text: markdown.trim(), verdict: 'text' }])
    expectTrueSpans(document)
  })

  test('without marks are its paragraphs, and tables with tabs', async () => {
    const document = await read('Vải sợi\nlanh.\n \n\nfibre\tMPa\nhemp\t690\n\nEnd', 'text/plain')
    expect(outline(document)).toEqual([
      ['paragraph', 'Vải sợi\nlanh.'],
      ['table', 'fibre\tMPa\nhemp\t690'],
      ['paragraph', 'End'],
    ])
    expectTrueSpans(document)
  })

  test('of a page of the web are those of its headings, lists and tables', async () => {
    const page =
      '<h2>織機</h2><p>A <b>loom</b>.</p><ul><li>warp<li>weft</ul><table><tr><th>a<th>b<tr><td>1<td>2</table><pre><code>x = 1</code></pre>'
    const document = await read(page, 'text/html')
    expect(outline(document)).toEqual([
      ['heading 2', '織機'],
      ['paragraph', 'A **loom**.'],
      ['list', '-   warp\n-   weft'],
      ['table', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
      ['code', '```\nx = 1\n```'],
    ])
    expectTrueSpans(document)
  })

  test('whatever the text is are characters of it, and leave out white space and marks only', async () => {
    const piece = fc.oneof(
      fc.constantFrom('# ', '\n', '\n\n', '- ', '| a | b |\n|---|---|\n', '```\n', '\t', '> ', '織物', '===\n', '1. ', '[a]: b\n', '<div>'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    )
    const { findMarkdownBlocks, findTextBlocks } = await import('./child/text/text-blocks.ts')
    const { cleanText } = await import('./child/clean-text.ts')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = cleanText(pieces.join(''))
        for (const find of [findMarkdownBlocks, findTextBlocks]) {
          expectTrueSpans({ isPaged: false, pages: [{ label: null, text, verdict: 'text' }], blocks: find(text), boxes: [] })
        }
        const letters = (content: string) => content.replaceAll(/[^\p{L}\p{N}]/gu, '')
        expect(
          letters(
            findTextBlocks(text)
              .map((block) => block.text)
              .join(''),
          ),
        ).toBe(letters(text))
      }),
      { numRuns: 200 },
    )
  })
})

describe('the blocks of an Office file', () => {
  test('that is a document are its headings, paragraphs and tables, on no page', async () => {
    const table = [
      ['Fibre', 'Strength'],
      ['Hemp', '690 | 700'],
    ]
    const document = await read(await createDocx({ heading: '織物', paragraphs: ['Weaving.'], table }), docx)
    expect(document.isPaged).toBe(false)
    expect(outline(document)).toEqual([
      ['heading 1', '織物'],
      ['paragraph', 'Weaving.'],
      ['table', '| Fibre | Strength |\n| --- | --- |\n| Hemp | 690 \\| 700 |'],
    ])
    expectTrueSpans(document)
  })

  test('that is a document are its lists and captions', async () => {
    const paragraph = (properties: string, text: string) => `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const item = (level: number, text: string) => paragraph(`<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`, text)
    const body = `${item(0, 'warp')}${item(1, 'ends')}${item(0, 'weft')}${paragraph('<w:pStyle w:val="Caption"/>', 'Table 1')}`
    const main = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
    const document = await read(await createDocx({ more: { 'word/document.xml': main } }), docx)
    expect(outline(document)).toEqual([
      ['list', '- warp\n  - ends\n- weft'],
      ['caption', 'Table 1'],
    ])
  })

  test('that is a presentation are on its slides', async () => {
    const document = await read(await createPptx([['Looms', 'of wood'], [], ['Threads']]), pptx)
    expect(document.pages.map(({ verdict }) => verdict)).toEqual(['text', 'empty', 'text'])
    expect(document.blocks.map(({ text, spans }) => [text, spans[0]?.page])).toEqual([
      ['Looms', 1],
      ['of wood', 1],
      ['Threads', 3],
    ])
    expectTrueSpans(document)
  })

  test('that is a workbook are a table for each sheet, below its name', async () => {
    const rows = (name: string) => [
      [name, 'GPa'],
      ['ramie', 61.4],
    ]
    const document = await read(await createXlsx({ Fibres: rows('Fibre'), 空: [], 糸: rows('糸') }), xlsx)
    expect(outline(document)).toEqual([
      ['heading 1', 'Fibres'],
      ['table', '| Fibre | GPa |\n| --- | --- |\n| ramie | 61.4 |'],
      ['heading 1', '糸'],
      ['table', '| 糸 | GPa |\n| --- | --- |\n| ramie | 61.4 |'],
    ])
    expect(document.blocks.map(({ spans }) => spans[0]?.page)).toEqual([undefined, 1, undefined, 3])
    expectTrueSpans(document)
  })
})

describe('the blocks of a PDF', () => {
  test('are on its pages, and pages without text say so', async () => {
    const document = await read(createPdf({ pages: [['Hemp is strong.'], [], ['Wool is warm.']] }), pdf)
    expect(document.pages.map(({ verdict }) => verdict)).toEqual(['text', 'empty', 'text'])
    expect(document.blocks.map(({ text, spans }) => [text, spans[0]?.page])).toEqual([
      ['Hemp is strong.', 1],
      ['Wool is warm.', 3],
    ])
    expectTrueSpans(document)
  })

  test('are none on a page that is empty, a picture, or of unknown characters', async () => {
    const pages = [
      placeLines(['Hemp is strong.']),
      [],
      [createScan(['THE LINEN'])],
      // A receipt on a sheet, and a logo.
      [{ ...createScan(['THE LINEN']), heightShare: 0.2 }],
      [{ ...createScan(['THE LINEN']), heightShare: 0.02 }],
      placeLines(['\ue001\ue002\ue003\ue004 \ue005']),
    ]
    const document = await read(createPlacedPdf(pages), pdf)
    expect(document.pages.map(({ verdict, text }) => [verdict, text])).toEqual([
      ['text', 'Hemp is strong.'],
      ['empty', ''],
      ['scanned', ''],
      ['scanned', ''],
      ['empty', ''],
      ['garbled', ''],
    ])
    expect(document.blocks.map(({ text }) => text)).toEqual(['Hemp is strong.'])
    expect(document.boxes.map(({ length }) => length > 0)).toEqual([true, false, false, false, false, false])
  })

  test('are read with reports of how far it is', async () => {
    const path = join(folder, 'long.pdf')
    await writeFile(path, createPdf({ pages: Array.from({ length: 300 }, (_, index) => [`Page ${index} of fibres.`]) }))
    const reports: string[] = []
    await readBlocks({ path, mediaType: pdf }, never, (done, total) => reports.push(`${done}/${total}`))
    expect(reports.at(-1)).toBe('300/300')
  })
})

describe('a file that is refused', () => {
  test.each<[string, FileMediaType, () => Promise<Buffer | string> | Buffer | string, string]>([
    ['a PDF with a password', pdf, () => createPdf({ pages: [['x']], isEncrypted: true }), 'FILE_ENCRYPTED'],
    ['a PDF of pictures only', pdf, () => createPdf({ pages: [[], []] }), 'FILE_NO_TEXT'],
    ['a damaged PDF', pdf, () => '%PDF-1.7\n%%EOF', 'FILE_UNREADABLE'],
    ['a document without a word', docx, () => createDocx({}), 'FILE_NO_TEXT'],
    ['blanks', 'text/markdown', () => ' \n\t\n', 'FILE_NO_TEXT'],
    ['a page nested too deeply', 'text/html', () => '<div>'.repeat(10_000), 'FILE_NESTED_TOO_DEEPLY'],
  ])('is %s', async (_name, mediaType, make, code) => {
    expect(await readRefusal(await make(), mediaType)).toBe(code)
  })

  test('is one that takes too long', async () => {
    const confinement = { milliseconds: 1 }
    expect(await readRefusal('A loom', 'text/plain', { confinement })).toBe('FILE_PARSING_TIMEOUT')
  })

  test('is none when the caller leaves', async () => {
    const disconnected = new AbortController()
    const reading = read('A loom', 'text/plain', {}, disconnected.signal)
    setImmediate(() => disconnected.abort(new Error('The caller has left')))
    await expect(reading).rejects.toThrow('The caller has left')
  })
})
