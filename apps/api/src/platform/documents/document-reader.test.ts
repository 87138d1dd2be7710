// What is read out of files, and what becomes of those that mean harm: each in the process in which it is read in earnest.
import type { FileMediaType } from '@heddle/contracts/chat/chat-file'
import { limits } from '@heddle/contracts/limits'
import { countTokens } from '@heddle/text/count-tokens'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import { createDocx, createPptx, createXlsx } from '../../../test/files/office.ts'
import { hostileFiles } from '../../../test/files/hostile-files.ts'
import { createBig5Pdf, createPdf } from '../../../test/files/pdf.ts'
import { createPng } from '../../../test/files/png.ts'
import { ReadText } from './document.ts'
import { createDocumentReader } from './document-reader.ts'

const pdf = 'application/pdf'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const reader = createDocumentReader()
const never = new AbortController().signal
let written = 0

async function read(content: Buffer | string, mediaType: FileMediaType, { documents = reader, signal = never, userId = '' } = {}) {
  written += 1
  const path = join(folder, String(written))
  await writeFile(path, content)
  return documents.readDocument({ path, mediaType, userId: userId || path }, signal)
}
const readTexts = async (content: Buffer | string, mediaType: FileMediaType) =>
  (await read(content, mediaType)).pages.map(({ text }) => text)

const readRefusal = (content: Buffer | string, mediaType: FileMediaType, options = {}) =>
  read(content, mediaType, options).then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

describe('a PDF', () => {
  test('is read page by page', async () => {
    const document = await read(createPdf({ pages: [['Hemp is strong.', 'Flax too.'], [], ['Wool is warm.']] }), pdf)
    expect(document).toMatchObject({
      isPaged: true,
      pages: [{ text: 'Hemp is strong.\nFlax too.' }, { text: '' }, { text: 'Wool is warm.' }],
    })
    expect(document.tokenCount).toBeGreaterThan(8)
  })

  test('in Big5 with a font that is not in the file is read by the tables of its characters', async () => {
    expect(await readTexts(createBig5Pdf(Buffer.from('c2b4aaab', 'hex')), pdf)).toEqual(['織物'])
  })
})

test.each([10, 2_000])('the tokens of a text of %i words are counted', async (words) => {
  const text = 'weave '.repeat(words).trim()
  expect((await read(text, 'text/plain')).tokenCount).toBe(countTokens(text))
})

test('a long text without a number of tokens is not taken from the process that reads', () => {
  const parse = (text: string) => ReadText.safeParse({ isPaged: false, pages: [{ label: null, text }], tokenCount: null }).success
  expect([parse('weave'), parse('weave '.repeat(2_000))]).toEqual([true, false])
})

describe('an Office file', () => {
  test('a document is read with its headings and tables', async () => {
    const table = [
      ['Fibre', 'Strength'],
      ['Hemp', '690 | 700'],
    ]
    const content = await createDocx({ heading: 'Weaving', paragraphs: ['織物 & <b>', '10² ⼀'], table })
    expect(await readTexts(content, docx)).toEqual([
      '# Weaving\n\n織物 & <b>\n\n10² 一\n\n| Fibre | Strength |\n| --- | --- |\n| Hemp | 690 \\| 700 |',
    ])
  })

  test('a presentation is read slide by slide, and one without text keeps its number', async () => {
    const document = await read(await createPptx([['Looms', 'of wood'], [], ['Threads']]), pptx)
    expect(document).toMatchObject({ isPaged: true, pages: [{ text: 'Looms\n\nof wood' }, { text: '' }, { text: 'Threads' }] })
  })

  test('a workbook is read sheet by sheet, by its name', async () => {
    const { isPaged, pages } = await read(
      await createXlsx({
        Fibres: [
          ['Fibre', 'GPa'],
          ['ramie', 61.4],
          [null, true],
        ],
        空: [],
      }),
      xlsx,
    )
    expect(isPaged).toBe(false)
    expect(pages).toEqual([
      { label: 'Fibres', text: '| Fibre | GPa |\n| --- | --- |\n| ramie | 61.4 |\n|  | TRUE |' },
      { label: '空', text: '' },
    ])
  })

  test('is read without the file of this machine that it refers to', async () => {
    const document = `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Looms &x;</w:t></w:r></w:p></w:body></w:document>`
    const [text] = await readTexts(await createDocx({ more: { 'word/document.xml': document } }), docx)
    expect(text).toMatch(/^Looms/)
    expect(text).not.toContain('root:')
  })

  test('of too much text in the names of its sheets is refused', async () => {
    const sheets = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`${index}${'w'.repeat(900_000)}`, [['x']]]))
    expect(await readRefusal(await createXlsx(sheets), xlsx)).toBe('FILE_TOO_MANY_PAGES')
  })

  test('may have the workbook of a chart in it, as Office writes it', async () => {
    const more = { 'word/embeddings/Microsoft_Excel_Sheet.xlsx': await createXlsx({ Chart: [[1]] }) }
    expect(await readTexts(await createDocx({ paragraphs: ['With a chart'], more }), docx)).toEqual(['With a chart'])
  })
})

