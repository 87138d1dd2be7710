// Files in a chat, over HTTP: taken, refused, read, deleted. Whatever is refused leaves nothing, and the next upload works.
import type { UploadResult } from '@heddle/contracts/chat-file'
import { limits } from '@heddle/contracts/limits'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { createUser } from '@heddle/db/factories/user'
import { createWorkflow, plainChatGraph } from '@heddle/db/factories/workflow'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FileStore, FileStoreError } from '../../../files/file-store.ts'
import { createFolderStore } from '../../../files/folder-store.ts'
import { inTransaction } from '../../../transaction.ts'
import { createForm, type FormFile } from '../../../testing/files/form.ts'
import { createDocx, createEncryptedOffice } from '../../../testing/files/office.ts'
import { createPdf } from '../../../testing/files/pdf.ts'
import { createPng } from '../../../testing/files/png.ts'
import { createZipBomb } from '../../../testing/files/zip-bomb.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../testing/test-app.ts'
import { until } from '../../../testing/until.ts'
import { createFileRemover } from './file.jobs.ts'
import { attachFiles, planRemoval } from './file.sql.ts'

let api: TestApp
let origin: string
beforeAll(async () => {
  api = await createTestApp()
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

const removeDueFiles = () => createFileRemover(api.dependencies)(api.dependencies.stopping)

/** A user with a chat whose assistant reads files. */
async function createScene() {
  const user = await createUser(api.db)
  const { tenantId } = user
  const chat = await createChat(api.db, { ownerId: user.id })
  return { person: await api.as(user), chat, tenantId }
}

let person: Caller
let chat: { id: string }
let tenantId: string
beforeEach(async () => {
  ;({ person, chat, tenantId } = await createScene())
})

const fileUrl = (fileId = '', chatId = chat.id) => `/api/v1/chat/${chatId}/file${fileId && `/${fileId}`}`

function upload(files: readonly FormFile[], { by = person, to = chat.id } = {}) {
  const { headers, payload } = createForm(files)
  return api.app.inject({ method: 'POST', url: fileUrl('', to), headers: { ...by.headers, ...headers }, payload })
}

async function resultsOf(files: readonly FormFile[]): Promise<UploadResult[]> {
  const response = await upload(files)
  expect([response.statusCode, response.body.slice(0, 300)]).toEqual([200, expect.any(String)])
  return response.json<{ results: UploadResult[] }>().results
}

const uploadOne = async (file: FormFile) => {
  const [result] = await resultsOf([file])
  if (result?.state !== 'ready') throw new Error(`Not taken: ${JSON.stringify(result)}`)
  return result
}

/** What there is of this chat's tenant: rows, bytes in the store, keys that are to go. */
async function whatIsLeft() {
  const stored = await readdir(`${api.dependencies.config.files.dir}/${tenantId}`).catch(() => [])
  return {
    rows: await api.db.chatFile.count({ where: { chatId: chat.id } }),
    pages: await api.db.chatFilePage.count({ where: { file: { chatId: chat.id } } }),
    stored: stored.length,
    removals: await api.db.fileRemoval.count({ where: { storageKey: { startsWith: tenantId } } }),
  }
}
const nothing = { rows: 0, pages: 0, stored: 0, removals: 0 }
const uploadFolders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('heddle-upload-'))

const good: FormFile = { name: 'hemp.txt', content: 'Hemp is strong.' }

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
    expect(await whatIsLeft()).toEqual({ rows: 3, pages: 3, stored: 3, removals: 0 })
    expect(await api.db.chatFile.findMany({ where: { chatId: chat.id }, orderBy: { id: 'asc' } })).toMatchObject([
      { isPaged: true, pageCount: 2 },
      { isPaged: false, tokenCount: 0 },
      { isPaged: false, pageCount: 1 },
    ])
  })

  test('takes the good ones beside a bad one', async () => {
    const results = await resultsOf([good, { name: 'bad.pdf', content: 'no PDF' }, { ...good, name: 'flax.md' }])
    expect(results).toMatchObject([
      { state: 'ready', name: 'hemp.txt' },
      { state: 'refused', name: 'bad.pdf', size: 6, error: { code: 'FILE_CONTENT_MISMATCH' } },
      { state: 'ready', name: 'flax.md' },
    ])
    expect(await whatIsLeft()).toEqual({ rows: 2, pages: 2, stored: 2, removals: 0 })
  })

  test('does not believe what the sender calls the type', async () => {
    expect(await resultsOf([{ ...good, type: 'image/png' }])).toMatchObject([{ state: 'ready', media_type: 'text/plain' }])
  })

  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, 'a')
  const bad: [string, () => FormFile | Promise<FormFile>, string][] = [
    ['a program under the name of a PDF', () => ({ name: 'a.pdf', content: Buffer.from('MZ\0\0') }), 'FILE_CONTENT_MISMATCH'],
    ['a PDF under the name of an image', () => ({ name: 'a.png', content: createPdf({ pages: [['x']] }) }), 'FILE_CONTENT_MISMATCH'],
    ['a type that is not accepted', () => ({ name: 'a.exe', content: 'MZ' }), 'FILE_TYPE_NOT_ACCEPTED'],
    ['a name without an ending', () => ({ name: 'README', content: 'x' }), 'FILE_TYPE_NOT_ACCEPTED'],
    ['a zip bomb', () => ({ name: 'a.docx', content: createZipBomb() }), 'FILE_UNPACKS_TOO_LARGE'],
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
    ['zero bytes', () => ({ name: 'a.txt', content: '' }), 'FILE_EMPTY'],
    ['21 MB', () => ({ name: 'a.txt', content: megabytes(21) }), 'FILE_TOO_LARGE'],
    ['a name with ../', () => ({ name: '../../etc/passwd.txt', content: 'x' }), 'FILE_NAME_INVALID'],
    ['a name with a backslash', () => ({ name: String.raw`..\..\boot.txt`, content: 'x' }), 'FILE_NAME_INVALID'],
    ['a name with NUL', () => ({ name: 'a.pdf\0.txt', content: 'x' }), 'FILE_NAME_INVALID'],
    ['a name with a right-to-left mark', () => ({ name: 'txt.\u202efdp.txt', content: 'x' }), 'FILE_NAME_INVALID'],
    ['a name of 300 characters', () => ({ name: `${'a'.repeat(296)}.txt`, content: 'x' }), 'FILE_NAME_INVALID'],
    ['no name', () => ({ name: '', content: 'x' }), 'FILE_NAME_INVALID'],
  ]
  test.each(bad)('refuses %s, keeps nothing of it, and takes the next file', async (_name, make, code) => {
    const [result] = await resultsOf([await make()])
    expect(result).toMatchObject({ state: 'refused', error: { code, message: expect.any(String) } })
    expect(await whatIsLeft()).toEqual(nothing)
    await uploadOne(good)
  })

  test('refuses four files as a whole', async () => {
    const response = await upload([good, good, good, good])
    expect([response.statusCode, response.json()]).toMatchObject([400, { detail: { code: 'FILE_TOO_MANY', params: { most: 3 } } }])
    expect(await whatIsLeft()).toEqual(nothing)
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
    expect(await whatIsLeft()).toEqual(nothing)
  })

  test('takes a form only, and here only', async () => {
    expect((await person.post(fileUrl(), {})).statusCode).toBe(415)
    const { headers, payload } = createForm([good])
    const elsewhere = await api.app.inject({ method: 'POST', url: '/api/v1/chat', headers: { ...person.headers, ...headers }, payload })
    expect(elsewhere.statusCode).toBe(415)
  })

  test('that is broken off leaves nothing, neither in the middle of a file nor while it is read', async () => {
    const { headers, payload } = createForm([good, { name: 'a.txt', content: megabytes(2) }])
    const folders = await uploadFolders()
    const send = (length: number) => {
      const call = httpRequest(`${origin}${fileUrl()}`, {
        method: 'POST',
        headers: { ...person.headers, ...headers, 'content-length': payload.length },
      })
      call.on('error', () => {})
      call.write(payload.subarray(0, length))
      return call
    }
    for (const length of [payload.length - 1_000_000, payload.length]) {
      const call = send(length)
      await until('a folder of the upload', async () => (await uploadFolders()).length > folders.length)
      call.destroy()
      await until('the folder to be gone', async () => (await uploadFolders()).length === folders.length)
      await removeDueFiles()
      expect(await whatIsLeft()).toEqual(nothing)
    }
    await uploadOne(good)
  })

  test('is refused where the assistant reads no files', async () => {
    const { nodes } = plainChatGraph()
    const draft = {
      nodes: nodes.filter(({ type }) => type !== 'document_extract'),
      edges: [
        { source: 'start', target: 'llm' },
        { source: 'llm', target: 'answer' },
      ],
    }
    const workflow = await createWorkflow(api.db, { tenantId, draft })
    const assistant = await createAssistant(api.db, { tenantId, workflowId: workflow.id, isPublic: true })
    const plain = await createChat(api.db, { ownerId: person.user.id, assistantId: assistant.id })
    const response = await upload([good], { to: plain.id })
    expect([response.statusCode, response.json()]).toMatchObject([409, { detail: { code: 'CHAT_FILES_NOT_READ' } }])
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
    expect((await upload([good])).json()).toMatchObject({ detail: { code: 'FILE_TOO_MANY', params: { most: limits.filesPerChat } } })
    expect(await whatIsLeft()).toMatchObject({ rows: limits.filesPerChat })
    await removeDueFiles()
    expect(await whatIsLeft()).toMatchObject({ stored: 1 })
  })

  test('runs twice at once for a person, and no more', async () => {
    const responses = await Promise.all([upload([good]), upload([good]), upload([good])])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
    await uploadOne(good)
  })
})

