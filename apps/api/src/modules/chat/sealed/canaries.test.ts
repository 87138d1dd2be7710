// Fifty canaries of a temporary chat, in questions, replies, names of files and files: its owner reads them, and nothing else has them
// (issue 33, must-show 2). What a kill leaves of them is in scripts/database/killed-product.test.ts.
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import { createMembership } from '@heddle/db/factories/group'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createUsers } from '@heddle/db/factories/user'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatApp } from '../../../../test/chat/chat-app.ts'
import { createTracedApp } from '../../../../test/chat/traced-app.ts'
import { findInFiles, findInTables, findServerFolders, listForms } from '../../../../test/chat/find-text.ts'
import { chatUrl, createTemporary, readChat, say, upload } from '../../../../test/chat/temporary-scene.ts'
import { unpackZip } from '../../../../test/files/collection-file.ts'
import type { Target } from '../../../../test/matrix/part.ts'
import { callAbout } from '../../../../test/matrix/requests.ts'
import { startScriptedServer } from '../../../../test/servers/scripted-server.ts'
import { until } from '../../../../test/until.ts'

const begun = new Date()
const mark = `canary${randomUUID().replaceAll('-', '')}`
const canaries = Array.from({ length: 50 }, (_, index) => `${mark}${String(index).padStart(2, '0')}`)
const lines: string[] = []

let traced: Awaited<ReturnType<typeof createTracedApp>>
let app: ChatApp
beforeAll(async () => {
  traced = await createTracedApp('trace', (line) => void lines.push(line))
  app = traced.app
})
afterAll(() => traced.close())

type Person = Awaited<ReturnType<ChatApp['createPerson']>>
type Ids = { readonly id: string; readonly messageId: string; readonly fileId: string; readonly sourceId: string }

const isReading = (route: EndpointName) => endpoints[route].method === 'GET' || /^(find|query|search|summarize|export)/.test(route)
const hasId = (route: EndpointName) => endpoints[route].url.includes('/:id')
const isOfChat = (route: EndpointName) => endpoints[route].url.startsWith('/api/v1/chat/:id')
const routes = Object.keys(endpoints) as EndpointName[]

const parts = ['userId', 'hostId', 'runId', 'chunkId', 'editId', 'questionId', 'importId', 'shareId', 'comparisonId', 'rowId'] as const
const nameParts = (id: string) => Object.fromEntries(parts.map((name) => [name, id])) as Record<(typeof parts)[number], string>

type Call = { readonly route: EndpointName; readonly target: Target }

/** The calls of every route about the chat; of those that read and are not about a chat, also about what it is of. */
const listCalls = (chat: Ids, { others, groupId }: { others: readonly string[]; groupId: string }): Call[] =>
  routes.flatMap((route) => {
    const isAboutAll = hasId(route) && isReading(route) && !isOfChat(route)
    // The body of a new assistant is valid only with a group.
    const ids = route === 'createAssistant' ? [groupId] : isAboutAll ? [chat.id, ...others] : [chat.id]
    return ids.map((id) => ({ route, target: { ...nameParts(id), ...chat, id, about: 'id' } satisfies Target }))
  })

/** Has each call made by a user of its own, as some end sessions or accounts; returns those whose response has a canary, and the statuses. */
async function callAll(calls: readonly Call[], { tenantId, groupId }: { tenantId: string; groupId: string }, role: 'U' | 'A' | 'S') {
  const users = await createUsers(app.db, calls.length, { tenantId, role })
  await app.db.membership.createMany({ data: users.map(({ id: userId }) => ({ groupId, userId })) })
  const callers = await app.asEach(users)
  const leaks: string[] = []
  const statuses = new Map<EndpointName, Set<number>>()
  for (const [index, { route, target }] of calls.entries()) {
    const response = await callAbout({ api: app, db: app.db }, { route, thing: '' }, target, callers[index]?.headers)
    const { rawPayload, headers, statusCode } = response
    const entries = rawPayload.subarray(0, 2).toString() === 'PK' ? [...(await unpackZip(rawPayload)).values()] : []
    const bodies = [rawPayload, Buffer.from(JSON.stringify(headers)), ...entries]
    if (bodies.some((body) => listForms(mark).some((form) => body.includes(form)))) leaks.push(`${route} to ${role}`)
    statuses.set(route, (statuses.get(route) ?? new Set()).add(statusCode))
  }
  return { leaks, statuses }
}

/** A model whose server refuses each call in words that quote it. */
async function createQuotingModel(tenantId: string) {
  const server = await startScriptedServer(({ body }) => ({
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ error: { message: `Invalid input: ${JSON.stringify(body)}`, type: 'invalid_request_error' } }),
  }))
  const endpoint = await createModelEndpoint(app.db, { tenantId, baseUrl: server.url })
  return { server, model: await createModel(app.db, { tenantId, name: 'quoting', endpointId: endpoint.id }) }
}

