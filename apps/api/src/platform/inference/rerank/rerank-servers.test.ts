// What real servers of rerank models respond and refuse, over HTTP from a scripted server.
import { readDemoCorpus } from '@heddle/demo-model/corpus'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toScripted } from '../../../../test/servers/recorded-response.ts'
import {
  type ScriptedRequest,
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
} from '../../../../test/servers/scripted-server.ts'
import { defaultTimeouts } from '../call/deadlines.ts'
import { createModelRouter } from '../model-router.ts'
import { createReranker } from './reranker.ts'

let respond: (request: ScriptedRequest) => ScriptedResponse
let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer((request) => respond(request))
})
afterAll(() => server.close())

const json = (body: unknown, status = 200): ScriptedResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

function open(answer: (request: ScriptedRequest) => ScriptedResponse) {
  respond = answer
  const begun = server.requests.length
  const id = String(Math.random())
  const model = {
    id,
    revision: 0,
    name: 'order',
    upstreamName: 'order',
    kind: 'rerank',
    contextTokens: 512,
    maxOutputTokens: null,
    capabilities: { images: 'no', jsonSchema: 'no' },
    reasoningFormat: 'auto',
    refusedParameters: [],
    endpoint: { id, revision: 0, baseUrl: server.url, apiKey: undefined, timeouts: defaultTimeouts, maxConcurrent: 4 },
  } as const
  const find = async () => [model] as const
  const reranker = createReranker({ find, router: createModelRouter({ find, retry: { retries: 0 } }), maxMs: 20_000 })
  return {
    rerank: (passages: readonly string[]) =>
      reranker.rerank({ tenantId: 'tenant', userId: 'user', modelName: 'order', query: 'q', passages }, new AbortController().signal),
    listPaths: () => server.requests.slice(begun).map(({ path }) => path),
    listSizes: () => server.requests.slice(begun).map(({ body }) => readPassages(body).length),
  }
}

const readPassages = (body: ScriptedRequest['body']) => (body['documents'] ?? body['texts'] ?? body['text_2']) as string[]

const passages = ['the loom', 'cotton shrinks', 'paint']

