import type { DebugRun, DebugRunItem } from '@heddle/contracts/debug/debug-run'
import type { RunTrace } from '@heddle/contracts/trial/workflow-run'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUsageEvent } from '@heddle/db/factories/usage'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { readRun } from '../../../../test/chat/reply-reader.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

/** An administrator of a new tenant, with an expert that answers by a workflow. */
async function arrange() {
  const { id: tenantId } = await createTenant(app.db)
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  const workflow = await createWorkflow(app.db, { tenantId })
  const assistant = await createAssistant(app.db, { tenantId, isPublic: true, workflowId: workflow.id })
  return { tenantId, workflow, assistant, admin: await createReader(tenantId), root: await createReader(tenantId, 'S') }
}

async function createReader(tenantId: string, role: 'A' | 'S' = 'A') {
  const person = await app.createPerson({ tenantId, role })
  return {
    ...person,
    list: async (body: object = {}) =>
      (await person.post('/api/v1/debug/run/query', body)).json<{ runs: DebugRunItem[]; next_page_token?: string }>(),
    open: async (id: string) => (await person.get(`/api/v1/debug/run/${id}`)).json<{ run: DebugRun }>().run,
    status: async (id: string) => (await person.get(`/api/v1/debug/run/${id}`)).statusCode,
  }
}

const joinDeltas = (events: readonly { readonly event: { readonly type: string } }[]) =>
  events.map(({ event }) => (event.type === 'delta' && 'text' in event ? String(event.text) : '')).join('')

test("a reply is one of its owner's runs, with its calls and events, and of no one else's", async () => {
  const { admin, root, assistant, workflow, tenantId } = await arrange()
  const chat = await app.startChat(admin, assistant.id)
  const done = await (await app.send(admin, chat)).done()
  const { runs } = await admin.list()
  expect(runs).toMatchObject([
    {
      flow: 'chat',
      outcome: 'completed',
      question: 'What is a loom?',
      chat: { id: chat.id },
      assistant: { id: assistant.id },
      workflow: { id: workflow.id, version: 1 },
      model: 'gpt-4o',
      usage: done.usage,
    },
  ])
  const [{ id }] = runs as [DebugRunItem]

  const { reply, calls, nodes, test: kept, ms } = await admin.open(id)
  expect(nodes.map((node) => node.type)).toEqual(['start', 'document_extract', 'llm', 'answer'])
  expect(calls).toMatchObject([{ node_id: 'llm', attempt: 1, model: 'gpt-4o', usage: done.usage, cost: null }])
  expect(kept).toBeNull()
  expect(reply?.question.content).toBe('What is a loom?')
  expect(reply).toMatchObject({ later_run_id: null, message: { content: done.message.content } })
  const events = reply?.events ?? []
  expect(events[0]).toMatchObject({ at_ms: 0, event: { type: 'accepted', reply: { status: 'generating', content: '', steps: [] } } })
  expect(joinDeltas(events)).toBe(done.message.content)
  expect(events.at(-1)).toMatchObject({ at_ms: ms, event: { type: 'done', status: 'completed', message: reply?.message } })
  expect(events.map(({ at_ms: at }) => at)).toEqual(events.map(({ at_ms: at }) => at).toSorted((a, b) => a - b))
  expect(events.flatMap(({ event }) => (event.type === 'step' && event.step.status === 'finished' ? [event.step.node_id] : []))).toEqual(
    done.message.steps.map(({ node_id: nodeId }) => nodeId),
  )

  // Neither a shared chat nor a role opens it.
  await admin.put(`/api/v1/chat/${chat.id}/access_control`, { explicitly_public: true })
  const stranger = await createReader((await createTenant(app.db)).id, 'S')
  for (const reader of [root, await createReader(tenantId), stranger]) {
    expect(await reader.status(id)).toBe(404)
    expect(await reader.list({ chat_id: chat.id })).toEqual({ runs: [] })
  }

  // What was used stays after the chat, without what was said.
  expect((await admin.delete(`/api/v1/chat/${chat.id}`)).statusCode).toBe(200)
  const [gone] = (await admin.list()).runs
  expect(gone).toMatchObject({ id, question: null, chat: null, model: 'gpt-4o' })
  expect(await admin.open(id)).toMatchObject({ reply: null, test: null, calls: [{ node_id: 'llm' }] })
})

