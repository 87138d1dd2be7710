// Runs without a reader, in a process that serves no one: the services of the modules without their routes, as the worker has them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../test/chat/chat-app.ts'
import { until } from '../../../test/until.ts'
import { createModules } from '../modules.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const graph = {
  nodes: [
    { id: 'start', type: 'start', title: 'Start' },
    {
      id: 'model',
      type: 'llm',
      title: 'Model',
      config: { model: null, history_messages: 0, prompt: '', question: '{{start.question}}', temperature: null },
    },
    { id: 'answer', type: 'answer', title: 'Answer', config: { text: 'So: {{model.text}}' } },
  ],
  edges: [
    { source: 'start', target: 'model' },
    { source: 'model', target: 'answer' },
  ],
}

type Scene = Awaited<ReturnType<ChatApp['createScene']>>

async function begin(
  question: string,
  { cancel = new AbortController().signal, maxMs = 20_000, scene = undefined as Scene | undefined } = {},
) {
  const { person, tenantId, model, chat } = scene ?? (await app.createScene())
  const { services } = createModules(app.dependencies)
  const asked = { id: model.id, name: model.name, contextTokens: 8_192 }
  const input = { graph, question, responseLanguage: 'en', model: asked } as const
  const owner = { flow: 'title', tenantId, userId: person.user.id, groupIds: [], chatId: chat.id } as const
  const ended = services.backgroundRuns.perform({ input, owner, estimatedTokens: 100, maxMs }, cancel)
  return { ended, services, findUsage: () => app.db.usageEvent.findMany({ where: { chatId: chat.id } }) }
}

test('a run of a whole graph keeps its text, and its usage', async () => {
  const { ended, findUsage } = await begin('A loom weaves. [[demo:echo]]')
  expect(await ended).toMatchObject({ text: 'So: A loom weaves.', outcome: { status: 'completed', error: null } })
  expect(await findUsage()).toMatchObject([{ flow: 'title', outcome: 'completed', estimated: false }])
})

test.each([
  ['is canceled', 'stopped', null],
  ['takes too long', 'failed', 'WORKFLOW_RUN_TIMEOUT'],
  ['outlasts its process', 'interrupted', 'CHAT_REPLY_INTERRUPTED'],
] as const)('a run that %s ends %s, with what it has used', async (end, outcome, errorCode) => {
  const mark = randomUUID()
  const canceling = new AbortController()
  const options = { cancel: canceling.signal, ...(end === 'takes too long' && { maxMs: 3_000 }) }
  const { ended, services, findUsage } = await begin(`${mark} [[demo:endless,tps=40,reasoning=none]]`, options)
  await until('something of the answer', () => (app.callsOf(mark)[0]?.sent.text.length ?? 0) > 20)
  if (end === 'is canceled') canceling.abort()
  if (end === 'outlasts its process') await services.backgroundRuns.close()
  expect((await ended).outcome.status).toBe(outcome)
  const [event] = await findUsage()
  expect(event).toMatchObject({ outcome, errorCode, estimated: true })
  expect(event?.outputTokens).toBeGreaterThan(0)
  await until('the call to be closed', () => app.callsOf(mark)[0]?.aborted)
})

test('the time that a run waits for its turn at a model is none of its own', async () => {
  const scene = await app.createScene()
  await app.db.modelEndpoint.updateMany({ where: { tenantId: scene.tenantId }, data: { maxConcurrent: 1 } })
  const mark = randomUUID()
  const first = await begin(`${mark} [[demo:latency=5000,echo]]`, { scene })
  await until('the call that takes the turn', () => app.callsOf(mark).length > 0)
  const second = await begin('A loom weaves. [[demo:echo]]', { scene, maxMs: 3_000 })
  expect((await second.ended).outcome).toMatchObject({ status: 'completed', error: null })
  expect((await first.ended).outcome.status).toBe('completed')
})

test('a run that breaks off in its text has failed: nothing can continue it', async () => {
  const { ended } = await begin('A loom weaves. [[demo:drop=8,reasoning=none]]')
  expect((await ended).outcome).toMatchObject({ status: 'failed', error: { code: 'MODEL_STREAM_BROKEN' } })
})

test('a run that is canceled before it begins calls no model', async () => {
  const mark = randomUUID()
  const { ended } = await begin(`${mark} [[demo:echo]]`, { cancel: AbortSignal.abort() })
  expect((await ended).outcome.status).toBe('stopped')
  expect(app.callsOf(mark)).toEqual([])
})
