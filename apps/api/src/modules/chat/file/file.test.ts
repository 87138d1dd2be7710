// Files in a chat, over HTTP: taken, refused, read, deleted. Whatever is refused leaves nothing, and the next upload works.
import { limits } from '@heddle/contracts/limits'
import { createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createUser } from '@heddle/db/factories/user'
import { decode } from 'jpeg-js'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { createFileScene, type FileScene, good, nothing } from '../../../../test/chat/file-scene.ts'
import { createForm, type FormFile } from '../../../../test/files/form.ts'
import { createDocx, createDocxOf, createEncryptedOffice } from '../../../../test/files/office.ts'
import { createPdf } from '../../../../test/files/pdf.ts'
import { createPng } from '../../../../test/files/png.ts'
import { createExif, createTurnedJpeg } from '../../../../test/files/turned-image.ts'
import { createZipBomb } from '../../../../test/files/zip-bomb.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'
import { attachFiles } from '../../reply/accept/question-files.sql.ts'

let api: TestApp
let origin: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-uploads-'))
  // Of this process alone: other tests upload too.
  vi.stubEnv('TMPDIR', folder)
  api = await createTestApp()
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await api.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

let person: FileScene['person']
let chat: FileScene['chat']
let tenantId: string
let fileUrl: FileScene['fileUrl']
let upload: FileScene['upload']
let resultsOf: FileScene['resultsOf']
let uploadOne: FileScene['uploadOne']
let listRemaining: FileScene['whatIsLeft']
let removeDueFiles: FileScene['removeDueFiles']
beforeEach(async () => {
  ;({
    person,
    chat,
    tenantId,
    fileUrl,
    upload,
    resultsOf,
    uploadOne,
    whatIsLeft: listRemaining,
    removeDueFiles,
  } = await createFileScene(api))
})

/** Calls over the wire and sends only the beginning of the form. */
function beginUpload({ headers, payload }: ReturnType<typeof createForm>, length: number) {
  const call = httpRequest(`${origin}${fileUrl()}`, {
    method: 'POST',
    headers: { ...person.headers, ...headers, 'content-length': payload.length },
  })
  call.on('error', () => {})
  call.write(payload.subarray(0, length))
  return call
}

const uploadFolders = async () => (await readdir(folder)).filter((name) => name.startsWith('heddle-upload-'))