test('of a continued reply the last run has events, which begin with what it found', async () => {
  const { admin, assistant } = await arrange()
  const chat = await app.startChat(admin, assistant.id)
  const reader = await app.send(admin, chat, { fault: 'tokens=150,tps=150' })
  await reader.hasText(30)
  await admin.post(`/api/v1/chat/${chat.id}/stop_generation`)
  const stopped = await reader.done()
  const done = await (await app.continue(admin, { id: chat.id, version: stopped.version }, stopped.message.id)).done()
  const { runs } = await admin.list()
  expect(runs.map(({ outcome }) => outcome)).toEqual(['completed', 'stopped'])
  const [last, first] = runs as [DebugRunItem, DebugRunItem]
  expect((await admin.open(first.id)).reply).toMatchObject({ later_run_id: last.id, events: [] })
  const { events } = (await admin.open(last.id)).reply ?? { events: [] }
  expect(events[0]?.event).toMatchObject({ type: 'accepted', reply: { content: stopped.message.content } })
  expect(stopped.message.content + joinDeltas(events)).toBe(done.message.content)
})

test('a test of a workflow has the prompts of its trace, for who started it alone', async () => {
  const { admin, tenantId, workflow } = await arrange()
  const url = `${app.origin}/api/v1/workflow/${workflow.id}/run`
  const run = await readRun(url, admin.headers, { question: 'What is a heddle?', response_language: 'en' })
  const done = await run.done()
  expect((await admin.list({ flow: 'test' })).runs).toMatchObject([
    { id: done.run_id, question: 'What is a heddle?', chat: null, workflow: { id: workflow.id, version: null } },
  ])
  const { test: kept, reply } = await admin.open(done.run_id)
  expect(reply).toBeNull()
  expect(kept?.run.text).toBe(done.text)
  const begun = (kept?.run.trace ?? []).find((part): part is Extract<RunTrace, { status: 'started' }> => part.node_id === 'llm')
  expect(JSON.stringify(begun?.input)).toContain('You are a helpful assistant.')
  const types = (kept?.events ?? []).map(({ event }) => event.type)
  expect([types[0], types.at(-1), new Set(types)]).toEqual(['run', 'done', new Set(['run', 'node', 'delta', 'done'])])
  expect(joinDeltas(kept?.events ?? [])).toBe(done.text)
  expect(await (await createReader(tenantId)).status(done.run_id)).toBe(404)
})

test('runs are paged and filtered, and those of other flows are none', async () => {
  const { admin, tenantId, assistant } = await arrange()
  const [chatId, userId] = [randomUUID(), admin.user.id]
  const own = { tenantId, userId }
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 5, minute))
  for (let minute = 0; minute < 5; minute += 1) await createUsageEvent(app.db, { ...own, createdAt: at(minute), latencyMs: minute })
  await createUsageEvent(app.db, { ...own, createdAt: at(5), latencyMs: 5, assistantId: assistant.id, outcome: 'failed', chatId })
  await createUsageEvent(app.db, { ...own, createdAt: at(6), flow: 'title' })
  await createUsageEvent(app.db, { tenantId, createdAt: at(7), chatId })
  const first = await admin.list({ page_size: 4 })
  const second = await admin.list({ page_token: first.next_page_token })
  expect([first, second].map(({ runs }) => runs.map(({ ms }) => ms))).toEqual([
    [5, 4, 3, 2],
    [1, 0],
  ])
  expect(second.next_page_token).toBeUndefined()
  for (const filter of [{ assistant_id: assistant.id }, { outcome: 'failed' }, { chat_id: chatId }])
    expect((await admin.list(filter)).runs).toMatchObject([{ ms: 5, outcome: 'failed', chat: null, assistant: { id: assistant.id } }])
  // A page of another user's list is none of one's own.
  const colleague = await createReader(tenantId)
  const refused = await colleague.post('/api/v1/debug/run/query', { page_token: first.next_page_token })
  expect(refused.statusCode).toBe(400)
})
