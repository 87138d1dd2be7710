// No answer has a secret in it: every secret column and every text that is not the actor's has a canary, and each route that reads is
// called about each thing there is, by a member, the owner of a group and an administrator (issue 13, must-show 3).
import type { Policy } from '@heddle/contracts/endpoint'
import { type EndpointName, endpoints } from '@heddle/contracts/endpoint-list'
import { Permission, rolesWith } from '@heddle/contracts/permissions'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createChat, createChatFile, createMessage } from '@heddle/db/factories/chat'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createDataset, createDatasetRow, createDatasetVersion } from '@heddle/db/factories/dataset'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import { createUsageEvent } from '@heddle/db/factories/usage'
import { plainChatGraph, createWorkflow } from '@heddle/db/factories/workflow'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, urlOf } from '../../../test/matrix/requests.ts'
import { type Caller, createTestApp, type TestApp, testSecretKey } from '../../../test/application/test-app.ts'
import { citeSource, createParsedText } from '../../../test/knowledge/cite-source.ts'
import { storeParsedDocument } from '../../modules/ingestion/job/parsed-document.ts'
import { indexSourceNow } from '../../../test/knowledge/index-source-now.ts'
import { createSearchGraph } from '../../../test/knowledge/search-graph.ts'

const actorNames = ['member', 'owner', 'admin'] as const
type ActorName = (typeof actorNames)[number]

type Canary = { readonly name: string; readonly value: string; readonly readers: readonly ActorName[] }

let demo: DemoModel
let api: TestApp
let world: Awaited<ReturnType<typeof createWorld>>
const canaries: Canary[] = []

/** Returns a text that only the readers may see. */
function plant(name: string, readers: readonly ActorName[] = [], value = `canary-${randomUUID()}`) {
  canaries.push({ name, value, readers })
  return value
}

/** A chat with a question and a reply, and all that hangs on them. */
async function createFullChat(ownerId: string, say: (name: string) => string) {
  const { db } = api
  const chat = await createChat(db, { ownerId, title: say('title of a chat') })
  const { id: questionId } = await createMessage(db, { chatId: chat.id, content: say('question') })
  const runId = randomUUID()
  const { id: replyId } = await createMessage(db, {
    chatId: chat.id,
    role: 'assistant',
    runId,
    content: say('reply'),
    reasoning: say('thought process'),
    nodeOutcomes: { draft: { output: { text: plant('output of a node') } } },
    sources: { create: { number: 1, title: say('title of a source'), passage: say('passage') } },
    feedback: { create: { tenantId: chat.tenantId, userId: ownerId, messageIndex: 1, rating: 'bad', reason: say('feedback') } },
  })
  await createUsageEvent(db, { tenantId: chat.tenantId, userId: ownerId, chatId: chat.id, messageId: replyId, runId })
  const content = { name: say('file'), texts: [say('page')], ...(await storeThisFile()) }
  const file = await createChatFile(db, { chatId: chat.id, messageId: questionId, ...content })
  const { id: collectionId } = await createCollection(db, { tenantId: chat.tenantId })
  const original = {
    content: say('original'),
    document: createParsedText(say('text of an original')),
    name: `${say('name of an original')}.md`,
  }
  const { cited } = await citeSource(api.dependencies, {
    messageId: replyId,
    collectionId,
    passage: say('passage of a collection'),
    original,
  })
  return {
    id: chat.id,
    messageIds: [questionId, replyId],
    runId,
    fileId: file.id,
    citation: { id: chat.id, messageId: replyId, sourceId: cited.id },
  }
}

/** Stores this program under a key that is told to no one. */
async function storeThisFile() {
  const storageKey = plant('storage key')
  const { size: sizeBytes } = await stat(import.meta.filename)
  await api.dependencies.files.put(storageKey, import.meta.filename)
  return { storageKey, sizeBytes }
}

