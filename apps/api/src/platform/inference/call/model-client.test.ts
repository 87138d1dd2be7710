// The client against the demonstration model, fault by fault, over real HTTP.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import type { ModelEvent, ModelRequest } from '@heddle/workflow/model/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelClient, type ModelClientOptions, type ModelFinding } from './model-client.ts'

let demo: DemoModel
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0 })
})
afterAll(() => demo.close())

type AskOptions = Partial<ModelClientOptions> & {
  request?: Partial<ModelRequest>
  stop?: AbortSignal
  onEvent?: (event: ModelEvent) => void
}

async function ask(switches: string, { stop = new AbortController().signal, onEvent, request: changes, ...options }: AskOptions = {}) {
  const client = createModelClient({ baseUrl: demo.url, apiKey: 'key', ...options, retry: { firstWaitMs: 1, ...options.retry } })
  const request = { model: `demo:${switches}`, messages: [{ role: 'user', content: '棉布為什麼會縮水？' }], ...changes } as const
  const events: ModelEvent[] = []
  const findings: ModelFinding[] = []
  let error: unknown
  try {
    for await (const event of client.generate(request, stop, { onFinding: (finding) => findings.push(finding) })) {
      events.push(event)
      onEvent?.(event)
    }
  } catch (thrown) {
    error = thrown
  }
  const reply = { reasoning: '', text: '' }
  for (const event of events) {
    if (event.type === 'text' || event.type === 'reasoning') reply[event.type] += event.text
    if (event.type === 'text_was_reasoning') Object.assign(reply, { reasoning: reply.reasoning + reply.text, text: '' })
  }
  const requests = demo.requests.filter(({ body }) => (body as { model?: string } | null)?.model === request.model)
  const finish = events.find((event) => event.type === 'finish')?.reason
  const toolCalls = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []))
  return { ...reply, toolCalls, usage: events.find(({ type }) => type === 'usage'), finish, findings, error, requests }
}

