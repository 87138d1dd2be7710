// The bytes of the files in a chat: where they come back from, when they go, and what a store that fails leaves of them.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FileStore, FileStoreError } from '../../../platform/files/file-store.ts'
import { createFolderStore } from '../../../platform/files/folder-store.ts'
import { createFileScene, type FileScene, good, nothing } from '../../../../test/chat/file-scene.ts'
import { createPdf } from '../../../../test/files/pdf.ts'
import { createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'
import { planRemoval } from '../../../platform/files/file-removal.sql.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

let person: FileScene['person']
let chat: FileScene['chat']
let tenantId: string
let fileUrl: FileScene['fileUrl']
let uploadOne: FileScene['uploadOne']
let listRemaining: FileScene['whatIsLeft']
let removeDueFiles: FileScene['removeDueFiles']
beforeEach(async () => {
  ;({ person, chat, tenantId, fileUrl, uploadOne, whatIsLeft: listRemaining, removeDueFiles } = await createFileScene(api))
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
    expect(await listRemaining()).toEqual({ rows: 0, pages: 0, stored: 1, removals: 1 })
    await removeDueFiles()
    expect(await listRemaining()).toEqual(nothing)
  })

  test('go with their chat', async () => {
    await uploadOne(good)
    await person.delete(`/api/v1/chat/${chat.id}`)
    await removeDueFiles()
    expect(await listRemaining()).toEqual(nothing)
  })

  test('go with their owner', async () => {
    await uploadOne(good)
    await api.db.user.delete({ where: { id: person.user.id } })
    await removeDueFiles()
    expect(await listRemaining()).toEqual(nothing)
  })

  test('that a process had stored before it died are gone once they are due, and not before', async () => {
    const { pool, files } = api.dependencies
    const key = `${tenantId}/of-a-crash`
    await planRemoval(pool, key)
    await files.put(key, import.meta.filename)
    await removeDueFiles()
    expect(await listRemaining()).toMatchObject({ stored: 1, removals: 1 })
    await pool.query(`UPDATE file_removal SET due_at = now() - interval '1 s' WHERE storage_key = $1`, [key])
    await removeDueFiles()
    expect(await listRemaining()).toEqual(nothing)
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
    try {
      const scene = await createFileScene(other)
      expect(await scene.resultsOf([good])).toMatchObject([{ state: 'refused', error: { code: 'FILE_STORE_UNAVAILABLE' } }])
      await scene.removeDueFiles()
      await given?.arrive()
      await other.dependencies.pool.query("UPDATE file_removal SET due_at = now() - interval '1 s'")
      expect(await scene.removeDueFiles()).toBe(1)
      await expect(folder.open(given?.key ?? '')).rejects.toBeInstanceOf(FileStoreError)
    } finally {
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
    try {
      const scene = await createFileScene(other)
      const { id } = await scene.uploadOne(good)
      down.isDown = true
      expect(await scene.resultsOf([good])).toMatchObject([{ state: 'refused', error: { code: 'FILE_STORE_UNAVAILABLE' } }])
      expect((await scene.person.get(scene.fileUrl(id))).json()).toMatchObject({ detail: { code: 'FILE_STORE_UNAVAILABLE' } })
      await scene.person.delete(scene.fileUrl(id))
      await scene.removeDueFiles()
      expect(await other.db.fileRemoval.count()).toBe(2)
      down.isDown = false
      await other.dependencies.pool.query("UPDATE file_removal SET due_at = now() - interval '1 s'")
      expect(await scene.removeDueFiles()).toBe(2)
      expect(await other.db.fileRemoval.count()).toBe(0)
    } finally {
      await other.close()
    }
  })
})

test('nothing that was uploaded or said about it is in the log', async () => {
  const lines: string[] = []
  const { default: pino } = await import('pino')
  const other = await createTestApp({ log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }) })
  const secret = randomBytes(8).toString('hex')
  try {
    const { resultsOf } = await createFileScene(other)
    await resultsOf([
      { name: `${secret}.txt`, content: `content ${secret}` },
      { name: `${secret}.pdf`, content: `no PDF ${secret}` },
    ])
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain(secret)
  } finally {
    await other.close()
  }
})
