// What a reader finds in collections, and what no search may find for it.
import { createCollection, type CollectionOverrides } from '@heddle/db/factories/knowledge'
import { createGroup, createMembership } from '@heddle/db/factories/group'
import { createModel } from '@heddle/db/factories/model'
import { createTenant } from '@heddle/db/factories/tenant'
import { createUser } from '@heddle/db/factories/user'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { defaultSearchSettings } from '@heddle/contracts/knowledge/search'
import { createSecretCipher } from '@heddle/security/secret-cipher'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmbedder, type Embedder } from '../../../models/embedding/embedder.ts'
import { createModelRouter } from '../../../models/model-router.ts'
import { createReranker } from '../../../models/rerank/reranker.ts'
import type { ActorAccess } from '../../../permissions/actor.ts'
import { embedSourceNow } from '../../../testing/embed-source-now.ts'
import { indexSourceNow } from '../../../testing/index-source-now.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/until.ts'
import { createCallableModelService } from '../../model/callable-model.ts'
import { createRetrieval, type Retrieval, type RetrievalRequest } from './retrieval.ts'

let api: TestApp
let demo: DemoModel
let embedder: Embedder
let retrieval: Retrieval
let closeRouter: () => Promise<void>
const tomorrow = new Date('2026-11-24T00:00:00Z')
const now = new Date('2026-11-23T12:00:00Z')
beforeAll(async () => {
  demo = await createDemoModel()
  api = await createTestApp({ modelUrl: demo.url })
  const { pool, config, keys, log } = api.dependencies
  const callable = createCallableModelService({ pool, cipher: createSecretCipher(keys.modelKeys), environment: config.model })
  const find = (tenantId: string, name: string) => callable.findCallable(tenantId, name)
  const router = createModelRouter({ find })
  closeRouter = () => router.close()
  embedder = createEmbedder({ find, router })
  retrieval = createRetrieval({ pool, log, now: () => now, embedder, reranker: createReranker({ find, router }) })
})
afterAll(async () => {
  await closeRouter()
  await api.close()
  await demo.close()
})

const never = new AbortController().signal
const lexical = { ...defaultSearchSettings, vector_weight: 0 }
const vectors = { ...defaultSearchSettings, lexical_weight: 0 }
const question = 'How much does cotton shrink in the wash?'
const text = '# Washing\n\nCotton shrinks by three percent in the wash.'

type Chunk = Awaited<ReturnType<typeof indexSourceNow>>['chunks'][number]

type SceneOptions = Omit<CollectionOverrides, 'groupId' | 'tenantId'> & { readonly model?: string | null; readonly rerank?: string }

/** A collection of a group, with one member of it; `model` and `rerank` are switches of the demonstration. */
async function createScene({ model = 'latency=0', rerank, ...overrides }: SceneOptions = {}) {
  const { id: tenantId } = await createTenant(api.db)
  const { id: groupId } = await createGroup(api.db, { tenantId })
  const member = await createUser(api.db, { tenantId })
  await createMembership(api.db, { groupId, userId: member.id })
  await createModel(api.db, { tenantId, name: 'vectors', kind: 'embedding', upstreamName: `demo:${model}` })
  if (rerank !== undefined) await createModel(api.db, { tenantId, name: 'rerank', kind: 'rerank', upstreamName: `demo:${rerank}` })
  const collection = await addCollection(
    { tenantId, groupId, ...overrides, ...(rerank !== undefined && { rerankModel: 'rerank' }) },
    model !== null,
  )
  const actor: ActorAccess = { id: member.id, tenantId, role: 'U', memberships: [{ groupId, role: 'U' }] }
  return { tenantId, groupId, actor, collection }
}

async function addCollection(overrides: CollectionOverrides, isEmbedded = true) {
  const collection = await createCollection(api.db, overrides)
  const embeddingModel = isEmbedded ? 'vectors' : null
  await api.db.indexVersion.update({ where: { id: collection.activeIndexId! }, data: { embeddingModel } })
  return collection
}

async function addSource(collectionId: string, overrides: Partial<Parameters<typeof indexSourceNow>[1]> = {}) {
  const indexed = await indexSourceNow(api.dependencies, { collectionId, text, ...overrides })
  const { embeddingModel } = await api.db.indexVersion.findUniqueOrThrow({ where: { id: indexed.indexVersionId } })
  if (embeddingModel) await embedSourceNow(api.dependencies, embedder, indexed)
  return indexed
}