/** A tenant of which every text that another tenant must not see is planted by `say`. */
async function createFullTenant(say: (name: string) => string) {
  const { db } = api
  const { id: tenantId } = await createTenant(db, { name: { default: say('name of a tenant') } })
  const plantHere = (name: string, readers: readonly ActorName[]) => plant(name, say === visible ? readers : [])
  const localized = (name: string) => ({ default: say(name) })

  const createPerson = (overrides: UserOverrides = {}) =>
    createUser(db, { tenantId, name: localized('name of a user'), passwordHash: plant('password hash'), ...overrides })

  const group = await createGroup(db, { tenantId, name: localized('name of a group') })
  const endpoint = await createModelEndpoint(db, { tenantId, name: say('endpoint'), baseUrl: `http://127.0.0.1:9/${say('address')}/v1` })
  const model = await createModel(db, { tenantId, name: say('model'), endpointId: endpoint.id })
  const workflow = await createWorkflow(db, {
    tenantId,
    name: localized('name of a workflow'),
    draft: plainChatGraph(plantHere('prompt of a draft', ['admin'])),
    versions: { create: { number: 1, graph: plainChatGraph(plantHere('prompt of a version', ['admin'])) } },
  })
  const assistant = await createAssistant(db, {
    tenantId,
    groupId: group.id,
    workflowId: workflow.id,
    name: localized('assistant'),
    isPublic: true,
    userPrompt: plantHere('usage instructions', ['owner', 'admin']),
  })
  const collection = await createCollection(db, {
    tenantId,
    groupId: group.id,
    name: localized('name of a collection'),
    copyright: { default: plantHere('copyright notice', ['admin']) },
  })
  const passage = plantHere('passage of a knowledge source', ['admin'])
  const { source, version } = await indexSourceNow(api.dependencies, {
    collectionId: collection.id,
    text: `Cotton: ${passage}`,
    title: plantHere('title of a knowledge source', ['admin']),
    tags: [plantHere('tag of a knowledge source', ['admin'])],
    url: plantHere('address of a knowledge source', ['admin']),
  })
  const parsedKey = await storeParsedDocument(api.dependencies, tenantId, createParsedText(passage))
  await db.sourceVersion.update({ where: { id: version.id }, data: { parsedKey, ...(await storeThisFile()) } })
  const question = { question: plantHere('test question of a collection', ['admin']), note: plantHere('note of a question', ['admin']) }
  await db.collectionQuestion.create({ data: { collectionId: collection.id, language: 'en', ...question } })
  const dataset = await createDataset(db, {
    tenantId,
    groupId: group.id,
    name: localized('name of a dataset'),
    columns: [{ id: 'c1', name: { default: plantHere('name of a column', ['admin']) }, type: 'text' }],
  })
  await createDatasetVersion(db, { datasetId: dataset.id, note: plantHere('note of a version of a dataset', ['admin']) })
  await createDatasetRow(db, { datasetId: dataset.id, data: { c1: plantHere('cell of a dataset', ['admin']) } })
  const person = await createPerson()
  const run = await db.workflowRun.create({
    data: {
      workflowId: workflow.id,
      userId: person.id,
      question: plantHere('question of a run', ['admin']),
      responseLanguage: 'en',
      outcome: 'completed',
      text: plantHere('text of a run', ['admin']),
      sources: [],
      notices: [],
      trace: [
        {
          node_id: 'llm',
          status: 'started',
          attempt: 1,
          input: { prompt: { text: plantHere('trace of a run', ['admin']), is_cut: false } },
        },
      ],
      values: { files: { text: plantHere('values of a run', ['admin']) } },
      usage: { input_tokens: 1, output_tokens: 1, reasoning_tokens: 0, estimated: false },
      ms: 1,
      modelName: 'demo',
    },
  })
  return { tenantId, createPerson, group, endpoint, model, workflow, assistant, collection, source, dataset, person, run }
}

