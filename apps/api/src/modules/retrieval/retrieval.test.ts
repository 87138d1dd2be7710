// What a reader finds in collections, and what a model that fails leaves of it.
import { defaultSearchSettings } from '@heddle/contracts/retrieval/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byWords, type RetrievalScene, startRetrieval } from '../../../test/knowledge/retrieval-scene.ts'
import type { SearchRequest } from './retrieval.ts'

let app: RetrievalScene
beforeAll(async () => {
  app = await startRetrieval()
})
afterAll(() => app.close())

type Chunk = Awaited<ReturnType<RetrievalScene['addSource']>>['chunks'][number]

describe('what is found', () => {
  test('is what both halves find before what one of them does, with both ranks', async () => {
    const { actor, collection } = await app.createScene()
    await app.addSource(collection.id, { title: 'Washing' })
    await app.addSource(collection.id, { title: '縮水', text: '棉布水洗後會縮水。' })
    await app.addSource(collection.id, { title: 'Minutes', text: 'The committee met on Tuesday.' })
    const { passages, notices, models } = await app.retrieve(actor, [collection.id])
    expect(passages.map(({ chunk, ranks }) => [chunk.source.title, ranks.lexical, ranks.vector])).toEqual([
      ['Washing', 1, 1],
      ['縮水', null, 2],
      ['Minutes', null, 3],
    ])
    expect(passages[1]!.cosine).toBeGreaterThan(passages[2]!.cosine!)
    expect(notices).toEqual([])
    expect(models).toMatchObject([{ name: 'vectors', usage: { inputTokens: expect.toSatisfy((tokens: number) => tokens > 5) } }])
  })

  test.each([
    ['zhHant', '棉布洗了會縮多少？'],
    ['ja', '綿は洗濯でどれくらい縮みますか'],
    ['th', 'ผ้าฝ้ายหดเท่าไรเมื่อซัก'],
    ['vi', 'Vải bông co rút bao nhiêu khi giặt?'],
  ])('by a question in %s is a passage in English', async (_language, asked) => {
    const { actor, collection } = await app.createScene()
    await app.addSource(collection.id, { title: 'Washing' })
    await app.addSource(collection.id, { title: 'Minutes', text: 'The committee met on Tuesday.' })
    const { passages } = await app.retrieve(actor, [collection.id], { queries: [asked] })
    expect(passages[0]?.chunk.source.title).toBe('Washing')
  })

  test.each([
    ['twice by words of its language that no other passage has', 'Committee', 2],
    ['almost in full by words of its language that another has too', 'What did the trading committee say of cotton and silk?', 1],
    [
      'little by a word that another language has by chance',
      'Vải bông co rút bao nhiêu phần trăm khi giặt bằng nước nóng trong máy giặt?',
      0.5,
    ],
  ])('is moved up %s', async (_how, asked, maxTrust) => {
    const { actor, collection } = await app.createScene()
    await app.addSource(collection.id, { title: 'Washing' })
    await app.addSource(collection.id, { title: 'Minutes', text: 'The committee of the trading co met on Tuesday.' })
    const { passages } = await app.retrieve(actor, [collection.id], { queries: [asked], settings: byWords })
    const minutes = passages.find(({ chunk }) => chunk.source.title === 'Minutes')
    expect(minutes?.ranks.lexical).toBe(1)
    const trust = (minutes?.score ?? 0) * 11
    expect(trust).toBeLessThanOrEqual(maxTrust + 1e-9)
    expect(trust).toBeGreaterThan(maxTrust - 0.5)
  })

  test('says whether its source has expired, and what replaces it', async () => {
    const { actor, collection } = await app.createScene()
    const { source: newer } = await app.addSource(collection.id, { title: 'New', text: 'Silk shines.' })
    await app.addSource(collection.id, { title: 'Old', validUntil: new Date('2026-11-22'), replacedById: newer.id })
    const [passage] = (await app.retrieve(actor, [collection.id], { settings: byWords })).passages
    expect(passage?.chunk.source).toMatchObject({
      title: 'Old',
      isExpired: true,
      validUntil: '2026-11-22',
      replacedBy: { id: newer.id, title: 'New' },
    })
  })

  test('is valid to the end of its last day', async () => {
    const { actor, collection } = await app.createScene()
    await app.addSource(collection.id, { validFrom: new Date('2026-11-23'), validUntil: new Date('2026-11-23') })
    expect((await app.retrieve(actor, [collection.id])).passages[0]?.chunk.source.isExpired).toBe(false)
  })

  test('is valid by the day of its tenant, whatever the day is elsewhere', async () => {
    const searchIn = async (timeZone: string, day: string) => {
      const { tenantId, actor, collection } = await app.createScene()
      await app.api.db.tenant.update({ where: { id: tenantId }, data: { timeZone } })
      await app.addSource(collection.id, { title: 'Ends', validUntil: new Date(day) })
      await app.addSource(collection.id, { title: 'Begins', text: 'Cotton shrinks less in cold water.', validFrom: new Date('2026-11-24') })
      const { passages } = await app.retrieve(actor, [collection.id], { settings: byWords })
      return Object.fromEntries(passages.map(({ chunk: { source } }) => [source.title, source.isExpired]))
    }
    // At the time of the search it is the 24th in the first of them.
    expect(await searchIn('Pacific/Kiritimati', '2026-11-23')).toEqual({ Begins: false, Ends: true })
    expect(await searchIn('Pacific/Pago_Pago', '2026-11-23')).toEqual({ Ends: false })
    expect(await searchIn('Pacific/Pago_Pago', '2026-11-22')).toEqual({ Ends: true })
  })

  test('of the same text is the one whose source was added last', async () => {
    const { actor, collection } = await app.createScene()
    await app.addSource(collection.id, { title: 'Same' })
    const { source } = await app.addSource(collection.id, { title: 'Same' })
    const { passages } = await app.retrieve(actor, [collection.id])
    expect(passages.map(({ chunk, duplicates }) => [chunk.source.id, duplicates.length])).toEqual([[source.id, 1]])
  })

  test('of texts that differ in a number is each of them', async () => {
    const { actor, collection } = await app.createScene()
    for (const part of [1, 2]) {
      const text = `The tensile strength of a fabric, shrunk cotton or not, is tested in warp and weft by the method of ISO 13934-${part}.`
      await app.addSource(collection.id, { title: 'Strength', text })
    }
    const { passages } = await app.retrieve(actor, [collection.id])
    expect(passages.map(({ duplicates }) => duplicates.length)).toEqual([0, 0])
  })

  test.each([
    ['beginning', (question: string, told: string) => question + told],
    ['end', (question: string, told: string) => told + question],
  ])('by a long text is what the question at its %s asks for', async (_where, write) => {
    const { actor, collection } = await app.createScene()
    await app.addSource(collection.id, { title: '紗線', text: '撚係數是每公尺撚數乘以特克斯數的平方根。' })
    const told = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x5000 + index)).join('')
    const { passages } = await app.retrieve(actor, [collection.id], { queries: [write('撚係數？', told)], settings: byWords })
    expect(passages.map(({ chunk }) => chunk.source.title)).toEqual(['紗線'])
  })

  test('by several wordings is what each of them finds', async () => {
    const { actor, collection } = await app.createScene()
    await app.addSource(collection.id, { title: 'Washing' })
    await app.addSource(collection.id, { title: 'Light', text: 'Xenon lamps fade indigo.' })
    const { passages } = await app.retrieve(actor, [collection.id], { queries: ['shrinks', 'indigo fade'], settings: byWords })
    expect(passages.map(({ chunk }) => chunk.source.title).toSorted()).toEqual(['Light', 'Washing'])
  })

  test('of several collections is one list', async () => {
    const { actor, collection, tenantId, groupId } = await app.createScene()
    const other = await app.addCollection({ tenantId, groupId })
    await app.addSource(collection.id, { title: 'Washing' })
    await app.addSource(other.id, { title: 'Wool', text: 'Wool felts in the wash.' })
    const { passages } = await app.retrieve(actor, [collection.id, other.id])
    expect(passages.map(({ chunk, ranks }) => [chunk.source.title, ranks.vector])).toEqual([
      ['Washing', 1],
      ['Wool', 2],
    ])
  })

  /** Three passages under one heading, each of which is found by the numbers of its sentences. */
  async function arrangeNeighbors() {
    const { actor, collection } = await app.createScene({ model: null })
    const sentences = Array.from({ length: 75 }, (_, index) => `Specimen ${index + 5100} is measured after its conditioning.`)
    const { chunks } = await app.addSource(collection.id, { text: `# Yarn\n\n${sentences.join(' ')}` })
    expect(chunks).toHaveLength(3)
    const ask = (changes: { tokenBudget?: number } = {}) =>
      app.retrieve(actor, [collection.id], { queries: ['5137'], settings: byWords, ...changes })
    return { chunks: chunks as [Chunk, Chunk, Chunk], ask }
  }

  test('grows to its neighbors under the same heading, as far as the budget goes', async () => {
    const { chunks, ask } = await arrangeNeighbors()
    const texts = chunks.map((chunk) => chunk.text)
    expect((await ask()).passages).toMatchObject([
      { window: texts.join('\n'), chunk: { number: 1 }, chunks: [{ number: 1 }, { number: 0 }, { number: 2 }] },
    ])
    const { tokenCount } = chunks[1]
    expect((await ask({ tokenBudget: tokenCount })).passages).toMatchObject([{ window: texts[1], windowTokens: tokenCount }])
    expect((await ask({ tokenBudget: 10 })).passages).toEqual([])
  })

  test('does not grow to a neighbor that is switched off', async () => {
    const { chunks, ask } = await arrangeNeighbors()
    await app.api.db.chunk.update({ where: { id: chunks[0].id }, data: { enabled: false } })
    expect((await ask()).passages.map(({ window }) => window)).toEqual([`${chunks[1].text}\n${chunks[2].text}`])
  })
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
    const { actor, collection, tenantId } = await app.createScene(fault === null ? { model: null } : {})
    await app.addSource(collection.id)
    await app.api.db.model.updateMany({ where: { tenantId, kind: 'embedding' }, data: { upstreamName: `demo:${fault}` } })
    const { passages, notices } = await app.retrieve(actor, [collection.id])
    expect(passages.map(({ ranks }) => ranks)).toEqual([{ lexical: 1, vector: null, rerank: null }])
    expect(notices).toEqual([notice])
  })

  test.each(['latency=0', 'rerank=texts'])('for reranking orders what was found (%s)', async (rerank) => {
    const { actor, collection } = await app.createScene({ rerank })
    await app.addSource(collection.id, { title: 'Looms', text: 'How much does a loom in the wash house shrink? How much in the wash?' })
    await app.addSource(collection.id, { title: 'Washing' })
    const { passages, notices, models } = await app.retrieve(actor, [collection.id])
    expect(notices).toEqual([])
    expect(passages.map(({ ranks }) => ranks.rerank)).toEqual([1, 2])
    expect(passages[0]!.score).toBeGreaterThan(passages[1]!.score)
    expect(models.map(({ name }) => name)).toEqual(['vectors', 'rerank'])
  })

  test('for reranking drops what is below the threshold, and is not asked when it is left out', async () => {
    const { actor, collection } = await app.createScene({ rerank: 'latency=2' })
    await app.addSource(collection.id, { title: 'Washing' })
    await app.addSource(collection.id, { title: 'Minutes', text: 'The committee met on Tuesday.' })
    const list = async (settings: SearchRequest['settings']) =>
      (await app.retrieve(actor, [collection.id], { settings })).passages.map(({ chunk, ranks }) => [chunk.source.title, ranks.rerank])
    expect(await list({ ...defaultSearchSettings, min_rerank_score: 0.5 })).toEqual([['Washing', 1]])
    expect(await list({ ...defaultSearchSettings, rerank: false, min_rerank_score: 0.5 })).toEqual([
      ['Washing', null],
      ['Minutes', null],
    ])
  })

  test.each(['status=500', 'scores=unknown', 'latency=9000'])(
    'for reranking that fails (%s) leaves the order of the fusion',
    async (rerank) => {
      const { actor, collection } = await app.createScene({ rerank })
      await app.addSource(collection.id)
      const { passages, notices } = await app.retrieve(actor, [collection.id])
      expect(passages).toHaveLength(1)
      expect(notices).toEqual(['rerank_unavailable'])
    },
  )
})
