// What follows from refusals: which calls a server gets, over real HTTP.
import { createCallBudget } from '@heddle/workflow/model/call-budget'
import type { ModelEvent, ModelRequest } from '@heddle/workflow/model/ports'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type ScriptedRequest,
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
  toChunk,
  toEvents,
} from '../../../../test/servers/scripted-server.ts'
import { createModelClient, type ModelCall, type ModelFinding } from './model-client.ts'

let server: ScriptedServer
afterEach(() => server.close())

const reply: ScriptedResponse = { body: toEvents(toChunk({ content: 'Yes.' }), toChunk({}, 'stop'), '[DONE]') }
const refuse = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ScriptedResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const openAi = (message: string, more: object = {}) => ({
  error: { message, type: 'invalid_request_error', param: null, code: null, ...more },
})

const optional = ['max_tokens', 'max_completion_tokens', 'temperature', 'stream_options', 'response_format'] as const
const getLimit = ({ body }: ScriptedRequest) => Number(body['max_tokens'] ?? body['max_completion_tokens'])

async function start(respond: (request: ScriptedRequest, index: number) => ScriptedResponse) {
  server = await startScriptedServer(respond)
  const client = createModelClient({ baseUrl: server.url, apiKey: 'key', retry: { firstWaitMs: 1 } })
  return async (changes: Partial<ModelCall> = {}) => {
    const findings: ModelFinding[] = []
    const request = {
      model: 'm',
      messages: [{ role: 'user', content: 'Why?' }],
      contextTokens: 8_192,
      temperature: 0.2,
      ...changes,
    } as const
    const before = server.requests.length
    let text = ''
    let error: unknown
    try {
      const events: AsyncIterable<ModelEvent> = client.generate(request, new AbortController().signal, {
        onFinding: (finding) => findings.push(finding),
      })
      for await (const event of events) if (event.type === 'text') text += event.text
    } catch (thrown) {
      error = thrown
    }
    return { text, error, findings, requests: server.requests.slice(before) }
  }
}

describe('a refused parameter', () => {
  test.each([
    [
      'FastAPI',
      422,
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
      'stream_options',
    ],
    ['OpenAI', 400, openAi('Unrecognized request argument supplied: stream_options'), 'stream_options'],
    ['plain text', 400, 'unknown field "stream_options"', 'stream_options'],
    ['Moonshot', 400, openAi('invalid temperature: only 1 is allowed for this model'), 'temperature'],
    ['a list of errors', 400, { errors: [{ message: "'temperature' is not supported" }] }, 'temperature'],
    [
      'an unsupported limit',
      400,
      openAi("Unsupported parameter: 'max_tokens'", { param: 'max_tokens', code: 'unsupported_parameter' }),
      'max_tokens',
    ],
  ] as const)('is left out once and then remembered, as by %s', async (_server, status, body, parameter) => {
    const ask = await start((request) => (request.body[parameter] === undefined ? reply : refuse(status, body)))
    const first = await ask()
    expect(first).toMatchObject({ text: 'Yes.', requests: { length: 2 }, findings: [{ setting: 'refused_parameters', value: parameter }] })
    expect(await ask()).toMatchObject({ text: 'Yes.', requests: { length: 1 }, findings: [] })
    // A test tries everything again.
    expect((await ask({ isTest: true })).requests).toHaveLength(2)
  })

  test('is sent again once the settings of the model have changed', async () => {
    const ask = await start(({ body }) =>
      body['temperature'] === undefined ? reply : refuse(400, openAi("'temperature' is not supported")),
    )
    const findings = [{ setting: 'refused_parameters', value: 'temperature' }]
    expect(await ask({ settings: 'm/0' })).toMatchObject({ requests: { length: 2 }, findings })
    expect(await ask({ settings: 'm/0' })).toMatchObject({ requests: { length: 1 } })
    expect(await ask({ settings: 'm/1' })).toMatchObject({ text: 'Yes.', requests: { length: 2 }, findings })
  })

  test('is left out with all the others that the server names', async () => {
    const detail = ['stream_options', 'temperature'].map((name) => ({
      type: 'extra_forbidden',
      loc: ['body', name],
      msg: 'Extra inputs are not permitted',
    }))
    const ask = await start((_request, index) => (index === 0 ? refuse(422, { detail }) : reply))
    const { requests, text } = await ask()
    expect({ text, sent: optional.filter((name) => requests[1]?.body[name] !== undefined) }).toEqual({ text: 'Yes.', sent: ['max_tokens'] })
  })

  test('is no end of calls when the server refuses for it whatever is sent', async () => {
    const ask = await start(() => refuse(400, openAi('temperature is not supported')))
    expect(await ask()).toMatchObject({ error: { code: 'MODEL_REFUSED' }, requests: { length: 2 }, findings: [] })
  })
})

