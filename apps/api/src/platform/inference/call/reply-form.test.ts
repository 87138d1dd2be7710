// Replies that are no event stream, over real HTTP.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
  toChunk,
  toEvents,
} from '../../../../test/servers/scripted-server.ts'
import { readEndpointWords } from '../endpoint/endpoint-words.ts'
import { createModelClient } from './model-client.ts'

let server: ScriptedServer
afterEach(() => server.close())

async function ask(response: ScriptedResponse) {
  server = await startScriptedServer(() => response)
  const options = { baseUrl: server.url, apiKey: 'key' }
  const client = createModelClient({ ...options, retry: { retries: 0 } })
  let refusal: unknown
  let text = ''
  let pieces = 0
  let reasoning = ''
  let error: unknown
  let usage: unknown
  try {
    const request = { model: 'm', messages: [{ role: 'user', content: 'Why?' }] } as const
    const observer = { onRefusal: (refused: unknown) => (refusal = refused) }
    for await (const event of client.generate(request, new AbortController().signal, observer)) {
      if (event.type === 'text') [text, pieces] = [text + event.text, pieces + 1]
      if (event.type === 'reasoning') reasoning += event.text
      if (event.type === 'usage') ({ usage } = event)
    }
  } catch (thrown) {
    error = thrown
  }
  return { text, pieces, reasoning, error, usage, words: refusal === undefined ? null : readEndpointWords(refusal, options) }
}

const json = (body: ScriptedResponse['body'], headers = {}): ScriptedResponse => ({
  headers: { 'content-type': 'application/json', ...headers },
  body,
})
const completion = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: '棉布會縮水。' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 12, completion_tokens: 7 },
}
const ollama = (content: string, more = {}) => ({
  model: 'm',
  created_at: '2026-01-01',
  message: { role: 'assistant', content },
  done: false,
  ...more,
})
const ollamaEnd = ollama('', { done: true, done_reason: 'stop', prompt_eval_count: 12, eval_count: 7 })
/** Cuts inside of characters, too. */
const cut = (text: string) =>
  Array.from({ length: Math.ceil(Buffer.byteLength(text) / 50) }, (_, index) => Buffer.from(text).subarray(index * 50, index * 50 + 50))
