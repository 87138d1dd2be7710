// Replies of workflows with several model steps: what is counted, what a continued reply does not ask again, and how branches end.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const start = { id: 'start', type: 'start', title: 'Start' }
const llm = (id: string, question: string, handling = {}) => ({
  id,
  type: 'llm',
  title: id,
  ...handling,
  config: { model: null, prompt: '', question, temperature: null, history_messages: 0 },
})
const answer = (id: string, text: string) => ({ id, type: 'answer', title: id, config: { text } })

type Draft = { nodes: object[]; edges: { source: string; source_handle?: string; target: string }[] }

/** A user with a chat whose assistant runs this graph. */
async function createChat(draft: Draft) {
  const { person, tenantId } = await app.createScene()
  const workflow = await createWorkflow(app.db, { tenantId, draft })
  const assistant = await createAssistant(app.db, { tenantId, workflowId: workflow.id, isPublic: true })
  return { person, workflow, chat: await app.startChat(person, assistant.id) }
}

const usageOf = (chatId: string) => app.db.usageEvent.findMany({ where: { chatId, flow: 'chat' }, orderBy: { id: 'asc' } })

const outcomesOf = async (id: string) => (await app.db.message.findUniqueOrThrow({ where: { id } })).nodeOutcomes

test('two models that run at once answer in the order of the workflow, and are counted in one row', async () => {
  const mark = randomUUID()
  const { person, chat } = await createChat({
    nodes: [
      start,
      llm('slow', `Slow ${mark} [[demo:tokens=20,tps=100]]`),
      llm('fast', `Fast ${mark} [[demo:echo,reasoning=none]]`),
      answer('one', 'One: {{slow.text}}'),
      answer('two', 'Two: {{fast.text}}'),
    ],
    edges: [
      { source: 'start', target: 'slow' },
      { source: 'start', target: 'fast' },
      { source: 'slow', target: 'one' },
      { source: 'fast', target: 'two' },
    ],
  })
  const reader = await app.send(person, chat)
  const done = await reader.done()
  expect(done).toMatchObject({ status: 'completed', message: { content: expect.stringMatching(`^One: [^]+\n\nTwo: Fast ${mark}$`) } })
  expect(reader.text()).toBe(done.message.content)
  const calls = app.callsOf(mark)
  expect(calls).toHaveLength(2)
  expect(await usageOf(chat.id)).toMatchObject([
    {
      inputTokens: calls.reduce((sum, { usage }) => sum + (usage?.prompt_tokens ?? 0), 0),
      outputTokens: calls.reduce((sum, { usage }) => sum + (usage?.completion_tokens ?? 0), 0),
      outcome: 'completed',
      estimated: false,
    },
  ])
})

describe('a continued reply', () => {
  /** A draft that no answer shows, and the reply, stopped while it is written. */
  async function stopFinal() {
    const mark = randomUUID()
    const draft = {
      nodes: [start, llm('draft', `Draft ${mark} [[demo:echo]]`), llm('final', '{{start.question}}'), answer('one', '{{final.text}}')],
      edges: [
        { source: 'start', target: 'draft' },
        { source: 'draft', target: 'final' },
        { source: 'final', target: 'one' },
      ],
    }
    const scene = await createChat(draft)
    const reader = await app.send(scene.person, scene.chat, { fault: 'tokens=60,tps=100' })
    await reader.hasText(30)
    await scene.person.post(`/api/v1/chat/${scene.chat.id}/stop_generation`)
    const { message, version } = await reader.done()
    return { ...scene, mark, draft, replyId: message.id, chat: { id: scene.chat.id, version } }
  }

  test('does not ask again what had ended', async () => {
    const { person, chat, mark, replyId } = await stopFinal()
    expect(await outcomesOf(replyId)).toEqual({ draft: { output: { text: `Draft ${mark}` } } })
    const done = await (await app.continue(person, chat, replyId)).done()
    expect(done.status).toBe('completed')
    expect(app.callsOf(mark)).toHaveLength(1)
    expect(done.message.steps.map(({ node_id: id, status }) => `${id} ${status}`)).toEqual([
      'start finished',
      'draft finished',
      'final finished',
      'one finished',
    ])
    expect(await outcomesOf(replyId)).toBeNull()
  })

  test('asks everything again when the workflow has changed since', async () => {
    const { person, chat, mark, draft, replyId, workflow } = await stopFinal()
    await app.db.workflowVersion.create({ data: { workflowId: workflow.id, number: 2, graph: draft } })
    expect(await (await app.continue(person, chat, replyId)).done()).toMatchObject({ status: 'completed' })
    expect(app.callsOf(mark)).toHaveLength(2)
  })
})

describe('a model that fails', () => {
  const failing = llm('model', 'Fail [[demo:status=400]]', { on_error: 'branch' })

  test('gives way to the error branch', async () => {
    const { person, chat } = await createChat({
      nodes: [start, failing, answer('one', '{{model.text}}'), answer('sorry', 'Please ask the help desk.')],
      edges: [
        { source: 'start', target: 'model' },
        { source: 'model', target: 'one' },
        { source: 'model', source_handle: 'error', target: 'sorry' },
      ],
    })
    expect(await (await app.send(person, chat)).done()).toMatchObject({
      status: 'completed',
      message: { content: 'Please ask the help desk.' },
    })
    expect(await usageOf(chat.id)).toMatchObject([{ outcome: 'completed', outputTokens: 0 }])
  })

  test('leaves no empty reply when the branch leads to no answer', async () => {
    const { person, chat } = await createChat({
      nodes: [start, failing, answer('one', '{{model.text}}')],
      edges: [
        { source: 'start', target: 'model' },
        { source: 'model', target: 'one' },
      ],
    })
    expect(await (await app.send(person, chat)).done()).toMatchObject({ status: 'failed', error: { code: 'REPLY_EMPTY' } })
  })
})
