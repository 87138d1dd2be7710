// What real servers of embedding models respond and refuse, over HTTP from a scripted server.
import { readDemoCorpus } from '@heddle/demo-model/corpus'
import { encodeVector } from '@heddle/retrieval/vectors'
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
import { createEmbedder } from './embedder.ts'

type Respond = (input: readonly string[], request: ScriptedRequest, index: number) => ScriptedResponse

let respond: Respond
let server: ScriptedServer
beforeAll(async () => {
  server = await startScriptedServer((request, index) => respond(request.body['input'] as string[], request, index))
})
afterAll(() => server.close())

const json = (body: unknown, status = 200): ScriptedResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** A vector that tells its text. */
const toVector = (text: string) => [text.length, 1, 0.5]
const toBase64 = (text: string) => Buffer.from(encodeVector(Float32Array.from(toVector(text)))).toString('base64')
const toData = (input: readonly string[]) => json({ data: input.map((text, index) => ({ index, embedding: toVector(text) })) })

function open(answer: Respond, batchSize = 32) {
  respond = answer
  const begun = server.requests.length
  const id = String(Math.random())
  const model = {
    id,
    revision: 0,
    name: 'vectors',
    upstreamName: 'vectors',
    kind: 'embedding',
    contextTokens: 512,
    maxOutputTokens: null,
    capabilities: { images: 'no', jsonSchema: 'no' },
    reasoningFormat: 'auto',
    refusedParameters: [],
    embedding: { dimension: null, queryPrefix: '', passagePrefix: '', batchSize, upstreamNames: { query: 'vectors', passage: 'vectors' } },
    endpoint: { id, revision: 0, baseUrl: server.url, apiKey: undefined, timeouts: defaultTimeouts, maxConcurrent: 4 },
  } as const
  const find = async () => [model] as const
  const router = createModelRouter({ find, retry: { retries: 0 } })
  const embedder = createEmbedder({ find, router, retry: { retries: 1, firstWaitMs: 1 } })
  return {
    embed: (texts: readonly string[]) =>
      embedder.embed({ tenantId: 'tenant', modelName: 'vectors', purpose: 'passage', texts }, new AbortController().signal),
    listSizes: () => server.requests.slice(begun).map(({ body }) => (body['input'] as string[]).length),
    listBodies: () => server.requests.slice(begun).map(({ body }) => body),
  }
}

const texts = ['a', 'bbbb', 'ccccccccc']
const units = texts.map((text) => {
  const vector = toVector(text)
  return vector.map((number) => expect.closeTo(number / Math.hypot(...vector), 5))
})
const toLists = (vectors: readonly Float32Array[]) => vectors.map((vector) => [...vector])

