// A chat as a Word file, over HTTP: what is in the parts of the file that Word reads.
import { limits } from '@heddle/contracts/limits'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpackZip } from '../../../../test/files/collection-file.ts'
import { translate } from '@heddle/words/words'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A chat with a question and a reply of these texts. */
async function createScene(reply: string, responseLanguage: 'en' | 'th' | 'ja' = 'en') {
  const person = await app.createPerson()
  const chat = await createChat(app.db, { ownerId: person.user.id, title: 'Looms' })
  const question = await createMessage(app.db, { chatId: chat.id, content: 'What is a loom?' })
  const message = await createMessage(app.db, {
    chatId: chat.id,
    parentId: question.id,
    depth: 1,
    role: 'assistant',
    content: reply,
    responseLanguage,
  })
  const exportWord = (query = '') => person.get(`/api/v1/chat/${chat.id}/export?format=docx${query}`)
  return { person, chat, message, exportWord }
}

/** The text of a part of the file, by its name in `word/`. */
async function readPart(file: Buffer, name: string): Promise<string> {
  const entries = await unpackZip(file)
  return entries.get(`word/${name}`)?.toString() ?? ''
}

/** The texts of the runs of a part. */
const listTexts = (part: string) => [...part.matchAll(/<w:t [^>]*>([^<]+)</g)].map(([, text]) => text)

