import type { Feedback, FeedbackDetail } from '@heddle/contracts/feedback/feedback'
import { evalColumn, kindColumns, qaColumn } from '@heddle/contracts/dataset/kind-columns'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createMessage } from '@heddle/db/factories/chat'
import { createDataset } from '@heddle/db/factories/dataset'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

type Answer = Awaited<ReturnType<Caller['get']>>

const readCode = (answer: Answer) => [answer.statusCode, answer.json<{ detail: { code: string } }>().detail.code]

const buildUrl = (chatId: string, messageId: string) => `/api/v1/chat/${chatId}/message/${messageId}/feedback`

/** A user with a chat of one question and its reply, and an administrator of the tenant. */
async function arrange({ tenantId = '' } = {}) {
  const tenant = tenantId || (await createTenant(api.db)).id
  const owner = await api.as(await createUser(api.db, { tenantId: tenant, name: { default: 'Ada' } }))
  const admin = await api.as(await createUser(api.db, { tenantId: tenant, role: 'A' }))
  const assistant = await createAssistant(api.db, { tenantId: tenant, isPublic: true, name: { default: 'Weaver', ja: '織' } })
  const chat = await createChat(api.db, { ownerId: owner.user.id, assistantId: assistant.id })
  const question = await createMessage(api.db, { chatId: chat.id, content: 'How strong is hemp?' })
  const reply = await createMessage(api.db, { chatId: chat.id, role: 'assistant', content: 'Very.', modelName: 'demo', reasoning: 'Hmm.' })
  const give = (body: object, messageId = reply.id) =>
    owner.post(buildUrl(chat.id, messageId), { message_index: 1, rating: 'bad', ...body })
  return { tenantId: tenant, owner, admin, assistant, chat, question, reply, give }
}

const findRows = (messageId: string) => api.db.messageFeedback.findMany({ where: { messageId } })
const findRow = async (messageId: string) => (await findRows(messageId))[0]

async function query(admin: Caller, body: object = {}) {
  const answer = await admin.post('/api/v1/feedback/query', body)
  expect(answer.statusCode).toBe(200)
  return answer.json<{ feedback: Feedback[]; next_page_token?: string }>()
}

/** Of the tenant's only feedback. */
async function findOnlyId(admin: Caller) {
  const { feedback } = await query(admin)
  expect(feedback).toHaveLength(1)
  return feedback[0]?.id ?? ''
}

/** Marks a feedback as it is now. */
const mark = async (admin: Caller, id: string, isDealtWith: boolean) =>
  admin.put(`/api/v1/feedback/${id}`, { is_dealt_with: isDealtWith, updated_at: await readTime(id) })

/** Makes a row of a feedback as it is now. */
const createRow = async (admin: Caller, id: string, row: object) =>
  admin.post(`/api/v1/feedback/${id}/row`, { updated_at: await readTime(id), row })

const readTime = async (id: string) => (await api.db.messageFeedback.findUniqueOrThrow({ where: { id } })).updatedAt.toISOString()

const findDetail = async (admin: Caller, id: string) =>
  (await admin.get(`/api/v1/feedback/${id}`)).json<{ feedback: FeedbackDetail }>().feedback

