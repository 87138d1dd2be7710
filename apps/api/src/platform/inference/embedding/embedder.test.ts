// Embedding and rerank calls before demonstration models, over real HTTP.
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { computeCosine } from '@heddle/retrieval/vectors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultTimeouts } from '../call/deadlines.ts'
import { createModelRouter } from '../model-router.ts'
import { createReranker, type RerankRequest } from '../rerank/reranker.ts'
import { createEmbedder, type EmbeddingRequest } from './embedder.ts'

let demo: DemoModel
beforeAll(async () => {
  demo = await createDemoModel()
})
afterAll(() => demo.close())

const never = new AbortController().signal
const unsetSettings = { dimension: null, queryPrefix: '', passagePrefix: '' }

type Changes = {
  kind?: 'chat' | 'embedding' | 'rerank'
  batchSize?: number
  settings?: Partial<typeof unsetSettings> | { dimension: number }
  upstreamNames?: { query: string }
}

/** A model whose faults are its switches, each with an endpoint of its own. */
function createModel(switches: string, { kind = 'embedding', batchSize = 32, settings = {}, upstreamNames }: Changes = {}) {
  const upstreamName = `demo:${switches}`
  return {
    id: `${switches} ${Math.random()}`,
    revision: 0,
    name: 'vectors',
    upstreamName,
    kind,
    contextTokens: 512,
    maxOutputTokens: null,
    capabilities: { images: 'no', jsonSchema: 'no' },
    reasoningFormat: 'auto',
    refusedParameters: [],
    embedding: {
      ...unsetSettings,
      batchSize,
      ...settings,
      upstreamNames: { query: upstreamName, passage: upstreamName, ...upstreamNames },
    },
    endpoint: {
      id: `${switches} ${Math.random()}`,
      revision: 0,
      baseUrl: demo.url,
      apiKey: undefined,
      timeouts: defaultTimeouts,
      maxConcurrent: 4,
    },
  } as const
}

/** What is to be answered has time on a busy machine too. */
const patienceMs = 20_000
/** For what is not answered in time. */
const impatienceMs = 200

function createCalls(switches: string, changes: Changes = {}, maxMs = patienceMs) {
  const model = createModel(switches, changes)
  const find = async (_tenantId: string, name: string) => (name === model.name ? ([model] as const) : null)
  const router = createModelRouter({ find, retry: { retries: 0 } })
  const embedder = createEmbedder({ find, router, retry: { retries: 2, firstWaitMs: 1, maxWaitMs: 5_000 }, maxQueryMs: maxMs })
  const reranker = createReranker({ find, router, maxMs })
  const defaults = { tenantId: 'tenant', modelName: 'vectors', purpose: 'passage' as const }
  const isOwn = ({ body }: { body: unknown }) => (body as { model?: string }).model === model.upstreamName
  return {
    embed: (texts: readonly string[], request: Partial<EmbeddingRequest> = {}) => embedder.embed({ ...defaults, texts, ...request }, never),
    rerank: (query: string, passages: readonly string[], more: Partial<RerankRequest> = {}) =>
      reranker.rerank({ tenantId: 'tenant', userId: 'user', modelName: 'vectors', query, passages, ...more }, never),
    listInputs: () => demo.requests.filter(isOwn).map(({ body }) => (body as { input: string[] }).input),
    listBodies: () => demo.requests.filter(isOwn).map(({ body }) => body as Record<string, unknown>),
  }
}

const texts = ['Cotton shrinks.', 'Wool felts.', 'Silk shines.']

describe('calls for which no one waits', () => {
  const slow = `latency=${3 * impatienceMs}`

  test('are answered however late', async () => {
    const { embed } = createCalls(slow, {}, impatienceMs)
    const request = { purpose: 'query', isBackground: true } as const
    const answers = await Promise.all(texts.map((text) => embed([text], request)))
    expect(answers.map(({ vectors }) => vectors.length)).toEqual([1, 1, 1])
    const { rerank } = createCalls(slow, { kind: 'rerank' }, impatienceMs)
    expect((await rerank('Why?', texts, { isBackground: true })).ranked).toHaveLength(3)
  })
})

