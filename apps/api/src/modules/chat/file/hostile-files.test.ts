// Files that take the reader long: the user who uploads them waits, and no other does.
import { type UploadResult, uploadChatFiles } from '@heddle/contracts/chat/chat-file'
import { createChat } from '@heddle/db/factories/chat'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createForm, type FormFile } from '../../../../test/files/form.ts'
import { createTestApp, type TestApp } from '../../../../test/application/test-app.ts'
import { until } from '../../../../test/until.ts'

let api: TestApp
let origin: string
beforeAll(async () => {
  api = await createTestApp()
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

/** Uploads files into a chat of a new user. */
async function createUploader() {
  const user = await createUser(api.db)
  const chat = await createChat(api.db, { ownerId: user.id })
  const { headers } = await api.as(user)
  return async (file: FormFile, signal?: AbortSignal): Promise<UploadResult[]> => {
    const form = createForm([file])
    const url = `${origin}/api/v1/chat/${chat.id}/file`
    const init = { method: 'POST', headers: { ...headers, ...form.headers }, body: new Uint8Array(form.payload) }
    const response = await fetch(url, { ...init, ...(signal && { signal }) })
    return uploadChatFiles.schema.response[200].parse(await response.json()).results
  }
}

/** Within every limit of nesting, and yet slow: each item is looked for among all those before it. */
const slowPage: FormFile = { name: 'slow.html', content: `<ol>${'<li>x</li>'.repeat(150_000)}</ol>` }

const isReading = () => process.getActiveResourcesInfo().includes('ProcessWrap')

test('while two hostile files of one user are read, the small file of another is read', async () => {
  const [uploadAsAttacker, uploadAsOther] = [await createUploader(), await createUploader()]
  const leave = new AbortController()
  let ended = 0
  const hostile = [1, 2].map(() =>
    uploadAsAttacker(slowPage, leave.signal)
      .catch(() => undefined)
      .finally(() => (ended += 1)),
  )
  await until('a hostile file to be read', isReading)
  const results = await uploadAsOther({ name: 'small.txt', content: 'Hemp is a fibre.\n' })
  expect(results).toMatchObject([{ state: 'ready', name: 'small.txt' }])
  expect(ended).toBe(0)
  leave.abort()
  await Promise.all(hostile)
})