describe('the bytes', () => {
  test('come back as they were, to look at where that is safe', async () => {
    const content = createPdf({ pages: [['Hemp']] })
    const { id } = await uploadOne({ name: `織物 "a".pdf`, content })
    const response = await person.get(fileUrl(id))
    expect(response.rawPayload.equals(content)).toBe(true)
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': `inline; filename="__ _22a_22.pdf"; filename*=UTF-8''%E7%B9%94%E7%89%A9%20%2522a%2522.pdf`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  test('of a page come as an attachment that nothing runs', async () => {
    const { id } = await uploadOne({ name: 'a.html', content: '<p>Hemp<script>alert(1)</script>' })
    const { headers } = await person.get(fileUrl(id))
    expect(headers['content-disposition']).toMatch(/^attachment; filename="a\.html"/)
    expect(headers['content-security-policy']).toBe('sandbox')
  })

  test('are gone a minute after the file was deleted', async () => {
    const { id } = await uploadOne(good)
    expect((await person.delete(fileUrl(id))).json()).toEqual({ success: true })
    expect((await person.get(fileUrl(id))).json()).toMatchObject({ detail: { code: 'FILE_NOT_FOUND' } })
    expect(await whatIsLeft()).toEqual({ rows: 0, pages: 0, stored: 1, removals: 1 })
    await removeDueFiles()
    expect(await whatIsLeft()).toEqual(nothing)
  })

  test('go with their chat', async () => {
    await uploadOne(good)
    await person.delete(`/api/v1/chat/${chat.id}`)
    await removeDueFiles()
    expect(await whatIsLeft()).toEqual(nothing)
  })

  test('go with their owner', async () => {
    await uploadOne(good)
    await api.db.user.delete({ where: { id: person.user.id } })
    await removeDueFiles()
    expect(await whatIsLeft()).toEqual(nothing)
  })

  test('that a process had stored before it died are gone once they are due, and not before', async () => {
    const { pool, files } = api.dependencies
    const key = `${tenantId}/of-a-crash`
    await planRemoval(pool, key)
    await files.put(key, import.meta.filename)
    await removeDueFiles()
    expect(await whatIsLeft()).toMatchObject({ stored: 1, removals: 1 })
    await pool.query(`UPDATE file_removal SET due_at = now() - interval '1 s' WHERE storage_key = $1`, [key])
    await removeDueFiles()
    expect(await whatIsLeft()).toEqual(nothing)
  })
})

