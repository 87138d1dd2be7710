// Who may read what a reply cites, and open the originals.
import type { CitedOriginal, CitedPage } from '@heddle/contracts/citation/cited-original'
import type { MessageSource } from '@heddle/contracts/message/message'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { type CollectionOverrides, createCollection, createSource } from '@heddle/db/factories/knowledge'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { addOriginal, citeSource, type NewOriginal } from '../../../../test/knowledge/cite-source.ts'
import { createPdf } from '../../../../test/files/pdf.ts'
import { unknownId } from '../../../../test/application/test-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

test('what a reply cites is for everybody who is shown it, and of another branch for the owner', async () => {
  const person = await app.createPerson()
  const colleague = await app.createPerson({ tenantId: person.tenantId })
  const chat = await createChat(app.db, { ownerId: person.user.id, explicitlyPublic: true })
  const question = await createMessage(app.db, { chatId: chat.id })
  const answer = () => createMessage(app.db, { chatId: chat.id, role: 'assistant', parentId: question.id, depth: 1 })
  const [hidden, shown] = [await answer(), await answer()]
  for (const { id } of [hidden, shown]) await app.db.messageSource.create({ data: { messageId: id, number: 1, passage: `Of ${id}` } })
  const sourcesFor = async (reader: Pick<typeof person, 'get'>, { id }: { id: string }) =>
    (await reader.get(`/api/v1/chat/${chat.id}/message/${id}/source`)).json()
  for (const reader of [person, colleague])
    expect(await sourcesFor(reader, shown)).toMatchObject({ sources: [{ passage: `Of ${shown.id}` }] })
  expect(await sourcesFor(person, hidden)).toMatchObject({ sources: [{ passage: `Of ${hidden.id}` }] })
  expect(await sourcesFor(colleague, hidden)).toMatchObject({ detail: { code: 'CHAT_MESSAGE_NOT_FOUND' } })
})

const canary = `Canary ${randomUUID()}`
const pdf = createPdf({ pages: [['Foreword'], ['Cotton shrinks.'], ['Index']] })

/** As it was read of the PDF: the second page with its passage in two lines. */
const parsed = {
  isPaged: true,
  pages: ['Foreword', `${canary}\nCotton shrinks.`, 'Index'].map((text) => ({ label: null, text, verdict: 'text' as const })),
  blocks: [],
  boxes: [[], [0, canary.length, 72, 700, 300, 12, canary.length + 1, 15, 72, 680, 150, 12], []],
}
const passageSpan = { page: 2, from: canary.length + 1, to: canary.length + 16 }

/** A member of a group, with a chat whose reply cites the second page of a source of the group's collection. */
async function createCitation(overrides: CollectionOverrides = {}, given: Partial<NewOriginal> = {}) {
  const person = await app.createPerson()
  const { tenantId } = person
  const { id: groupId } = await createGroup(app.db, { tenantId })
  await createMembership(app.db, { groupId, userId: person.user.id })
  const { id: collectionId } = await createCollection(app.db, { tenantId, groupId, access: 'members', ...overrides })
  const { id: assistantId } = await createAssistant(app.db, { tenantId, groupId, isPublic: true })
  const chat = await createChat(app.db, { ownerId: person.user.id, assistantId })
  await createMessage(app.db, { chatId: chat.id })
  const message = await createMessage(app.db, { chatId: chat.id, role: 'assistant' })
  const original = { content: pdf, name: 'Handbook.pdf', mediaType: 'application/pdf', document: parsed, ...given } as const
  const passage = { messageId: message.id, collectionId, passage: canary, spans: [passageSpan], original }
  const { cited, sourceId, versionId } = await citeSource(app.dependencies, passage)
  const replaceContent = () => addOriginal(app.dependencies, sourceId, original)
  const address = (id = cited.id, messageId = message.id) => `/api/v1/chat/${chat.id}/message/${messageId}/source/${id}`
  return { person, tenantId, groupId, collectionId, sourceId, versionId, assistantId, chat, message, cited, address, replaceContent }
}
type Citation = Awaited<ReturnType<typeof createCitation>>
type Reader = Pick<Citation['person'], 'get'>

const openPage = async (reader: Reader, address: string, page = 2) => {
  const response = await reader.get(`${address}/page/${page}`)
  expect(response.statusCode).toBe(200)
  return response.json<{ original: CitedOriginal; page: CitedPage }>()
}

const readSources = async ({ person, chat, message }: Citation) =>
  (await person.get(`/api/v1/chat/${chat.id}/message/${message.id}/source`)).json<{ sources: MessageSource[] }>().sources

