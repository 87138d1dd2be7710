// Two tenants in which every secret column, and every text that is not for all, has a canary.
import { evalColumn, kindColumns, qaColumn } from '@heddle/contracts/dataset/kind-columns'
import { createAssistant } from '@heddle/db/factories/assistant'
import {
  createDataset,
  createDatasetImport,
  createDatasetRow,
  createDatasetVersion,
  type DatasetOverrides,
} from '@heddle/db/factories/dataset'
import { createEvalAnswer, createEvalRun, createEvalRunRow } from '@heddle/db/factories/evaluation'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createCollection } from '@heddle/db/factories/knowledge'
import { createModel, createModelEndpoint } from '@heddle/db/factories/model'
import { createPrompt, type PromptOverrides } from '@heddle/db/factories/prompt'
import { createSecondFactor } from '@heddle/db/factories/second-factor'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser, type UserOverrides } from '@heddle/db/factories/user'
import { createWorkflow, plainChatGraph } from '@heddle/db/factories/workflow'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { buildTable } from '../../src/modules/dataset/version/build-table.ts'
import { storeParsedDocument } from '../../src/modules/ingestion/job/parsed-document.ts'
import { type TestApp, testSecretKey } from '../application/test-app.ts'
import { createAnswerGraph } from '../dataset/answer-graph.ts'
import { createParsedText } from '../knowledge/cite-source.ts'
import { indexSourceNow } from '../knowledge/index-source-now.ts'
import { createSearchGraph } from '../knowledge/search-graph.ts'
import { type ActorName, actorNames, type Say, type Scene } from './canary-scene.ts'
import { createFullChat, storeThisFile } from './chat-canaries.ts'

export type CanaryWorld = Awaited<ReturnType<typeof createCanaryWorld>>

/** A tenant of which every text that another tenant must not see is planted by `say`. */
async function createFullTenant({ api, plant }: Scene, say: Say) {
  const { db } = api
  const { id: tenantId } = await createTenant(db, { name: { default: say('name of a tenant') } })
  const plantHere = (name: string, readers: readonly ActorName[]) => plant(name, say === visible ? readers : [])
  const localized = (name: string) => ({ default: say(name) })

  async function createPerson(overrides: UserOverrides = {}) {
    const user = await createUser(db, { tenantId, name: localized('name of a user'), passwordHash: plant('password hash'), ...overrides })
    const { id: userId } = user
    // One for all of them: each more is looked for in every response.
    const secret = plant('secret of a second factor')
    const key = { secretCiphertext: Buffer.from(secret), secretKeyId: secret }
    await createSecondFactor(db, { userId, ...key, credentialId: secret, publicKey: Buffer.from(secret) })
    await db.recoveryCode.create({ data: { userId, hash: secret } })
    const asked = { idHash: secret, passwordDigest: secret, passkeyChallenge: secret }
    await db.authChallenge.create({ data: { kind: 'verification', userId, ...key, ...asked, expiresAt: new Date(Date.now() + 3_600_000) } })
    return user
  }

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
  await db.sourceVersion.update({ where: { id: version.id }, data: { parsedKey, ...(await storeThisFile({ api, plant })) } })
  const question = { question: plantHere('test question of a collection', ['admin']), note: plantHere('note of a question', ['admin']) }
  await db.collectionQuestion.create({ data: { collectionId: collection.id, language: 'en', ...question } })
  const columns = [{ id: 'c1', name: { default: plantHere('name of a column', ['admin']) }, type: 'text' }]
  const dataset = await createDataset(db, { tenantId, groupId: group.id, name: localized('name of a dataset'), columns })
  await createDatasetRow(db, { datasetId: dataset.id, data: { c1: plantHere('cell of a dataset', ['admin']) } })
  const published = { columns, rowCount: 1, note: plantHere('note of a version of a dataset', ['admin']) }
  await publishNow(api, { datasetId: dataset.id, ...published })
  const person = await createPerson()
  const written = { tenantId, createdById: person.id }
  const prompts = [
    await createPlantedPrompt(api, { ...written, ownerId: person.id }, plantHere('prompt of a user', [])),
    await createPlantedPrompt(
      api,
      { ...written, groupId: group.id, state: 'suggested' },
      plantHere('suggested prompt', ['owner', 'admin']),
    ),
    await createPlantedPrompt(api, written, plantHere('prompt of a tenant', actorNames)),
  ]
  const datasetImport = await createDatasetImport(db, {
    datasetId: dataset.id,
    createdById: person.id,
    fileName: plantHere('name of an imported file', []),
    errors: [{ row: 2, at: 1, column: 'c1', code: 'too_long', text: plantHere('cell of an imported file', []) }],
    errorCount: 1,
  })
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
  const evalRun = await createFullEvalRun({ api, plant }, tenantId, workflow.id, plantHere)
  const answers = await createApprovedAnswer(api, { tenantId, groupId: group.id, name: localized('name of approved answers') }, (name) =>
    plantHere(name, ['admin']),
  )
  return {
    tenantId,
    createPerson,
    group,
    endpoint,
    model,
    workflow,
    assistant,
    collection,
    source,
    dataset,
    answers,
    datasetImport,
    person,
    prompts,
    run,
    evalRun,
  }
}

