// Audience, extent and state of a share, and who asks, against every route that reads a chat: what is not to be seen is not told, byte for byte.
import { createChat, createChatFile, createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../../test/application/test-app.ts'
import { rounds } from '../../../../../../scripts/testing/rounds.ts'
import { citeRows } from '../../../../test/dataset/cite-rows.ts'
import { citeSource, createParsedText } from '../../../../test/knowledge/cite-source.ts'

let api: TestApp
let world: Awaited<ReturnType<typeof arrange>>
beforeAll(async () => {
  api = await createTestApp()
  world = await arrange()
})
afterAll(() => api.close())

const audiences = ['tenant', 'groups', 'people'] as const
const extents = ['live', 'until'] as const
const readerNames = ['named', 'member', 'former', 'other', 'admin', 'superUser', 'stranger'] as const
type Extent = (typeof extents)[number]
type ReaderName = (typeof readerNames)[number]

/** Those who read by a share that goes on; the former member has left the group. */
const readersBy: Readonly<Record<(typeof audiences)[number], readonly ReaderName[]>> = {
  tenant: ['named', 'member', 'former', 'other', 'admin', 'superUser'],
  groups: ['member'],
  people: ['named'],
}

/** A question and a reply before the message that is shared, and all that came after it: another reply in its stead, and a next question. */
async function createTwoPartChat(ownerId: string, tenantId: string) {
  const { db } = api
  const chat = await createChat(db, { ownerId })
  const { id: questionId } = await createMessage(db, { chatId: chat.id, content: 'EARLY question' })
  const { id: early } = await createMessage(db, { chatId: chat.id, role: 'assistant', content: 'EARLY reply' })
  await createMessage(db, { chatId: chat.id, content: 'LATER question' })
  const { id: late } = await createMessage(db, { chatId: chat.id, role: 'assistant', content: 'LATER reply' })
  await db.message.create({
    data: { chatId: chat.id, parentId: questionId, depth: 1, role: 'assistant', content: 'LATER instead', responseLanguage: 'en' },
  })
  await db.chat.update({ where: { id: chat.id }, data: { version: 77 } })
  const file = await createChatFile(db, { chatId: chat.id, messageId: questionId })
  const collection = await createCollection(db, { tenantId })
  const cite = async (messageId: string, word: string) => {
    const original = { content: `${word} original`, document: createParsedText(`${word} original`) }
    const { cited } = await citeSource(api.dependencies, { messageId, collectionId: collection.id, passage: `${word} passage`, original })
    const rows = await citeRows(db, { messageId, text: `${word} rows`, dataset: { tenantId } })
    return { source: cited.id, rows: rows.id }
  }
  return { id: chat.id, questionId, early, late, fileId: file.id, ofEarly: await cite(early, 'EARLY'), ofLate: await cite(late, 'LATER') }
}

type ChatIds = Awaited<ReturnType<typeof createTwoPartChat>>

async function arrange() {
  const { db } = api
  const [{ id: tenantId }, { id: elsewhere }] = [await createTenant(db), await createTenant(db)]
  const owner = await createUser(db, { tenantId })
  const [group, empty] = [await createGroup(db, { tenantId }), await createGroup(db, { tenantId })]
  const users = {
    named: await createUser(db, { tenantId }),
    member: await createUser(db, { tenantId }),
    former: await createUser(db, { tenantId }),
    other: await createUser(db, { tenantId }),
    admin: await createUser(db, { tenantId, role: 'A' }),
    superUser: await createUser(db, { tenantId, role: 'S' }),
    stranger: await createUser(db, { tenantId: elsewhere, role: 'S' }),
  }
  await createMembership(db, { groupId: group.id, userId: users.member.id })
  await createMembership(db, { groupId: empty.id, userId: users.former.id })
  const readers = {} as Record<ReaderName, Caller>
  for (const name of readerNames) readers[name] = await api.as(users[name])
  const chats = new Map<string, ChatIds & { shareId: string }>()
  for (const audience of audiences)
    for (const extent of extents) {
      const chat = await createTwoPartChat(owner.id, tenantId)
      const targets = { groups: { groupIds: [group.id] }, people: { userIds: [users.named.id] }, tenant: {} }[audience]
      const share = await createChatShare(db, { chatId: chat.id, ...targets, untilMessageId: extent === 'until' ? chat.early : null })
      chats.set(`${audience} ${extent}`, { ...chat, shareId: share.id })
    }
  const caller = await api.as(owner)
  return { tenantId, elsewhere, owner: caller, readers, chats, unknown: await describeUnknown(readers.other) }
}

type Route = {
  readonly call: (caller: Caller, ids: ChatIds) => ReturnType<Caller['get']>
  /** The status to a reader of the chat as it goes on, and up to a message. */
  readonly status: readonly [number, number]
  /** Whether the response has what was said. */
  readonly tells?: true
}

const at = ({ id }: ChatIds, path = '') => `/api/v1/chat/${id}${path}`
const get = (path: (ids: ChatIds) => string, status: Route['status'], tells?: true): Route => ({
  call: (caller, ids) => caller.get(at(ids, path(ids))),
  status,
  ...(tells && { tells }),
})

const wordFile = 'exportChat, a later message'

const routes: Readonly<Record<string, Route>> = {
  getChat: get(() => '', [200, 200], true),
  getChatWithoutSource: get(() => '/without_source', [200, 200], true),
  getChatProfile: get(() => '/profile', [200, 200]),
  'getChatMessages, before the message': get(({ early }) => `/message?before=${early}`, [200, 200]),
  'getChatMessages, before a later one': get(({ late }) => `/message?before=${late}`, [200, 404]),
  'getChatMessages, around a later one': get(({ early, late }) => `/message?before=${early}&around=${late}`, [200, 200]),
  searchChat: { call: (caller, ids) => caller.post(at(ids, '/search'), { text: 'EARLY' }), status: [200, 200] },
  'exportChat, md': get(() => '/export?format=md', [200, 200], true),
  'exportChat, json': get(() => '/export?format=json', [200, 200], true),
  [wordFile]: get(({ late }) => `/export?format=docx&message_id=${late}`, [200, 404]),
  getMessageSources: get(({ early }) => `/message/${early}/source`, [200, 200]),
  'getMessageSources, of a later one': get(({ late }) => `/message/${late}/source`, [200, 404]),
  getCitedContent: get(({ early, ofEarly }) => `/message/${early}/source/${ofEarly.source}/content`, [200, 200]),
  'getCitedContent, of a later one': get(({ late, ofLate }) => `/message/${late}/source/${ofLate.source}/content`, [200, 404]),
  getCitedPage: get(({ early, ofEarly }) => `/message/${early}/source/${ofEarly.source}/page/1`, [200, 200]),
  'getCitedPage, of a later one': get(({ late, ofLate }) => `/message/${late}/source/${ofLate.source}/page/1`, [200, 404]),
  exportCitedRows: get(({ early, ofEarly }) => `/message/${early}/source/${ofEarly.rows}/export?format=csv`, [200, 200]),
  'exportCitedRows, of a later one': get(({ late, ofLate }) => `/message/${late}/source/${ofLate.rows}/export?format=csv`, [200, 404]),
  rejoinReply: get(() => '/message_stream', [200, 200]),
  getToldContext: get(({ early }) => `/message/${early}/told`, [404, 404]),
  getChatFile: get(({ fileId }) => `/file/${fileId}`, [403, 403]),
  queryChatFilePages: { call: (caller, ids) => caller.post(at(ids, `/file/${ids.fileId}/page/query`)), status: [403, 403] },
  giveFeedback: {
    call: (caller, ids) => caller.post(at(ids, `/message/${ids.late}/feedback`), { message_index: 3, rating: 'good' }),
    status: [403, 403],
  },
  setChatTitle: { call: (caller, ids) => caller.post(at(ids, '/title'), { name: 'Mine' }), status: [403, 403] },
  stopGeneration: { call: (caller, ids) => caller.post(at(ids, '/stop_generation')), status: [403, 403] },
  queryChatShares: { call: (caller, ids) => caller.post(at(ids, '/share/query')), status: [403, 403] },
  previewChatShare: {
    call: (caller, ids) => caller.post(at(ids, '/share/preview'), { share: { audience: 'tenant' } }),
    status: [403, 403],
  },
  createChatShare: { call: (caller, ids) => caller.post(at(ids, '/share'), { share: { audience: 'tenant' } }), status: [403, 403] },
  forkChat: { call: (caller, ids) => caller.post(at(ids, '/fork')), status: [200, 200], tells: true },
}

/** The response to each call about a chat that there is not. */
async function describeUnknown(caller: Caller): Promise<Map<string, string>> {
  const ids = { id: unknownId(), questionId: unknownId(), early: unknownId(), late: unknownId(), fileId: unknownId() }
  const cited = { source: unknownId(), rows: unknownId() }
  const bodies = new Map<string, string>()
  for (const [name, { call }] of Object.entries(routes)) {
    const response = await call(caller, { ...ids, ofEarly: cited, ofLate: cited })
    bodies.set(name, `${response.statusCode} ${response.body}`)
  }
  return bodies
}

/** Asks all routes, and returns what is not as it should be. */
async function findWrong(reader: ReaderName, extent: Extent, ids: ChatIds, reads: boolean, isFirst = true): Promise<string[]> {
  // A Word file takes a second to make: one of those who read a chat has it.
  const asked = Object.entries(routes).filter(([name]) => name !== wordFile || isFirst || !reads || extent === 'until')
  const checks = asked.map(async ([name, { call, status, tells }]) => {
    const response = await call(world.readers[reader], ids)
    const { body } = response
    if (!reads) return `${response.statusCode} ${body}` === world.unknown.get(name) ? [] : [`${reader} ${name}: ${response.statusCode}`]
    const tellsLater = body.includes('LATER')
    return [
      ...(response.statusCode === status[extent === 'live' ? 0 : 1] ? [] : [`${reader} ${name}: ${response.statusCode}`]),
      ...(extent === 'until' && tellsLater ? [`${reader} ${name} tells of later`] : []),
      ...(extent === 'live' && tells && !tellsLater ? [`${reader} ${name} leaves out`] : []),
      ...(tells && !body.includes('EARLY') ? [`${reader} ${name} has nothing`] : []),
    ]
  })
  return (await Promise.all(checks)).flat()
}

const cases = audiences.flatMap((audience) => extents.map((extent) => ({ audience, extent })))

function getShared(audience: string, extent: string) {
  const chat = world.chats.get(`${audience} ${extent}`)
  if (!chat) throw new Error('There is no such chat')
  return chat
}

type State = { readonly share?: object; readonly owner?: object }

const past = new Date(Date.now() - 1)
const closed: Readonly<Record<string, () => State>> = {
  expired: () => ({ share: { expiresAt: past } }),
  revoked: () => ({ share: { revokedAt: past } }),
  'the owner is disabled': () => ({ owner: { status: 'disabled' } }),
  'the owner is in another tenant': () => ({ owner: { tenantId: world.elsewhere } }),
}

/** Puts the share and its owner into a state; without one, as they were. */
async function setState({ shareId }: { shareId: string }, { share = {}, owner = {} }: State = {}) {
  await api.db.chatShare.update({ where: { id: shareId }, data: { expiresAt: null, revokedAt: null, ...share } })
  await api.db.user.update({ where: { id: world.owner.user.id }, data: { status: 'active', tenantId: world.tenantId, ...owner } })
}

const isThorough = rounds(1, extents.length) === extents.length

/** Each state with each audience, in turn with one of both extents; with `THOROUGH=1` with both. */
const statesWith = (extent: Extent) => Object.keys(closed).filter((_, index) => isThorough || extents[index % extents.length] === extent)

describe.each(cases)('a chat that is shared with $audience, $extent', ({ audience, extent }) => {
  test('is read by those it is shared with, and does not exist for others', async () => {
    const chat = getShared(audience, extent)
    const wrong = []
    const reading = readersBy[audience]
    for (const reader of readerNames)
      wrong.push(...(await findWrong(reader, extent, chat, reading.includes(reader), reader === reading[0])))
    expect(wrong).toEqual([])
  })

  test.each(statesWith(extent))('exists for none of them: %s', async (state) => {
    const chat = getShared(audience, extent)
    await setState(chat, closed[state]?.())
    const wrong = []
    for (const reader of readersBy[audience].slice(0, 2)) wrong.push(...(await findWrong(reader, extent, chat, false)))
    await setState(chat)
    expect(wrong).toEqual([])
  })
})

describe('a chat up to a message', () => {
  test('tells its readers nothing of how it has gone on, also not that it has', async () => {
    const chat = getShared('people', 'until')
    const { messages, ...profile } = (await world.readers.named.get(`/api/v1/chat/${chat.id}`)).json().chat
    const until = await api.db.message.findUniqueOrThrow({ where: { id: chat.early } })
    expect(profile).toMatchObject({
      version: 0,
      remaining_requests: 0,
      is_generating: false,
      explicitly_public: false,
      is_shared: false,
      updated_at: until.finishedAt?.toISOString(),
      shared: { until_message_id: chat.early, expires_at: null },
      abilities: { write: false, share: false, delete: false, fork: true, unshare: false },
    })
    expect(messages.map(({ id }: { id: string }) => id)).toEqual([chat.questionId, chat.early])
    expect(messages[1].siblings).toEqual({ index: 0, count: 1, previous_id: null, next_id: null })
    const stream = (await world.readers.named.get(`/api/v1/chat/${chat.id}/message_stream`)).body
    expect(stream).toContain('EARLY reply')
    expect(stream).toMatch(/"siblings":\{"index":0,"count":1/)
    expect(stream).not.toMatch(/"version":77/)
  })

  test('is in no export of many for those who may not read it', async () => {
    const [readable, hidden] = [getShared('people', 'until'), getShared('groups', 'until')]
    const zip = await world.readers.named.post('/api/v1/chat/bulk/export', { ids: [readable.id, hidden.id], format: 'json' })
    expect(zip.body).toContain('001 ')
    expect(zip.body).not.toContain('002 ')
    expect(zip.body).toContain('not-found.txt')
  })
})

test('a reader who is disabled, or in another tenant, has no session', async () => {
  const chat = getShared('people', 'live')
  const { id } = world.readers.named.user
  const read = async () => (await world.readers.named.get(`/api/v1/chat/${chat.id}`)).statusCode
  await api.db.user.update({ where: { id }, data: { status: 'disabled' } })
  const disabled = await read()
  await api.db.user.update({ where: { id }, data: { status: 'active', tenantId: world.elsewhere } })
  const moved = await read()
  await api.db.user.update({ where: { id }, data: { tenantId: world.tenantId } })
  expect([disabled, moved, await read()]).toEqual([401, 401, 200])
})