/** A public assistant that searches the tenant's collection for all, one for the members of another group, and `others`. */
async function createSearchingAssistant({ tenantId, group }: FullTenant, otherGroupId: string, others: readonly string[]) {
  const { db } = api
  const open = await createCollection(db, { tenantId, groupId: group.id })
  await indexSourceNow(api.dependencies, { collectionId: open.id, title: 'Open', text: 'Cotton is a fiber.' })
  const name = { default: plant('name of a collection for members', ['admin']) }
  const closed = await createCollection(db, {
    tenantId,
    groupId: otherGroupId,
    access: 'members',
    name,
    copyright: { default: plant('its copyright notice', ['admin']) },
  })
  await indexSourceNow(api.dependencies, {
    collectionId: closed.id,
    title: plant('title of a source for members', ['admin']),
    // The best for the question, so that it is what a reply would quote.
    text: `Cotton heddles: ${plant('passage for members', ['admin'])}`,
  })
  const draft = createSearchGraph([closed.id, open.id, ...others])
  const workflow = await createWorkflow(db, { tenantId, draft })
  return createAssistant(db, { tenantId, groupId: group.id, isPublic: true, workflowId: workflow.id })
}

type FullTenant = Awaited<ReturnType<typeof createFullTenant>>

const visible = (name: string) => `${name} ${randomUUID()}`

async function createWorld() {
  const { db } = api
  plant('secret key', [], testSecretKey)
  plant('address of the environment', ['admin'], demo.url)
  const here = await createFullTenant(visible)
  const elsewhere = await createFullTenant((name) => plant(`${name} of another tenant`))
  const { tenantId, group } = here

  const signIn = async (name: ActorName) => {
    const user = await here.createPerson({ role: name === 'admin' ? 'A' : 'U' })
    if (name !== 'admin') await createMembership(db, { groupId: group.id, userId: user.id, role: name === 'owner' ? 'O' : 'U' })
    return { ...(await api.as(user)), name, chat: await createFullChat(user.id, visible) }
  }
  const actors = { member: await signIn('member'), owner: await signIn('owner'), admin: await signIn('admin') }
  const root = await api.as(await here.createPerson({ role: 'S' }))

  // Of the tenant, what its administrators connect: keys are encrypted only on the way through the API.
  const expectId = (response: { statusCode: number; body: string }) => {
    expect([response.statusCode, response.body]).toEqual([200, response.body])
    return /"id":"([^"]+)"/.exec(response.body)?.[1] ?? ''
  }
  const address = `http://127.0.0.1:9/${plant('address of an endpoint', ['admin'])}/v1`
  const endpoint = { name: 'Remote', base_url: address, api_key: plant('key of an endpoint') }
  const endpointId = expectId(await actors.admin.post('/api/v1/model/endpoint', { endpoint }))
  const reached = await createModelEndpoint(db, { tenantId, baseUrl: demo.url })
  const remote = await createModel(db, { tenantId, endpointId, name: 'remote', upstreamName: plant('upstream name', ['admin']) })
  await createModel(db, { tenantId, name: 'demo', isDefault: true })
  const host = { host: `${plant('host', ['admin'])}.example.org`, secret_header: { name: 'x-key', value: plant('secret of a host') } }
  const hostId = expectId(await root.post(`/api/v1/tenant/${tenantId}/allowed_host`, { allowed_host: host }))

  const otherGroup = await createGroup(db, { tenantId })
  const otherAssistant = await createAssistant(db, {
    tenantId,
    groupId: otherGroup.id,
    isPublic: true,
    userPrompt: plant('usage instructions of another group', ['admin']),
  })
  const searching = await createSearchingAssistant(here, otherGroup.id, [elsewhere.collection.id])
  const privateChat = await createFullChat(here.person.id, (name) =>
    plant(`${name} of a private chat`, name === 'feedback' ? ['admin'] : []),
  )
  const chatElsewhere = await createFullChat(elsewhere.person.id, (name) => plant(`${name} of a chat of another tenant`))
  const audited = { tenantId: elsewhere.tenantId, action: 'updateGroup', outcome: 'succeeded' } as const
  await db.auditEvent.create({ data: { ...audited, after: { name: plant('audit of another tenant') } } })

  const chats = [...Object.values(actors).map(({ chat }) => chat), privateChat, chatElsewhere]
  const feedback = await db.messageFeedback.findMany({ select: { id: true } })
  const tenants = [here, elsewhere]
  const tenantIds = tenants.map(({ tenantId: id }) => ({ id }))
  return {
    actors,
    assistant: here.assistant,
    searching,
    things: [
      ...tenants.flatMap((tenant) => [
        tenant.group,
        tenant.endpoint,
        tenant.model,
        tenant.workflow,
        tenant.assistant,
        tenant.collection,
        tenant.dataset,
        tenant.person,
      ]),
      reached,
      remote,
      { id: endpointId },
      otherGroup,
      otherAssistant,
      ...tenantIds,
      ...chats,
      ...chats.map(({ runId }) => ({ id: runId })),
      ...tenants.map(({ run }) => run),
      ...feedback,
      ...Object.values(actors).map(({ user }) => user),
    ],
    citations: chats.map(({ citation }) => citation),
    /** What is named together with the thing that it is of. */
    parts: [
      { name: 'messageId', wholes: chats, ids: chats.flatMap(({ messageIds }) => messageIds) },
      { name: 'fileId', wholes: chats, ids: chats.map(({ fileId }) => fileId) },
      { name: 'hostId', wholes: tenantIds, ids: [hostId] },
      { name: 'runId', wholes: tenants.map(({ workflow }) => workflow), ids: tenants.map(({ run }) => run.id) },
      { name: 'sourceId', wholes: tenants.map(({ collection }) => collection), ids: tenants.map(({ source }) => source.id) },
      { name: 'userId', wholes: tenants.map((tenant) => tenant.group), ids: tenants.map(({ person }) => person.id) },
    ],
  }
}

