// Feedback as its user gives it, and as administrators read, count and export it.
import { createChatShare, createMessage } from '@heddle/db/factories/chat'
import { createUser } from '@heddle/db/factories/user'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, unknownId } from '../../../test/application/test-app.ts'
import { arrangeFeedback, buildFeedbackUrl, findDetail, findOnlyId, queryFeedback, readCode } from '../../../test/chat/feedback-scene.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const arrange = (options: { tenantId?: string } = {}) => arrangeFeedback(api, options)

const findRows = (messageId: string) => api.db.messageFeedback.findMany({ where: { messageId } })
const findRow = async (messageId: string) => (await findRows(messageId))[0]

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
    const url = buildFeedbackUrl(chat.id, reply.id)
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
    expect((await owner.delete(buildFeedbackUrl(chat.id, reply.id))).json()).toEqual({ success: true })
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
      expect(readCode(await one.post(buildFeedbackUrl(chat.id, reply.id), body))).toEqual([404, 'CHAT_NOT_FOUND'])
    await createChatShare(api.db, { chatId: chat.id })
    for (const one of [colleague, admin]) {
      expect(readCode(await one.post(buildFeedbackUrl(chat.id, reply.id), body))).toEqual([403, 'FORBIDDEN'])
      expect(readCode(await one.delete(buildFeedbackUrl(chat.id, reply.id)))).toEqual([403, 'FORBIDDEN'])
    }
    expect(await findRows(reply.id)).toEqual([])
  })
})

describe('the conversation', () => {
  test('is read by administrators only with leave, up to the reply and as it was, and no more when that is taken back', async () => {
    const { owner, admin, chat, reply, give } = await arrange()
    await give({ include_conversation: true })
    await createMessage(api.db, { chatId: chat.id, content: 'And later?' })
    const [listed] = (await queryFeedback(admin)).feedback
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
    const [remaining] = (await queryFeedback(admin)).feedback
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
    expect((await queryFeedback(stranger)).feedback).toEqual([])
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
    const first = await queryFeedback(admin, { page_size: 2 })
    await give({ rating: 'bad', reason: 'After all' })
    const rest = await queryFeedback(admin, { page_token: first.next_page_token })
    expect(first.feedback.map(({ user }) => user.id)).toEqual([third.owner.user.id, second.owner.user.id])
    expect(rest.feedback).toMatchObject([{ rating: 'bad', reason: 'After all' }])
    expect(rest.next_page_token).toBeUndefined()
  })

  test('filters by rating, assistant, model, person, reason and time', async () => {
    const { tenantId, owner, admin, assistant, give } = await arrange()
    await give({ reason: 'Wrong' })
    const other = await arrange({ tenantId })
    await other.give({ rating: 'good' })
    const listUsers = async (filters: object) => (await queryFeedback(admin, filters)).feedback.map(({ user }) => user.id)
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