const toLines = (...values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`)

describe('a reply that is no event stream is taken', () => {
  test.each([
    ['a document', json(JSON.stringify(completion))],
    ['a document over many lines, cut anywhere', json(cut(JSON.stringify(completion, null, 2)))],
    ['a document that calls itself a stream', { body: JSON.stringify(completion) }],
    ['a document after blanks', json(`\n\n ${JSON.stringify(completion)}`)],
    ['Ollama, whole', json(JSON.stringify({ ...ollamaEnd, message: { role: 'assistant', content: '棉布會縮水。' } }))],
    [
      'Ollama, in lines',
      { headers: { 'content-type': 'application/x-ndjson' }, body: toLines(ollama('棉布'), ollama('會縮水。'), ollamaEnd) },
    ],
    [
      'chunks in lines',
      json(toLines(toChunk({ content: '棉布' }), toChunk({ content: '會縮水。' }), { ...toChunk({}, 'stop'), usage: completion.usage })),
    ],
    [
      'an event stream without its type',
      { headers: {}, body: toEvents(toChunk({ content: '棉布會縮水。' }), { ...toChunk({}, 'stop'), usage: completion.usage }) },
    ],
    [
      'an event stream of another type, cut',
      {
        headers: { 'content-type': 'text/plain' },
        body: ['da', 'ta: ', `${JSON.stringify({ ...toChunk({ content: '棉布會縮水。' }, 'stop'), usage: completion.usage })}\n\n`],
      },
    ],
  ])('%s', async (_form, response) => {
    expect(await ask(response)).toMatchObject({ text: '棉布會縮水。', error: undefined, usage: { inputTokens: 12, outputTokens: 7 } })
  })

  test('with its thoughts, as Ollama sends them', async () => {
    const thinking = { ...ollamaEnd, message: { role: 'assistant', content: '42', thinking: 'Six times seven.' } }
    expect(await ask(json(JSON.stringify(thinking)))).toMatchObject({ text: '42', reasoning: 'Six times seven.' })
  })

  test('at once, as far as it has come', async () => {
    const { text, pieces } = await ask(json(toLines(...Array.from({ length: 200 }, () => ollama('棉布')), ollamaEnd)))
    expect(text).toBe('棉布'.repeat(200))
    expect(pieces).toBeLessThan(20)
  })

  test('but is no whole reply when its lines are broken off', async () => {
    expect(await ask(json(toLines(ollama('棉布'))))).toMatchObject({ text: '棉布', error: { code: 'MODEL_STREAM_BROKEN' } })
  })
})

describe('an encoded reply is decoded', () => {
  const events = Buffer.from(toEvents(toChunk({ content: '棉布會縮水。' }), toChunk({}, 'stop'), '[DONE]'))
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('%s', async (encoding, compress) => {
    const response = { headers: { 'content-type': 'text/event-stream', 'content-encoding': encoding }, body: compress(events) }
    expect(await ask(response)).toMatchObject({ text: '棉布會縮水。', error: undefined })
  })

  test('as far as it is one', async () => {
    const response = { headers: { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }, body: 'no gzip' }
    expect(await ask(response)).toMatchObject({ error: { code: 'MODEL_STREAM_BROKEN' } })
  })

  test('also where it is a refusal', async () => {
    const body = gzipSync(JSON.stringify({ error: 'the input length exceeds the context length' }))
    expect(await ask({ status: 400, ...json(body, { 'content-encoding': 'gzip' }) })).toMatchObject({
      error: { code: 'MODEL_CONTEXT_EXCEEDED' },
    })
  })
})

describe('what is no API', () => {
  test.each([
    [
      'a sign-in page',
      { headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><html><head><title>Sign in to the portal</title></head></html>' },
      200,
      'Sign in to the portal',
    ],
    ['a page that calls itself a stream', { body: '<html><body><h1>Hello</h1></body></html>' }, 200, 'Hello'],
    ['a text', { headers: { 'content-type': 'text/plain' }, body: 'Ollama is running' }, 200, 'Ollama is running'],
    ['another document', json('{"status":"ok","version":"1"}'), 200, 'ok'],
    ['no body', { headers: {}, body: '' }, 200, null],
    [
      'a redirect',
      { status: 301, headers: { location: 'https://portal.example' }, body: '<html><title>Moved</title></html>' },
      301,
      'Moved',
    ],
    [
      'a page that is not there',
      { status: 404, headers: { 'content-type': 'text/html' }, body: '<html><head><title>404 Not Found</title></head></html>' },
      404,
      '404 Not Found',
    ],
  ])('is MODEL_NOT_AN_API with its first words: %s', async (_what, response, status, message) => {
    expect(await ask(response)).toMatchObject({ error: { code: 'MODEL_NOT_AN_API', params: { status } }, words: { status, message } })
  })

  test.each([
    ['a quota', { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } }, 'MODEL_QUOTA_EXCEEDED'],
    ['a key', { error: { message: 'Unauthorized', code: 401 } }, 'CHAT_AUTH_KEY_MISSING'],
    [
      'a context',
      {
        object: 'error',
        message: "This model's maximum context length is 10 tokens. However, your messages resulted in 15 tokens.",
        code: 400,
      },
      'MODEL_CONTEXT_EXCEEDED',
    ],
    [
      'a balance, of MiniMax',
      { choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
      'MODEL_QUOTA_EXCEEDED',
    ],
    ['something else', { error: 'the model does not exist' }, 'MODEL_REFUSED'],
  ])('is not an error with status 200, which means what it says: %s', async (_what, body, code) => {
    expect(await ask(json(JSON.stringify(body)))).toMatchObject({ error: { code } })
  })
})

test('the words of a server are well-formed, wherever they are', async () => {
  const message = 'bad \u0000 request \ud800'
  const bodies = [
    { error: { message } },
    { detail: message },
    { detail: [{ type: 'value_error', loc: ['body', 'messages'], msg: message }] },
    { errors: [message] },
    message,
  ]
  for (const body of bodies) {
    const { words } = await ask({ status: 400, ...json(typeof body === 'string' ? body : JSON.stringify(body)) })
    expect(words?.message).toContain('bad')
    expect(words?.message).not.toContain('\0')
    expect(words?.message?.isWellFormed()).toBe(true)
    await server.close()
  }
})

describe('a post', () => {
  const post = async (response: ScriptedResponse) => {
    server = await startScriptedServer(() => response)
    const client = createModelClient({ baseUrl: server.url, apiKey: 'key' })
    return client.post('/embeddings', { input: ['x'] }, new AbortController().signal)
  }

  test.each([
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html><title>Sign in</title></html>' }, 'MODEL_NOT_AN_API'],
    ['a redirect', { status: 302, body: '' }, 'MODEL_NOT_AN_API'],
    [
      'an error with status 200',
      json('{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}'),
      'MODEL_QUOTA_EXCEEDED',
    ],
    [
      'a batch',
      { status: 413, ...json('{"error":"batch size 33 > maximum allowed batch size 32","error_type":"validation"}') },
      'MODEL_CONTEXT_EXCEEDED',
    ],
    [
      'a long text',
      { status: 413, ...json('{"error":"`inputs` must have less than 512 tokens. Given: 600","error_type":"validation"}') },
      'MODEL_CONTEXT_EXCEEDED',
    ],
  ])('that is answered with %s', async (_what, response, code) => {
    await expect(post(response)).rejects.toMatchObject({ code })
  })

  test('returns what is JSON', async () => {
    expect(await post(json(gzipSync('{"data":[1]}'), { 'content-encoding': 'gzip' }))).toEqual({ data: [1] })
  })
})