describe('uploading', () => {
  test('takes up to three files, in their order, with what is in them', async () => {
    const pdf = createPdf({ pages: [['Hemp'], ['Flax']] })
    const results = await resultsOf([
      { name: '織物 ผ้า vải.pdf', content: pdf },
      { name: 'loom.png', content: createPng({ width: 2, height: 2 }) },
      good,
    ])
    expect(results).toMatchObject([
      { state: 'ready', name: '織物 ผ้า vải.pdf', media_type: 'application/pdf', size: pdf.length, page_count: 2 },
      { state: 'ready', name: 'loom.png', media_type: 'image/png', page_count: 0 },
      { state: 'ready', name: 'hemp.txt', media_type: 'text/plain', size: 15, page_count: 1 },
    ])
    expect(await listRemaining()).toEqual({ rows: 3, pages: 3, stored: 3, removals: 0 })
    expect(await api.db.chatFile.findMany({ where: { chatId: chat.id }, orderBy: { id: 'asc' } })).toMatchObject([
      { isPaged: true, pageCount: 2 },
      { isPaged: false, tokenCount: 0 },
      { isPaged: false, pageCount: 1 },
    ])
  })

  test('says what could not be read of a file, to the next visit and with its question too', async () => {
    const run = (text: string, properties: string) => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
    const content = await createDocxOf(`<w:p>${run('Cotton', '')}${run('Wool', '<w:vanish/>')}</w:p>`)
    const findings = [{ kind: 'hidden', count: 1, first: { page: null, at: 'Wool' } }]
    const { id } = await uploadOne({ name: 'cotton.docx', content })
    expect(await resultsOf([good])).toMatchObject([{ findings: [] }])
    expect(await api.db.chatFile.findUniqueOrThrow({ where: { id } })).toMatchObject({ findings })
    const opened = (await person.get(`/api/v1/chat/${chat.id}`)).json()
    expect(opened.chat.unsent_files).toMatchObject([{ id, findings }, { findings: [] }])
  })

  test('takes the good ones beside a bad one', async () => {
    const results = await resultsOf([good, { name: 'bad.pdf', content: 'no PDF' }, { ...good, name: 'flax.md' }])
    expect(results).toMatchObject([
      { state: 'ready', name: 'hemp.txt' },
      { state: 'refused', name: 'bad.pdf', size: 6, error: { code: 'FILE_CONTENT_MISMATCH' } },
      { state: 'ready', name: 'flax.md' },
    ])
    expect(await listRemaining()).toEqual({ rows: 2, pages: 2, stored: 2, removals: 0 })
  })

  test('does not believe what the sender calls the type', async () => {
    expect(await resultsOf([{ ...good, type: 'image/png' }])).toMatchObject([{ state: 'ready', media_type: 'text/plain' }])
  })

  test.each([1, 6, 7] as const)('keeps a photograph of the orientation %i upright, as a model is given it', async (orientation) => {
    const pixels = Buffer.alloc(32 * 16, 0xff)
    // Black in the upper left quarter.
    for (let row = 0; row < 8; row++) pixels.fill(0, row * 32, row * 32 + 16)
    const { id } = await uploadOne({ name: 'loom.jpg', content: createTurnedJpeg({ width: 32, height: 16, pixels }, orientation) })
    const { storageKey, sizeBytes } = await api.db.chatFile.findUniqueOrThrow({ where: { id } })
    const stored = await buffer(await api.dependencies.files.open(storageKey))
    expect(stored).toHaveLength(sizeBytes)
    const image = decode(stored)
    const isDark = (x: number, y: number) => (image.data[(y * image.width + x) * 4] ?? 255) < 128
    expect([image.width, image.height]).toEqual([32, 16])
    expect([isDark(4, 4), isDark(28, 4), isDark(4, 12), isDark(28, 12)]).toEqual([true, false, false, false])
    expect(stored.includes('Exif')).toBe(orientation === 1)
  })

  test('keeps a turned PNG upright', async () => {
    const turned = createPng({ width: 2, height: 6, exif: createExif(6) })
    const { id } = await uploadOne({ name: 'loom.png', content: turned })
    const { storageKey, mediaType } = await api.db.chatFile.findUniqueOrThrow({ where: { id } })
    const stored = await buffer(await api.dependencies.files.open(storageKey))
    expect([mediaType, stored.readUInt32BE(16), stored.readUInt32BE(20)]).toEqual(['image/png', 6, 2])
  })

  test('takes a document with macros as one without', async () => {
    const file = await uploadOne({ name: 'cotton.DOCM', content: await createDocx({ paragraphs: ['Cotton'] }) })
    expect(file).toMatchObject({ name: 'cotton.DOCM', media_type: expect.stringMatching(/wordprocessingml\.document$/) })
  })

  /** The header of a photograph says how large it is. */
  function createLargeTurnedJpeg(): Buffer {
    const jpeg = createTurnedJpeg({ width: 16, height: 16, pixels: Buffer.alloc(256) }, 6)
    const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
    jpeg.writeUInt16BE(6_000, frame + 5)
    jpeg.writeUInt16BE(7_000, frame + 7)
    return jpeg
  }

  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'a')
  const bad: [string, () => FormFile | Promise<FormFile>, string][] = [
    ['a program under the name of a PDF', () => ({ name: 'a.pdf', content: Buffer.from('MZ\0\0') }), 'FILE_CONTENT_MISMATCH'],
    ['a PDF under the name of an image', () => ({ name: 'a.png', content: createPdf({ pages: [['x']] }) }), 'FILE_CONTENT_MISMATCH'],
    ['a type that is not accepted', () => ({ name: 'a.exe', content: 'MZ' }), 'FILE_TYPE_NOT_ACCEPTED'],
    ['a name without an ending', () => ({ name: 'README', content: 'x' }), 'FILE_TYPE_NOT_ACCEPTED'],
    ['a zip bomb', () => ({ name: 'a.docx', content: createZipBomb({ megabytes: 500, partMegabytes: 500 }) }), 'FILE_UNPACKS_TOO_LARGE'],
    ['an encrypted PDF', () => ({ name: 'a.pdf', content: createPdf({ pages: [['x']], isEncrypted: true }) }), 'FILE_ENCRYPTED'],
    ['an encrypted document', () => ({ name: 'a.docx', content: createEncryptedOffice() }), 'FILE_ENCRYPTED'],
    [
      'a PDF of 10,000 pages',
      () => ({ name: 'a.pdf', content: createPdf({ pages: Array.from({ length: 10_000 }, () => ['x']) }) }),
      'FILE_TOO_MANY_PAGES',
    ],
    [
      'a corrupt document',
      async () => ({ name: 'a.docx', content: (await createDocx({ paragraphs: ['x'.repeat(1_000)] })).subarray(0, 400) }),
      'FILE_UNREADABLE',
    ],
    ['a turned photograph that is too large', () => ({ name: 'a.jpg', content: createLargeTurnedJpeg() }), 'FILE_IMAGE_TURNED'],
    ['zero bytes', () => ({ name: 'a.txt', content: '' }), 'FILE_EMPTY'],
    ['21 MB', () => ({ name: 'a.txt', content: megabytes(21) }), 'FILE_TOO_LARGE'],
    ['a name with ../', () => ({ name: '../../etc/passwd.txt', content: 'x' }), 'FILE_NAME_INVALID'],
    ['a name with a backslash', () => ({ name: String.raw`..\..\boot.txt`, content: 'x' }), 'FILE_NAME_INVALID'],
    ['a name with NUL', () => ({ name: 'a.pdf\0.txt', content: 'x' }), 'FILE_NAME_INVALID'],
    ['a name with a right-to-left mark', () => ({ name: 'txt.\u202efdp.txt', content: 'x' }), 'FILE_NAME_INVALID'],
    ['a name of 300 characters', () => ({ name: `${'a'.repeat(296)}.txt`, content: 'x' }), 'FILE_NAME_INVALID'],
    ['no name', () => ({ name: '', content: 'x' }), 'FILE_NAME_INVALID'],
  ]
  test('refuses what is bad, keeps nothing of it, and takes the next file', async () => {
    for (const [name, make, code] of bad) {
      const [result] = await resultsOf([await make()])
      expect([name, result]).toMatchObject([name, { state: 'refused', error: { code, message: expect.any(String) } }])
      expect([name, await listRemaining()]).toEqual([name, nothing])
    }
    await uploadOne(good)
  })

  test('refuses four files as a whole', async () => {
    const response = await upload([good, good, good, good])
    expect([response.statusCode, response.json()]).toMatchObject([400, { detail: { code: 'FILE_TOO_MANY', params: { max: 3 } } }])
    expect(await listRemaining()).toEqual(nothing)
    await uploadOne(good)
  })

  test.each([
    ['no file', createForm([])],
    ['another field', createForm([{ ...good, field: 'attachments' }])],
    ['a form that ends in its middle', { ...createForm([good]), payload: createForm([good]).payload.subarray(0, 120) }],
    ['a form without a boundary', { headers: { 'content-type': 'multipart/form-data' }, payload: Buffer.from('x') }],
  ])('refuses a form with %s', async (_name, { headers, payload }) => {
    const response = await api.app.inject({ method: 'POST', url: fileUrl(), headers: { ...person.headers, ...headers }, payload })
    expect([response.statusCode, response.json()]).toMatchObject([400, { detail: { code: 'BAD_REQUEST' } }])
    expect(await listRemaining()).toEqual(nothing)
  })

  test('takes a form only, and here only', async () => {
    expect((await person.post(fileUrl(), {})).statusCode).toBe(415)
    const { headers, payload } = createForm([good])
    const elsewhere = await api.app.inject({ method: 'POST', url: '/api/v1/chat', headers: { ...person.headers, ...headers }, payload })
    expect(elsewhere.statusCode).toBe(415)
  })

  test('that is broken off leaves nothing, neither in the middle of a file nor while it is read', async () => {
    const form = createForm([good, { name: 'a.txt', content: megabytes(2) }])
    for (const length of [form.payload.length - 1_000_000, form.payload.length]) {
      const call = beginUpload(form, length)
      await until('a folder of the upload', async () => (await uploadFolders()).length > 0)
      call.destroy()
      await until('the folder to be gone', async () => (await uploadFolders()).length === 0)
      await removeDueFiles()
      expect(await listRemaining()).toEqual(nothing)
    }
    await uploadOne(good)
  })

  test('whose caller leaves while it is being kept leaves nothing', async () => {
    const form = createForm([good])
    await api.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE chat_file IN SHARE MODE`
      const call = beginUpload(form, form.payload.length)
      await until('the upload to wait', async () => {
        const waiting = await tx.$queryRaw<object[]>`SELECT FROM pg_locks WHERE NOT granted AND relation = 'chat_file'::regclass`
        return waiting.length > 0
      })
      call.destroy()
      const count = promisify(api.app.server.getConnections.bind(api.app.server))
      await until('the connection to be gone', async () => (await count()) === 0)
    })
    await until('the folder to be gone', async () => (await uploadFolders()).length === 0)
    await until('the file to be gone', async () => (await api.db.chatFile.count({ where: { chatId: chat.id } })) === 0)
    await removeDueFiles()
    expect(await listRemaining()).toEqual(nothing)
  })

  test('is refused when the chat is full, also to two that come at once', async () => {
    const data = Array.from({ length: limits.filesPerChat - 1 }, (_, index) => ({
      chatId: chat.id,
      name: 'a.txt',
      mediaType: 'text/plain',
      sizeBytes: 1,
      storageKey: `${tenantId}/full-${index}`,
    }))
    await api.db.chatFile.createMany({ data })
    const responses = await Promise.all([upload([good]), upload([good])])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await upload([good])).json()).toMatchObject({ detail: { code: 'FILE_TOO_MANY', params: { max: limits.filesPerChat } } })
    expect(await listRemaining()).toMatchObject({ rows: limits.filesPerChat })
    await removeDueFiles()
    expect(await listRemaining()).toMatchObject({ stored: 1 })
  })

  test('runs twice at once for a person, and no more', async () => {
    const form = createForm([{ name: 'a.txt', content: megabytes(1) }])
    const open = [beginUpload(form, 1_000), beginUpload(form, 1_000)]
    await until('both to be received', async () => (await uploadFolders()).length === 2)
    expect((await upload([good])).statusCode).toBe(429)
    for (const call of open) call.destroy()
    await until('both to be over', async () => (await uploadFolders()).length === 0)
    await uploadOne(good)
  })
})

describe('the text of a file', () => {
  test('is read page by page, from any page on', async () => {
    const { id } = await uploadOne({ name: 'a.pdf', content: createPdf({ pages: Array.from({ length: 5 }, (_, i) => [`Page ${i + 1}`]) }) })
    const url = `${fileUrl(id)}/page/query`
    const first = (await person.post(url, { page_size: 2 })).json()
    expect(first).toMatchObject({ total: 5, pages: [{ number: 1, label: null, text: 'Page 1' }, { number: 2 }] })
    const second = (await person.post(url, { page_token: first.next_page_token })).json()
    expect(second.pages).toMatchObject([{ number: 3 }, { number: 4 }])
    const last = (await person.post(url, { from: 5 })).json()
    expect(last).toEqual({ total: 5, pages: [{ number: 5, label: null, text: 'Page 5' }] })
  })

  test('of one file is not read with the token of another', async () => {
    const pages = [['One'], ['Two']]
    const [one, other] = [
      await uploadOne({ name: 'a.pdf', content: createPdf({ pages }) }),
      await uploadOne({ name: 'b.pdf', content: createPdf({ pages }) }),
    ]
    const { next_page_token } = (await person.post(`${fileUrl(one.id)}/page/query`, { page_size: 1 })).json()
    expect((await person.post(`${fileUrl(other.id)}/page/query`, { page_token: next_page_token })).statusCode).toBe(400)
  })
})

describe('files of a chat', () => {
  test('that went with no message are told to its owner, and to no reader', async () => {
    const { id } = await uploadOne(good)
    const unsent = async (by: Caller) => (await by.get(`/api/v1/chat/${chat.id}`)).json().chat.unsent_files
    expect(await unsent(person)).toEqual([{ id, name: 'hemp.txt', media_type: 'text/plain', size: 15, findings: [] }])
    await createChatShare(api.db, { chatId: chat.id })
    const reader = await api.as(await createUser(api.db, { tenantId }))
    expect(await unsent(reader)).toEqual([])
    const message = await createMessage(api.db, { chatId: chat.id })
    await inTransaction(api.dependencies.pool, (client) => attachFiles(client, { chatId: chat.id, messageId: message.id, fileIds: [id] }))
    expect(await unsent(person)).toEqual([])
  })

  test('go with a message in the order in which it names them, and only those of the chat', async () => {
    const [one, other] = [await uploadOne(good), await uploadOne(good)]
    const message = await createMessage(api.db, { chatId: chat.id })
    const attach = (chatId: string, fileIds: string[]) =>
      inTransaction(api.dependencies.pool, (client) => attachFiles(client, { chatId, messageId: message.id, fileIds }))
    await expect(attach(chat.id, [one.id, unknownId()])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    const { chat: foreign } = await createFileScene(api)
    await expect(attach(foreign.id, [one.id])).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect(await api.db.chatFileMessage.count({ where: { messageId: message.id } })).toBe(0)
    await attach(chat.id, [other.id, one.id, other.id])
    const links = await api.db.chatFileMessage.findMany({ where: { messageId: message.id }, orderBy: { position: 'asc' } })
    expect(links.map(({ fileId }) => fileId)).toEqual([other.id, one.id])
  })

  test('may be deleted after they were sent; the message stays', async () => {
    const { id } = await uploadOne(good)
    const message = await createMessage(api.db, { chatId: chat.id })
    await inTransaction(api.dependencies.pool, (client) => attachFiles(client, { chatId: chat.id, messageId: message.id, fileIds: [id] }))
    expect((await person.delete(fileUrl(id))).statusCode).toBe(200)
    expect(await api.db.message.count({ where: { id: message.id } })).toBe(1)
  })
})
