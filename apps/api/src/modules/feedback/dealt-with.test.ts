// Feedback that an administrator deals with: what becomes of it, and of the rows that are made of it.
import { createChatShare } from '@heddle/db/factories/chat'
import { evalColumn, kindColumns, qaColumn } from '@heddle/contracts/dataset/kind-columns'
import { createDataset } from '@heddle/db/factories/dataset'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../../test/application/test-app.ts'
import { arrangeFeedback, buildFeedbackUrl, findDetail, findOnlyId, queryFeedback, readCode } from '../../../test/chat/feedback-scene.ts'

let api: TestApp
beforeAll(async () => {
  api = await createTestApp()
})
afterAll(() => api.close())

const arrange = (options: { tenantId?: string } = {}) => arrangeFeedback(api, options)

const readTime = async (id: string) => (await api.db.messageFeedback.findUniqueOrThrow({ where: { id } })).updatedAt.toISOString()

/** Marks a feedback as it is now. */
const mark = async (admin: Caller, id: string, isDealtWith: boolean) =>
  admin.put(`/api/v1/feedback/${id}`, { is_dealt_with: isDealtWith, updated_at: await readTime(id) })

/** Makes a row of a feedback as it is now. */
const createRow = async (admin: Caller, id: string, row: object) =>
  admin.post(`/api/v1/feedback/${id}/row`, { updated_at: await readTime(id), row })

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
    expect((await queryFeedback(admin, { is_dealt_with: true })).feedback.map((one) => one.id)).toEqual([id])
    expect((await queryFeedback(admin, { is_dealt_with: false })).feedback.map(({ rating }) => rating)).toEqual(['good'])
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
    expect(await api.db.messageFeedback.findFirst({ where: { messageId: reply.id } })).toMatchObject({ dealtWithAt: null })
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
    expect((await owner.delete(buildFeedbackUrl(chat.id, reply.id))).json()).toEqual({ success: true })
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

  test.each([
    ['goes from the draft', false],
    ['stays', true],
  ])('%s when the account is deleted and its chat is public: %s', async (_end, explicitlyPublic) => {
    const { tenantId, owner, admin, chat, id, set, expectForgotten } = await arrangeRows()
    if (explicitlyPublic) await createChatShare(api.db, { chatId: chat.id })
    await api.db.tenant.update({ where: { id: tenantId }, data: { retentionDays: 0 } })
    expect((await admin.delete(`/api/v1/user/${owner.user.id}`)).statusCode).toBe(200)
    const { conversation } = await api.db.messageFeedback.findUniqueOrThrow({ where: { id } })
    expect(conversation !== null).toBe(explicitlyPublic)
    if (!explicitlyPublic) return expectForgotten()
    expect(await api.db.datasetRow.findMany({ where: { datasetId: set.id } })).toMatchObject([
      { data: { [evalColumn.question]: texts.question } },
    ])
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
    expect((await queryFeedback(admin)).feedback[0]?.rows.map(({ kind }) => kind)).toEqual(['qa', 'eval'])
  })
})
