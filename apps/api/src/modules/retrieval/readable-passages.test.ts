// What no search may find for a reader, by words and by vectors, and that each search is answered by one index as a whole.
import { createTenant } from '@heddle/db/factories/tenant'
import { defaultSearchSettings } from '@heddle/contracts/retrieval/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ActorAccess } from '../../platform/permissions/actor.ts'
import type { TestApp } from '../../../test/application/test-app.ts'
import {
  byVectors,
  byWords,
  cottonText,
  type RetrievalScene,
  type SceneOptions,
  startRetrieval,
} from '../../../test/knowledge/retrieval-scene.ts'
import { until } from '../../../test/until.ts'
import { rounds } from '../../../../../scripts/testing/rounds.ts'
import type { SearchRequest } from './retrieval.ts'

let app: RetrievalScene
beforeAll(async () => {
  app = await startRetrieval()
})
afterAll(() => app.close())

describe.each([
  ['words', byWords],
  ['vectors', byVectors],
] as const)('by %s alone', (_half, settings) => {
  type Scene = Awaited<ReturnType<RetrievalScene['createScene']>> & Awaited<ReturnType<RetrievalScene['addSource']>>
  const listFound = async ({ actor, collection }: Pick<Scene, 'actor' | 'collection'>) =>
    (await app.retrieve(actor, [collection.id], { settings })).passages.map(({ chunk }) => chunk.text)

  async function arrange(options: SceneOptions = {}) {
    const scene = await app.createScene(options)
    return { ...scene, ...(await app.addSource(scene.collection.id)) }
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
      (await app.retrieve({ ...actor, role, memberships: [] }, [collection.id], { settings, asManager: true })).passages
    expect(await asManager('A')).toHaveLength(1)
    expect(await asManager('U')).toEqual([])
  })

  const setSource = (data: Parameters<TestApp['db']['source']['update']>[0]['data']) => async (scene: Scene) => {
    await app.api.db.source.update({ where: { id: scene.source.id }, data })
    return scene
  }
  const refusals: [string, (scene: Scene) => Promise<Pick<Scene, 'actor' | 'collection'>>][] = [
    ['a reader of another tenant', async (scene) => ({ ...scene, actor: (await app.createScene()).actor })],
    [
      'a super user of another tenant in a group of the same id',
      async (scene) => ({ ...scene, actor: { ...scene.actor, role: 'S', tenantId: (await createTenant(app.api.db)).id } }),
    ],
    ['a member of another group', async (scene) => ({ ...scene, actor: { ...scene.actor, memberships: [] } })],
    ['an administrator who only reads', async (scene) => ({ ...scene, actor: { ...scene.actor, role: 'A', memberships: [] } })],
    ['a source that is switched off', setSource({ enabled: false })],
    ['a source that is not valid yet', setSource({ validFrom: new Date('2026-11-24') })],
    ['a source that was cancelled before its first end', setSource({ state: 'cancelled', activeVersionId: null })],
    [
      'a source whose next version is active and not indexed',
      async (scene) => {
        const { id: _, createdAt: __, warnings: ___, findings: ____, ...version } = scene.version
        const next = await app.api.db.sourceVersion.create({ data: { ...version, storageKey: `${version.storageKey}.next` } })
        return setSource({ activeVersionId: next.id })(scene)
      },
    ],
    [
      'an index that is still built',
      async (scene) => {
        const index = await app.api.db.indexVersion.create({
          data: {
            collectionId: scene.collection.id,
            state: 'active',
            chunkTokens: 400,
            overlapTokens: 0,
            termVersion: 'lex-1',
            embeddingModel: 'vectors',
          },
        })
        await app.api.db.collection.update({ where: { id: scene.collection.id }, data: { activeIndexId: index.id } })
        return scene
      },
    ],
    [
      'a passage that is switched off',
      async (scene) => {
        await app.api.db.chunk.updateMany({ where: { indexedSourceId: scene.indexedSourceId }, data: { enabled: false } })
        return scene
      },
    ],
  ]

  test.each(refusals)('nothing is found for or of %s', async (_name, change) => {
    expect(await listFound(await change(await arrange({ access: 'members' })))).toEqual([])
  })

  test('nothing is found without a collection or a question, and no model is asked', async () => {
    const { actor, collection } = await arrange({ model: `latency=1,tokens=${settings.lexical_weight}` })
    const before = app.demo.requests.length
    expect(await app.retrieve(actor, [], { settings })).toEqual({ passages: [], notices: [], models: [] })
    expect(await app.retrieve(actor, [collection.id], { settings, queries: [' '] })).toEqual({ passages: [], notices: [], models: [] })
    expect(app.demo.requests).toHaveLength(before)
  })

  test('of several collections only those are searched that one may read', async () => {
    const scene = await arrange({ access: 'members' })
    const other = await arrange({ access: 'workflow' })
    const ids = [scene.collection.id, other.collection.id]
    const passages = async (actor: ActorAccess) =>
      (await app.retrieve(actor, ids, { settings })).passages.map(({ chunk }) => chunk.collection.id)
    expect(await passages(scene.actor)).toEqual([scene.collection.id])
    expect(await passages({ ...scene.actor, memberships: [] })).toEqual([])
  })

  test('a filter narrows to tags, and to languages', async () => {
    const { actor, collection } = await app.createScene()
    for (const [title, tags, language] of [
      ['one', ['washing'], 'en'],
      ['other', ['iso', 'light'], null],
    ] as const) {
      await app.addSource(collection.id, { title, tags: [...tags], language, text: `${cottonText} ${title}` })
    }
    const titles = async (filters: SearchRequest['filters']) =>
      (await app.retrieve(actor, [collection.id], { settings, filters })).passages.map(({ chunk }) => chunk.source.title).toSorted()
    expect(await titles({})).toEqual(['one', 'other'])
    expect(await titles({ tags: ['washing', 'dry'] })).toEqual(['one'])
    expect(await titles({ languages: ['en', 'th'] })).toEqual(['one'])
    expect(await titles({ languages: ['other'] })).toEqual(['other'])
    expect(await titles({ tags: ['light'], languages: ['en'] })).toEqual([])
  })
})