describe('an order is read in the shape of', () => {
  test.each<[string, unknown]>([
    [
      'Jina v2',
      {
        model: 'm',
        usage: { total_tokens: 12 },
        results: [
          { index: 1, relevance_score: 0.9, document: { text: 'cotton shrinks' } },
          { index: 0, relevance_score: 0.5 },
          { index: 2, relevance_score: 0.1 },
        ],
      },
    ],
    [
      'Cohere v2',
      {
        id: '1',
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.5 },
          { index: 2, relevance_score: 0.1 },
        ],
        meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
      },
    ],
    [
      'TEI 1.6',
      [
        { index: 1, score: 0.9 },
        { index: 0, score: 0.5 },
        { index: 2, score: 0.1 },
      ],
    ],
    [
      'TEI with raw scores',
      [
        { index: 1, score: 3.2 },
        { index: 0, score: -1.5 },
        { index: 2, score: -7 },
      ],
    ],
    [
      'vLLM /score',
      {
        id: 'score-1',
        object: 'list',
        data: [
          { index: 0, object: 'score', score: 0.5 },
          { index: 1, object: 'score', score: 0.9 },
          { index: 2, object: 'score', score: 0.1 },
        ],
        usage: { prompt_tokens: 9 },
      },
    ],
    [
      'SGLang 0.4',
      [
        { score: 0.9, document: 'cotton shrinks', index: 1, meta_info: {} },
        { score: 0.5, document: 'the loom', index: 0, meta_info: {} },
        { score: 0.1, document: 'paint', index: 2, meta_info: {} },
      ],
    ],
    [
      'llama.cpp b6000, logits without order',
      {
        object: 'list',
        usage: { prompt_tokens: 9, total_tokens: 9 },
        results: [
          { index: 0, relevance_score: -1.5 },
          { index: 1, relevance_score: 40 },
          { index: 2, relevance_score: -7 },
        ],
      },
    ],
    [
      'DashScope gte-rerank',
      {
        output: {
          results: [
            { document: { text: 'x' }, index: 1, relevance_score: 0.9 },
            { index: 0, relevance_score: 0.5 },
            { index: 2, relevance_score: 0.1 },
          ],
        },
        usage: { total_tokens: 12 },
      },
    ],
    [
      'Voyage',
      {
        object: 'list',
        data: [
          { relevance_score: 0.9, index: 1 },
          { relevance_score: 0.5, index: 0 },
          { relevance_score: 0.1, index: 2 },
        ],
        usage: { total_tokens: 12 },
      },
    ],
    [
      'NVIDIA NIM',
      {
        rankings: [
          { index: 1, logit: 2.5 },
          { index: 0, logit: -0.5 },
          { index: 2, logit: -6 },
        ],
      },
    ],
    ['a gateway without indexes', { results: [{ relevance_score: 0.5 }, { relevance_score: 0.9 }, { relevance_score: 0.1 }] }],
    ['a gateway with bare scores', { results: [0.5, 0.9, 0.1] }],
    [
      'a gateway with numbers as text',
      {
        results: [
          { index: '1', relevance_score: '0.9' },
          { index: '0', relevance_score: '0.5' },
          { index: '2', relevance_score: '0.1' },
        ],
      },
    ],
    [
      'a server whose scores go beyond one',
      {
        results: [
          { index: 1, relevance_score: 1.02 },
          { index: 0, relevance_score: 0.5 },
          { index: 2, relevance_score: 0.1 },
        ],
      },
    ],
    ['a server with a score that is none', '{"results":[{"index":1,"score":0.9},{"index":2,"score":NaN},{"index":0,"score":0.5}]}'],
    [
      'a server that sends the best two',
      {
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.5 },
        ],
      },
    ],
  ])('%s', async (_server, body) => {
    const { ranked } = await open(() => json(body)).rerank(passages)
    expect(ranked.map(({ index }) => index).slice(0, 2)).toEqual([1, 0])
    expect(ranked.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
  })

  test('equal scores, which leave the passages in their order', async () => {
    const { ranked } = await open(() => json([2, 1, 0].map((index) => ({ index, score: 7 })))).rerank(passages)
    expect(ranked.map(({ index }) => index)).toEqual([0, 1, 2])
  })

  test.each<[string, unknown]>([
    ['a repeated index', { results: [1, 1].map((index) => ({ index, score: 1 })) }],
    ['an index that is no passage', { results: [{ index: 3, score: 1 }] }],
    ['too few scores without indexes', { results: [0.1, 0.2] }],
    ['no score', { results: [{ index: 0 }] }],
    ['no list', {}],
  ])('none: %s', async (_response, body) => {
    await expect(open(() => json(body)).rerank(passages)).rejects.toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
  })
})

describe('a recorded answer', () => {
  const entries = readDemoCorpus().rerank.map(({ id, response, expected }) => {
    const recorded = toScripted(response)
    const ranked = 'ranked' in expected ? expected.ranked : null
    const ask = async () => {
      const { rerank, listSizes } = open((request) => (readPassages(request.body).length > 1 ? recorded : json([{ index: 0, score: 0.5 }])))
      const result = await rerank(Array.from({ length: ranked?.length ?? 2 }, (_, index) => `passage ${index}`))
      return { ranked: result.ranked, sizes: listSizes() }
    }
    return { id, ask, ranked, isTooLarge: 'error' in expected }
  })

  test.each(entries.filter(({ ranked }) => ranked !== null))('has its order: $id', async ({ ask, ranked }) => {
    const all = ranked!.map(({ index, score }) => ({ index, score: expect.closeTo(score, 4) }))
    expect((await ask()).ranked).toMatchObject(all)
  })

  test.each(entries.filter(({ ranked, isTooLarge }) => ranked === null && !isTooLarge))('is none: $id', async ({ ask }) => {
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
  })

  test.each(entries.filter(({ isTooLarge }) => isTooLarge))('is halved: $id', async ({ ask }) => {
    expect((await ask()).sizes).toEqual([2, 1, 1])
  })
})