describe('vectors', () => {
  test('have length 1 and come in the order of the texts, whatever the order of the response', async () => {
    const { embed } = createCalls('latency=0')
    const { vectors, usage, truncated, model } = await embed(texts)
    const again = await Promise.all(texts.map(async (text) => (await embed([text])).vectors[0]!))
    expect(vectors.map((vector, index) => computeCosine(vector, again[index]!))).toEqual([1, 1, 1].map((one) => expect.closeTo(one, 5)))
    expect(truncated).toEqual([])
    expect(usage).toMatchObject({ outputTokens: 0, estimated: false })
    expect(usage.inputTokens).toBeGreaterThan(6)
    expect(model.name).toBe('vectors')
  })

  test('are asked for as numbers, and of no dimension that no one has set', async () => {
    const { embed, listBodies } = createCalls('latency=1')
    await embed(texts)
    expect(listBodies()).toEqual([{ model: 'demo:latency=1', input: texts, encoding_format: 'float' }])
  })

  test('have the prefix of their purpose: that of the index, else that of the model', async () => {
    const { embed, listInputs } = createCalls('latency=2', { settings: { queryPrefix: 'query: ', passagePrefix: 'passage: ' } })
    await embed(['Cotton'], { purpose: 'query' })
    await embed(['Cotton'])
    await embed(['Cotton'], { settings: { dimension: 256, queryPrefix: '', passagePrefix: 'old: ' } })
    expect(listInputs()).toEqual([['query: Cotton'], ['passage: Cotton'], ['old: Cotton']])
  })

  test('are asked for by the name of their purpose', async () => {
    const { embed, listBodies } = createCalls('latency=41', { upstreamNames: { query: 'demo:latency=42' } })
    await embed(['Cotton'], { purpose: 'query' })
    expect(listBodies()).toEqual([])
    await embed(['Cotton'])
    expect(listBodies()).toMatchObject([{ model: 'demo:latency=41' }])
    expect(demo.requests.at(-2)?.body).toMatchObject({ model: 'demo:latency=42', input: ['Cotton'] })
  })

  test('of many texts come in batches of the number that the model takes', async () => {
    const { embed, listInputs } = createCalls('latency=3', { batchSize: 2 })
    expect((await embed(texts)).vectors).toHaveLength(3)
    expect(listInputs()).toEqual([texts.slice(0, 2), texts.slice(2)])
  })

  test('of long texts come in batches of 16,000 tokens', async () => {
    const { embed, listInputs } = createCalls('latency=4')
    await embed(Array.from({ length: 3 }, () => 'cotton '.repeat(3_000)))
    expect(listInputs().map((input) => input.length)).toEqual([2, 1])
  })

  test('without reported usage are counted', async () => {
    expect((await createCalls('no_usage').embed(texts)).usage).toMatchObject({
      inputTokens: expect.toSatisfy((n: number) => n > 6),
      estimated: true,
    })
  })

  test('of another dimension than is set are asked for by that dimension', async () => {
    const { embed, listBodies } = createCalls('latency=5', { settings: { dimension: 64 } })
    expect((await embed(texts)).vectors[0]).toHaveLength(64)
    expect((await embed(texts)).vectors[0]).toHaveLength(64)
    expect(listBodies().map(({ dimensions }) => dimensions)).toEqual([undefined, 64, 64])
  })
})

describe('an endpoint that refuses', () => {
  test.each(['max_batch=1', 'max_batch=1,excess_status=413', 'max_batch=1,excess_status=422'])(
    'the batch (%s) gets half of it, until it accepts',
    async (fault) => {
      const { embed, listInputs } = createCalls(fault)
      const { vectors, truncated, serverCalls } = await embed(texts)
      expect([vectors.length, truncated, serverCalls]).toEqual([3, [], 5])
      expect(listInputs().map((input) => input.length)).toEqual([3, 2, 1, 1, 1])
    },
  )

  test.each(['max_input=20', 'max_input=20,excess_status=400'])('a text that is too long (%s) gets its beginning', async (fault) => {
    const { embed, listInputs } = createCalls(fault)
    const { vectors, truncated } = await embed(['Wool felts.', 'cotton '.repeat(40)])
    expect([vectors.length, truncated]).toEqual([2, [1]])
    expect(listInputs().every((input) => input.at(-1)!.startsWith('cotton ') || input[0] === 'Wool felts.')).toBe(true)
  })

  test('every text fails', async () => {
    await expect(createCalls('max_input=0').embed(texts)).rejects.toMatchObject({
      code: 'EMBEDDING_UNAVAILABLE',
      params: { cause: 'MODEL_CONTEXT_EXCEEDED', status: 500, message: expect.stringContaining('is too large to process') },
    })
  })

  test('a dimension keeps the vectors from being used', async () => {
    const { embed } = createCalls('refuse_dimensions', { settings: { dimension: 64 } })
    await expect(embed(texts)).rejects.toMatchObject({ code: 'EMBEDDING_INVALID', params: { problem: 'dimensions' } })
  })
})

