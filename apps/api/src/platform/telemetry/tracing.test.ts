// Traces as a collector receives them, byte by byte.
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChatApp } from '../../../test/chat/chat-app.ts'
import { createTracedApp } from '../../../test/chat/traced-app.ts'
import { embedSourceNow } from '../../../test/knowledge/embed-source-now.ts'
import { indexSourceNow } from '../../../test/knowledge/index-source-now.ts'
import { openModels } from '../../../test/knowledge/open-models.ts'
import { createSearchGraph } from '../../../test/knowledge/search-graph.ts'
import { until } from '../../../test/until.ts'

type Value = { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number }
type Span = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: Value }[]
  readonly status: { readonly code: number }
}
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

const lines: { readonly msg: string; readonly route?: string; readonly trace_id?: string }[] = []

let traced: Awaited<ReturnType<typeof createTracedApp>>
let app: ChatApp
beforeAll(async () => {
  traced = await createTracedApp('info', (line) => void lines.push(JSON.parse(line)))
  app = traced.app
})
afterAll(() => traced.close())

async function createScene() {
  const person = await app.createPerson()
  const { tenantId } = person
  const group = await createGroup(app.db, { tenantId, name: { default: 'Weavers of the canary' } })
  await createMembership(app.db, { groupId: group.id, userId: person.user.id })
  const collection = await createCollection(app.db, { tenantId, groupId: group.id, name: { default: 'The canary collection' } })
  await createModel(app.db, { tenantId, kind: 'embedding', name: 'vectors', upstreamName: 'demo' })
  await app.db.indexVersion.update({ where: { id: collection.activeIndexId ?? 0 }, data: { embeddingModel: 'vectors' } })
  const indexed = await indexSourceNow(app.dependencies, {
    collectionId: collection.id,
    title: 'Canary handbook',
    text: ['The canary file says cotton shrinks.'],
  })
  const models = openModels(app.dependencies)
  await embedSourceNow(app.dependencies, models.embedder, indexed)
  await models.close()
  const workflow = await createWorkflow(app.db, { tenantId, draft: createSearchGraph([collection.id]) })
  const assistant = await createAssistant(app.db, { tenantId, groupId: group.id, isPublic: true, workflowId: workflow.id })
  await createModel(app.db, { tenantId, name: 'gpt-4o', upstreamName: 'gpt-4o', isDefault: true })
  return { person, collection, chat: await app.startChat(person, assistant.id) }
}

const readAttributes = ({ attributes }: Pick<Span, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as string | number]))

test('a reply is a tree of spans by the conventions, with ids and numbers, and without a word of it', async () => {
  const { person, collection, chat } = await createScene()
  const question = 'Which canary shrinks, by the canary file?'
  const answered = await app.send(person, chat, { content: question })
  const { message } = await answered.done()
  expect(message.status).toBe('completed')
  const { version } = await app.db.chat.findUniqueOrThrow({ where: { id: chat.id } })
  await (
    await app.send(person, { ...chat, version }, { content: `${question} [[demo:status=400]]` })
  ).ended
  await person.get('/api/v1/chat?query=canary')
  const user = await app.db.user.findUniqueOrThrow({ where: { id: person.user.id } })
  const findLines = () => lines.filter(({ msg, route = '' }) => msg === 'Request was answered' && route.endsWith('message_stream'))
  await until('both streams to be closed', () => findLines().length === 2)
  // Sends what it has.
  await traced.stopTracing()

  const { received } = traced
  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
  const exported = received.map(({ body }) => JSON.parse(body) as Export).flatMap(({ resourceSpans }) => resourceSpans)
  expect(readAttributes(exported[0]!.resource)).toMatchObject({ 'service.name': 'heddle' })
  const spans = exported.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans)
  const listBelow = (id: string | undefined): object =>
    Object.fromEntries(spans.filter((span) => span.parentSpanId === id).map((span) => [span.name, listBelow(span.spanId)]))

  const [run, failedRun] = spans.filter(({ name }) => name === 'invoke_workflow')
  const root = spans.find(({ spanId }) => spanId === run?.parentSpanId)
  expect(listBelow(root?.spanId)).toEqual({
    invoke_workflow: {
      'node start': {},
      'node knowledge_retrieval': { retrieval: { 'embeddings demo': {} } },
      'node llm': { 'chat gpt-4o': {} },
      'node answer': {},
    },
  })
  expect(root).toMatchObject({ name: 'POST /api/v1/chat/:id/message_stream' })
  expect(readAttributes(root!)).toMatchObject({ 'http.route': '/api/v1/chat/:id/message_stream', 'http.response.status_code': 200 })
  expect(readAttributes(run!)).toMatchObject({ 'gen_ai.conversation.id': chat.id, 'heddle.outcome': 'completed' })
  const find = (name: string, { traceId }: Span) => spans.find((span) => span.name === name && span.traceId === traceId)!
  expect(readAttributes(find('chat gpt-4o', run!))).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.output_tokens': expect.any(Number) as number,
    'gen_ai.response.time_to_first_chunk': expect.any(Number) as number,
  })
  expect(readAttributes(find('retrieval', run!))).toMatchObject({ 'gen_ai.data_source.id': collection.id })
  const failed = find('chat gpt-4o', failedRun!)
  expect(failed.status.code).toBe(2)
  expect(readAttributes(failed)).toMatchObject({ 'error.type': 'MODEL_REFUSED' })

  const all = received.map(({ body }) => body).join('\n')
  expect(message.content).toContain('canary')
  for (const secret of ['canary', 'Canary', 'shrinks', user.name, user.email, person.token]) expect(all).not.toContain(secret)

  expect(findLines().map((line) => line.trace_id)).toEqual([run?.traceId, failedRun?.traceId])
})