describe('a server is asked, from then on, as accepted by', () => {
  const scores = (body: ScriptedRequest['body']) => readPassages(body).map((_, index) => ({ index, score: 0.5 }))
  const missing = json({ detail: 'Not Found' }, 404)
  const answerIf = (isAccepted: (request: ScriptedRequest) => boolean, refusal: ScriptedResponse) => (request: ScriptedRequest) =>
    isAccepted(request) ? json(scores(request.body)) : request.path === '/v1/rerank' ? refusal : missing

  test.each<[string, (request: ScriptedRequest) => ScriptedResponse, string[]]>([
    ['TEI 1.6', answerIf(({ path, body }) => path === '/rerank' && 'texts' in body, missing), ['/v1/rerank', '/rerank']],
    [
      'a gateway before TEI',
      answerIf(({ body }) => 'texts' in body, json({ error: 'missing field `texts`', error_type: 'Validation' }, 422)),
      ['/v1/rerank', '/v1/rerank'],
    ],
    [
      'vLLM 0.7.0, which has /rerank only',
      (request) =>
        request.path !== '/rerank'
          ? missing
          : 'documents' in request.body
            ? json(scores(request.body))
            : json({ message: 'Field required: documents' }, 400),
      ['/v1/rerank', '/rerank', '/rerank'],
    ],
    ['vLLM 0.6.6, which has /v1/score only', answerIf(({ path }) => path === '/v1/score', missing), ['/v1/rerank', '/rerank', '/v1/score']],
    ['vLLM 0.7 with /score', answerIf(({ path }) => path === '/score', missing), ['/v1/rerank', '/rerank', '/v1/score', '/score']],
    [
      'Voyage',
      answerIf(({ body }) => !('top_n' in body), json({ detail: "Argument 'top_n' is not supported by our API" }, 400)),
      ['/v1/rerank', '/v1/rerank'],
    ],
  ])('%s', async (_server, answer, paths) => {
    const { rerank, listPaths } = open(answer)
    await rerank(passages)
    await rerank(passages)
    expect(listPaths()).toEqual([...paths, paths.at(-1)])
  })

  test('none: the first refusal is told', async () => {
    const { rerank, listPaths } = open(() => missing)
    await expect(rerank(passages)).rejects.toMatchObject({ code: 'MODEL_REFUSED', params: { status: 404 } })
    expect(listPaths()).toEqual(['/v1/rerank', '/rerank', '/v1/score', '/score'])
  })
})

describe('a call that is too large', () => {
  const toScores = (list: readonly string[]) => json(list.map((text, index) => ({ index, score: text.length / 100 })))

  test.each<[string, number, unknown]>([
    ['TEI 1.6', 422, { error: 'batch size 4 > maximum allowed batch size 2', error_type: 'Validation' }],
    ['a proxy', 413, 'Payload too large'],
    ['Cohere', 400, { message: 'invalid request: number of total document chunks must be at most 10000' }],
    ['Jina', 422, { detail: 'List should have at most 2048 items after validation' }],
    ['Xinference', 400, { detail: '[address=0.0.0.0] too many documents' }],
  ])('is halved, and the orders are one (%s)', async (_server, status, body) => {
    const { rerank, listSizes } = open((request) => {
      const list = readPassages(request.body)
      return list.length > 2 ? json(body, status) : toScores(list)
    })
    const lengths = ['aaaa', 'a', 'aaa', 'aa']
    expect((await rerank(lengths)).ranked.map(({ index }) => index)).toEqual([0, 2, 3, 1])
    await rerank(lengths)
    expect(listSizes()).toEqual([4, 2, 2, 2, 2])
  })

  test('by one passage has it last (llama.cpp b6000)', async () => {
    const message = 'input (700 tokens) is too large to process. increase the physical batch size (current batch size: 512)'
    const { rerank } = open((request) => {
      const list = readPassages(request.body)
      return list.includes('long') ? json({ error: { code: 500, message, type: 'server_error' } }, 500) : toScores(list)
    })
    expect((await rerank(['a', 'long', 'aa'])).ranked.map(({ index }) => index)).toEqual([2, 0])
  })

  test('whatever it has ends after twelve calls at most', async () => {
    const { rerank, listSizes } = open(() => json({ error: 'inputs must have less than 512 tokens. Given: 700' }, 413))
    await expect(rerank(Array.from({ length: 50 }, () => 'a'))).rejects.toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED' })
    expect(listSizes().length).toBeLessThan(13)
  })
})