beforeAll(async () => {
  demo = await createDemoModel({ tps: 0, tokens: 5 })
  const model = { baseUrl: demo.url, apiKey: plant('key of the environment'), names: undefined, contextTokens: 16_384, readsImages: [] }
  api = await createTestApp({ config: { model } })
  world = await createWorld()
})
afterAll(async () => {
  await api.close()
  await demo.close()
})

type Response = Awaited<ReturnType<TestApp['app']['inject']>>

/** Returns the names of the canaries in a response that the actor may not see. */
function findLeaks(actor: ActorName, { body, headers }: Pick<Response, 'body' | 'headers'>) {
  const text = `${body}\n${JSON.stringify(headers)}`
  return canaries.filter(({ value, readers }) => !readers.includes(actor) && text.includes(value)).map(({ name }) => name)
}

const routes = Object.entries(endpoints).flatMap(([name, { method }]) =>
  method === 'GET' || /^(find|query|search|summarize|export)/.test(name) ? [name as EndpointName] : [],
)

/** The addresses of a route about every thing. */
function listTargets(route: EndpointName) {
  const parts = Object.fromEntries(world.parts.map(({ name }) => [name, `:${name}`]))
  const isNamed = (name: string) => urlOf(route, { id: ':id', about: 'id', ...parts }).includes(`:${name}`)
  if (isNamed('messageId') && isNamed('sourceId')) return world.citations
  const part = world.parts.find(({ name }) => isNamed(name))
  if (part) return part.wholes.flatMap(({ id }) => part.ids.map((other) => ({ id, [part.name]: other })))
  return isNamed('id') ? world.things.map(({ id }) => ({ id })) : [{ id: randomUUID() }]
}

async function read(actor: Caller, route: EndpointName, ids: { id: string }) {
  const target = { ...ids, about: 'id' as const }
  const payload = await bodyOf(route, { db: api.db, thing: '', target })
  return api.app.inject({ method: endpoints[route].method, url: urlOf(route, target), headers: actor.headers, ...(payload && { payload }) })
}

