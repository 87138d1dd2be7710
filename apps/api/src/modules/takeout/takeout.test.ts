// Taking one's data along, over HTTP and by a real worker.
import type { Takeout } from '@heddle/contracts/takeout/takeout'
import { limits } from '@heddle/contracts/limits'
import { createChat, createChatFile, createChatFolder, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createPrompt } from '@heddle/db/factories/prompt'
import { createTenant } from '@heddle/db/factories/tenant'
import { takeoutQueue } from '@heddle/db/job-queues'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unknownId } from '../../../test/application/test-app.ts'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { unpackZip } from '../../../test/files/collection-file.ts'
import { startWorker } from '../../../test/jobs/queue-worker.ts'
import { hurryRetries, spawnWorker } from '../../../test/jobs/spawn-worker.ts'
import { until } from '../../../test/until.ts'
import { createModules } from '../modules.ts'

let app: ChatApp
let folder: string
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  app = await createChatApp()
  folder = await mkdtemp(join(tmpdir(), 'heddle-test-takeout-'))
  await hurryRetries(app, takeoutQueue)
  worker = await startWorker(app.dependencies, takeoutQueue)
})
afterAll(async () => {
  await worker.close()
  await app.close()
  await rm(folder, { recursive: true })
})

type Person = Awaited<ReturnType<ChatApp['createPerson']>>
type Response = Awaited<ReturnType<Person['get']>>

const url = '/api/v1/takeout'
const readTakeout = (response: Response) => response.json<{ takeout: Takeout | null }>().takeout
const codeOf = (response: Response) => response.json<{ detail: { code: string } }>().detail.code
const request = (person: Person) => person.post(url, { time_zone: 'Asia/Taipei' })
const find = async (person: Person) => readTakeout(await person.get(url))
const download = (person: Person, id: string) => person.get(`${url}/${id}/file`)
const findRow = (person: Person) => app.db.takeout.findUniqueOrThrow({ where: { userId: person.user.id } })
const moveBack = (person: Person, data: object) => app.db.takeout.update({ where: { userId: person.user.id }, data })

/** What a worker does each minute. */
async function sweep() {
  const job = createModules(app.dependencies).jobs.find((each) => 'name' in each && each.name === 'end and remove takeouts')
  if (!job || !('everyMs' in job)) throw new Error('There is no such job')
  await job.run()
}

const untilEnded = (person: Person) =>
  until('the end of the takeout', async () => {
    const takeout = await find(person)
    return takeout && ['ready', 'failed'].includes(takeout.state) ? takeout : null
  })

async function takeOut(person: Person) {
  expect((await request(person)).statusCode).toBe(200)
  return untilEnded(person)
}