const retrieve = (
  actor: ActorAccess,
  collectionIds: readonly string[],
  changes: Partial<RetrievalRequest> & { tokenBudget?: number } = {},
) => retrieval.retrieve(actor, { collectionIds, queries: [question], settings: defaultSearchSettings, signal: never, ...changes })

describe.each([
  ['words', lexical],
  ['vectors', vectors],
] as const)('by %s alone', (_half, settings) => {
  type Scene = Awaited<ReturnType<typeof createScene>> & Awaited<ReturnType<typeof addSource>>
  const listFound = async ({ actor, collection }: Pick<Scene, 'actor' | 'collection'>) =>
    (await retrieve(actor, [collection.id], { settings })).passages.map(({ chunk }) => chunk.text)

  async function arrange(options: SceneOptions = {}) {
    const scene = await createScene(options)
    return { ...scene, ...(await addSource(scene.collection.id)) }
  }

  test.each(['workflow', 'members'] as const)('a member of the group finds what is in a collection for %s', async (access) => {
    expect(await listFound(await arrange({ access }))).toEqual([expect.stringContaining('Cotton shrinks')])
  })

  test('everyone of the tenant finds what is in a collection for workflows', async () => {
    const scene = await arrange({ access: 'workflow' })
    expect(await listFound({ ...scene, actor: { ...scene.actor, memberships: [] } })).toHaveLength(1)
  })

  test('an administrator who tests finds what is for the members of another group, and no one else does by asking so', async () => {
    const { actor, collection } = await arrange({ access: 'members' })
    const asManager = async (role: ActorAccess['role']) =>
      (await retrieve({ ...actor, role, memberships: [] }, [collection.id], { settings, asManager: true })).passages
    expect(await asManager('A')).toHaveLength(1)
    expect(await asManager('U')).toEqual([])
  })

  const setSource = (data: Parameters<TestApp['db']['source']['update']>[0]['data']) => async (scene: Scene) => {
    await api.db.source.update({ where: { id: scene.source.id }, data })
    return scene
  }
  const refusals: [string, (scene: Scene) => Promise<Pick<Scene, 'actor' | 'collection'>>][] = [
    ['a reader of another tenant', async (scene) => ({ ...scene, actor: (await createScene()).actor })],
    [
      'a super user of another tenant in a group of the same id',
      async (scene) => ({ ...scene, actor: { ...scene.actor, role: 'S', tenantId: (await createTenant(api.db)).id } }),
    ],
    ['a member of another group', async (scene) => ({ ...scene, actor: { ...scene.actor, memberships: [] } })],
    ['an administrator who only reads', async (scene) => ({ ...scene, actor: { ...scene.actor, role: 'A', memberships: [] } })],
    ['a source that is switched off', setSource({ enabled: false })],
    ['a source that is not valid yet', setSource({ validFrom: tomorrow })],
    ['a source that was cancelled before its first end', setSource({ state: 'cancelled', activeVersionId: null })],
    [
      'a source whose next version is active and not indexed',
      async (scene) => {
        const { id: _, createdAt: __, warnings: ___, ...version } = scene.version
        const next = await api.db.sourceVersion.create({ data: { ...version, storageKey: `${version.storageKey}.next` } })
        return setSource({ activeVersionId: next.id })(scene)
      },
    ],
    [
      'an index that is still built',
      async (scene) => {
        const index = await api.db.indexVersion.create({
          data: {
            collectionId: scene.collection.id,
            state: 'active',
            chunkTokens: 400,
            overlapTokens: 0,
            termVersion: 'lex-1',
            embeddingModel: 'vectors',
          },
        })
        await api.db.collection.update({ where: { id: scene.collection.id }, data: { activeIndexId: index.id } })
        return scene
      },
    ],
    [
      'a passage that is switched off',
      async (scene) => {
        await api.db.chunk.updateMany({ where: { indexedSourceId: scene.indexedSourceId }, data: { enabled: false } })
        return scene
      },
    ],
  ]

  test.each(refusals)('nothing is found for or of %s', async (_name, change) => {
    expect(await listFound(await change(await arrange({ access: 'members' })))).toEqual([])
  })

  test('nothing is found without a collection or a question, and no model is asked', async () => {
    const { actor, collection } = await arrange({ model: `latency=1,tokens=${settings.lexical_weight}` })
    const before = demo.requests.length
    expect(await retrieve(actor, [], { settings })).toEqual({ passages: [], notices: [], models: [] })
    expect(await retrieve(actor, [collection.id], { settings, queries: [' '] })).toEqual({ passages: [], notices: [], models: [] })
    expect(demo.requests).toHaveLength(before)
  })

  test('of several collections only those are searched that one may read', async () => {
    const scene = await arrange({ access: 'members' })
    const other = await arrange({ access: 'workflow' })
    const ids = [scene.collection.id, other.collection.id]
    const passages = async (actor: ActorAccess) =>
      (await retrieve(actor, ids, { settings })).passages.map(({ chunk }) => chunk.collection.id)
    expect(await passages(scene.actor)).toEqual([scene.collection.id])
    expect(await passages({ ...scene.actor, memberships: [] })).toEqual([])
  })

  test('a filter narrows to tags, and to languages', async () => {
    const { actor, collection } = await createScene()
    for (const [title, tags, language] of [
      ['one', ['washing'], 'en'],
      ['other', ['iso', 'light'], null],
    ] as const) {
      await addSource(collection.id, { title, tags: [...tags], language, text: `${text} ${title}` })
    }
    const titles = async (filters: RetrievalRequest['filters']) =>
      (await retrieve(actor, [collection.id], { settings, filters })).passages.map(({ chunk }) => chunk.source.title).toSorted()
    expect(await titles({})).toEqual(['one', 'other'])
    expect(await titles({ tags: ['washing', 'dry'] })).toEqual(['one'])
    expect(await titles({ languages: ['en', 'th'] })).toEqual(['one'])
    expect(await titles({ languages: ['other'] })).toEqual(['other'])
    expect(await titles({ tags: ['light'], languages: ['en'] })).toEqual([])
  })
})