describe('a text', () => {
  test('of its country is decoded', async () => {
    const big5 = Buffer.from(
      'a578c657aabaafbcc2b4ab7ebad8c3feabdca668a141befaa576a45dabdcaaf8a141a8e4a4a4a548b4d6a5acb3ccacb0b160a8a3a143',
      'hex',
    )
    expect(await readTexts(big5, 'text/plain')).toEqual(['台灣的紡織品種類很多，歷史也很長，其中以棉布最為常見。'])
  })

  test('of a table keeps its rows, whatever separates them', async () => {
    expect(await readTexts('fibre;note\nhemp;"strong; and\nold"\n', 'text/csv')).toEqual([
      '| fibre | note |\n| --- | --- |\n| hemp | strong; and old |',
    ])
  })

  test('of a page is read without what a browser would run', async () => {
    const page =
      '<title>t</title><style>p{}</style><h1>Looms</h1><script>alert(1)</script><p onclick="x()">A <b>frame</b></p><table><tr><th>a<th>b<tr><td>1<td>2</table><img src="http://elsewhere/x.png">'
    expect(await readTexts(page, 'text/html')).toEqual(['# Looms\n\nA **frame**\n\n| a | b |\n| --- | --- |\n| 1 | 2 |'])
  })

  test('of a page is read without what its site repeats, unless it is little else', async () => {
    const menu = '<nav><a href="/a">Fibres</a> <a href="/b">Yarns and fabrics</a></nav>'
    const article = '<article><h1>Flame test</h1><p>The flame burns for 12 seconds.</p><footer>By the laboratory</footer></article>'
    const page = `<header>${menu}</header><main>${article}</main><div role="search">Search</div><footer>Imprint</footer>`
    expect(await readTexts(page, 'text/html')).toEqual(['# Flame test\n\nThe flame burns for 12 seconds.\n\nBy the laboratory'])
    expect(await readTexts(`${menu}<p>Index</p>`, 'text/html')).toEqual(['[Fibres](/a) [Yarns and fabrics](/b)\n\nIndex'])
  })

  const nested = (depth: number) => `<html>${'<div>'.repeat(depth - 1)}A loom`

  test('of a page may be nested as deeply as a browser nests it, and no deeper', async () => {
    expect(await readTexts(nested(limits.htmlDepth), 'text/html')).toEqual(['A loom'])
    expect(await readRefusal(nested(limits.htmlDepth + 1), 'text/html')).toBe('FILE_NESTED_TOO_DEEPLY')
  })

  test('of a page of 300,000 open elements is refused at once', async () => {
    const documents = createDocumentReader({ textMilliseconds: 5_000 })
    expect(await readRefusal('<div>'.repeat(300_000), 'text/html', { documents })).toBe('FILE_NESTED_TOO_DEEPLY')
  })

  test('is stored with letters that are letters, and with numbers that keep their sense', async () => {
    const [text] = await readTexts('⽊ ﬁbre 10² ½ ำ cafe\u0301 ｶﾞ', 'text/plain')
    expect(text).toBe('木 fibre 10² ½ ำ café ガ')
  })
})

describe('an image', () => {
  test('has no text', async () => {
    expect(await read(createPng({ width: 3, height: 2 }), 'image/png')).toEqual({ isPaged: false, pages: [], tokenCount: 0, findings: [] })
  })
})

test.each(hostileFiles)('$name is refused', async ({ mediaType, make, code }) => {
  expect(await readRefusal(await make(), mediaType)).toBe(code)
})

describe('reading ends', () => {
  /** Inflates slowly enough, and fills a heap. */
  const heavy = () => createDocx({ paragraphs: Array.from({ length: 200_000 }, (_, i) => `Paragraph ${i} of a long document.`) })

  test('when it takes too long', async () => {
    expect(await readRefusal(await heavy(), docx, { documents: createDocumentReader({ milliseconds: 150 }) })).toBe('FILE_PARSING_TIMEOUT')
  })

  /** Each item is looked for among all those before it. */
  const slowPage = `<ol>${'<li>x</li>'.repeat(60_000)}</ol>`

  test.each(['text/html', 'text/csv', 'text/plain', 'text/markdown'] as const)(
    'sooner for %s than for other formats',
    async (mediaType) => {
      const documents = createDocumentReader({ textMilliseconds: 1 })
      expect(await readRefusal('A loom', mediaType, { documents })).toBe('FILE_PARSING_TIMEOUT')
    },
  )

  test('no sooner for another format than for all', async () => {
    const documents = createDocumentReader({ textMilliseconds: 1 })
    expect(await read(createPng({ width: 1, height: 1 }), 'image/png', { documents })).toMatchObject({ pages: [] })
  })

  test('before it begins, for a user of whom three files took too long', async () => {
    const documents = createDocumentReader({ textMilliseconds: 500 })
    const refusals = []
    for (let file = 0; file < 4; file += 1) refusals.push(await readRefusal(slowPage, 'text/html', { documents, userId: 'one' }))
    expect(refusals).toEqual(['FILE_PARSING_TIMEOUT', 'FILE_PARSING_TIMEOUT', 'FILE_PARSING_TIMEOUT', 'FILE_PARSING_SUSPENDED'])
    await expect(read(createPng({ width: 1, height: 1 }), 'image/png', { documents, userId: 'one' })).rejects.toMatchObject({
      code: 'FILE_PARSING_SUSPENDED',
      params: { retry_after: expect.any(Number) },
    })
    expect(await read(createPng({ width: 1, height: 1 }), 'image/png', { documents, userId: 'other' })).toMatchObject({ pages: [] })
  })

  test('when it takes too much memory', async () => {
    expect(await readRefusal(await heavy(), docx, { documents: createDocumentReader({ megabytes: 120 }) })).toBe('FILE_UNPACKS_TOO_LARGE')
  })

  test('when the client has disconnected', async () => {
    const disconnected = new AbortController()
    const reading = read(await heavy(), docx, { signal: disconnected.signal })
    setImmediate(() => disconnected.abort(new Error('The caller has left')))
    await expect(reading).rejects.toThrow('The caller has left')
  })
})