describe('a chat as a Word file', () => {
  test('has headings, tables with a repeated head, lists, footnotes, formulas and code as those of Word', async () => {
    const { exportWord } = await createScene(
      [
        '## Results[^1]',
        'Area \\(\\frac{a}{b}\\), \\(\\frac{(x-y)^2}{[n-(1)]}\\) and [a page](https://example.org/a).',
        '3. third\n4. fourth\n   - inner',
        '| fibre | N |\n|---|--:|\n| cotton | 12 |',
        '```js\nconst a = 1 < 2\n```',
        '[^1]: Of the first test.',
      ].join('\n\n'),
    )
    const answer = await exportWord()
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, wordType])
    expect(answer.headers['content-disposition']).toContain('Looms.docx')
    const document = await readPart(answer.rawPayload, 'document.xml')
    for (const mark of [
      'w:val="Title"',
      'w:val="Heading1"',
      'w:val="Heading3"',
      '<w:tblHeader/>',
      '<m:f>',
      // LibreOffice shows a bracket alone as a base as an error.
      '<m:sSup><m:sSupPr/><m:e><m:d>',
      'w:footnoteReference',
      'const a = 1 &lt; 2',
    ])
      expect(document).toContain(mark)
    expect(await readPart(answer.rawPayload, 'footnotes.xml')).toContain('Of the first test.')
    expect(await readPart(answer.rawPayload, 'styles.xml')).toContain('w:line="276" w:lineRule="auto"')
    expect(await readPart(answer.rawPayload, 'numbering.xml')).toContain('<w:start w:val="3"/>')
    expect(await readPart(answer.rawPayload, '_rels/document.xml.rels')).toContain('https://example.org/a')
  })

  test('has the words of pictures in links, and links whose address stands elsewhere', async () => {
    const { exportWord } = await createScene(
      '[![badge](https://example.org/b.png)](https://example.org/build) [words][1] ![picture][1]\n\n[1]: https://example.org/ref',
    )
    const { rawPayload } = await exportWord()
    const document = await readPart(rawPayload, 'document.xml')
    expect(listTexts(document).slice(-5)).toEqual(['badge', ' ', 'words', ' ', 'picture'])
    expect(document).not.toContain('externalHyperlink')
    const links = await readPart(rawPayload, '_rels/document.xml.rels')
    expect([...links.matchAll(/Target="(https:[^"]+)"/g)].map(([, url]) => url)).toEqual([
      'https://example.org/build',
      'https://example.org/ref',
      'https://example.org/ref',
    ])
  })

  test('numbers the footnotes of all messages as Word does, with the rows of their tables', async () => {
    const note = '[^a]: Note.\n\n    | x | y |\n    |---|---|\n    | 1 | 2 |'
    const { chat, exportWord } = await createScene(`One[^a].\n\n${note}`)
    await createMessage(app.db, { chatId: chat.id, content: `Two[^a], again[^a].\n\n${note}` })
    const { rawPayload } = await exportWord()
    expect(listTexts(await readPart(rawPayload, 'document.xml')).slice(-4)).toEqual(['Two', ', again', '2', '.'])
    const written = ['Note.', 'x', ' | ', 'y', '1', ' | ', '2']
    expect(listTexts(await readPart(rawPayload, 'footnotes.xml'))).toEqual([...written, ...written])
  })

  test('has the tabs of code, and as lines the rows of a table with more columns than Word opens', async () => {
    const row = (cell: string) => `|${`${cell}|`.repeat(64)}`
    const { exportWord } = await createScene(`\`\`\`\nall:\n\tmake\n\`\`\`\n\n${row('a')}\n${row('-')}\n${row('b')}`)
    const document = await readPart((await exportWord()).rawPayload, 'document.xml')
    expect(document).toMatch(/<w:tab\/><w:t [^>]*>make</)
    expect(document).not.toContain('<w:tbl>')
    expect(listTexts(document).filter((text) => text === 'b')).toHaveLength(64)
  })

  test('has its sources by the numbers that people see, the language of each text, why a model ended a reply early, and the logo', async () => {
    const { person, message, exportWord } = await createScene('Strong [4]. ผ้าฝ้ายทนทาน', 'th')
    await app.db.messageSource.create({ data: { messageId: message.id, number: 4, title: 'ISO 13934', passage: 'Strip method.', page: 3 } })
    const error = { code: 'MODEL_CONTENT_FILTERED', message: '' }
    await app.db.message.update({ where: { id: message.id }, data: { status: 'failed', error } })
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000004000000020', 'hex').toString('base64')
    await app.db.tenant.update({ where: { id: person.tenantId }, data: { logo: `data:image/png;base64,${png}` } })
    const { rawPayload } = await exportWord()
    const document = await readPart(rawPayload, 'document.xml')
    expect(document).toContain('Strong [1].')
    expect(document).toContain('[1] ISO 13934, page 3: Strip method.')
    // By which Word breaks its lines.
    expect(document).toContain('<w:lang w:val="th-TH" w:eastAsia="zh-TW" w:bidi="th-TH"/>')
    expect(document).toContain(translate('en', 'endReason.MODEL_CONTENT_FILTERED'))
    // At the top of each page, with its proportions.
    expect(await readPart(rawPayload, 'header1.xml')).toContain('<wp:extent cx="533400" cy="266700"/>')
  })

  test('may be of one reply, and of none of another chat', async () => {
    const { message, exportWord } = await createScene('Only this.')
    const document = await readPart((await exportWord(`&message_id=${message.id}`)).rawPayload, 'document.xml')
    expect([document.includes('Only this.'), document.includes('What is a loom?')]).toEqual([true, false])
    const other = await createScene('Another.')
    const answer = await exportWord(`&message_id=${other.message.id}`)
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { detail: { code: 'CHAT_MESSAGE_NOT_FOUND' } }])
  })

  test('has no character that XML forbids, no turned direction, and no link but to the web', async () => {
    const { exportWord } = await createScene(
      'a\u0001b \u202Eevil\u202C [x](javascript:alert(1)) [y](file:///etc/passwd) <w:p/> $$\\frac{1}{$$ ![p](https://example.org/p.png)',
    )
    const { rawPayload } = await exportWord()
    const document = await readPart(rawPayload, 'document.xml')
    expect(document).not.toMatch(/[\p{Cc}\u202A-\u202E]/u)
    expect(document).toContain('ab evil')
    expect(document).toContain('&lt;w:p/&gt;')
    expect(await readPart(rawPayload, '_rels/document.xml.rels')).not.toMatch(/javascript|file:|media/)
  })

  test('has what was asked without what neither a database nor XML can hold', async () => {
    const { person, chat } = await app.createScene()
    await (await app.send(person, chat, { content: 'warp\0weft, half \ud83d [[demo:tokens=2]]' })).done()
    const answer = await person.get(`/api/v1/chat/${chat.id}/export?format=docx`)
    expect(answer.statusCode).toBe(200)
    expect(listTexts(await readPart(answer.rawPayload, 'document.xml'))).toContain('warpweft, half \ufffd [[demo:tokens=2]]')
  })

  test(`of more than ${limits.wordFile.messages} messages is CHAT_EXPORT_TOO_LARGE`, async () => {
    const { chat, message, exportWord } = await createScene('One.')
    let parentId = message.id
    const rows = Array.from({ length: limits.wordFile.messages }, (_, index) => {
      const id = `01990000-0000-7000-8000-${chat.id.slice(-8)}${String(index).padStart(4, '0')}`
      const row = {
        id,
        chatId: chat.id,
        parentId,
        depth: index + 2,
        role: 'user' as const,
        content: 'Again',
        responseLanguage: 'en' as const,
      }
      parentId = id
      return row
    })
    await app.db.message.createMany({ data: rows })
    await app.db.chat.update({ where: { id: chat.id }, data: { lastMessageId: parentId } })
    const answer = await exportWord()
    expect([answer.statusCode, answer.json()]).toMatchObject([413, { detail: { code: 'CHAT_EXPORT_TOO_LARGE' } }])
  })
})