describe('what is found', () => {
  test('is what both halves find before what one of them does, with both ranks', async () => {
    const { actor, collection } = await createScene()
    await addSource(collection.id, { title: 'Washing' })
    await addSource(collection.id, { title: '縮水', text: '棉布水洗後會縮水。' })
    await addSource(collection.id, { title: 'Minutes', text: 'The committee met on Tuesday.' })
    const { passages, notices, models } = await retrieve(actor, [collection.id])
    expect(passages.map(({ chunk, ranks }) => [chunk.source.title, ranks.lexical, ranks.vector])).toEqual([
      ['Washing', 1, 1],
      ['Minutes', 2, 3],
      ['縮水', null, 2],
    ])
    expect(passages[2]!.cosine).toBeGreaterThan(passages[1]!.cosine!)
    expect(notices).toEqual([])
    expect(models).toMatchObject([{ name: 'vectors', usage: { inputTokens: expect.toSatisfy((tokens: number) => tokens > 5) } }])
  })

  test.each([
    ['zhHant', '棉布洗了會縮多少？'],
    ['ja', '綿は洗濯でどれくらい縮みますか'],
    ['th', 'ผ้าฝ้ายหดเท่าไรเมื่อซัก'],
    ['vi', 'Vải bông co rút bao nhiêu khi giặt?'],
  ])('by a question in %s is a passage in English', async (_language, asked) => {
    const { actor, collection } = await createScene()
    await addSource(collection.id, { title: 'Washing' })
    await addSource(collection.id, { title: 'Minutes', text: 'The committee met on Tuesday.' })
    const { passages } = await retrieve(actor, [collection.id], { queries: [asked] })
    expect(passages[0]?.chunk.source.title).toBe('Washing')
  })

  test.each([
    ['in full by the words of a question of its language', 'When did the trading committee meet?', 1],
    [
      'little by a word that another language has by chance',
      'Vải bông co rút bao nhiêu phần trăm khi giặt bằng nước nóng trong máy giặt?',
      0.5,
    ],
  ])('is moved up %s', async (_how, asked, maxTrust) => {
    const { actor, collection } = await createScene()
    await addSource(collection.id, { title: 'Washing' })
    await addSource(collection.id, { title: 'Minutes', text: 'The committee of the trading co met on Tuesday.' })
    const { passages } = await retrieve(actor, [collection.id], { queries: [asked] })
    const minutes = passages.find(({ chunk }) => chunk.source.title === 'Minutes')
    expect(minutes?.ranks.lexical).toBe(1)
    const trust = ((minutes?.score ?? 0) - 1 / (10 + (minutes?.ranks.vector ?? 0))) * 11
    expect(trust).toBeLessThanOrEqual(maxTrust + 1e-9)
    expect(trust).toBeGreaterThan(maxTrust - 0.5)
  })

  test('says whether its source has expired, and what replaces it', async () => {
    const { actor, collection } = await createScene()
    const { source: newer } = await addSource(collection.id, { title: 'New', text: 'Silk shines.' })
    await addSource(collection.id, { title: 'Old', validUntil: new Date('2026-11-22'), replacedById: newer.id })
    const [passage] = (await retrieve(actor, [collection.id], { settings: lexical })).passages
    expect(passage?.chunk.source).toMatchObject({
      title: 'Old',
      isExpired: true,
      validUntil: '2026-11-22',
      replacedBy: { id: newer.id, title: 'New' },
    })
  })

  test('is valid to the end of its last day', async () => {
    const { actor, collection } = await createScene()
    await addSource(collection.id, { validFrom: new Date('2026-11-23'), validUntil: new Date('2026-11-23') })
    expect((await retrieve(actor, [collection.id])).passages[0]?.chunk.source.isExpired).toBe(false)
  })

  test('of the same text is the one whose source was added last', async () => {
    const { actor, collection } = await createScene()
    await addSource(collection.id, { title: 'Same' })
    const { source } = await addSource(collection.id, { title: 'Same' })
    const { passages } = await retrieve(actor, [collection.id])
    expect(passages.map(({ chunk, duplicates }) => [chunk.source.id, duplicates.length])).toEqual([[source.id, 1]])
  })

  test('by several wordings is what each of them finds', async () => {
    const { actor, collection } = await createScene()
    await addSource(collection.id, { title: 'Washing' })
    await addSource(collection.id, { title: 'Light', text: 'Xenon lamps fade indigo.' })
    const { passages } = await retrieve(actor, [collection.id], { queries: ['shrinks', 'indigo fade'], settings: lexical })
    expect(passages.map(({ chunk }) => chunk.source.title).toSorted()).toEqual(['Light', 'Washing'])
  })

  test('of several collections is one list', async () => {
    const { actor, collection, tenantId, groupId } = await createScene()
    const other = await addCollection({ tenantId, groupId })
    await addSource(collection.id, { title: 'Washing' })
    await addSource(other.id, { title: 'Wool', text: 'Wool felts in the wash.' })
    const { passages } = await retrieve(actor, [collection.id, other.id])
    expect(passages.map(({ chunk, ranks }) => [chunk.source.title, ranks.vector])).toEqual([
      ['Washing', 1],
      ['Wool', 2],
    ])
  })

  /** Three passages under one heading, each of which is found by the numbers of its sentences. */
  async function arrangeNeighbors() {
    const { actor, collection } = await createScene({ model: null })
    const sentences = Array.from({ length: 75 }, (_, index) => `Specimen ${index + 5100} is measured after its conditioning.`)
    const { chunks } = await addSource(collection.id, { text: `# Yarn\n\n${sentences.join(' ')}` })
    expect(chunks).toHaveLength(3)
    const ask = (changes: { tokenBudget?: number } = {}) =>
      retrieve(actor, [collection.id], { queries: ['5137'], settings: lexical, ...changes })
    return { chunks: chunks as [Chunk, Chunk, Chunk], ask }
  }

  test('grows to its neighbors under the same heading, as far as the budget goes', async () => {
    const { chunks, ask } = await arrangeNeighbors()
    const texts = chunks.map((chunk) => chunk.text)
    expect((await ask()).passages).toMatchObject([{ window: texts.join('\n'), chunk: { number: 1 }, chunks: [{ number: 1 }] }])
    const { tokenCount } = chunks[1]
    expect((await ask({ tokenBudget: tokenCount })).passages).toMatchObject([{ window: texts[1], windowTokens: tokenCount }])
    expect((await ask({ tokenBudget: 10 })).passages).toEqual([])
  })

  test('does not grow to a neighbor that is switched off', async () => {
    const { chunks, ask } = await arrangeNeighbors()
    await api.db.chunk.update({ where: { id: chunks[0].id }, data: { enabled: false } })
    expect((await ask()).passages.map(({ window }) => window)).toEqual([`${chunks[1].text}\n${chunks[2].text}`])
  })
})