describe('giving feedback', () => {
  test('keeps it with the names of the time, and shows it to its giver with the message', async () => {
    const { tenantId, owner, assistant, chat, reply, give } = await arrange()
    const answer = await give({ reason: ' Too short ' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { feedback: { rating: 'bad', reason: 'Too short', include_conversation: false, is_dealt_with: false } },
    ])
    expect(await findRows(reply.id)).toMatchObject([
      {
        tenantId,
        userId: owner.user.id,
        messageIndex: 1,
        rating: 'bad',
        reason: 'Too short',
        assistantId: assistant.id,
        assistantName: { default: 'Weaver', ja: '織' },
        modelName: 'demo',
        conversation: null,
      },
    ])
    const { chat: shown } = (await owner.get(`/api/v1/chat/${chat.id}`)).json<{ chat: { messages: { feedback: unknown }[] } }>()
    expect(shown.messages.map(({ feedback }) => feedback)).toEqual([
      null,
      { rating: 'bad', reason: 'Too short', include_conversation: false, is_dealt_with: false },
    ])
  })

  test('is one per user and message, also when given many times at once', async () => {
    const { reply, give } = await arrange()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => give({ rating: n % 2 ? 'good' : 'bad' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await findRows(reply.id)).toHaveLength(1)
  })

  test('keeps the reason while the rating stays, and clears it when the word turns', async () => {
    const { reply, give } = await arrange()
    await give({ reason: 'Wrong', include_conversation: true })
    await give({})
    expect(await findRow(reply.id)).toMatchObject({ rating: 'bad', reason: 'Wrong', conversation: expect.any(Array) })
    await give({ rating: 'good' })
    expect(await findRow(reply.id)).toMatchObject({ rating: 'good', reason: null, conversation: null })
    await give({ rating: 'good', reason: 'It helped' })
    expect(await findRow(reply.id)).toMatchObject({ rating: 'good', reason: 'It helped' })
    await give({ rating: 'good', reason: '' })
    expect(await findRow(reply.id)).toMatchObject({ reason: null })
  })

  test('is taken back, and the second time there is nothing', async () => {
    const { owner, chat, reply, give } = await arrange()
    await give({})
    const url = buildUrl(chat.id, reply.id)
    expect((await owner.delete(url)).json()).toEqual({ success: true })
    expect((await owner.delete(url)).json()).toEqual({ success: false })
    expect(await findRows(reply.id)).toEqual([])
  })

  test('names the place of a reply on the shown path that has ended', async () => {
    const { chat, question, reply, give } = await arrange()
    const invalid = [400, 'CHAT_INVALID_MESSAGE_INDEX']
    expect(readCode(await give({ message_index: 0 }))).toEqual(invalid)
    expect(readCode(await give({ message_index: 3 }))).toEqual(invalid)
    expect(readCode(await give({ message_index: 0 }, question.id))).toEqual(invalid)
    const sibling = { chatId: chat.id, role: 'assistant', parentId: question.id, depth: 1 } as const
    const running = await createMessage(api.db, { ...sibling, status: 'generating' })
    expect(readCode(await give({}, running.id))).toEqual(invalid)
    expect(readCode(await give({}))).toEqual(invalid)
    await api.db.message.delete({ where: { id: running.id } })
    await api.db.chat.update({ where: { id: chat.id }, data: { lastMessageId: reply.id } })
    expect((await give({})).statusCode).toBe(200)
  })

  const endWith = (status: 'completed' | 'stopped' | 'failed' | 'interrupted', content: string, messageId: string) =>
    api.db.message.update({ where: { id: messageId }, data: { status, content } })

  test.each([
    ['failed', 'Half a'],
    ['failed', ''],
    ['stopped', ''],
    ['interrupted', ''],
  ] as const)('is refused for a reply that is %s with the text "%s"', async (status, content) => {
    const { reply, give } = await arrange()
    await endWith(status, content, reply.id)
    expect(readCode(await give({}))).toEqual([409, 'CHAT_FEEDBACK_FAILED'])
    expect(await findRows(reply.id)).toEqual([])
  })

  test.each([
    ['stopped', 'Half a'],
    ['interrupted', 'Half a'],
    ['completed', ''],
  ] as const)('is taken for a reply that is %s with the text "%s"', async (status, content) => {
    const { reply, give } = await arrange()
    await endWith(status, content, reply.id)
    expect((await give({})).statusCode).toBe(200)
  })

  test('can be taken back from a reply that went on and failed', async () => {
    const { owner, chat, reply, give } = await arrange()
    await give({})
    await endWith('failed', 'Very.', reply.id)
    expect((await owner.delete(buildUrl(chat.id, reply.id))).json()).toEqual({ success: true })
  })

  test('is refused for messages that are not there, or not in this chat', async () => {
    const { give } = await arrange()
    const other = await arrange()
    expect(readCode(await give({}, unknownId()))).toEqual([404, 'CHAT_MESSAGE_NOT_FOUND'])
    expect(readCode(await give({}, other.reply.id))).toEqual([404, 'CHAT_MESSAGE_NOT_FOUND'])
    expect(await findRows(other.reply.id)).toEqual([])
  })

  test("is the owner's: 403 for who reads a shared chat, 404 for who may not", async () => {
    const { tenantId, admin, chat, reply } = await arrange()
    const colleague = await api.as(await createUser(api.db, { tenantId }))
    const body = { message_index: 1, rating: 'good' }
    for (const one of [colleague, admin])
      expect(readCode(await one.post(buildUrl(chat.id, reply.id), body))).toEqual([404, 'CHAT_NOT_FOUND'])
    await api.db.chat.update({ where: { id: chat.id }, data: { explicitlyPublic: true } })
    for (const one of [colleague, admin]) {
      expect(readCode(await one.post(buildUrl(chat.id, reply.id), body))).toEqual([403, 'FORBIDDEN'])
      expect(readCode(await one.delete(buildUrl(chat.id, reply.id)))).toEqual([403, 'FORBIDDEN'])
    }
    expect(await findRows(reply.id)).toEqual([])
  })
})

describe('the conversation', () => {
  test('is read by administrators only with leave, up to the reply and as it was, and no more when that is taken back', async () => {
    const { owner, admin, chat, reply, give } = await arrange()
    await give({ include_conversation: true })
    await createMessage(api.db, { chatId: chat.id, content: 'And later?' })
    const [listed] = (await query(admin)).feedback
    expect(listed).toMatchObject({ has_conversation: true, user: { id: owner.user.id, name: { default: 'Ada' } } })
    expect(JSON.stringify(listed)).not.toContain('hemp')
    const id = listed?.id ?? ''
    expect((await findDetail(admin, id)).conversation).toEqual([
      { role: 'user', content: 'How strong is hemp?' },
      { role: 'assistant', content: 'Very.' },
    ])
    await give({ include_conversation: false })
    expect(await findDetail(admin, id)).toMatchObject({ has_conversation: false, conversation: null })
    expect(await findRow(reply.id)).toMatchObject({ conversation: null })
  })

  test('is bounded: the last 40 messages and 200,000 characters', async () => {
    const { admin, chat, give } = await arrange()
    for (let n = 0; n < 42; n += 1)
      await createMessage(api.db, { chatId: chat.id, role: n % 2 ? 'assistant' : 'user', content: `No. ${n}` })
    const long = await createMessage(api.db, { chatId: chat.id, content: '𝌆'.repeat(110_000) })
    const last = await createMessage(api.db, { chatId: chat.id, role: 'assistant', content: 'x' })
    await give({ include_conversation: true, message_index: last.depth }, last.id)
    const id = await findOnlyId(admin)
    const { conversation } = await findDetail(admin, id)
    expect(conversation?.map(({ content }) => content.length)).toEqual([199_998, 1])
    await api.db.message.update({ where: { id: long.id }, data: { content: 'short' } })
    await give({ include_conversation: true, message_index: last.depth }, last.id)
    const whole = (await findDetail(admin, id)).conversation
    expect(whole).toHaveLength(40)
    expect(whole?.slice(-2)).toEqual([
      { role: 'user', content: 'short' },
      { role: 'assistant', content: 'x' },
    ])
  })

  test('goes with the chat; the numbers stay', async () => {
    const { owner, admin, chat, give } = await arrange()
    await give({ include_conversation: true, reason: 'Wrong' })
    expect((await owner.delete(`/api/v1/chat/${chat.id}`)).statusCode).toBe(200)
    const [remaining] = (await query(admin)).feedback
    expect(remaining).toMatchObject({ rating: 'bad', reason: 'Wrong', has_conversation: false, model_name: 'demo' })
    expect((await findDetail(admin, remaining?.id ?? '')).conversation).toBeNull()
    expect((await admin.post('/api/v1/feedback/summary/query')).json()).toMatchObject({ total: { good: 0, bad: 1 } })
    const rows = await api.db.messageFeedback.findMany({ where: { id: remaining?.id ?? '' } })
    expect(rows).toMatchObject([{ messageId: null, conversation: null }])
  })
})

describe('reading feedback', () => {
  test('is told of in the audit log, by its id and its giver', async () => {
    const { admin, give } = await arrange()
    await give({ include_conversation: true })
    const id = await findOnlyId(admin)
    await findDetail(admin, id)
    expect(readCode(await admin.get(`/api/v1/feedback/${unknownId()}`))).toEqual([404, 'FEEDBACK_NOT_FOUND'])
    const events = await api.db.auditEvent.findMany({ where: { actorId: admin.user.id, outcome: 'succeeded' } })
    expect(events).toMatchObject([
      { action: 'getFeedback', targetType: 'feedback', targetId: id, targetName: { default: 'Ada' }, after: null },
    ])
  })

  test('is of the own tenant, for a super user too', async () => {
    const { give } = await arrange()
    await give({})
    const stranger = await api.as(await createUser(api.db, { role: 'S' }))
    expect((await query(stranger)).feedback).toEqual([])
    const [row] = await api.db.messageFeedback.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(readCode(await stranger.get(`/api/v1/feedback/${row?.id}`))).toEqual([404, 'FEEDBACK_NOT_FOUND'])
  })

  test('pages by when it was first given, also when it is changed meanwhile', async () => {
    const { tenantId, admin, give } = await arrange()
    await give({ rating: 'good' })
    const second = await arrange({ tenantId })
    await second.give({})
    const third = await arrange({ tenantId })
    await third.give({})
    const first = await query(admin, { page_size: 2 })
    await give({ rating: 'bad', reason: 'After all' })
    const rest = await query(admin, { page_token: first.next_page_token })
    expect(first.feedback.map(({ user }) => user.id)).toEqual([third.owner.user.id, second.owner.user.id])
    expect(rest.feedback).toMatchObject([{ rating: 'bad', reason: 'After all' }])
    expect(rest.next_page_token).toBeUndefined()
  })

  test('filters by rating, assistant, model, person, reason and time', async () => {
    const { tenantId, owner, admin, assistant, give } = await arrange()
    await give({ reason: 'Wrong' })
    const other = await arrange({ tenantId })
    await other.give({ rating: 'good' })
    const listUsers = async (filters: object) => (await query(admin, filters)).feedback.map(({ user }) => user.id)
    expect(await listUsers({ rating: 'bad' })).toEqual([owner.user.id])
    expect(await listUsers({ assistant_id: assistant.id })).toEqual([owner.user.id])
    expect(await listUsers({ user_id: other.owner.user.id })).toEqual([other.owner.user.id])
    expect(await listUsers({ has_reason: true })).toEqual([owner.user.id])
    expect(await listUsers({ has_reason: false })).toEqual([other.owner.user.id])
    expect(await listUsers({ model_name: 'none' })).toEqual([])
    expect(await listUsers({ to: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await listUsers({ from: '2020-01-01T00:00:00Z' })).toHaveLength(2)
  })
})

describe('a feedback that is dealt with', () => {
  const readGiven = async ({ owner, chat }: Awaited<ReturnType<typeof arrange>>) =>
    (await owner.get(`/api/v1/chat/${chat.id}`)).json<{ chat: { messages: { feedback: unknown }[] } }>().chat.messages[1]?.feedback

  test('is marked by an administrator, told to its giver, found by it, and opened again', async () => {
    const arranged = await arrange()
    const { tenantId, admin, give } = arranged
    await give({ reason: 'Wrong' })
    const id = await findOnlyId(admin)
    const other = await arrange({ tenantId })
    await other.give({ rating: 'good' })
    const marked = await mark(admin, id, true)
    expect(marked.json()).toMatchObject({ feedback: { dealt_with: { at: expect.any(String), by: { id: admin.user.id } }, rows: [] } })
    expect(await readGiven(arranged)).toMatchObject({ rating: 'bad', is_dealt_with: true })
    expect((await query(admin, { is_dealt_with: true })).feedback.map((one) => one.id)).toEqual([id])
    expect((await query(admin, { is_dealt_with: false })).feedback.map(({ rating }) => rating)).toEqual(['good'])
    const counted = await admin.post('/api/v1/feedback/summary/query', { is_dealt_with: true })
    expect(counted.json()).toMatchObject({ total: { good: 0, bad: 1 } })
    const exported = await admin.get('/api/v1/feedback/export?is_dealt_with=true')
    expect(parse(exported.body, { bom: true, columns: true })).toMatchObject([{ id, dealt_with_at: expect.stringMatching(/^20/) }])
    await mark(admin, id, false)
    expect(await readGiven(arranged)).toMatchObject({ is_dealt_with: false })
    const events = await api.db.auditEvent.findMany({ where: { actorId: admin.user.id, action: 'updateFeedback' }, orderBy: { id: 'asc' } })
    const [yes, no] = [{ is_dealt_with: true }, { is_dealt_with: false }]
    expect(events).toMatchObject([
      { targetType: 'feedback', targetId: id, before: no, after: yes },
      { before: yes, after: no },
    ])
  })

  test('is open again by another rating or reason, and stays so by the same', async () => {
    const { reply, admin, give } = await arrange()
    await give({ reason: 'Wrong' })
    const id = await findOnlyId(admin)
    const giveAfterMark = async (body: object) => {
      await mark(admin, id, true)
      const answer = await give(body)
      return answer.json<{ feedback: { is_dealt_with: boolean } }>().feedback.is_dealt_with
    }
    expect(await giveAfterMark({})).toBe(true)
    expect(await giveAfterMark({ reason: 'Wrong' })).toBe(true)
    expect(await giveAfterMark({ reason: 'Still wrong' })).toBe(false)
    expect(await giveAfterMark({ include_conversation: true })).toBe(false)
    expect(await giveAfterMark({ include_conversation: true })).toBe(true)
    expect(await giveAfterMark({ rating: 'good' })).toBe(false)
    expect(await findRow(reply.id)).toMatchObject({ dealtWithAt: null })
  })

  test('is not dealt with by who has read earlier words', async () => {
    const { tenantId, admin, give } = await arrange()
    await give({ reason: 'Wrong' })
    const id = await findOnlyId(admin)
    const set = await createSet(tenantId, 'eval')
    const updated_at = await readTime(id)
    await give({ reason: 'Dangerous' })
    const row = { kind: 'eval', dataset_id: set.id, ...question }
    for (const answer of [
      await admin.put(`/api/v1/feedback/${id}`, { is_dealt_with: true, updated_at }),
      await admin.post(`/api/v1/feedback/${id}/row`, { updated_at, row }),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { detail: { code: 'REVISION_MISMATCH', params: { current: { id, reason: 'Dangerous', dealt_with: null } } } },
      ])
    expect(await findCells(set.id)).toEqual([])
  })

  const createSet = (tenantId: string, kind: 'eval' | 'qa') =>
    createDataset(api.db, { tenantId, kind, columns: [...(kindColumns[kind] ?? [])], nextColumn: 13, name: { default: kind } })

  const question = { question: 'How strong is hemp?', language: 'en' }
  const findCells = async (datasetId: string) => (await api.db.datasetRow.findMany({ where: { datasetId } })).map(({ data }) => data)

  test('becomes a question of an evaluation set, a draft until it has an expected answer, and an approved answer', async () => {
    const { tenantId, admin, give } = await arrange()
    await give({})
    const id = await findOnlyId(admin)
    const [set, answers] = [await createSet(tenantId, 'eval'), await createSet(tenantId, 'qa')]
    const create = (row: object) => createRow(admin, id, { ...question, ...row })
    const tested = await create({ kind: 'eval', dataset_id: set.id })
    expect([tested.statusCode, tested.json()]).toMatchObject([
      200,
      {
        feedback: {
          dealt_with: { by: { id: admin.user.id } },
          rows: [{ kind: 'eval', dataset: { id: set.id, name: { default: 'eval' } }, row_no: 1 }],
        },
      },
    ])
    await create({ kind: 'qa', dataset_id: answers.id, answer: '**550** MPa.' })
    expect((await findDetail(admin, id)).rows.map(({ kind }) => kind)).toEqual(['qa', 'eval'])
    const expected = { [evalColumn.question]: 'How strong is hemp?', [evalColumn.language]: 'en' }
    expect(await findCells(set.id)).toEqual([{ ...expected, [evalColumn.origin]: 'feedback', [evalColumn.state]: 'draft' }])
    expect(await findCells(answers.id)).toEqual([{ [qaColumn.question]: 'How strong is hemp?', [qaColumn.answer.en]: '**550** MPa.' }])
    expect(await api.db.dataset.findUnique({ where: { id: set.id } })).toMatchObject({ rowCount: 1, lastRowNo: 1, hasChanges: true })
    await api.db.datasetRow.deleteMany({ where: { datasetId: set.id } })
    expect((await findDetail(admin, id)).rows.map(({ row_no: rowNo }) => rowNo)).toEqual([1])
    const events = await api.db.auditEvent.findMany({
      where: { actorId: admin.user.id, action: 'createFeedbackRow' },
      orderBy: { id: 'asc' },
    })
    expect(events).toMatchObject([
      { targetType: 'dataset', targetId: set.id, after: { rows: 1, cells: 4, feedback_id: id } },
      { targetType: 'dataset', targetId: answers.id, after: { rows: 1, cells: 2, feedback_id: id } },
    ])
  })

  test('becomes a question that is ready when its expected answer is written', async () => {
    const { tenantId, admin, give } = await arrange()
    await give({})
    const set = await createSet(tenantId, 'eval')
    const row = { kind: 'eval', dataset_id: set.id, ...question, answer: '550 MPa' }
    await createRow(admin, await findOnlyId(admin), row)
    expect(await findCells(set.id)).toMatchObject([{ [evalColumn.answer]: '550 MPa', [evalColumn.state]: 'ready' }])
  })

  test('becomes one row of a kind, also when two are made at once', async () => {
    const { tenantId, admin, give } = await arrange()
    await give({})
    const id = await findOnlyId(admin)
    const sets = await Promise.all(Array.from({ length: 4 }, () => createSet(tenantId, 'eval')))
    const create = ({ id: dataset_id }: { id: string }) => createRow(admin, id, { kind: 'eval', dataset_id, ...question })
    const answers = await Promise.all(sets.map(create))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
    expect(readCode(await create({ id: sets[0]?.id ?? '' }))).toEqual([409, 'FEEDBACK_ROW_EXISTS'])
    expect(await api.db.datasetRow.count({ where: { datasetId: { in: sets.map((set) => set.id) } } })).toBe(1)
  })

  test('becomes no row of a dataset of another kind or another tenant', async () => {
    const { tenantId, admin, give } = await arrange()
    await give({})
    const id = await findOnlyId(admin)
    const elsewhere = await createDataset(api.db, { kind: 'eval', columns: [...(kindColumns.eval ?? [])] })
    for (const { id: dataset_id } of [await createSet(tenantId, 'qa'), elsewhere]) {
      const answer = await createRow(admin, id, { kind: 'eval', dataset_id, ...question })
      expect(readCode(answer)).toEqual([404, 'DATASET_NOT_FOUND'])
    }
    expect((await findDetail(admin, id)).dealt_with).toBeNull()
  })

  test('loses its row with the dataset, and may become another', async () => {
    const { tenantId, admin, give } = await arrange()
    await give({})
    const id = await findOnlyId(admin)
    const create = async () => {
      const set = await createSet(tenantId, 'eval')
      const answer = await createRow(admin, id, { kind: 'eval', dataset_id: set.id, ...question })
      return { set, status: answer.statusCode }
    }
    const { set } = await create()
    expect((await admin.delete(`/api/v1/knowledge/dataset/${set.id}`)).statusCode).toBe(200)
    expect((await findDetail(admin, id)).rows).toEqual([])
    expect((await create()).status).toBe(200)
  })
})

describe('a question that was included', () => {
  const texts = { question: 'How strong is hemp?', language: 'en', answer: 'Very.' }

  /** A row of a feedback with its conversation, beside a row that the administrator has worded. */
  async function arrangeRows() {
    const arranged = await arrange()
    const { tenantId, admin, give } = arranged
    await give({ include_conversation: true })
    const id = await findOnlyId(admin)
    const createSet = (kind: 'eval' | 'qa') => createDataset(api.db, { tenantId, kind, columns: [...(kindColumns[kind] ?? [])] })
    const [set, answers] = [await createSet('eval'), await createSet('qa')]
    await createRow(admin, id, { kind: 'eval', dataset_id: set.id, ...texts })
    await createRow(admin, id, { kind: 'qa', dataset_id: answers.id, ...texts, question: 'Strength of hemp?' })
    const readCells = async (datasetId: string) => (await api.db.datasetRow.findMany({ where: { datasetId, versionTo: null } }))[0]?.data
    const { [evalColumn.question]: _question, ...others } = (await readCells(set.id)) as Record<string, unknown>
    const expectForgotten = async () => {
      expect(await readCells(set.id)).toEqual(others)
      expect(await readCells(answers.id)).toMatchObject({ [qaColumn.question]: 'Strength of hemp?' })
    }
    return { ...arranged, id, set, answers, expectForgotten }
  }

  test('goes from the draft when the feedback is taken back; the row is found as one of feedback', async () => {
    const { owner, chat, reply, set, answers, expectForgotten } = await arrangeRows()
    expect((await owner.delete(buildUrl(chat.id, reply.id))).json()).toEqual({ success: true })
    await expectForgotten()
    const records = await api.db.feedbackRow.findMany({ where: { datasetId: { in: [set.id, answers.id] } }, orderBy: { kind: 'asc' } })
    expect(records).toMatchObject([
      { kind: 'qa', feedbackId: null },
      { kind: 'eval', feedbackId: null },
    ])
  })

  test.each([{ include_conversation: false }, { rating: 'good' }])('goes from the draft by the next word %j', async (body) => {
    const { give, expectForgotten } = await arrangeRows()
    expect((await give(body)).statusCode).toBe(200)
    await expectForgotten()
  })

  test('stays in the version that has it', async () => {
    const { give, set, expectForgotten } = await arrangeRows()
    await api.db.dataset.update({ where: { id: set.id }, data: { draftVersion: 2 } })
    await give({ include_conversation: false })
    await expectForgotten()
    expect(await api.db.datasetRow.findMany({ where: { datasetId: set.id, versionTo: 2 } })).toMatchObject([
      { data: { [evalColumn.question]: texts.question } },
    ])
  })

  test('of a row that was deleted is made one again', async () => {
    const { admin, id, set } = await arrangeRows()
    const row = (await findDetail(admin, id)).rows.find(({ kind }) => kind === 'eval')
    const url = `/api/v1/knowledge/dataset/${set.id}/row`
    await api.app.inject({ method: 'DELETE', url, headers: admin.headers, payload: { row_ids: [row?.row_id] } })
    expect((await findDetail(admin, id)).rows.map(({ kind }) => kind)).toEqual(['qa'])
    expect((await createRow(admin, id, { kind: 'eval', dataset_id: set.id, ...texts })).statusCode).toBe(200)
    expect((await query(admin)).feedback[0]?.rows.map(({ kind }) => kind)).toEqual(['qa', 'eval'])
  })
})

describe('the counts', () => {
  test('are by assistant, by model and by day of the time zone', async () => {
    const { tenantId, admin, assistant, reply, give } = await arrange()
    await give({ rating: 'good' })
    const other = await arrange({ tenantId })
    await other.give({})
    await api.db.messageFeedback.updateMany({ where: { messageId: reply.id }, data: { createdAt: '2026-03-01T20:00:00Z' } })
    await api.db.messageFeedback.updateMany({ where: { messageId: other.reply.id }, data: { createdAt: '2026-03-01T02:00:00Z' } })
    const summarize = async (body: object) => (await admin.post('/api/v1/feedback/summary/query', body)).json<Record<string, unknown[]>>()
    const summary = await summarize({ time_zone: 'Asia/Taipei' })
    expect(summary).toEqual({
      total: { good: 1, bad: 1 },
      by_assistant: expect.arrayContaining([
        { assistant: { id: assistant.id, name: { default: 'Weaver', ja: '織' } }, good: 1, bad: 0 },
        { assistant: { id: other.assistant.id, name: { default: 'Weaver', ja: '織' } }, good: 0, bad: 1 },
      ]),
      by_model: [{ model_name: 'demo', good: 1, bad: 1 }],
      by_day: [
        { day: '2026-03-01', good: 0, bad: 1 },
        { day: '2026-03-02', good: 1, bad: 0 },
      ],
    })
    expect((await summarize({ time_zone: 'Asia/Saigon', rating: 'good' })).by_day).toEqual([{ day: '2026-03-02', good: 1, bad: 0 }])
    expect((await summarize({})).by_day).toEqual([{ day: '2026-03-01', good: 1, bad: 1 }])
  })

  test.each(['Mars/Olympus', '+08:00', 'FOO5BAR', '', "'; DROP TABLE chat"])('know no time zone %j', async (zone) => {
    const { admin } = await arrange()
    expect(readCode(await admin.post('/api/v1/feedback/summary/query', { time_zone: zone }))).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('the export', () => {
  test('is a CSV without formulas and without conversations, with what the filters leave, told of in the audit log', async () => {
    const { tenantId, admin, give } = await arrange()
    await give({ reason: '=HYPERLINK("http://x")', include_conversation: true })
    const other = await arrange({ tenantId })
    await other.give({ rating: 'good' })
    const answer = await admin.get('/api/v1/feedback/export?rating=bad&has_reason=true')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="feedback-\d{4}-\d\d-\d\d\.csv"$/)
    const rows = parse<Record<string, string>>(answer.body, { bom: true, columns: true })
    expect(rows).toMatchObject([
      { rating: 'bad', reason: `'=HYPERLINK("http://x")`, user_name: 'Ada', assistant_name: 'Weaver', has_conversation: 'yes' },
    ])
    expect(answer.body).not.toContain('hemp')
    const events = await api.db.auditEvent.findMany({ where: { actorId: admin.user.id } })
    expect(events).toMatchObject([{ action: 'exportFeedback', after: { rating: 'bad', has_reason: true } }])
  })
})
