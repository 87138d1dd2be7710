// Replies over knowledge collections: what the model is given, what the reply cites, and who is shown it.
import { createChatShare } from '@heddle/db/factories/chat'
import type { Message } from '@heddle/contracts/message/message'
import { createAssistant } from '@heddle/db/factories/assistant'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { type CollectionOverrides, createCollection } from '@heddle/db/factories/knowledge'
import { createModel } from '@heddle/db/factories/model'
import { createWorkflow } from '@heddle/db/factories/workflow'
import { bindResources } from '@heddle/workflow/model/graph/bound-resources'
import { getTemplate } from '@heddle/workflow/model/templates/templates'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatApp, createChatApp } from '../../../../test/chat/chat-app.ts'
import { indexSourceNow } from '../../../../test/knowledge/index-source-now.ts'
import { createSearchGraph } from '../../../../test/knowledge/search-graph.ts'
import { until } from '../../../../test/until.ts'

let app: ChatApp
beforeAll(async () => {
  app = await createChatApp()
})
afterAll(() => app.close())

const canary = 'Cotton shrinks by three percent, says the canary file.'
const question = 'How much does cotton shrink?'

const createGraph = (collectionId: string) => createSearchGraph([collectionId])

/** A member of a group with a collection, a public assistant that searches it, and a chat with that. */
async function createScene(
  overrides: CollectionOverrides = {},
  source: Partial<Parameters<typeof indexSourceNow>[1]> = {},
  createDraft: (collectionId: string) => object = createGraph,
) {
  const person = await app.createPerson()
  const { tenantId } = person
  const group = await createGroup(app.db, { tenantId })
  await createMembership(app.db, { groupId: group.id, userId: person.user.id })
  const collection = await createCollection(app.db, {
    tenantId,
    groupId: group.id,
    copyright: { default: '© the institute' },
    ...overrides,
  })
  const indexed = await indexSourceNow(app.dependencies, {
    collectionId: collection.id,
    title: 'Handbook',
    text: ['', `# Washing\n\n${canary}`],
    ...source,
  })
  const workflow = await createWorkflow(app.db, { tenantId, draft: createDraft(collection.id) })
  const assistant = await createAssistant(app.db, { tenantId, groupId: group.id, isPublic: true, workflowId: workflow.id })
  await createModel(app.db, { tenantId, name: 'gpt-4o', isDefault: true })
  return { person, tenantId, group, collection, workflow, assistant, ...indexed, chat: await app.startChat(person, assistant.id) }
}
type Scene = Awaited<ReturnType<typeof createScene>>
type Reader = Scene['person']

const ask = async ({ person, chat }: Pick<Scene, 'person' | 'chat'>, changes: object = {}) =>
  app.send(person, chat, { content: question, ...changes })

const share = (chatId: string) => createChatShare(app.db, { chatId })

const readSources = async (reader: Reader, chatId: string, messageId: string) =>
  (await reader.get(`/api/v1/chat/${chatId}/message/${messageId}/source`)).json<{ sources: Message['sources'] }>().sources

/** All that a reader of the chat may be sent about it. */
async function readEverywhere(reader: Reader, chatId: string, messageId: string) {
  const addresses = ['', '/export?format=md', '/export?format=json', `/message/${messageId}/source`]
  const pages = await Promise.all(addresses.map((address) => reader.get(`/api/v1/chat/${chatId}${address}`)))
  const stream = await (await app.rejoin(reader, chatId)).done()
  return [...pages.map(({ body }) => body), JSON.stringify(stream)].join('\n')
}