test('no search is empty, or fails, while the collection changes between two indexes', async () => {
  const { actor, collection } = await createScene()
  const first = await addSource(collection.id)
  const settings = { termVersion: 'lex-1', embeddingModel: 'vectors', chunkTokens: 400, overlapTokens: 0 }
  const second = await api.db.indexVersion.create({ data: { collectionId: collection.id, state: 'active', ...settings } })
  await api.db.collection.update({ where: { id: collection.id }, data: { activeIndexId: second.id } })
  // The same content in the second index: what is indexed is the version of the first source.
  const copy = await addSource(collection.id)
  await api.db.indexedSource.update({ where: { id: copy.indexedSourceId }, data: { sourceVersionId: first.version.id } })
  let isOver = false
  const halves = [lexical, vectors, defaultSearchSettings].map((each) => ({ settings: each, found: [] as string[] }))
  const searches = halves.map(async ({ settings: each, found }) => {
    while (!isOver) {
      const { passages } = await retrieve(actor, [collection.id], { settings: each })
      found.push(passages.map(({ chunk }) => chunk.text).join())
    }
  })
  for (let turn = 0; turn < 20; turn++) {
    const activeIndexId = turn % 2 === 0 ? first.indexVersionId : second.id
    await api.db.collection.update({ where: { id: collection.id }, data: { activeIndexId } })
    const before = halves.map(({ found }) => found.length)
    // A search that began before the change ends, and another one.
    await until('each half to be searched', () => halves.every(({ found }, half) => found.length >= (before[half] ?? 0) + 2))
  }
  isOver = true
  await Promise.all(searches)
  for (const { found } of halves) expect(new Set(found)).toEqual(new Set([first.chunks[0]!.text]))
})