describe('a reply of a model', () => {
  test('comes with its thought process, its text and its usage', async () => {
    const { reasoning, text, usage, error, requests } = await ask('latency=1')
    expect(error).toBeUndefined()
    expect(reasoning).toContain('使用者的問題')
    expect(text).toMatch(/^## 示範模型的回答/)
    expect(usage).toMatchObject({ usage: { estimated: false, inputTokens: expect.any(Number), reasoningTokens: expect.any(Number) } })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
  })

  test.each([
    ['tool_calls', { id: 'call-1' }],
    ['function_call', { id: '' }],
  ] as const)('has the tool that it calls by %s, which a later message can carry', async (form, { id }) => {
    const { text, finish, toolCalls } = await ask(`call_tool=${form},no_text,reasoning=none`)
    const called = { name: 'search_web', arguments: '{"query":"cotton shrinkage"}' }
    expect({ text, finish, toolCalls }).toEqual({ text: '', finish: 'tool_calls', toolCalls: [{ id, ...called }] })
    const messages = [
      { role: 'user', content: 'Search.' },
      { role: 'assistant', content: '', toolCalls },
      { role: 'user', content: 'Without a tool.' },
    ] as const
    const { requests } = await ask(`tokens=2,latency=${form.length}`, { request: { messages } })
    expect(requests[0]?.body).toMatchObject({ messages: [{}, { tool_calls: [{ id, type: 'function', function: called }] }, {}] })
  })

  test('is the same in every style of reasoning', async () => {
    const asField = await ask('reasoning=reasoning_content')
    expect(asField.reasoning).not.toBe('')
    const styles = { reasoning: 'field', think: 'tags', brackets: 'tags', channels: 'channels', inside: 'begins_inside' }
    for (const [style, value] of Object.entries(styles)) {
      const { reasoning, text, findings, error } = await ask(`reasoning=${style}`)
      expect({ reasoning: reasoning.trim(), text, error }).toEqual({
        reasoning: asField.reasoning.trim(),
        text: asField.text,
        error: undefined,
      })
      expect(findings).toEqual([{ setting: 'reasoning_format', value }])
    }
    expect((await ask('reasoning=none')).reasoning).toBe('')
  })

  test.each([
    ['stop', 'stop', undefined],
    ['length', 'length', undefined],
    ['content_filter', undefined, 'MODEL_CONTENT_FILTERED'],
    ['abort', undefined, 'MODEL_STREAM_BROKEN'],
    ['surprise', undefined, 'MODEL_STREAM_BROKEN'],
  ])('that the server ends with %s has the finish %s and the error %s', async (reason, finish, code) => {
    const reply = await ask(`finish=${reason},tokens=9`)
    expect(reply.text).not.toBe('')
    expect(reply.finish).toBe(finish)
    expect((reply.error as { code?: string } | undefined)?.code).toBe(code)
  })

  test('survives characters that are split over packets', async () => {
    const [whole, split] = await Promise.all([ask('tokens=40'), ask('tokens=40,split')])
    expect(split.text).toBe(whole.text)
    expect(split.error).toBeUndefined()
  })

  test('may end without [DONE], and without usage', async () => {
    expect(await ask('no_done')).toMatchObject({ error: undefined, usage: { type: 'usage' } })
    const withoutUsage = await ask('no_usage')
    expect(withoutUsage.error).toBeUndefined()
    expect(withoutUsage.usage).toBeUndefined()
  })

  test('is read to its end, so that the connection can be used again', async () => {
    const { requests } = await ask('tokens=3')
    await expect.poll(() => requests[0]).toMatchObject({ aborted: false, closedAt: expect.any(String) })
  })
})

describe('a broken reply', () => {
  test.each([
    ['drops in the middle', 'drop=90'],
    ['drops before the first token', 'drop=0'],
    ['sends an event that is not JSON', 'malformed=90'],
    ['sends an event that never ends', 'endless_line=90'],
    ['sends the event of an error', 'error_event=90'],
    ['ends without a word', 'empty'],
  ])('%s: MODEL_STREAM_BROKEN, and no second try', async (_name, switches) => {
    const { error, text, requests } = await ask(switches)
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
    expect(text === '').toBe(switches === 'drop=0' || switches === 'empty')
    expect(requests).toHaveLength(1)
  })

  test('that does not begin is MODEL_FIRST_TOKEN_TIMEOUT', async () => {
    const { error, requests } = await ask('latency=60000', { timeouts: { firstTokenMs: 1_000 } })
    expect(error).toMatchObject({ code: 'MODEL_FIRST_TOKEN_TIMEOUT' })
    await expect.poll(() => requests[0]?.aborted).toBe(true)
  })

  test('that stops coming is MODEL_STALLED', async () => {
    const { error, text, requests } = await ask('stall=90', { timeouts: { betweenTokensMs: 50 } })
    expect(error).toMatchObject({ code: 'MODEL_STALLED' })
    expect(text).not.toBe('')
    await expect.poll(() => requests[0]?.aborted).toBe(true)
  })

  test('that does not end is MODEL_REPLY_TIMEOUT', async () => {
    const { error, requests } = await ask('endless,tps=500', { timeouts: { replyMs: 150 } })
    expect(error).toMatchObject({ code: 'MODEL_REPLY_TIMEOUT' })
    await expect.poll(() => requests[0]?.aborted).toBe(true)
  })
})

describe('the optional parameters of a call', () => {
  const listSent = (requests: readonly { body: unknown }[]) =>
    requests.map(({ body }) => {
      const { max_tokens, max_completion_tokens, temperature } = body as Readonly<Record<string, number>>
      return { max_tokens, max_completion_tokens, temperature }
    })

  test('limit the answer to what the prompt leaves of the context', async () => {
    const { requests } = await ask('tokens=1', { request: { contextTokens: 8_192 } })
    const limit = listSent(requests)[0]?.max_tokens
    expect(limit).toBeGreaterThan(8_100)
    expect(limit).toBeLessThan(8_192)
  })

  test('leave room for an answer when the prompt seems to fill the context', async () => {
    const { requests } = await ask('tokens=2', {
      request: { contextTokens: 4_096, messages: [{ role: 'user', content: 'word '.repeat(4_000) }] },
    })
    expect(listSent(requests)).toMatchObject([{ max_tokens: 1_024 }])
  })

  test('are sent under the name that the model knows once it has refused the other', async () => {
    const client = createModelClient({ baseUrl: demo.url, apiKey: 'key' })
    const model = 'demo:refuse_max_tokens,refuse_temperature,tokens=3'
    const request = { model, messages: [{ role: 'user', content: 'Why?' }], maxOutputTokens: 50, temperature: 0.2 } as const
    for (const _call of [1, 2]) {
      const events: ModelEvent[] = []
      for await (const event of client.generate(request, new AbortController().signal)) events.push(event)
      expect(events.some(({ type }) => type === 'text')).toBe(true)
    }
    expect(listSent(demo.requests.filter(({ body }) => (body as { model?: string }).model === model))).toEqual([
      { max_tokens: 50, temperature: 0.2 },
      { max_completion_tokens: 50, temperature: 0.2 },
      { max_completion_tokens: 50 },
      { max_completion_tokens: 50 },
    ])
  })

  test('are dropped when the model refuses both names', async () => {
    const { error, requests } = await ask('refuse_max_tokens,refuse_max_completion_tokens,tokens=4', { request: { maxOutputTokens: 50 } })
    expect(error).toBeUndefined()
    expect(listSent(requests)).toEqual([{ max_tokens: 50 }, { max_completion_tokens: 50 }, {}])
  })

  test('have the JSON Schema of the answer, and never again once the model has refused it', async () => {
    const answerSchema = { name: 'answer', schema: { type: 'object', properties: { fibre: { type: 'string' } } } }
    const client = createModelClient({ baseUrl: demo.url, apiKey: 'key' })
    const askTwice = async (model: string) => {
      const texts: string[] = []
      for (const _call of [1, 2]) {
        const request = { model, messages: [{ role: 'user', content: 'Why?' }], answerSchema } as const
        for await (const event of client.generate(request, new AbortController().signal)) if (event.type === 'text') texts.push(event.text)
      }
      const calls = demo.requests.filter(({ body }) => (body as { model?: string }).model === model)
      return { text: texts.join(''), formats: calls.map(({ body }) => (body as { response_format?: unknown }).response_format) }
    }
    const format = { type: 'json_schema', json_schema: { ...answerSchema, strict: true } }
    expect(await askTwice('demo:latency=5')).toEqual({ text: '{"fibre":"Why?"}{"fibre":"Why?"}', formats: [format, format] })
    expect((await askTwice('demo:refuse_response_format,latency=5')).formats).toEqual([format, undefined, undefined])
  })

  test('keep to the highest limit that the model names', async () => {
    const { error, requests } = await ask('max_output=40,tokens=5', { request: { contextTokens: 8_192 } })
    expect(error).toBeUndefined()
    expect(listSent(requests).at(-1)).toEqual({ max_tokens: 40 })
  })

  test('are shortened when only prompt and answer together exceed the context', async () => {
    const { error, requests } = await ask('context=3000,context_error=vllm,tokens=6', { request: { contextTokens: 8_192 } })
    expect(error).toBeUndefined()
    expect(requests).toHaveLength(2)
    expect(listSent(requests)[1]?.max_tokens).toBeLessThan(3_000)
  })
})

describe('a prompt beyond the context', () => {
  test.each(['llama_cpp', 'llama_cpp_stream', 'vllm', 'openai'])('is MODEL_CONTEXT_EXCEEDED with its numbers, as by %s', async (style) => {
    const { error, requests } = await ask(`context=10,context_error=${style}`, {
      request: { messages: [{ role: 'user', content: 'Why does cotton shrink when it is washed?' }], contextTokens: 4_096 },
    })
    expect(error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED', params: { context_tokens: 10, prompt_tokens: expect.any(Number) } })
    expect(requests).toHaveLength(1)
  })
})

describe('an endpoint that refuses', () => {
  test('for a moment is asked again, as long after as it wants', async () => {
    const begin = performance.now()
    const { error, text, requests } = await ask('status=429,times=2,retry_after=0.1')
    expect(error).toBeUndefined()
    expect(text).not.toBe('')
    expect(requests).toHaveLength(3)
    expect(performance.now() - begin).toBeGreaterThanOrEqual(200)
  })

  test('with 429 for good is MODEL_RATE_LIMITED, with the wait', async () => {
    const { error, requests } = await ask('status=429,retry_after=0.01')
    expect(error).toMatchObject({ code: 'MODEL_RATE_LIMITED', params: { retry_after: 1 } })
    expect(requests).toHaveLength(3)
  })

  test('for longer than we wait is not asked again', async () => {
    const { error, requests } = await ask('status=429,retry_after=30')
    expect(error).toMatchObject({ code: 'MODEL_RATE_LIMITED', params: { retry_after: 30 } })
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['500', 'MODEL_UNAVAILABLE', 3],
    ['503', 'MODEL_UNAVAILABLE', 3],
    ['401', 'CHAT_AUTH_KEY_MISSING', 1],
    ['403', 'CHAT_AUTH_KEY_MISSING', 1],
    ['400', 'MODEL_REFUSED', 1],
    ['404', 'MODEL_REFUSED', 1],
  ])('with %s is %s after %i calls', async (status, code, calls) => {
    const { error, requests } = await ask(`status=${status}`)
    expect(error).toMatchObject({ name: 'ModelError', code })
    expect(requests).toHaveLength(calls)
  })

  test('and does not stop explaining why is cut off', async () => {
    const { error, requests } = await ask('status=400,endless_error')
    expect(error).toMatchObject({ code: 'MODEL_REFUSED', params: { status: 400 } })
    await expect.poll(() => requests[0]?.aborted).toBe(true)
  })

  test('is asked again after a single failure', async () => {
    expect(await ask('status=500,times=1')).toMatchObject({ error: undefined, requests: { length: 2 } })
  })

  test('to listen is MODEL_UNAVAILABLE', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const { error } = await ask('', { baseUrl: `http://127.0.0.1:${port}/v1` })
    expect(error).toMatchObject({ code: 'MODEL_UNAVAILABLE' })
  })
})

describe('stopping a reply', () => {
  test('closes the connection to the model and throws the reason', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped by the user')
    let tokens = 0
    const { error, requests } = await ask('endless,tps=200', {
      stop: stop.signal,
      onEvent: () => {
        tokens += 1
        if (tokens === 5) stop.abort(reason)
      },
    })
    expect(error).toBe(reason)
    await expect.poll(() => requests[0]).toMatchObject({ aborted: true, closedAt: expect.any(String) })
  })

  test('while the model is silent closes it too', async () => {
    const stop = new AbortController()
    const asked = ask('stall=0,latency=2', { stop: stop.signal })
    await expect.poll(() => demo.requests.some(({ body }) => JSON.stringify(body).includes('stall=0,latency=2'))).toBe(true)
    stop.abort(new Error('stopped'))
    const { error, requests } = await asked
    expect(error).toMatchObject({ message: 'stopped' })
    await expect.poll(() => requests[0]?.aborted).toBe(true)
  })

  test('between two tries does not wait for the next', async () => {
    const stop = new AbortController()
    const asked = ask('status=500,latency=3', { stop: stop.signal, retry: { firstWaitMs: 9_000 } })
    await expect.poll(() => demo.requests.some(({ body }) => JSON.stringify(body).includes('status=500,latency=3'))).toBe(true)
    stop.abort(new Error('stopped'))
    expect(await asked).toMatchObject({ error: { message: 'stopped' }, requests: { length: 1 } })
  })

  test('before it began makes no call', async () => {
    const { error, requests } = await ask('latency=4', { stop: AbortSignal.abort(new Error('stopped')) })
    expect(error).toMatchObject({ message: 'stopped' })
    expect(requests).toHaveLength(0)
  })

  test('by leaving the loop closes it as well', async () => {
    const client = createModelClient({ baseUrl: demo.url, apiKey: undefined })
    const request = { model: 'demo:endless,tps=100', messages: [{ role: 'user', content: 'x' }] } as const
    for await (const _ of client.generate(request, new AbortController().signal)) break
    await expect.poll(() => demo.requests.at(-1)).toMatchObject({ aborted: true })
  })
})