describe('a store that fails', () => {
  test('and keeps what it was given all the same, later, is left with none of it', async () => {
    const folder = createFolderStore(`${tmpdir()}/heddle-test-late-${unknownId()}`)
    let given: { key: string; arrive: () => Promise<void> } | undefined
    const slow: FileStore = {
      ...folder,
      put: async (key) => {
        given = { key, arrive: () => folder.put(key, import.meta.filename) }
        throw new FileStoreError('No answer in time')
      },
    }
    const other = await createTestApp({ files: slow })
    const before = { api, person, chat, tenantId }
    try {
      api = other
      ;({ person, chat, tenantId } = await createScene())
      expect(await resultsOf([good])).toMatchObject([{ state: 'refused', error: { code: 'FILE_STORE_UNAVAILABLE' } }])
      await removeDueFiles()
      await given?.arrive()
      await api.dependencies.pool.query("UPDATE file_removal SET due_at = now() - interval '1 s'")
      expect(await removeDueFiles()).toBe(1)
      await expect(folder.open(given?.key ?? '')).rejects.toBeInstanceOf(FileStoreError)
    } finally {
      ;({ api, person, chat, tenantId } = before)
      await other.close()
    }
  })

  /** Fails while `isDown`, else does what the folder does. */
  async function createFailingApp() {
    const down = { isDown: false }
    const folder = createFolderStore(`${tmpdir()}/heddle-test-down-${unknownId()}`)
    const guard = async () => {
      if (down.isDown) throw new FileStoreError('The disk is full')
    }
    const files: FileStore = {
      put: (key, path) => guard().then(() => folder.put(key, path)),
      open: (key) => guard().then(() => folder.open(key)),
      remove: (key) => guard().then(() => folder.remove(key)),
    }
    return { down, files }
  }

  test('refuses each file with a sentence, and is caught up with when it is back', async () => {
    const { down, files } = await createFailingApp()
    const other = await createTestApp({ files })
    const before = { api, person, chat, tenantId }
    try {
      api = other
      ;({ person, chat, tenantId } = await createScene())
      const { id } = await uploadOne(good)
      down.isDown = true
      expect(await resultsOf([good])).toMatchObject([{ state: 'refused', error: { code: 'FILE_STORE_UNAVAILABLE' } }])
      expect((await person.get(fileUrl(id))).json()).toMatchObject({ detail: { code: 'FILE_STORE_UNAVAILABLE' } })
      await person.delete(fileUrl(id))
      await removeDueFiles()
      expect(await api.db.fileRemoval.count()).toBe(2)
      down.isDown = false
      await api.dependencies.pool.query("UPDATE file_removal SET due_at = now() - interval '1 s'")
      expect(await removeDueFiles()).toBe(2)
      expect(await api.db.fileRemoval.count()).toBe(0)
    } finally {
      ;({ api, person, chat, tenantId } = before)
      await other.close()
    }
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
    expect(await unsent(person)).toEqual([{ id, name: 'hemp.txt', media_type: 'text/plain', size: 15 }])
    await api.db.chat.update({ where: { id: chat.id }, data: { explicitlyPublic: true } })
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
    const { chat: foreign } = await createScene()
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

test('nothing that was uploaded or said about it is in the log', async () => {
  const lines: string[] = []
  const { default: pino } = await import('pino')
  const other = await createTestApp({ log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) })
  const before = { api, person, chat, tenantId }
  const secret = randomBytes(8).toString('hex')
  try {
    api = other
    ;({ person, chat, tenantId } = await createScene())
    await resultsOf([
      { name: `${secret}.txt`, content: `content ${secret}` },
      { name: `${secret}.pdf`, content: `no PDF ${secret}` },
    ])
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain(secret)
  } finally {
    ;({ api, person, chat, tenantId } = before)
    await other.close()
  }
})