/** Says all canaries in the chat, and leaves a reply running that has some. */
async function sayAll(person: Person, tenantId: string, chat: { id: string; version: number }) {
  let last: { id: string; version: number } = chat
  for (let index = 0; index < canaries.length; index += 5) {
    const text = canaries.slice(index, index + 5).join(' ')
    const said = await say(app, person, last, text)
    expect(said.message.content).toBe(text)
    last = said
  }
  const [, , ofName, ofText] = canaries
  const file = await upload(app, person, chat, `${ofName}.txt`, `${ofText} shrinks by three percent.`)
  expect(file.name).toBe(`${ofName}.txt`)
  const asked = await app.send(person, last, { content: 'By how much does it shrink?', file_ids: [file.id] })
  const cited = (await asked.done()).message
  expect(cited.sources).toMatchObject([{ number: 1, title: `${ofName}.txt`, passage: expect.stringContaining(ofText ?? '') as string }])
  expect((await person.get(chatUrl(chat, `/message/${cited.id}/source`))).json()).toEqual({ sources: cited.sources })
  const { server, model } = await createQuotingModel(tenantId)
  for (const fault of ['status=400', 'drop=2', 'error_event=1', 'malformed=1', 'context=1'])
    await (await app.send(person, await readChat(person, chat), { content: `${mark} [[demo:echo,${fault}]]` })).done()
  const quoted = await app.send(person, await readChat(person, chat), { content: mark, model: { id: model.id } })
  expect((await quoted.done()).error).toMatchObject({ code: 'MODEL_REFUSED' })
  await server.close()
  const now = await readChat(person, chat)
  const running = await app.send(person, now, {
    content: `${`${mark} `.repeat(80)} [[demo:echo,endless,tps=60]]`,
    model: { name: 'gpt-4o' },
  })
  await until('a chunk', async () => (await app.db.replyChunk.count({ where: { message: { chatId: chat.id } } })) > 0)
  return { running, ids: { id: chat.id, messageId: cited.id, fileId: file.id, sourceId: cited.sources[0]?.id ?? '' } }
}

// The chat is asked about by every route.
test(
  'are in no response to another, no table, file, write-ahead log, line of a log or trace, while the chat is there and after it',
  { timeout: 150_000 },
  async () => {
    const { person, assistant, chat, tenantId } = await createTemporary(app)
    const { groupId } = assistant
    await createMembership(app.db, { groupId, userId: person.user.id })
    // That the search finds what is there.
    const control = `control${randomUUID().replaceAll('-', '')}`
    await say(app, person, await app.startChat(person, assistant.id), control)
    const { pool, config } = app.dependencies
    const folders = await findServerFolders(pool)
    async function searchEverywhere(text: string) {
      await app.asOwner('CHECKPOINT')
      const inFiles = await Promise.all([...folders, config.files.dir ?? ''].map((folder) => findInFiles(folder, text, begun)))
      return [...(await findInTables(pool, text)), ...inFiles.flat()]
    }

    const { running, ids } = await sayAll(person, tenantId, chat)
    const { runId } = await app.db.message.findUniqueOrThrow({ where: { id: ids.messageId } })
    const calls = listCalls(ids, { others: [person.user.id, tenantId, assistant.id, ids.messageId, runId ?? ''], groupId })
    const reading = calls.filter(({ route }) => isReading(route))
    // What a user reads of others, an administrator reads too.
    const ofChat = calls.filter(({ route, target }) => target.id === ids.id || route === 'createAssistant')
    for (const role of ['U', 'S'] as const) {
      const { leaks, statuses } = await callAll(role === 'U' ? ofChat : calls, { tenantId, groupId }, role)
      expect(leaks).toEqual([])
      for (const route of routes.filter(isOfChat)) expect([route, ...(statuses.get(route) ?? [])]).toEqual([route, 404])
      const isRead = role === 'S' ? 200 : 403
      for (const route of ['exportUsage', 'exportFeedback', 'exportAudit'] as const) expect(statuses.get(route)).toContain(isRead)
    }
    expect((await callAll(reading, { tenantId, groupId }, 'A')).leaks).toEqual([])
    expect(await searchEverywhere(mark)).toEqual([])
    await person.post(chatUrl(chat, '/stop_generation'))
    expect((await running.done()).status).toBe('stopped')
    expect(JSON.stringify(await readChat(person, chat))).toContain(mark)
    expect(await searchEverywhere(mark)).toEqual([])
    const kept = await searchEverywhere(control)
    expect(kept).toContain('public.message')
    expect(kept.some((name) => name.includes('/pg_wal/'))).toBe(folders.length > 0)

    expect((await person.delete(chatUrl(chat))).statusCode).toBe(200)
    expect((await person.get(chatUrl(chat))).statusCode).toBe(404)
    expect(await app.db.message.count({ where: { chatId: chat.id } })).toBe(0)
    expect((await callAll(reading, { tenantId, groupId }, 'S')).leaks).toEqual([])
    expect(await searchEverywhere(mark)).toEqual([])
    await traced.stopTracing()
    expect(traced.received.map(({ body }) => body).join()).toContain(chat.id)
    for (const written of [...lines, ...traced.received.map(({ body }) => body)]) expect(written).not.toContain(mark)
    expect(lines.join()).toContain('Reply failed')
  },
)