describe('an endpoint that fails', () => {
  test.each(['status=429,retry_after=0,times=1', 'status=503,retry_after=0,times=2', 'status=500,times=1'])(
    'with %s is called again',
    async (fault) => {
      expect((await createCalls(fault).embed(texts)).vectors).toHaveLength(3)
    },
  )

  test.each([
    ['status=500', 'MODEL_UNAVAILABLE', 3],
    ['status=429,retry_after=60', 'MODEL_RATE_LIMITED', 1],
    ['status=401', 'CHAT_AUTH_KEY_MISSING', 1],
    ['status=400', 'MODEL_REFUSED', 1],
  ])('with %s makes the model unavailable', async (fault, cause, calls) => {
    const { embed, listBodies } = createCalls(fault)
    await expect(embed(texts)).rejects.toMatchObject({ code: 'EMBEDDING_UNAVAILABLE', params: { model: 'vectors', cause } })
    expect(listBodies()).toHaveLength(calls)
  })

  test.each([
    ['latency=60000', impatienceMs],
    ['status=502,times=1', patienceMs],
  ])('with %s does not hold a query', async (fault, maxMs) => {
    const { embed, listBodies } = createCalls(fault, {}, maxMs)
    await expect(embed(texts, { purpose: 'query' })).rejects.toMatchObject({ code: 'EMBEDDING_UNAVAILABLE' })
    expect(listBodies()).toHaveLength(1)
  })

  test('is not called for a model that is not an enabled embedding model', async () => {
    const { embed } = createCalls('latency=0', { kind: 'chat' })
    await expect(embed(texts)).rejects.toMatchObject({ code: 'EMBEDDING_UNAVAILABLE', params: { cause: 'MODEL_NOT_FOUND' } })
    await expect(createCalls('latency=0').embed(texts, { modelName: 'gone' })).rejects.toMatchObject({ code: 'EMBEDDING_UNAVAILABLE' })
  })

  test.each([
    // Of a batch of three, half of it, and one text.
    ['vectors=count', 'count', 3],
    ['vectors=mixed', 'dimensions', 1],
    // The text alone, and twice its beginning.
    ['vectors=not_finite', 'not_finite', 4],
    ['vectors=not_json', 'not_finite', 4],
    ['vectors=zero', 'zero', 2],
  ])('by %s is told as invalid', async (fault, problem, calls) => {
    const { embed, listBodies } = createCalls(fault)
    await expect(embed(texts)).rejects.toMatchObject({ code: 'EMBEDDING_INVALID', params: { model: 'vectors', problem } })
    expect(listBodies()).toHaveLength(calls)
  })

  test('by the same index for every vector is asked for one text at a time', async () => {
    const { vectors } = await createCalls('vectors=index').embed(texts)
    const { vectors: right } = await createCalls('latency=0').embed(texts)
    expect(vectors.map((vector, index) => computeCosine(vector, right[index]!))).toEqual([1, 1, 1].map((one) => expect.closeTo(one, 5)))
  })

  test('by a dimension that the index does not have is told as invalid', async () => {
    const { embed } = createCalls('vectors=dimensions', { settings: { dimension: 256 } })
    await expect(embed(texts)).rejects.toMatchObject({ code: 'EMBEDDING_INVALID', params: { problem: 'dimensions' } })
  })
})

describe('a rerank', () => {
  const passages = ['The loom is older.', 'Cotton shrinks in the wash.', 'A wash of paint.']

  test.each(['latency=0', 'rerank=texts', 'scores=logits'])('orders the passages (%s)', async (switches) => {
    const { ranked, usage } = await createCalls(switches, { kind: 'rerank' }).rerank('Does cotton shrink in the wash?', passages)
    expect(ranked.map(({ index }) => index)).toEqual([1, expect.any(Number), expect.any(Number)])
    expect(ranked.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
    expect(usage.inputTokens).toBeGreaterThan(10)
  })

  test('asks in the shape that the endpoint has accepted before', async () => {
    const { rerank, listBodies } = createCalls('rerank=texts,latency=1', { kind: 'rerank' })
    await rerank('Cotton?', passages)
    await rerank('Cotton?', passages)
    expect(listBodies().map((body) => ('documents' in body ? 'documents' : 'texts'))).toEqual(['documents', 'texts', 'texts'])
  })

  test('may leave passages out', async () => {
    expect((await createCalls('scores=missing', { kind: 'rerank' }).rerank('Cotton?', passages)).ranked).toHaveLength(2)
  })

  test.each([
    ['scores=repeated', 'MODEL_STREAM_BROKEN', patienceMs],
    ['scores=unknown', 'MODEL_STREAM_BROKEN', patienceMs],
    ['status=500', 'MODEL_UNAVAILABLE', patienceMs],
    ['latency=60000', 'MODEL_FIRST_TOKEN_TIMEOUT', impatienceMs],
  ])('with %s fails as %s', async (fault, code, maxMs) => {
    await expect(createCalls(fault, { kind: 'rerank' }, maxMs).rerank('Cotton?', passages)).rejects.toMatchObject({ code })
  })
})