test('no search is empty, or fails, while the collection changes between two indexes', async () => {
  const { actor, collection } = await app.createScene()
  const first = await app.addSource(collection.id)
  const settings = { termVersion: 'lex-1', embeddingModel: 'vectors', chunkTokens: 400, overlapTokens: 0 }
  const second = await app.api.db.indexVersion.create({ data: { collectionId: collection.id, state: 'active', ...settings } })
  await app.api.db.collection.update({ where: { id: collection.id }, data: { activeIndexId: second.id } })
  // The same content in the second index: what is indexed is the version of the first source.
  const copy = await app.addSource(collection.id)
  await app.api.db.indexedSource.update({ where: { id: copy.indexedSourceId }, data: { sourceVersionId: first.version.id } })
  let isOver = false
  const halves = [byWords, byVectors, defaultSearchSettings].map((each) => ({ settings: each, found: [] as string[] }))
  const searches = halves.map(async ({ settings: each, found }) => {
    while (!isOver) {
      const { passages } = await app.retrieve(actor, [collection.id], { settings: each })
      found.push(passages.map(({ chunk }) => chunk.text).join())
    }
  })
  for (let turn = 0; turn < rounds(8, 20); turn++) {
    const activeIndexId = turn % 2 === 0 ? first.indexVersionId : second.id
    await app.api.db.collection.update({ where: { id: collection.id }, data: { activeIndexId } })
    const before = halves.map(({ found }) => found.length)
    // A search that began before the change ends, and another one.
    await until('each half to be searched', () => halves.every(({ found }, half) => found.length >= (before[half] ?? 0) + 2))
  }
  isOver = true
  await Promise.all(searches)
  for (const { found } of halves) expect(new Set(found)).toEqual(new Set([first.chunks[0]!.text]))
})
