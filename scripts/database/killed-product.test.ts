// The product, killed together with its database in the middle of a temporary chat: the chat is over, and nothing of it is left
// (issue 33, must-show 2).
import { createDatabase } from '@heddle/db/client'
import { createPool } from '@heddle/db/connection'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createModel } from '@heddle/db/factories/model'
import { createUser } from '@heddle/db/factories/user'
import { applyMigrations } from '@heddle/db/migrator/migrator'
import { createDemoModel } from '@heddle/demo-model/server'
import { hashGeneratedPassword } from '@heddle/security/password'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReply } from '../../apps/api/test/chat/reply-reader.ts'
import { findInFiles, findInTables } from '../../apps/api/test/chat/find-text.ts'
import { createForm } from '../../apps/api/test/files/form.ts'
import { startChild } from '../processes/child.ts'
import { codeCache } from '../processes/code-cache.ts'
import { claimPort } from '../processes/port.ts'
import { root } from '../processes/program.ts'
import { waitUntilReady } from '../processes/ready.ts'
import { buildReader } from '../starting/builds.ts'
import { keepPostgresRunning } from './kept-postgres.ts'

const mark = `canary${randomUUID().replaceAll('-', '')}`
const canaries = Array.from({ length: 50 }, (_, index) => `${mark}${String(index).padStart(2, '0')}`)
const password = randomUUID()

/** Sends the beginning of an upload, whose end never comes. */
function beginUpload(origin: string, chatId: string, headers: Record<string, string>) {
  const form = createForm([{ name: `${mark}.txt`, content: `${mark} `.repeat(10_000) }])
  const upload = request(`${origin}/api/v1/chat/${chatId}/file`, { method: 'POST', headers: { ...headers, ...form.headers } })
  upload.on('error', () => {})
  upload.write(form.payload.subarray(0, -1_000))
}

test('a temporary chat is over, and in no file, row or log, when database and product are killed', { timeout: 180_000 }, async () => {
  await buildReader()
  await using cleaning = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'heddle-killed-'))
  cleaning.defer(() => rm(directory, { recursive: true }))
  const [temporary, files] = [join(directory, 'temporary'), join(directory, 'files')]
  await Promise.all([temporary, files].map((path) => mkdir(path)))
  const server = await keepPostgresRunning(directory, () => {})
  cleaning.defer(server.stop)
  const url = server.url('postgres')
  await applyMigrations(url)
  const demo = await createDemoModel({ tps: 0 })
  cleaning.defer(demo.close)
  const db = createDatabase({ url })
  cleaning.defer(() => db.$disconnect())
  const { email, tenantId } = await createUser(db, { language: 'en', passwordHash: await hashGeneratedPassword(password) })
  await createModel(db, { tenantId, name: 'gpt-4o', isDefault: true })
  const assistant = await createAssistant(db, { tenantId, isPublic: true })

  const port = await claimPort('127.0.0.1', 0)
  const origin = `http://127.0.0.1:${port}`
  const env = {
    ...codeCache,
    PATH: process.env['PATH'],
    TMPDIR: temporary,
    NODE_ENV: 'test',
    LOG_LEVEL: 'trace',
    SECRET_KEY: randomUUID(),
    DATABASE_URL: url,
    FILES_DIR: files,
    MODEL_BASE_URL: demo.url,
    PRIVATE_MODEL_SERVERS: 'any',
    HOST: '127.0.0.1',
    PORT: String(port),
  }
  async function startProduct(name: string) {
    const args = ['apps/api/src/programs/main-and-worker.ts']
    const child = startChild({ name, args, cwd: root, env, logFile: join(directory, `${name}.log`) })
    cleaning.defer(() => child.stop())
    await waitUntilReady(`${origin}/readyz`, child)
    return child
  }
  async function call(path: string, headers: Record<string, string>, body?: object) {
    const options = body && { method: 'POST', body: JSON.stringify(body) }
    return fetch(`${origin}/api/v1${path}`, { headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, ...options })
  }

  const product = await startProduct('product')
  const { access_token: token } = (await (await call('/auth/login', {}, { email, password })).json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  const begun = await call('/chat', headers, { chat: { assistant_id: assistant.id, temporary: true } })
  const { chat } = (await begun.json()) as { chat: { id: string; version: number } }
  let { version } = chat
  const send = (content: string, fileIds: readonly string[] = []) =>
    readReply(`${origin}/api/v1/chat/${chat.id}/message_stream`, headers, {
      content,
      version,
      client_message_id: randomUUID(),
      file_ids: fileIds,
    })
  for (let index = 0; index < canaries.length; index += 10) {
    const done = await (await send(`${canaries.slice(index, index + 10).join(' ')} [[demo:echo]]`)).done()
    expect(done.message.content).toContain(canaries[index])
    version = done.version
  }
  const form = createForm([{ name: `${canaries[0]}.txt`, content: `${canaries[1]} shrinks by three percent.` }])
  const uploaded = await fetch(`${origin}/api/v1/chat/${chat.id}/file`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: form.payload,
  })
  const { results } = (await uploaded.json()) as { results: { id: string }[] }
  const cited = await (await send('By how much does it shrink?', [results[0]?.id ?? ''])).done()
  expect(cited.message.sources).toMatchObject([{ title: `${canaries[0]}.txt` }])
  version = cited.version
  const running = await send(`${mark} [[demo:echo,endless,tps=100]]`)
  await running.hasText(500)
  beginUpload(origin, chat.id, headers)
  await expect.poll(() => findInFiles(temporary, mark)).toHaveLength(1)

  process.kill(server.pid, 'SIGKILL')
  await product.crash()
  await running.ended.catch(() => {})
  // What was being uploaded stays until the next start.
  expect((await findInFiles(directory, mark)).every((path) => path.startsWith(temporary))).toBe(true)

  const next = await startProduct('next')
  expect(await findInFiles(directory, mark)).toEqual([])
  expect((await call(`/chat/${chat.id}`, headers)).status).toBe(404)
  await expect.poll(() => db.chat.count({ where: { id: chat.id } }), { timeout: 90_000 }).toBe(0)
  const pool = createPool(url, 1)
  pool.on('error', () => {})
  cleaning.defer(() => pool.end())
  expect(await findInTables(pool, mark)).toEqual([])
  expect(await findInTables(pool, email)).toContain('public."user"')
  await next.stop()
  await server.stop()
  expect(await findInFiles(directory, mark)).toEqual([])
  expect((await findInFiles(directory, email)).some((path) => path.includes('/pg_wal/'))).toBe(true)
})