describe('a question over a collection', () => {
  test('is answered with a citation of the passage; event, row and route agree', async () => {
    const scene = await createScene({}, { validUntil: new Date('2020-12-31') })
    const reader = await ask(scene)
    const { message } = await reader.done()
    expect(message.steps.map(({ type }) => type)).toEqual(['start', 'knowledge_retrieval', 'llm', 'answer'])
    expect(message.content).toContain(`${canary} [1]`)
    expect(message.sources).toMatchObject([
      {
        number: 1,
        title: 'Handbook',
        passage: expect.stringContaining(canary) as string,
        page: 2,
        score: expect.any(Number) as number,
        file: null,
        knowledge: {
          collection_id: scene.collection.id,
          source_id: scene.source.id,
          heading_path: ['Washing'],
          valid_until: '2020-12-31',
          replaced_by: null,
          copyright: { default: '© the institute' },
          allows_preview: true,
        },
      },
    ])
    expect(message.sources[0]?.knowledge?.spans).not.toEqual([])
    expect(reader.events.filter((event) => event.type === 'sources')).toEqual([{ type: 'sources', sources: message.sources }])
    const [row] = await app.db.messageSource.findMany({ where: { messageId: message.id } })
    expect(row).toMatchObject({
      sourceId: scene.source.id,
      collectionId: scene.collection.id,
      versionId: scene.version.id,
      membersOf: null,
    })
    expect(await readSources(scene.person, scene.chat.id, message.id)).toEqual(message.sources)
    const [prompt] = app.callsOf(canary)
    expect(JSON.stringify(prompt?.body)).toContain('expired=')
  })

  test('without a result takes the way of nothing found', async () => {
    const scene = await createScene()
    const { message } = await (await ask(scene, { content: 'Warum?' })).done()
    expect(message).toMatchObject({ content: 'Nothing was found.', sources: [] })
  })

  test('names the model that answered, and counts the call of the search beside it', async () => {
    const scene = await createScene({ rerankModel: 'rerank' })
    await createModel(app.db, { tenantId: scene.tenantId, name: 'rerank', kind: 'rerank', upstreamName: 'demo:latency=0' })
    const { message } = await (await ask(scene)).done()
    const event = await app.db.usageEvent.findFirstOrThrow({ where: { messageId: message.id } })
    const calls = await app.db.usageCall.findMany({ where: { runId: event.runId } })
    expect(event.modelName).toBe('gpt-4o')
    expect(calls.toSorted((a, b) => a.seq - b.seq)).toMatchObject([
      { nodeId: 'found', modelName: 'rerank' },
      { nodeId: 'llm', modelName: 'gpt-4o' },
    ])
  })

  test('finds nothing of it from the next question on once its user has left the group', async () => {
    const scene = await createScene({ access: 'members' })
    const first = await (await ask(scene)).done()
    expect(first.message.content).toContain(canary)
    await app.db.membership.deleteMany({ where: { userId: scene.person.user.id } })
    const next = await (await ask({ ...scene, chat: { ...scene.chat, version: first.version } })).done()
    expect(next.message).toMatchObject({ content: 'Nothing was found.', sources: [] })
    // What was answered before stays, without its original.
    const kept = first.message.sources.map((source) => ({ ...source, knowledge: { ...source.knowledge, allows_preview: false } }))
    expect(await readSources(scene.person, scene.chat.id, first.message.id)).toEqual(kept)
  })
})

describe.each(['document_qa', 'standards_lookup'] as const)('the template %s', (id) => {
  const createTemplateGraph = (collectionId: string) => bindResources(getTemplate(id).createGraph('en'), { collection: [collectionId] })

  test('answers from a collection, and cites it', async () => {
    const scene = await createScene({}, {}, createTemplateGraph)
    const { message } = await (await ask(scene)).done()
    expect(message).toMatchObject({ status: 'completed', sources: [{ number: 1, title: 'Handbook' }] })
    expect(message.content).toContain(`${canary} [1]`)
  })
})