/** A prompt whose text, and that of its version, has the canary. */
const createPlantedPrompt = ({ db }: TestApp, owner: PromptOverrides, canary: string) =>
  createPrompt(db, { ...owner, name: { default: canary }, text: { default: canary }, variables: [] })

const conditioning = 'How long are samples conditioned?'

/** A published dataset of one approved answer to the question of conditioning, whose texts `say` plants. */
async function createApprovedAnswer(api: TestApp, overrides: DatasetOverrides, say: Say) {
  const { db } = api
  const columns = [...(kindColumns.qa ?? [])]
  const dataset = await createDataset(db, { ...overrides, kind: 'qa', columns })
  const data = {
    [qaColumn.question]: say('question of an approved answer'),
    [qaColumn.wordings]: conditioning,
    [qaColumn.answer.en]: say('approved answer'),
    [qaColumn.sources]: say('source of an approved answer'),
  }
  await createDatasetRow(db, { datasetId: dataset.id, data })
  await publishNow(api, { datasetId: dataset.id, columns, rowCount: 1 })
  return dataset
}

async function publishNow({ db, dependencies: { pool } }: TestApp, version: Parameters<typeof createDatasetVersion>[1]) {
  const { id } = await createDatasetVersion(db, version)
  expect(await buildTable(pool, id, new AbortController().signal)).toBe('filled')
}

/** A public assistant whose workflow gives approved answers of which only the members of another group may know. */
async function createAnsweringAssistant({ api, plant }: Scene, { tenantId, group }: FullTenant, groupId: string) {
  const name = { default: plant('name of approved answers for members', ['admin']) }
  const { id: datasetId } = await createApprovedAnswer(api, { tenantId, groupId, access: 'members', name }, (text) =>
    plant(`${text} for members`, ['admin']),
  )
  const { id: workflowId } = await createWorkflow(api.db, { tenantId, draft: createAnswerGraph(datasetId) })
  return createAssistant(api.db, { tenantId, groupId: group.id, isPublic: true, workflowId })
}

/** A run of an evaluation set with a question and an answer, beside a question of the draft. */
async function createFullEvalRun(
  { api: { db }, plant }: Pick<Scene, 'api' | 'plant'>,
  tenantId: string,
  workflowId: string,
  plantHere: (name: string, readers: readonly ActorName[]) => string,
) {
  const columns = [...(kindColumns.eval ?? [])]
  const { id: datasetId } = await createDataset(db, { tenantId, kind: 'eval', columns, publishedVersion: 1 })
  const draft = { [evalColumn.question]: plantHere('question of an evaluation set', ['admin']), [evalColumn.language]: 'en' }
  const answer = plantHere('expected answer of an evaluation set', ['admin'])
  await createDatasetRow(db, { datasetId, data: { ...draft, [evalColumn.answer]: answer } })
  const graph = plainChatGraph(plant('prompt of an evaluated graph'))
  const { id: runId } = await createEvalRun(db, { datasetId, workflowId, graph, rowCount: 1 })
  const cells = { c1: plantHere('question of an evaluation', ['admin']), c2: 'en' }
  const { rowId } = await createEvalRunRow(db, { runId, cells })
  await createEvalAnswer(db, { runId, rowId, text: plantHere('answer of an evaluation', ['admin']) })
  return { id: runId, datasetId }
}