describe('a model', () => {
  test.each([
    ['of none', null, 'no_vectors'],
    ['that fails', 'status=500', 'embedding_unavailable'],
    ['that refuses its key', 'status=401', 'embedding_unavailable'],
    ['that sends no numbers', 'vectors=not_finite', 'embedding_unavailable'],
    ['that is another one now', 'variant=1', 'embedding_model_changed'],
    ['that has another dimension now', 'vectors=dimensions', 'embedding_model_changed'],
  ] as const)('for embeddings %s leaves the words', async (_name, fault, notice) => {
    const { actor, collection, tenantId } = await createScene(fault === null ? { model: null } : {})
    await addSource(collection.id)
    await api.db.model.updateMany({ where: { tenantId, kind: 'embedding' }, data: { upstreamName: `demo:${fault}` } })
    const { passages, notices } = await retrieve(actor, [collection.id])
    expect(passages.map(({ ranks }) => ranks)).toEqual([{ lexical: 1, vector: null, rerank: null }])
    expect(notices).toEqual([notice])
  })

  test.each(['latency=0', 'rerank=texts'])('for reranking orders what was found (%s)', async (rerank) => {
    const { actor, collection } = await createScene({ rerank })
    await addSource(collection.id, { title: 'Looms', text: 'How much does a loom in the wash house shrink? How much in the wash?' })
    await addSource(collection.id, { title: 'Washing' })
    const { passages, notices, models } = await retrieve(actor, [collection.id])
    expect(notices).toEqual([])
    expect(passages.map(({ ranks }) => ranks.rerank)).toEqual([1, 2])
    expect(passages[0]!.score).toBeGreaterThan(passages[1]!.score)
    expect(models.map(({ name }) => name)).toEqual(['vectors', 'rerank'])
  })

  test('for reranking drops what is below the threshold, and is not asked when it is left out', async () => {
    const { actor, collection } = await createScene({ rerank: 'latency=2' })
    await addSource(collection.id, { title: 'Washing' })
    await addSource(collection.id, { title: 'Minutes', text: 'The committee met on Tuesday.' })
    const list = async (settings: RetrievalRequest['settings']) =>
      (await retrieve(actor, [collection.id], { settings })).passages.map(({ chunk, ranks }) => [chunk.source.title, ranks.rerank])
    expect(await list({ ...defaultSearchSettings, min_rerank_score: 0.5 })).toEqual([['Washing', 1]])
    expect(await list({ ...defaultSearchSettings, rerank: false, min_rerank_score: 0.5 })).toEqual([
      ['Washing', null],
      ['Minutes', null],
    ])
  })

  test.each(['status=500', 'scores=unknown', 'latency=9000'])(
    'for reranking that fails (%s) leaves the order of the fusion',
    async (rerank) => {
      const { actor, collection } = await createScene({ rerank })
      await addSource(collection.id)
      const { passages, notices } = await retrieve(actor, [collection.id])
      expect(passages).toHaveLength(1)
      expect(notices).toEqual(['rerank_unavailable'])
    },
  )
})