/** Returns the entries of the zip by their names, as text. */
async function openTakeout(person: Person) {
  const takeout = await takeOut(person)
  expect(takeout).toMatchObject({ state: 'ready', error: null })
  const response = await download(person, takeout.id)
  expect(response.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
  expect(response.rawPayload).toHaveLength(takeout.size_bytes ?? 0)
  const entries = await unpackZip(response.rawPayload)
  const read = (name: string) => entries.get(name)?.toString() ?? ''
  return { takeout, names: [...entries.keys()], read, readJson: (name: string) => JSON.parse(read(name)) }
}

async function addFile(owner: { chatId: string } | { folderId: string }, name: string, content: string) {
  const [path, storageKey] = [join(folder, randomUUID()), randomUUID()]
  await writeFile(path, content)
  await app.dependencies.files.put(storageKey, path)
  return createChatFile(app.db, { ...owner, name, storageKey, sizeBytes: Buffer.byteLength(content) })
}

const longTitle = 'ผ้าฝ้าย'.repeat(50).slice(0, 300)

describe('the zip', () => {
  test('has the chats with all branches, the files, the prompts and the account, and nothing of others', async () => {
    const { person, chat, tenantId, assistant } = await app.createScene()
    const { id: ownerId } = person.user
    const sent = await app.send(person, chat)
    const { message, version } = await sent.done()
    await (await app.regenerate(person, { id: chat.id, version }, message?.id ?? '')).done()
    await app.db.messageFeedback.create({
      data: { tenantId, userId: ownerId, messageId: message?.id ?? null, messageIndex: 1, rating: 'bad', reason: 'Too short' },
    })
    await app.db.chat.update({ where: { id: chat.id }, data: { title: '../x' } })
    const thai = await createChat(app.db, { ownerId, title: longTitle, assistantId: assistant.id, archivedAt: new Date() })
    const nameless = await createChat(app.db, { ownerId, title: null, assistantId: assistant.id })
    const own = await createChatFolder(app.db, { ownerId, name: 'Weaving', instructions: 'Be brief.' })
    await addFile({ chatId: chat.id }, '../x', 'Warp.')
    await addFile({ chatId: chat.id }, `${longTitle.slice(0, 200)}.pdf`, 'Weft.')
    await addFile({ chatId: thai.id }, '../x', 'Selvedge.')
    await addFile({ folderId: own.id }, 'loom.txt', 'Heddle.')
    await createPrompt(app.db, { tenantId, ownerId, name: { default: 'Own prompt' } })
    await createPrompt(app.db, { tenantId, name: { default: 'Prompt of the tenant' } })
    const group = await createGroup(app.db, { tenantId, name: { default: 'Spinners' } })
    await createMembership(app.db, { groupId: group.id, userId: ownerId })
    await person.put('/api/v1/preference/user/me/instructions', {
      revision: 0,
      instructions: { about_me: 'Weaver', how_to_answer: 'Short', in_new_chats: true },
    })
    const another = await app.createPerson({ tenantId })
    const shared = await createChat(app.db, { ownerId: another.user.id, title: 'Chat of another', explicitlyPublic: true })
    await createMessage(app.db, { chatId: shared.id, content: 'Not mine' })
    await addFile({ chatId: shared.id }, 'theirs.txt', 'Not mine')
    await createPrompt(app.db, { tenantId, ownerId: another.user.id, name: { default: 'Prompt of another' } })
    const begun = await person.post('/api/v1/chat', { chat: { assistant_id: assistant.id, temporary: true } })
    await (await app.send(person, begun.json().chat, { content: 'A canary [[demo:echo]]' })).done()

    const { takeout, names, read, readJson } = await openTakeout(person)
    expect(takeout).toMatchObject({ done: 7, total: 7 })
    const stem = longTitle.slice(0, 80)
    expect(names).toEqual([
      'README.txt',
      'account.json',
      'prompts.json',
      'chats/0001 x.md',
      'chats/0001 x.json',
      'files/0001-1 x',
      `files/0001-2 ${stem}.pdf`,
      `chats/0002 ${stem}.md`,
      `chats/0002 ${stem}.json`,
      'files/0002-1 x',
      'chats/0003 chat.md',
      'chats/0003 chat.json',
      'files/F1-1 loom.txt',
    ])
    expect(Math.max(...names.map((name) => Buffer.byteLength(name.slice(name.indexOf('/') + 1))))).toBeLessThan(256)
    expect(names.filter((name) => name.startsWith('files/')).map(read)).toEqual(['Warp.', 'Weft.', 'Selvedge.', 'Heddle.'])
    const exported = (await person.get(`/api/v1/chat/${chat.id}/export?format=json`)).json()
    expect(readJson('chats/0001 x.json')).toEqual({ ...exported, exported_at: expect.any(String) })
    expect(exported.messages).toHaveLength(3)
    const asMarkdown = await person.get(`/api/v1/chat/${chat.id}/export?format=md&time_zone=Asia/Taipei`)
    expect(read('chats/0001 x.md').split('\n').slice(4)).toEqual(asMarkdown.body.split('\n').slice(4))
    expect(readJson('chats/0003 chat.json')).toMatchObject({ chat: { id: nameless.id }, messages: [] })
    expect(readJson('prompts.json')).toEqual((await person.post('/api/v1/prompt/export', { scope: 'mine', format: 'json' })).json())
    expect(readJson('account.json')).toMatchObject({
      user: { id: ownerId, email: person.user.email, language: 'en' },
      groups: [{ role: 'U', name: { default: 'Spinners' } }],
      instructions: { about_me: 'Weaver', how_to_answer: 'Short' },
      folders: [{ name: 'Weaving', instructions: 'Be brief.', files: ['files/F1-1 loom.txt'] }],
      feedback: [{ rating: 'bad', reason: 'Too short' }],
    })
    expect(read('README.txt')).toMatch(/^\uFEFFA copy of your data\r\n/)
    expect(names.map(read).join('\n')).not.toMatch(/canary|Not mine|of another|Prompt of the tenant|password/i)
    const events = await app.db.auditEvent.findMany({
      where: { actorId: ownerId, action: { contains: 'Takeout' } },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action, targetId }) => [action, targetId])).toEqual([
      ['requestTakeout', ownerId],
      ['downloadTakeout', ownerId],
    ])
  })

  test('of a user without chats has the account and no prompts', async () => {
    const person = await app.createPerson()
    const { takeout, names, readJson } = await openTakeout(person)
    expect(takeout).toMatchObject({ done: 0, total: 0 })
    expect(names).toEqual(['README.txt', 'account.json', 'prompts.json'])
    expect(readJson('prompts.json')).toEqual({ format: 'heddle-prompts', version: 1, prompts: [] })
  })
})