/** A public assistant that searches the tenant's collection for all, one for the members of another group, and `others`. */
async function createSearchingAssistant(
  { api, plant }: Scene,
  { tenantId, group }: FullTenant,
  otherGroupId: string,
  others: readonly string[],
) {
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

/** A takeout that its user can download. */
async function createTakeout({ api, plant }: Scene, { id: userId, tenantId }: { readonly id: string; readonly tenantId: string }) {
  const stored = await storeThisFile({ api, plant })
  const expiresAt = new Date(Date.now() + 24 * 60 * 60_000)
  return api.db.takeout.create({ data: { userId, tenantId, jobId: randomUUID(), timeZone: 'UTC', state: 'ready', expiresAt, ...stored } })
}

/** Makes two tenants with everything that can be read, whose actors are of the first. */
export async function createCanaryWorld(scene: Scene) {
  const { api, plant, demoUrl } = scene
  const { db } = api
  plant('secret key', [], testSecretKey)
  plant('address of the environment', ['admin'], demoUrl)
  const here = await createFullTenant(scene, visible)
  const elsewhere = await createFullTenant(scene, (name) => plant(`${name} of another tenant`))
  const { tenantId, group } = here

  const signIn = async (name: ActorName) => {
    const user = await here.createPerson({ role: name === 'admin' ? 'A' : 'U' })
    if (name !== 'admin') await createMembership(db, { groupId: group.id, userId: user.id, role: name === 'owner' ? 'O' : 'U' })
    return { ...(await api.as(user)), name, chat: await createFullChat(scene, user.id, visible) }
  }
  const actors = { member: await signIn('member'), owner: await signIn('owner'), admin: await signIn('admin') }
  const root = await api.as(await here.createPerson({ role: 'S' }))
  for (const { person } of [here, elsewhere])
    await db.userSetting.create({ data: { userId: person.id, aboutMe: plant('about a person'), howToAnswer: plant('how to answer') } })
  const ownImport = await createDatasetImport(db, { datasetId: here.dataset.id, createdById: actors.admin.user.id })

  // Of the tenant, what its administrators connect: keys are encrypted only on the way through the API.
  const expectId = (response: { statusCode: number; body: string }) => {
    expect([response.statusCode, response.body]).toEqual([200, response.body])
    return /"id":"([^"]+)"/.exec(response.body)?.[1] ?? ''
  }
  const address = `http://127.0.0.1:9/${plant('address of an endpoint', ['admin'])}/v1`
  const endpoint = { name: 'Remote', base_url: address, api_key: plant('key of an endpoint') }
  const endpointId = expectId(await actors.admin.post('/api/v1/model/endpoint', { endpoint }))
  const reached = await createModelEndpoint(db, { tenantId, baseUrl: demoUrl })
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
  const searching = await createSearchingAssistant(scene, here, otherGroup.id, [elsewhere.collection.id])
  const answering = await createAnsweringAssistant(scene, here, otherGroup.id)
  const privateChat = await createFullChat(scene, here.person.id, (name) =>
    plant(`${name} of a private chat`, name === 'feedback' ? ['admin'] : []),
  )
  const chatElsewhere = await createFullChat(scene, elsewhere.person.id, (name) => plant(`${name} of a chat of another tenant`))
  const audited = { tenantId: elsewhere.tenantId, action: 'updateGroup', outcome: 'succeeded' } as const
  await db.auditEvent.create({ data: { ...audited, after: { name: plant('audit of another tenant') } } })

  const people = [...Object.values(actors).map(({ user }) => user), here.person, elsewhere.person]
  const takeouts = await Promise.all(people.map((user) => createTakeout(scene, user)))
  const chats = [...Object.values(actors).map(({ chat }) => chat), privateChat, chatElsewhere]
  const feedback = await db.messageFeedback.findMany({ select: { id: true } })
  const tenants = [here, elsewhere]
  const tenantIds = tenants.map(({ tenantId: id }) => ({ id }))
  return {
    actors,
    assistant: here.assistant,
    searching,
    /** With the question that its approved answers have. */
    answering: { id: answering.id, question: conditioning },
    /** By their kind: a route that finds one of a kind is of that kind. */
    things: {
      groups: [...tenants.map((tenant) => tenant.group), otherGroup],
      endpoints: [...tenants.map((tenant) => tenant.endpoint), reached, { id: endpointId }],
      models: [...tenants.map(({ model }) => model), remote],
      workflows: tenants.map(({ workflow }) => workflow),
      assistants: [...tenants.map(({ assistant }) => assistant), otherAssistant],
      collections: tenants.map(({ collection }) => collection),
      datasets: tenants.flatMap(({ dataset, answers, evalRun }) => [dataset, answers, { id: evalRun.datasetId }]),
      prompts: [...here.prompts, ...elsewhere.prompts.slice(0, 1)],
      tenants: tenantIds,
      chats,
      replies: chats.map(({ runId }) => ({ id: runId })),
      runs: tenants.map(({ run }) => run),
      feedback,
      takeouts,
      users: [...tenants.map(({ person }) => person), ...Object.values(actors).map(({ user }) => user)],
    },
    folders: chats.map(({ folder }) => folder),
    citations: chats.flatMap(({ citations }) => citations),
    /** What is named together with the thing that it is of. */
    parts: [
      { name: 'messageId', wholes: chats, ids: chats.flatMap(({ messageIds }) => messageIds) },
      { name: 'comparisonId', wholes: chats, ids: chats.map(({ comparisonId }) => comparisonId) },
      { name: 'fileId', wholes: chats, ids: chats.map(({ fileId }) => fileId) },
      { name: 'hostId', wholes: tenantIds, ids: [hostId] },
      {
        name: 'runId',
        wholes: tenants.flatMap(({ workflow, evalRun }) => [workflow, { id: evalRun.datasetId }]),
        ids: tenants.flatMap(({ run, evalRun }) => [run.id, evalRun.id]),
      },
      { name: 'sourceId', wholes: tenants.map(({ collection }) => collection), ids: tenants.map(({ source }) => source.id) },
      {
        name: 'importId',
        wholes: tenants.map(({ dataset }) => dataset),
        ids: [ownImport.id, ...tenants.map(({ datasetImport }) => datasetImport.id)],
      },
      { name: 'userId', wholes: tenants.map((tenant) => tenant.group), ids: tenants.map(({ person }) => person.id) },
    ],
  }
}