describe('a token limit above what the server allows', () => {
  test('becomes the named number, and stays it', async () => {
    const ask = await start((request) =>
      getLimit(request) > 4_096 ? refuse(400, openAi('Invalid max_tokens value, the valid range of max_tokens is [1, 4096]')) : reply,
    )
    const { text, requests, findings } = await ask({ contextTokens: 32_768 })
    expect({ text, limits: requests.map(getLimit).slice(1), findings }).toEqual({
      text: 'Yes.',
      limits: [4_096],
      findings: [{ setting: 'max_output_tokens', value: 4_096 }],
    })
    expect((await ask({ contextTokens: 32_768 })).requests.map(getLimit)).toEqual([4_096])
  })

  test('becomes a small one where no number is named', async () => {
    const ask = await start((request) =>
      getLimit(request) > 2_000 ? refuse(400, openAi('max_tokens is too large for this model')) : reply,
    )
    expect((await ask()).requests.map(getLimit).slice(1)).toEqual([1_024])
    expect((await ask()).requests.map(getLimit)).toEqual([1_024])
  })

  test('is what the prompt leaves of the length of the model that vLLM names', async () => {
    const refusal = (limit: number) =>
      openAi(`max_tokens=${limit} cannot be greater than max_model_len=max_total_tokens=8192`, { param: 'max_tokens' })
    const ask = await start((request) => (getLimit(request) > 8_192 ? refuse(400, refusal(getLimit(request))) : reply))
    const { requests, findings } = await ask({ contextTokens: 32_768 })
    expect(requests).toHaveLength(2)
    expect(requests.map(getLimit)[1]).toBeLessThan(8_192)
    expect(findings).toEqual([{ setting: 'context_tokens', value: 8_192 }])
  })
})

/** vLLM since 0.20 counts only as many tokens as leave no room for the limit. */
const countAsVllm = (context: number, prompt: number, request: ScriptedRequest) => {
  const limit = getLimit(request)
  if (prompt + limit <= context) return reply
  const atLeast = context - limit + 1
  return refuse(
    400,
    openAi(
      `This model's maximum context length is ${context} tokens. However, you requested ${limit} output tokens and your prompt contains at least ${atLeast} input tokens, for a total of at least ${context + 1} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`,
      { param: 'input_tokens', type: 'BadRequestError', code: 400 },
    ),
  )
}

describe('a prompt that leaves no room for the limit', () => {
  test('is sent once more with a smaller limit, whatever bound the server names', async () => {
    const ask = await start((request) => countAsVllm(8_192, 5_000, request))
    const { text, requests } = await ask()
    expect(text).toBe('Yes.')
    expect(requests.map(getLimit)).toEqual([expect.any(Number), 2_048])
  })

  test('is MODEL_CONTEXT_EXCEEDED after two calls when it alone is too long', async () => {
    const ask = await start((request) => countAsVllm(8_192, 50_000, request))
    const { error, requests } = await ask()
    expect(requests).toHaveLength(2)
    expect(error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED', params: { context_tokens: 8_192 } })
    expect((error as { params: object }).params).not.toHaveProperty('prompt_tokens')
  })

  test('costs at most four calls, the shorter history included', async () => {
    const ask = await start((request) => countAsVllm(8_192, 50_000, request))
    const budget = createCallBudget()
    for (const calls of [2, 2, 0])
      expect(await ask({ budget })).toMatchObject({ error: { code: 'MODEL_CONTEXT_EXCEEDED' }, requests: { length: calls } })
    expect(budget.countCalls()).toBe(4)
  })

  test.each([
    [
      'SGLang',
      "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 9000 tokens: 1000 tokens from the input messages and 8000 tokens for the completion.",
      7_192,
    ],
    ['SGLang, without counts', "Requested token count exceeds the model's maximum context length", 2_048],
    ['Groq', 'Please reduce the length of the messages or completion.', 2_048],
    [
      'TGI',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 1974 `inputs` tokens and 8000 `max_new_tokens`',
      2_122,
    ],
    [
      'Anthropic',
      'input length and `max_tokens` exceed context limit: 3000 + 8000 > 8192, decrease input length or `max_tokens` and try again',
      5_192,
    ],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 8192 tokens. However, you requested about 9025 tokens (1025 of text input, 8000 in the output).",
      7_167,
    ],
  ])('gets the limit that fits, as %s says it', async (_server, message, limit) => {
    const ask = await start((_request, index) => (index === 0 ? refuse(400, openAi(message)) : reply))
    const { text, requests } = await ask()
    expect({ text, limits: requests.map(getLimit).slice(1) }).toEqual({ text: 'Yes.', limits: [limit] })
  })

  test('is the same when the server says it in its stream', async () => {
    const error = {
      object: 'error',
      message: "Requested token count exceeds the model's maximum context length of 4096 tokens.",
      type: 'BadRequestError',
      code: 400,
    }
    const ask = await start((_request, index) => (index === 0 ? { body: toEvents({ error }, '[DONE]') } : reply))
    expect(await ask()).toMatchObject({ text: 'Yes.', requests: { length: 2 }, findings: [{ setting: 'context_tokens', value: 4_096 }] })
  })
})