test('a question is translated into the languages of the documents that its user may find, and of no others', async () => {
  const createDraft = (collectionId: string) => bindResources(getTemplate('document_qa').createGraph('en'), { collection: [collectionId] })
  const scene = await createScene({ access: 'members' }, { language: 'th', text: ['ผ้าฝ้ายหดเมื่อซัก'] }, createDraft)
  const content = 'How much do Thai fabrics shrink?'
  const listTranslations = () => app.callsOf(content).filter(({ body }) => JSON.stringify(body).includes('translate it into Thai'))
  const { version } = await (await ask(scene, { content })).done()
  expect(listTranslations()).toHaveLength(1)
  await app.db.membership.deleteMany({ where: { userId: scene.person.user.id } })
  await (await ask({ ...scene, chat: { ...scene.chat, version } }, { content })).done()
  expect(app.callsOf(content).length).toBeGreaterThan(2)
  expect(listTranslations()).toHaveLength(1)
})

describe('a citation in a shared chat', () => {
  /** A shared chat with a reply, whose text says nothing of the passage that it cites. */
  async function createShared(overrides: CollectionOverrides = {}) {
    const scene = await createScene(overrides)
    const { message } = await (await ask(scene)).done()
    await share(scene.chat.id)
    await app.db.message.update({ where: { id: message.id }, data: { content: 'By some percent [1].', reasoning: '' } })
    const reader = await app.createPerson({ tenantId: scene.tenantId })
    return { ...scene, message, reader }
  }

  test('of a collection for workflows is read by all who read the chat', async () => {
    const { reader, chat, message } = await createShared()
    expect(await readSources(reader, chat.id, message.id)).toEqual(message.sources)
  })

  test('of a collection for members is withheld from all others, everywhere', async () => {
    const { person, reader, chat, message, group } = await createShared({ access: 'members' })
    expect(await readEverywhere(person, chat.id, message.id)).toContain(canary)
    expect(await readSources(reader, chat.id, message.id)).toEqual([
      { id: message.sources[0]?.id, number: 1, title: null, passage: '', page: null, score: null, file: null, is_withheld: true },
    ])
    const seen = await readEverywhere(reader, chat.id, message.id)
    for (const secret of [canary, 'Handbook', 'Washing', '© the institute']) expect(seen).not.toContain(secret)
    await createMembership(app.db, { groupId: group.id, userId: reader.user.id })
    expect(await readSources(reader, chat.id, message.id)).toEqual(message.sources)
  })

  test('of a deleted collection stays for those who could read it, without its original', async () => {
    const scene = await createShared({ access: 'members' })
    const { person, reader, chat, message, collection, group } = scene
    await app.db.collection.delete({ where: { id: collection.id } })
    const [kept] = await readSources(person, chat.id, message.id)
    expect(kept).toMatchObject({
      passage: message.sources[0]?.passage,
      knowledge: { source_id: null, collection_id: null, allows_preview: false },
    })
    expect(await readSources(reader, chat.id, message.id)).toMatchObject([{ is_withheld: true, passage: '' }])
    await createMembership(app.db, { groupId: group.id, userId: reader.user.id })
    expect(await readSources(reader, chat.id, message.id)).toEqual([kept])
  })

  test('is withheld from those who follow the reply while it is made', async () => {
    const scene = await createScene({ access: 'members' })
    await share(scene.chat.id)
    const reader = await app.createPerson({ tenantId: scene.tenantId })
    const asking = await ask(scene, { content: `${question} [[demo:tps=80]]` })
    await until('a source', () => asking.events.some(({ type }) => type === 'sources'))
    const followed = await app.rejoin(reader, scene.chat.id)
    const { message } = await followed.done()
    const withheld = { number: 1, title: null, passage: '', is_withheld: true }
    expect(message.sources).toMatchObject([withheld])
    const shown = followed.events.flatMap((event) => (event.type === 'snapshot' || event.type === 'sources' ? event.sources : []))
    expect(shown).not.toEqual([])
    for (const source of shown) expect(source).toMatchObject(withheld)
    expect((await asking.done()).message.sources).toMatchObject([{ title: 'Handbook' }])
  })
})