/** Whether no address of the route answers the actor. */
function isForOthers(route: EndpointName, { name, user }: (typeof world.actors)[ActorName]) {
  const { policy } = endpoints[route].config
  // Only owners look for new members.
  if (route === 'findGroupCandidate') return name === 'member'
  return isPermission(policy) && !rolesWith[policy].includes(user.role)
}

const isPermission = (policy: Policy): policy is Permission => Permission.safeParse(policy).success

test('every column whose name says that it is secret has a canary, or says why not', async () => {
  const columns = await api.db.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name ~ '(cipher|secret|password|base_url|header_value|prompt|graph|draft|outcomes|trace)'`
  const flags = [
    'dataset.draft_version',
    'user.must_change_password',
    'workflow.allow_user_prompt',
    'workflow.draft_hash',
    'workflow_version.graph_hash',
  ]
  const withoutReader = ['running_reply.node_outcomes', 'running_reply.prompts']
  const planted = [
    'allowed_host.header_value',
    'assistant.user_prompt',
    'message.node_outcomes',
    'model_endpoint.base_url',
    'model_endpoint.key_ciphertext',
    'user.password_hash',
    'workflow.draft',
    'workflow_run.trace',
    'workflow_version.graph',
  ]
  expect(columns.map(({ name }) => name).toSorted()).toEqual([...flags, ...withoutReader, ...planted].toSorted())
})

describe.each(actorNames)('what %s reads', (name) => {
  test('has no secret in it, whatever it is about', async () => {
    const actor = world.actors[name]
    const leaks: string[] = []
    const answered = new Set<EndpointName>()
    for (const route of routes)
      for (const target of listTargets(route)) {
        const response = await read(actor, route, target)
        if (response.statusCode === 200) answered.add(route)
        leaks.push(...findLeaks(name, response).map((leak) => `${route} tells ${name} the ${leak}`))
      }
    expect([...new Set(leaks)]).toEqual([])
    expect(routes.filter((route) => !answered.has(route))).toEqual(routes.filter((route) => isForOthers(route, actor)))
  })

  test.each(['', 'echo', 'status=400', 'status=401', 'drop=2', 'error_event=1', 'context=1'])(
    'as a reply has no secret in it, with %j',
    async (fault) => {
      await expectQuietReply(name, { content: `What is a loom? [[demo:${fault}]]` })
    },
  )

  test('as a reply that cites a collection has nothing of those for others', async () => {
    const stream = await expectQuietReply(name, { content: 'Cotton heddles? [[demo:tokens=200]]' }, world.searching.id)
    expect(stream).toContain('Cotton is a fiber.')
    // Not even an administrator, who may read it where it is managed.
    expect(canaries.filter((canary) => stream.includes(canary.value))).toEqual([])
  })

  test('as a reply of an endpoint that is not reached has no secret in it', async () => {
    expect(await expectQuietReply(name, { content: 'What is a loom?', model: { name: 'remote' } })).toContain('MODEL_UNAVAILABLE')
  })
})

/** Returns the stream of a reply in a new chat. */
async function expectQuietReply(name: ActorName, body: object, assistantId = world.assistant.id) {
  const actor = world.actors[name]
  const { chat } = (await actor.post('/api/v1/chat', { chat: { assistant_id: assistantId } })).json<{ chat: { id: string } }>()
  const response = await actor.post(`/api/v1/chat/${chat.id}/message_stream`, { ...body, client_message_id: randomUUID(), version: 0 })
  expect(response.body).toContain('event: done')
  const again = [await actor.get(`/api/v1/chat/${chat.id}/message_stream`), await actor.get(`/api/v1/chat/${chat.id}`)]
  expect([response, ...again].flatMap((each) => findLeaks(name, each))).toEqual([])
  return response.body
}
