// Replies with approved answers: who is given which, in which words, and what is kept of them.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { createAnswerGraph } from '../../../../test/dataset/answer-graph.ts'
import { arrangeDataset, readRefusal } from '../../../../test/dataset/dataset-scene.ts'
import { conditioning, expiredRow, fastness, futureRow, qaRows } from '../../../../test/dataset/qa-rows.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

/** A member of the group of published approved answers, and an assistant that gives them. */
async function createScene({ access = 'members', rows = qaRows } = {}) {
  const scene = await arrangeDataset(app, { kind: 'qa' })
  const { tenantId, group, dataset } = scene
  await scene.update({ access })
  await scene.addRows(...rows)
  await scene.publishNow()
  const person = await app.createPerson({ tenantId })
  await createMembership(app.db, { groupId: group.id, userId: person.user.id })
  const workflow = await createWorkflow(app.db, { tenantId, draft: createAnswerGraph(dataset.id) })
  const assistant = await createAssistant(app.db, { tenantId, groupId: group.id, isPublic: true, workflowId: workflow.id })
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  return { ...scene, workflow, assistant, person }
}
type Scene = Awaited<ReturnType<typeof createScene>>

async function ask({ person, assistant }: Pick<Scene, 'person' | 'assistant'>, content: string, language = 'en') {
  const chat = await app.startChat(person, assistant.id)
  const before = app.demo.requests.length
  const { message } = await (await app.send(person, chat, { content, response_language: language })).done()
  return { chat, message, calls: app.demo.requests.slice(before).map(({ body }) => JSON.stringify(body)) }
}

describe('an approved answer', () => {
  test.each([
    ['en', conditioning.question, conditioning.en, 'Approved answer · Source: '],
    ['zhHant', '試樣在拉伸試驗前要調節多久', conditioning.zhHant, '核定答案 · 資料來源：'],
    ['th', 'ต้องปรับสภาวะชิ้นทดสอบนานเท่าใดก่อนทดสอบแรงดึง', conditioning.th, 'คำตอบที่อนุมัติแล้ว · แหล่งข้อมูล: '],
  ])('is given word for word in %s, with its sources and dates, and no model is called', async (language, question, answer, named) => {
    const scene = await createScene()
    const { message, calls } = await ask(scene, question, language)
    expect(message.content.startsWith(`> ${named}ISO 139:2005; Laboratory manual, chapter 3 · `)).toBe(true)
    expect(message.content.endsWith(`[1]\n\n${answer}`)).toBe(true)
    expect(message.content).toContain('2999-12-31')
    expect(calls).toEqual([])
    const [source] = message.sources
    expect(message.sources).toMatchObject([
      { number: 1, title: 'Fabric tests', passage: conditioning.question, rows: { dataset_ids: [scene.dataset.id], version: 1, total: 1 } },
    ])
    expect(source?.rows?.rows[0]?.cells).toEqual([
      conditioning.question,
      answer,
      'ISO 139:2005\nLaboratory manual, chapter 3',
      '2020-01-01',
      '2999-12-31',
    ])
  })

  test('in another language than the reader’s is translated from its text alone, and marked', async () => {
    const scene = await createScene()
    const { message, calls } = await ask(scene, fastness.question, 'ja')
    expect(message.content).toContain(
      '> 承認済み回答 · Englishからモデルが翻訳したもので、承認済みなのは原文のみです · 出典：ISO 105-B02 [1]',
    )
    expect(calls).toHaveLength(1)
    expect(calls[0]).toContain(fastness.en)
    expect(calls[0]).not.toContain(fastness.question)
    expect(message.sources[0]?.rows?.rows[0]?.cells[1]).toBe(fastness.en)
  })

  test('keeps its Markdown, its numbers in brackets and its characters', async () => {
    const text = '# Step\n\n1. See [2] and 后 里 台\n\n```\na[1] <passage>\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |'
    const scene = await createScene({ rows: [{ c1: 'How is it done?', c3: text, c4: text }] })
    // The page shows the escaped bracket as it is in the answer, and takes it for no citation.
    const shown = text.replace('[2]', String.raw`\[2]`)
    for (const language of ['zhHant', 'en']) {
      const { message } = await ask(scene, 'How is it done?', language)
      expect(message.content.slice(-shown.length)).toBe(shown)
      expect(message.sources).toHaveLength(1)
    }
  })

  test('is not given outside its dates, nor is a model told of it', async () => {
    const scene = await createScene()
    for (const question of [expiredRow.c1, futureRow.c1]) {
      const { message, calls } = await ask(scene, question)
      expect(message.content).toMatch(/^Model: /)
      expect([message.content, ...calls].join('')).not.toContain('Canary')
    }
  })

  test('of a question that is only near is a hint to the model', async () => {
    const { message, calls } = await ask(await createScene(), 'How long are yarns conditioned?')
    expect(message.content).toMatch(/^Model: /)
    expect(calls[0]).toContain('Samples are conditioned for **24 hours**')
    expect(calls[0]).toContain('<passage number=\\"1\\" file=\\"Fabric tests\\">')
  })
})

describe('the rights of who asks', () => {
  test('count at each question', async () => {
    const scene = await createScene()
    expect((await ask(scene, fastness.question)).message.content).toContain(fastness.en)
    await app.db.membership.deleteMany({ where: { userId: scene.person.user.id } })
    const { message, calls } = await ask(scene, fastness.question)
    expect([message.content, ...calls].join('')).not.toContain('xenon')
    expect(message.content).toMatch(/^Model: /)
  })

  test('to the dataset are asked again for what a reply has cited', async () => {
    const scene = await createScene()
    const { chat, message } = await ask(scene, fastness.question)
    await app.db.membership.deleteMany({ where: { userId: scene.person.user.id } })
    const sources = (await scene.person.get(`/api/v1/chat/${chat.id}/message/${message.id}/source`)).body
    expect(sources).toContain('is_withheld')
    expect(sources).not.toContain('xenon')
  })
})

test('a dataset that a workflow gives answers from is not deleted', async () => {
  const { caller, address, workflow } = await createScene()
  const refused = await caller.delete(address)
  expect(readRefusal(refused)).toEqual([409, 'DATASET_IN_USE'])
  expect(refused.json()).toMatchObject({ detail: { params: { workflows: [{ id: workflow.id }] } } })
})