describe('vectors are read in the shape of', () => {
  const all = (input: readonly string[]) => input.map(toVector)
  test.each<[string, (input: readonly string[]) => unknown]>([
    [
      'OpenAI, not in order',
      (input) => ({
        data: all(input)
          .map((embedding, index) => ({ index, embedding }))
          .toReversed(),
      }),
    ],
    ['a gateway that sends base64 for float', (input) => ({ data: input.map((text, index) => ({ index, embedding: toBase64(text) })) })],
    [
      'a gateway with indexes as text',
      (input) => ({
        data: all(input)
          .map((embedding, index) => ({ index: `${index}`, embedding }))
          .toReversed(),
      }),
    ],
    ['a server without indexes', (input) => ({ data: all(input).map((embedding) => ({ embedding })) })],
    [
      'a server whose indexes count from one',
      (input) => ({ data: all(input).map((embedding, index) => ({ index: index + 1, embedding })) }),
    ],
    ['TEI 1.5 /embed', all],
    ['Cohere v1 embed', (input) => ({ id: '1', embeddings: all(input), meta: { billed_units: { input_tokens: 4 } } })],
    ['Cohere v2 embed', (input) => ({ id: '1', embeddings: { float: all(input) }, texts: input })],
    ['Cohere v2 embed with base64', (input) => ({ embeddings: { base64: input.map(toBase64) } })],
    ['a gateway before Cohere', (input) => ({ data: all(input).map((float, index) => ({ index, embedding: { float } })) })],
    [
      'a gateway before Cohere v2',
      (input) => ({ data: all(input).map((v, index) => ({ index, embedding: { embeddings: { float: [v] } } })) }),
    ],
    ['Ollama 0.5 /api/embed', (input) => ({ model: 'm', embeddings: all(input), prompt_eval_count: 4 })],
    ['llama.cpp b4700 /embedding', (input) => all(input).map((embedding, index) => ({ index, embedding: [embedding] }))],
    ['llama.cpp b3000 /embedding', (input) => ({ results: all(input).map((embedding) => ({ embedding })) })],
    [
      'DashScope text-embedding-v3',
      (input) => ({
        output: {
          embeddings: all(input)
            .map((embedding, i) => ({ text_index: i, embedding }))
            .toReversed(),
        },
      }),
    ],
    ['Gemini batchEmbedContents', (input) => ({ embeddings: all(input).map((values) => ({ values })) })],
    ['Vertex', (input) => ({ predictions: all(input).map((values) => ({ embeddings: { values } })) })],
    [
      'a gateway with keys for indexes',
      (input) => ({ data: Object.fromEntries(all(input).map((embedding, index) => [index, { embedding }])) }),
    ],
    ['a gateway with vectors by keys', (input) => ({ data: Object.fromEntries(all(input).entries()) })],
    ['a server with numbers as text', (input) => ({ data: all(input).map((v, index) => ({ index, embedding: v.map(String) })) })],
  ])('%s', async (_server, toBody) => {
    const { vectors } = await open((input) => json(toBody(input))).embed(texts)
    expect(toLists(vectors)).toEqual(units)
  })

  test('Ollama 0.1 /api/embeddings, which has one', async () => {
    const { vectors } = await open(([text = '']) => json({ embedding: toVector(text) })).embed(['a'])
    expect(toLists(vectors)).toEqual(units.slice(0, 1))
  })

  test.each<[string, unknown]>([
    ['an empty object', {}],
    [
      'a vector for each token (pooling none of llama.cpp)',
      [
        {
          index: 0,
          embedding: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    ],
    ['text', { data: [{ index: 0, embedding: 'not base64 at all' }] }],
  ])('none: %s', async (_response, body) => {
    await expect(open(() => json(body)).embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDING_INVALID' })
  })

  test.each<[string, unknown]>([
    ['an error with 200', { error: { message: 'no' } }],
    ['null', 'null'],
  ])('none, as the server does not serve them: %s', async (_response, body) => {
    await expect(open(() => json(body)).embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDING_UNAVAILABLE' })
  })
})

describe('a recorded answer for two texts', () => {
  const one = json({ data: [{ index: 0, embedding: [0.6, 0.8] }] })
  const entries = readDemoCorpus().embeddings.map(({ id, response, expected }) => {
    const recorded = toScripted(response)
    const ask = async () => {
      const { embed, listSizes } = open((input) => (input.length > 1 ? recorded : one))
      return { vectors: toLists((await embed(['a', 'b'])).vectors), sizes: listSizes() }
    }
    return { id, ask, vectors: 'vectors' in expected ? expected.vectors : null }
  })

  test.each(entries.filter(({ vectors }) => vectors !== null))('has its vectors: $id', async ({ ask, vectors }) => {
    const all = vectors!.map((vector) => vector.map((number) => expect.closeTo(number / Math.hypot(...vector), 5)))
    expect(await ask()).toEqual({ vectors: all, sizes: [2] })
  })

  test.each(entries.filter(({ vectors }) => vectors === null))('is of no use, and each is asked for alone: $id', async ({ ask }) => {
    const { vectors, sizes } = await ask()
    expect([vectors.length, ...sizes.slice(0, 2)]).toEqual([2, 2, 1])
  })
})

describe('a batch that is too large is halved, and the next call begins with what fitted, for', () => {
  test.each<[string, number, unknown]>([
    ['TEI 1.6', 422, { error: 'batch size 6 > maximum allowed batch size 2', error_type: 'Validation' }],
    ['TEI 1.6, body limit', 413, 'Failed to buffer the request body: length limit exceeded'],
    ['nginx', 413, '<html><head><title>413 Request Entity Too Large</title></head></html>'],
    [
      'DashScope text-embedding-v4',
      400,
      {
        error: {
          message:
            '<400> InternalError.Algo.InvalidParameter: Value error, batch size is invalid, it should not be larger than 10.: input.contents',
          type: 'InvalidParameter',
          param: null,
          code: 'InvalidParameter',
        },
      },
    ],
    ['SiliconFlow', 400, { code: 20042, message: 'input batch size 136 > maximum allowed batch size 64', data: null }],
    [
      'Azure OpenAI',
      400,
      { error: { message: 'Too many inputs. The max number of inputs is 16.', type: 'invalid_request_error', param: null, code: null } },
    ],
    [
      'OpenAI',
      400,
      {
        error: {
          message:
            "Invalid 'input': array too long. Expected an array with maximum length 2048, but got an array with length 3000 instead.",
          type: 'invalid_request_error',
          param: 'input',
          code: 'array_above_max_length',
        },
      },
    ],
    [
      'OpenAI, tokens',
      400,
      {
        error: {
          message: 'Requested 312000 tokens, max 300000 tokens per request',
          type: 'max_tokens_per_request',
          param: null,
          code: 'max_tokens_per_request',
        },
      },
    ],
    ['Cohere', 400, { message: 'invalid request: total number of texts must be at most 96 - received 131' }],
    ['Jina', 422, { detail: '[{"loc":["body","input"],"msg":"List should have at most 2048 items after validation, not 3000"}]' }],
    ['Voyage', 400, { detail: 'The batch size limit is 1000. You passed in 1001 inputs.' }],
    [
      'Gemini',
      400,
      {
        error: {
          code: 400,
          message: '* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
    [
      'Mistral',
      400,
      { object: 'error', message: 'Too many inputs in request, split into more batches.', type: 'invalid_request_prompt', code: '3210' },
    ],
    ['Zhipu', 400, { error: { code: '1210', message: 'API 调用参数有误，input数组最大不得超过64条' } }],
    [
      'llama.cpp b6000',
      500,
      {
        error: {
          code: 500,
          message: 'input (992 tokens) is too large to process. increase the physical batch size (current batch size: 512)',
          type: 'server_error',
        },
      },
    ],
    [
      'vLLM 0.6',
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 512 tokens. However, you requested 613 tokens in the input for embedding generation. Please reduce the length of the input.",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    ],
  ])('%s', async (_server, status, body) => {
    const { embed, listSizes } = open((input) => (input.length > 2 ? json(body, status) : toData(input)))
    const six = ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff']
    const { vectors, truncated, usage } = await embed(six)
    expect([vectors.length, truncated]).toEqual([6, []])
    expect(usage.inputTokens).toBeGreaterThan(5)
    const refused = listSizes()
    expect(refused).toEqual([6, 3, 2, 1, 2, 1])
    await embed(six)
    expect(listSizes().slice(refused.length)).toEqual([2, 2, 2])
  })

  test('a server that answers only the first of a batch', async () => {
    const { embed, listSizes } = open((input) => toData(input.slice(0, 1)))
    expect(toLists((await embed(texts)).vectors)).toEqual(units)
    const found = listSizes().length
    await embed(texts)
    expect(listSizes().slice(found)).toEqual([1, 1, 1])
  })
})

describe('a refusal', () => {
  test.each<[string, number, unknown]>([
    [
      'LiteLLM 1.77 before Bedrock',
      400,
      {
        error: {
          message: "litellm.UnsupportedParamsError: bedrock does not support parameters: {'encoding_format': 'float'}",
          type: 'None',
          param: 'None',
          code: '400',
        },
      },
    ],
    ['Voyage', 400, { detail: "Value 'float' supplied for argument 'encoding_format' is not valid -- accepted values are 'base64'" }],
    ['a strict server', 422, { detail: 'encoding_format: Extra inputs are not permitted' }],
    [
      'vLLM 0.4',
      400,
      { object: 'error', message: 'base64 encoding is not currently supported', type: 'BadRequestError', param: null, code: 400 },
    ],
    ['LocalAI', 400, { error: { code: 400, message: 'unknown field "encoding_format"', type: '' } }],
  ])('of the format by %s leaves it out, from then on', async (_server, status, body) => {
    const { embed, listBodies } = open((input, request) => ('encoding_format' in request.body ? json(body, status) : toData(input)))
    expect(toLists((await embed(texts)).vectors)).toEqual(units)
    await embed(texts)
    expect(listBodies().map((each) => 'encoding_format' in each)).toEqual([true, false, false])
  })

  test('for the tokens per minute is waited for, not halved', async () => {
    const body = {
      error: {
        message: 'Rate limit reached: tokens per minute (TPM): Limit 6000, Requested 7000. Too many tokens.',
        code: 'rate_limit_exceeded',
      },
    }
    const { embed, listSizes } = open((input, _request, index) =>
      index === first ? { ...json(body, 429), headers: { 'retry-after': '0' } } : toData(input),
    )
    const first = server.requests.length
    await embed(texts)
    expect(listSizes()).toEqual([3, 3])
  })

  test('of everything ends after a few calls', async () => {
    const { embed, listSizes } = open(() => json({ error: 'batch size 1 > maximum allowed batch size 0' }, 422))
    await expect(embed(texts)).rejects.toMatchObject({
      code: 'EMBEDDING_UNAVAILABLE',
      params: { cause: 'MODEL_CONTEXT_EXCEEDED', status: 422 },
    })
    expect(listSizes().length).toBeLessThan(14)
  })
})

describe('a text whose vector is of no use', () => {
  const spoil = (value: string) => (input: readonly string[]) =>
    json(
      `{"data":[${input.map((text, index) => `{"index":${index},"embedding":[${text === 'bbbb' ? value : text.length}, 1, 0.5]}`).join(',')}]}`,
    )

  test.each(['NaN', 'null', 'Infinity', '-Infinity', '"NaN"', '1e999'])('(%s) is asked for alone, then by its beginning', async (value) => {
    const { embed, listBodies } = open(spoil(value))
    const { vectors, truncated } = await embed(texts)
    expect([vectors.length, truncated]).toEqual([3, [1]])
    expect(listBodies().map(({ input }) => input)).toEqual([texts, ['bbbb'], ['bbb']])
  })

  test('that Ollama 0.17 cannot write (500) does not pause the endpoint, and is named', async () => {
    const body = {
      error: { message: 'failed to encode response: json: unsupported value: NaN', type: 'api_error', param: null, code: null },
    }
    const { embed } = open((input) => (input.some((text) => text.startsWith('b')) ? json(body, 500) : toData(input)))
    await expect(embed(texts)).rejects.toMatchObject({
      code: 'EMBEDDING_INVALID',
      params: { problem: 'not_finite', reason: expect.stringContaining('text 1 ') },
    })
    expect(toLists((await embed(['a'])).vectors)).toEqual(units.slice(0, 1))
  })
})