describe('a takeout', () => {
  test('is made once a day: one that is being made is returned, and the next replaces the zip of the last', async () => {
    const person = await app.createPerson()
    await worker.close()
    const [first, second] = [readTakeout(await request(person)), readTakeout(await request(person))]
    expect(first).toMatchObject({ state: 'waiting', done: 0, total: null, size_bytes: null, next_from: null })
    expect(second).toEqual(first)
    worker = await startWorker(app.dependencies, takeoutQueue)
    const ready = await untilEnded(person)
    const { createdAt, storageKey } = await findRow(person)
    expect(ready.next_from).toBe(new Date(createdAt.getTime() + limits.takeout.hours * 3_600_000).toISOString())
    const refused = await request(person)
    expect([refused.statusCode, codeOf(refused)]).toEqual([429, 'TAKEOUT_TOO_SOON'])
    const seconds = refused.json().detail.params.retry_after
    expect(seconds).toBeGreaterThan(86_400 - 60)
    expect(Number(refused.headers['retry-after'])).toBe(seconds)
    await moveBack(person, { createdAt: new Date(Date.now() - limits.takeout.hours * 3_600_000) })
    const next = await takeOut(person)
    expect(next.id).not.toBe(ready.id)
    expect(codeOf(await download(person, ready.id))).toBe('TAKEOUT_NOT_FOUND')
    expect(await app.db.fileRemoval.findUnique({ where: { storageKey: storageKey ?? '' } })).not.toBeNull()
  })

  test('is for its owner alone, whose session has shown who it is, and until its days are over', async () => {
    const person = await app.createPerson()
    const [colleague, superUser] = [
      await app.createPerson({ tenantId: person.tenantId }),
      await app.createPerson({ tenantId: person.tenantId, role: 'S' }),
    ]
    const { id } = await takeOut(person)
    const unknown = await download(colleague, unknownId())
    for (const other of [colleague, superUser]) {
      const refused = await download(other, id)
      expect([refused.statusCode, refused.json()]).toEqual([
        404,
        { detail: { ...unknown.json().detail, request_id: refused.json().detail.request_id } },
      ])
      expect(await find(other)).toBeNull()
    }
    await app.dependencies.pool.query(`UPDATE session SET verified_at = now() - interval '11 minutes' WHERE user_id = $1`, [person.user.id])
    const refused = await download(person, id)
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'AUTH_STEP_UP_REQUIRED'])
    await app.dependencies.pool.query(`UPDATE session SET verified_at = now() WHERE user_id = $1`, [person.user.id])
    expect((await download(person, id)).statusCode).toBe(200)
    await moveBack(person, { expiresAt: new Date() })
    expect(codeOf(await download(person, id))).toBe('TAKEOUT_NOT_FOUND')
    const { storageKey } = await findRow(person)
    await sweep()
    expect(await find(person)).toBeNull()
    expect(await app.db.fileRemoval.findUnique({ where: { storageKey: storageKey ?? '' } })).not.toBeNull()
  })

  test('is no longer downloaded once its user is disabled, also when the download began before', async () => {
    const person = await app.createPerson()
    const { id } = await takeOut(person)
    // More than the connection holds while nothing is read from it.
    const sizeBytes = 64 * 1024 ** 2
    const [path, storageKey] = [join(folder, randomUUID()), randomUUID()]
    await writeFile(path, Buffer.alloc(sizeBytes))
    await app.dependencies.files.put(storageKey, path)
    await moveBack(person, { storageKey, sizeBytes })
    const connected = once(app.app.server, 'connection')
    const asked = get(`${app.origin}${url}/${id}/file`, { agent: false, headers: person.headers })
    const [socket] = (await connected) as [Socket]
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const lostAt = Date.now()
    await app.db.user.update({ where: { id: person.user.id }, data: { status: 'disabled' } })
    await once(socket, 'close')
    expect(Date.now() - lostAt).toBeLessThan(5_000)
    await expect(buffer(response)).rejects.toThrow('aborted')
  })

  test('goes with the account, and ends for a user who is disabled or in another tenant', async () => {
    const administrator = await app.createPerson({ role: 'A' })
    const { tenantId } = administrator
    const deleted = await app.createPerson({ tenantId })
    await takeOut(deleted)
    const { storageKey } = await findRow(deleted)
    expect((await administrator.delete(`/api/v1/user/${deleted.user.id}`)).statusCode).toBe(200)
    expect(await app.db.takeout.count({ where: { userId: deleted.user.id } })).toBe(0)
    expect(await app.db.fileRemoval.findUnique({ where: { storageKey: storageKey ?? '' } })).not.toBeNull()

    const [disabled, moved] = [await app.createPerson({ tenantId }), await app.createPerson({ tenantId })]
    await worker.close()
    await request(disabled)
    await request(moved)
    await app.db.user.update({ where: { id: disabled.user.id }, data: { status: 'disabled' } })
    await app.db.user.update({ where: { id: moved.user.id }, data: { tenantId: (await createTenant(app.db)).id } })
    worker = await startWorker(app.dependencies, takeoutQueue)
    for (const person of [disabled, moved])
      expect(await until('the end', async () => (await findRow(person)).error)).toMatchObject({ code: 'TAKEOUT_INTERRUPTED' })
  })

  test('of too many bytes fails, and may be requested again', async () => {
    const person = await app.createPerson()
    const { id: chatId } = await createChat(app.db, { ownerId: person.user.id })
    const files = [await addFile({ chatId }, 'a.pdf', 'a'), await addFile({ chatId }, 'b.pdf', 'b')]
    for (const { id } of files) await app.db.chatFile.update({ where: { id }, data: { sizeBytes: limits.takeout.bytes } })
    expect(await takeOut(person)).toMatchObject({
      state: 'failed',
      error: { code: 'TAKEOUT_TOO_LARGE', params: { max_gb: 1 } },
      expires_at: null,
      next_from: null,
    })
    await app.db.chatFile.updateMany({ where: { chatId }, data: { sizeBytes: 1 } })
    expect((await takeOut(person)).state).toBe('ready')
  })

  test('whose worker is killed is taken over, and ends when the queue gives it up', async () => {
    const person = await app.createPerson()
    const { id: ownerId } = person.user
    const { id: assistantId } = await app.db.assistant.findFirstOrThrow()
    const { count } = await app.db.chat.createMany({
      data: Array.from({ length: 200 }, (_, number) => ({ ownerId, tenantId: person.tenantId, assistantId, title: `Chat ${number}` })),
    })
    await worker.close()
    await request(person)
    const killed = spawnWorker(app, takeoutQueue)
    await until('its first entries', async () => (await find(person))?.total === count)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    expect(await find(person)).toMatchObject({ state: 'running' })
    await sweep()
    expect((await find(person))?.state).toBe('running')
    worker = await startWorker(app.dependencies, takeoutQueue)
    expect(await untilEnded(person)).toMatchObject({ state: 'ready', done: count })

    const lost = await app.createPerson()
    await worker.close()
    await request(lost)
    await app.asOwner(`UPDATE pgboss.job SET state = 'failed' WHERE name = '${takeoutQueue}' AND state < 'completed'`)
    await sweep()
    expect(await find(lost)).toMatchObject({ state: 'failed', error: { code: 'TAKEOUT_INTERRUPTED' }, next_from: null })
    worker = await startWorker(app.dependencies, takeoutQueue)
  })
})