/** What both routes respond with; neither shows anything of the original. */
async function readRefusal(reader: Reader, address: string) {
  const responses = [await reader.get(`${address}/content`), await reader.get(`${address}/page/2`)]
  for (const { body } of responses) expect(body).not.toMatch(/Canary|Cotton|Handbook/)
  const [content, page] = responses.map((response) => [response.statusCode, response.json().detail.code])
  expect(content).toEqual(page)
  return content
}

describe('the original of a cited passage', () => {
  test('opens as it was cited, with the passage marked on its page', async () => {
    const { person, address } = await createCitation()
    const content = await person.get(`${address()}/content`)
    expect(content.rawPayload.equals(pdf)).toBe(true)
    expect(content.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename="Handbook.pdf"/) as string,
      'content-security-policy': 'sandbox',
      'cache-control': 'private, no-store',
    })
    const { original, page } = await openPage(person, address())
    expect(original).toEqual({
      name: 'Handbook.pdf',
      media_type: 'application/pdf',
      is_replaced: false,
      valid_until: null,
      replaced_by: null,
    })
    expect(page).toMatchObject({ number: 2, page_count: 3, ranges: [{ from: passageSpan.from, to: passageSpan.to }] })
    expect(page.boxes).toEqual([{ from: passageSpan.from, to: passageSpan.to, x: 72, y: 680, width: 150, height: 12 }])
    expect((await openPage(person, address(), 1)).page).toMatchObject({ text: 'Foreword', ranges: [], boxes: [] })
    expect((await openPage(person, address(), 9)).page).toMatchObject({ number: 3, text: 'Index' })
  })

  test('is sent by ranges, with the rights of each request', async () => {
    const { person, address } = await createCitation()
    const url = `${address()}/content`
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      app.app.inject({ method, url, headers: { ...person.headers, ...headers } })
    const size = pdf.length
    const whole = await ask({})
    const etag = String(whole.headers.etag)
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(size) })

    const parts = [
      ['bytes=10-19', 10, 19],
      ['bytes=10-', 10, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=0-${10 * size}`, 0, size - 1],
      [`bytes=-${size + 1}`, 0, size - 1],
    ] as const
    for (const [range, start, end] of parts) {
      const part = await ask({ range, 'if-range': etag })
      expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${size}`])
      expect(part.headers).toMatchObject({ etag, 'content-type': 'application/pdf', 'content-length': String(end - start + 1) })
      expect(part.rawPayload.equals(pdf.subarray(start, end + 1))).toBe(true)
    }
    const ofWhole: Record<string, string>[] = [
      { range: 'bytes=0-1', 'if-range': '"another"' },
      { range: 'bytes=0-1,9-10' },
      { range: 'bytes=x' },
      { range: 'lines=0-1' },
    ]
    for (const headers of ofWhole) {
      const { statusCode, rawPayload } = await ask(headers)
      expect([statusCode, rawPayload.length]).toEqual([200, size])
    }
    const beyond = await ask({ range: `bytes=${size}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
    expect(beyond.json()).toMatchObject({ detail: { code: 'RANGE_NOT_SATISFIABLE' } })

    const head = await ask({ range: 'bytes=0-1' }, 'HEAD')
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    expect(head.headers).toMatchObject({ etag, 'accept-ranges': 'bytes', 'content-length': String(size) })

    await app.db.membership.deleteMany({ where: { userId: person.user.id } })
    expect((await ask({ range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(403)
    expect((await ask({}, 'HEAD')).statusCode).toBe(403)
  })

  test('of a web page comes as an attachment that no browser runs', async () => {
    const { person, address } = await createCitation({}, { name: 'a.html', mediaType: 'text/html', content: '<script>alert(1)</script>' })
    const { headers } = await person.get(`${address()}/content`)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-security-policy']).toBe('sandbox')
  })

  test('stays the one that was cited when the source has another content, and says so', async () => {
    const citation = await createCitation()
    await citation.replaceContent()
    const { original, page } = await openPage(citation.person, citation.address())
    expect(original.is_replaced).toBe(true)
    expect(page.ranges).toHaveLength(1)
    expect((await citation.person.get(`${citation.address()}/content`)).statusCode).toBe(200)
  })

  test('is not hidden by its validity, which it says', async () => {
    const { person, address, sourceId, collectionId } = await createCitation()
    const newer = await createSource(app.db, { collectionId, title: 'Handbook 2021' })
    await app.db.source.update({ where: { id: sourceId }, data: { validUntil: new Date('2020-12-31'), replacedById: newer.id } })
    expect((await openPage(person, address())).original).toMatchObject({ valid_until: '2020-12-31', replaced_by: 'Handbook 2021' })
  })

  const leaveGroup = ({ person }: Citation) => app.db.membership.deleteMany({ where: { userId: person.user.id } })

  test.each<[string, (citation: Citation) => Promise<unknown>, number, string]>([
    ['a reader who has left the group', leaveGroup, 403, 'ORIGINAL_FORBIDDEN'],
    [
      'one who may no longer use the assistant',
      async ({ assistantId, tenantId }) => {
        const { id: groupId } = await createGroup(app.db, { tenantId })
        await app.db.assistant.update({ where: { id: assistantId }, data: { isPublic: false, groupId } })
      },
      403,
      'ORIGINAL_FORBIDDEN',
    ],
    ['all, without the assistant', ({ assistantId }) => app.db.assistant.delete({ where: { id: assistantId } }), 403, 'ORIGINAL_FORBIDDEN'],
    [
      'all, in a collection that shows none',
      ({ collectionId: id }) => app.db.collection.update({ where: { id }, data: { allowsPreview: false } }),
      403,
      'ORIGINAL_PREVIEW_OFF',
    ],
    ['all, once the source is deleted', ({ sourceId: id }) => app.db.source.delete({ where: { id } }), 404, 'ORIGINAL_GONE'],
    ['all, once the collection is deleted', ({ collectionId: id }) => app.db.collection.delete({ where: { id } }), 404, 'ORIGINAL_GONE'],
    [
      'all, once the content is no longer kept',
      async ({ versionId, replaceContent }) => {
        await replaceContent()
        await app.db.sourceVersion.delete({ where: { id: versionId } })
      },
      404,
      'ORIGINAL_GONE',
    ],
  ])('is refused to %s, who keep the passage', async (_name, change, status, code) => {
    const citation = await createCitation()
    await change(citation)
    expect(await readRefusal(citation.person, citation.address())).toEqual([status, code])
    expect(await readSources(citation)).toMatchObject([{ passage: canary }])
  })

  test('is offered to a reader until that reader leaves the group', async () => {
    const citation = await createCitation()
    expect(await readSources(citation)).toMatchObject([{ knowledge: { allows_preview: true } }])
    await leaveGroup(citation)
    expect(await readSources(citation)).toMatchObject([{ passage: canary, knowledge: { allows_preview: false } }])
  })

  test('is named by its own message alone, and is none of a file', async () => {
    const { person, chat, cited, address } = await createCitation()
    const other = await createMessage(app.db, { chatId: chat.id, role: 'assistant' })
    const ofFile = await app.db.messageSource.create({ data: { messageId: other.id, number: 1, passage: canary } })
    expect(await readRefusal(person, address(cited.id, other.id))).toEqual([404, 'SOURCE_NOT_FOUND'])
    expect(await readRefusal(person, address(ofFile.id, other.id))).toEqual([404, 'SOURCE_NOT_FOUND'])
    expect(await readRefusal(person, address(unknownId()))).toEqual([404, 'SOURCE_NOT_FOUND'])
  })

  test('in a shared chat opens for those who may read the collection, and for others it does not exist', async () => {
    const { tenantId, groupId, chat, collectionId, address } = await createCitation()
    const reader = await app.createPerson({ tenantId })
    const stranger = await app.createPerson()
    expect(await readRefusal(reader, address())).toEqual([404, 'CHAT_NOT_FOUND'])
    await createChatShare(app.db, { chatId: chat.id })
    expect(await readRefusal(reader, address())).toEqual([404, 'SOURCE_NOT_FOUND'])
    expect(await readRefusal(stranger, address())).toEqual([404, 'CHAT_NOT_FOUND'])
    await createMembership(app.db, { groupId, userId: reader.user.id })
    expect((await openPage(reader, address())).page.ranges).toHaveLength(1)
    await app.db.membership.deleteMany({ where: { userId: reader.user.id } })
    await app.db.collection.update({ where: { id: collectionId }, data: { access: 'workflow' } })
    expect((await openPage(reader, address())).page.ranges).toHaveLength(1)
    await createMessage(app.db, { chatId: chat.id, parentId: null, depth: 0 })
    expect(await readRefusal(reader, address())).toEqual([404, 'CHAT_MESSAGE_NOT_FOUND'])
  })
})