describe('a prompt that is too long by itself', () => {
  test.each([
    ['Ollama', 400, { error: 'the input length exceeds the context length' }, {}],
    ['DashScope', 400, { code: 'InvalidParameter', message: 'Range of input length should be [1, 4096]' }, { context_tokens: 4_096 }],
    [
      'Anthropic',
      400,
      { type: 'error', error: { message: 'prompt is too long: 5000 tokens > 4096 maximum' } },
      { context_tokens: 4_096, prompt_tokens: 5_000 },
    ],
    ['a bare 413', 413, '', {}],
  ])('is MODEL_CONTEXT_EXCEEDED after one call, as by %s', async (_server, status, body, params) => {
    const ask = await start(() => refuse(status, body))
    const { error, requests } = await ask()
    expect(requests).toHaveLength(1)
    expect(error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED', params })
  })
})

describe('a refusal that no other call helps', () => {
  test.each([
    ['the quota', 429, { error: { message: 'You exceeded your current quota', type: 'insufficient_quota' } }, 'MODEL_QUOTA_EXCEEDED'],
    ['the balance', 402, { error: { message: 'Insufficient Balance' } }, 'MODEL_QUOTA_EXCEEDED'],
    [
      'the content',
      400,
      { error: { code: 'content_filter', innererror: { code: 'ResponsibleAIPolicyViolation' } } },
      'MODEL_CONTENT_FILTERED',
    ],
    [
      'the content, in Chinese',
      400,
      { error: { code: '1301', message: '系统检测到输入或生成内容可能包含不安全或敏感内容' } },
      'MODEL_CONTENT_FILTERED',
    ],
    ['the key', 400, [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }], 'CHAT_AUTH_KEY_MISSING'],
    ['the address', 302, '', 'MODEL_NOT_AN_API'],
    ['a page', 404, '<html><head><title>404 Not Found</title></head></html>', 'MODEL_NOT_AN_API'],
  ])('is made once: %s', async (_what, status, body, code) => {
    const ask = await start(() => refuse(status, body))
    expect(await ask()).toMatchObject({ error: { code }, requests: { length: 1 } })
  })

  test.each([
    ['429', { code: 429, message: 'Rate limit reached' }, 'MODEL_RATE_LIMITED', 3],
    ['401', { code: '401', message: 'Invalid key' }, 'CHAT_AUTH_KEY_MISSING', 1],
    [
      'a filter',
      { code: 'data_inspection_failed', message: 'Output data may contain inappropriate content.' },
      'MODEL_CONTENT_FILTERED',
      1,
    ],
    ['a quota', { type: 'insufficient_quota', message: 'You exceeded your current quota' }, 'MODEL_QUOTA_EXCEEDED', 1],
    ['anything else', { message: 'upstream died' }, 'MODEL_STREAM_BROKEN', 1],
  ])('means in a stream what it means as a status: %s', async (_what, error, code, calls) => {
    const ask = await start(() => ({ body: toEvents({ error }) }))
    expect(await ask()).toMatchObject({ error: { code }, requests: { length: calls } })
  })
})

describe('a failure of a moment', () => {
  test.each([408, 409, 425, 500, 503])('with %i is tried again', async (status) => {
    const ask = await start((_request, index) => (index === 0 ? refuse(status, '') : reply))
    expect(await ask()).toMatchObject({ text: 'Yes.', requests: { length: 2 } })
  })

  test('is waited for, even when the server wants to be asked at once', async () => {
    const ask = await start((_request, index) => (index === 0 ? refuse(429, '', { 'retry-after': '0' }) : reply))
    expect(await ask()).toMatchObject({ text: 'Yes.', requests: { length: 2 } })
  })

  test('counts for the budget of the call', async () => {
    const ask = await start((_request, index) =>
      index < 2
        ? refuse(400, openAi(index === 0 ? 'Unknown parameter: stream_options' : 'Unknown parameter: temperature'))
        : refuse(503, ''),
    )
    const request: Partial<ModelRequest> = { budget: createCallBudget() }
    expect(await ask(request)).toMatchObject({ error: { code: 'MODEL_UNAVAILABLE' }, requests: { length: 4 } })
    expect(await ask(request)).toMatchObject({ error: { code: 'MODEL_UNAVAILABLE' }, requests: { length: 0 } })
  })
})
