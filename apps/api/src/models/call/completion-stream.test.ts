import { Readable } from 'node:stream'
import type { ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import type { ModelEvent } from '@heddle/workflow/ports'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { ReplyOptions } from './chunk-reader.ts'
import { readCompletionStream } from './completion-stream.ts'
import { isGivenUp } from './finish-reason.ts'
import { createReadClock } from './read-clock.ts'

const chunk = (delta: object, finish: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason: finish }] })
const usage = { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 2 } }
const encode = (...data: unknown[]) => data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join('')

async function readPieces(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, options: ReplyOptions = {}) {
  const events: ModelEvent[] = []
  const refusals: unknown[] = []
  const formats: ReasoningFormat[] = []
  let error: unknown
  const observed = {
    ...options,
    onRefusal: (refusal: unknown) => refusals.push(refusal),
    onReasoningFormat: (format: ReasoningFormat) => formats.push(format),
  }
  try {
    for await (const batch of readCompletionStream(Readable.from(pieces), createReadClock({ intervalMs: 0 }), observed))
      events.push(...batch)
  } catch (thrown) {
    error = thrown
  }
  const reply = { reasoning: '', text: '' }
  for (const event of events) {
    if (event.type === 'text' || event.type === 'reasoning') reply[event.type] += event.text
    if (event.type === 'text_was_reasoning') Object.assign(reply, { reasoning: reply.reasoning + reply.text, text: '' })
  }
  const finish = events.find((event) => event.type === 'finish')?.reason
  return { events, ...reply, finish, usages: events.filter(({ type }) => type === 'usage'), refusals, formats, error }
}

/** The stream of these bytes, in one read. */
const readText = (text: string, options?: ReplyOptions) => readPieces([Buffer.from(text)], options)
/** The stream of these events, in one read. */
const readEvents = (...data: readonly unknown[]) => readText(encode(...data))

describe('a chat completion stream', () => {
  test('ends with its usage and its finish, which are the last of it', async () => {
    const { events } = await readEvents(chunk({ content: 'a' }, 'length'), { choices: [], usage }, '[DONE]')
    expect(events.map(({ type }) => type)).toEqual(['text', 'usage', 'finish'])
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })

  test('is the same wherever the network cuts it, inside characters too', async () => {
    const bytes = Buffer.from(
      encode(chunk({ role: 'assistant', content: '' }), chunk({ content: '<think>想' }), chunk({ content: '想</think>' })) +
        ': keep-alive\r\n\r\n' +
        encode(chunk({ content: '棉布😀' }), chunk({ content: 'ผ้าฝ้าย' }, 'stop'), { choices: [], usage }, '[DONE]'),
    )
    const places = fc.array(fc.nat(bytes.length), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        const borders = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        const pieces = borders.slice(1).map((border, index) => bytes.subarray(borders[index], border))
        const { reasoning, text, usages, error } = await readPieces(pieces.filter(({ length }) => length > 0))
        expect({ reasoning, text, error }).toEqual({ reasoning: '想想', text: '棉布😀ผ้าฝ้าย', error: undefined })
        expect(usages).toEqual([
          { type: 'usage', usage: { inputTokens: 5, outputTokens: 3, reasoningTokens: 0, cachedTokens: 2, estimated: false } },
        ])
      }),
    )
  })

  test('joins what one read brings', async () => {
    const { events } = await readText(encode(chunk({ content: 'a' }), chunk({ content: 'b' }, 'stop'), '[DONE]'))
    expect(events).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'finish', reason: 'stop' },
    ])
  })

  test('takes a thought that is sent under both names once', async () => {
    const { reasoning } = await readText(encode(chunk({ reasoning: 'Hm', reasoning_content: 'Hm' }, 'stop')))
    expect(reasoning).toBe('Hm')
  })

  test.each([
    ['an error of the endpoint', encode(chunk({ content: 'a' }), { error: { message: 'out of memory' } })],
    ['something that is not JSON', encode(chunk({ content: 'a' }), '{"choices":')],
    ['JSON that is no chunk', encode(chunk({ content: 'a' }), 'null')],
    ['an end without a finish', encode(chunk({ content: 'a' }))],
  ])('is broken by %s, with what came before it', async (_name, events) => {
    expect(await readText(events)).toMatchObject({ text: 'a', error: { code: 'MODEL_STREAM_BROKEN' } })
  })

  test('that ends with [DONE] and has neither a text nor a finish_reason is broken', async () => {
    const { error } = await readText(encode(chunk({ role: 'assistant', content: '' }), { choices: [], usage }, '[DONE]'))
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
  })

  test('may have nothing but a finish_reason', async () => {
    expect((await readText(encode(chunk({}, 'stop'), '[DONE]'))).error).toBeUndefined()
  })

  test('has an error as a field of an event, before [DONE]', async () => {
    const { error } = await readText('error: {"code":500,"message":"out of memory","type":"server_error"}\n\ndata: [DONE]\n\n')
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', cause: { message: expect.stringContaining('server_error') } })
  })

  test.each([
    ['a field', (error: string) => `error: ${error}\n\ndata: [DONE]\n\n`],
    ['an event', (error: string) => `data: {"error":${error}}\n\n`],
  ])('says in %s that the prompt is too long', async (_name, toEvent) => {
    const refusal = { code: 400, message: 'too long', type: 'exceed_context_size_error', n_prompt_tokens: 5_000, n_ctx: 4_096 }
    const { error } = await readText(toEvent(JSON.stringify(refusal)))
    expect(error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED', params: { context_tokens: 4_096, prompt_tokens: 5_000 } })
  })

  test('that is no JSON is not quoted in the error, which is logged', async () => {
    const { error } = await readText('data: {"delta":{"content":"a secret"\n\n')
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', cause: undefined })
  })

  test.each([-1, 1.5, 3_000_000_000, '7', null])('that reports %j tokens reports nothing', async (tokens) => {
    const end = { choices: [], usage: { prompt_tokens: 5, completion_tokens: tokens } }
    expect(await readText(encode(chunk({ content: 'a' }, 'stop'), end))).toMatchObject({ usages: [], error: undefined })
  })

  test('that reports nonsense only of the details reports the rest', async () => {
    const details = { prompt_tokens_details: { cached_tokens: -1 }, completion_tokens_details: { reasoning_tokens: 0.5 } }
    const { usages } = await readText(encode(chunk({ content: 'a' }, 'stop'), { usage: { ...usage, ...details } }))
    expect(usages).toMatchObject([{ usage: { inputTokens: 5, outputTokens: 3, cachedTokens: 0, reasoningTokens: 0 } }])
  })

  test('needs a finish_reason or [DONE], not both', async () => {
    expect((await readText(encode(chunk({ content: 'a' }), '[DONE]'))).error).toBeUndefined()
    expect((await readText(encode(chunk({ content: 'a' }, 'stop')))).error).toBeUndefined()
  })
})

describe('a finish reason', () => {
  test.each([
    ...[
      'stop',
      'STOP',
      'eos_token',
      'stop_sequence',
      'end_turn',
      'pause_turn',
      'COMPLETE',
      'tool_calls',
      'function_call',
      'tool_use',
      'eosFound',
    ],
    ...['stop_criteria_met', 'FINISH', { type: 'stop', matched: 151_645 }, 'FINISH_REASON_STOP'],
  ])('%j is an end', async (reason) => {
    expect(await readEvents(chunk({ content: 'a' }), chunk({}, reason as string), '[DONE]')).toMatchObject({
      finish: 'stop',
      error: undefined,
    })
  })

  test.each([
    ...['length', 'max_tokens', 'MAX_TOKENS', 'model_length', 'maxPredictedTokensReached', 'contextLengthReached', 'ERROR_LIMIT', 'limit'],
    ...['model_context_window_exceeded', 'token_limit', { type: 'length', length: 16 }],
  ])('%j is the limit', async (reason) => {
    expect(await readEvents(chunk({ content: 'a' }, reason as string), '[DONE]')).toMatchObject({
      text: 'a',
      finish: 'length',
      error: undefined,
    })
  })

  test.each([
    ...[
      'content_filter',
      'SAFETY',
      'RECITATION',
      'BLOCKLIST',
      'PROHIBITED_CONTENT',
      'SPII',
      'refusal',
      'sensitive',
      'guardrail_intervened',
    ],
    ...['content_filtered', 'CONTENT_FILTERED', 'ERROR_TOXIC', 'contentFilter', 'IMAGE_SAFETY'],
  ])('%j is a filter', async (reason) => {
    const { text, finish, error } = await readEvents(chunk({ content: 'First' }), chunk({}, reason), '[DONE]')
    expect({ text, finish, error }).toMatchObject({ text: 'First', finish: undefined, error: { code: 'MODEL_CONTENT_FILTERED' } })
  })

  test.each([
    ...['abort', 'error', 'ERROR', 'network_error', 'insufficient_system_resource', 'modelUnloaded', 'timeout', 'unload'],
    { type: 'abort' },
  ])('%j gives the reply up, and counts for the health of the server', async (reason) => {
    const { text, finish, error } = await readEvents(chunk({ content: 'First point: do not' }), chunk({}, reason as string), '[DONE]')
    expect({ text, finish }).toEqual({ text: 'First point: do not', finish: undefined })
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
    expect(isGivenUp(error)).toBe(true)
  })

  test.each(['MALFORMED_FUNCTION_CALL', 'repetition', 'load', 'OTHER', 'whatever comes next', 7])(
    '%j is no whole reply',
    async (reason) => {
      const { text, error } = await readEvents(chunk({ content: 'a' }), chunk({}, reason as string), '[DONE]')
      expect({ text, error }).toMatchObject({ text: 'a', error: { code: 'MODEL_STREAM_BROKEN' } })
      expect(isGivenUp(error)).toBe(false)
    },
  )

  test.each(['', 'null', 'none', null, undefined])('%j is none', async (reason) => {
    expect(await readEvents(chunk({ content: 'a' }, reason as string))).toMatchObject({ text: 'a', error: { code: 'MODEL_STREAM_BROKEN' } })
    expect(await readEvents(chunk({ content: 'a' }, reason as string), '[DONE]')).toMatchObject({ finish: 'stop', error: undefined })
  })

  test('of SGLang says with its words that the prompt is too long', async () => {
    const reason = {
      type: 'abort',
      message: "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
      status_code: 400,
    }
    const { refusals, error } = await readEvents(chunk({}, reason as unknown as string), '[DONE]')
    expect(refusals).toEqual([reason])
    expect(error).toMatchObject({ name: 'ModelError' })
  })
})

describe('content that is no string', () => {
  const mistral = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Let me see.' }] }]
  test.each([
    ['parts of Mistral', [chunk({ content: mistral }), chunk({ content: [{ type: 'text', text: '42' }] }, 'stop')]],
    [
      'parts of Anthropic',
      [
        chunk(
          {
            content: [
              { type: 'thinking', thinking: 'Let me see.' },
              { type: 'text', text: '42' },
            ],
          },
          'stop',
        ),
      ],
    ],
    [
      'parts of Responses',
      [
        chunk(
          {
            content: [
              { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Let me see.' }] },
              { type: 'output_text', text: '42' },
            ],
          },
          'stop',
        ),
      ],
    ],
    ['parts of Gemini', [chunk({ content: { parts: [{ text: 'Let me see.', thought: true }, { text: '42' }] } }, 'stop')]],
    [
      'a value in a part',
      [chunk({ reasoning: 'Let me see.' }), chunk({ content: [{ type: 'text', text: { value: '42', annotations: [] } }] }, 'stop')],
    ],
    ['an object', [chunk({ thinking: 'Let me see.', content: { text: '42' } }, 'stop')]],
    [
      'messages in a stream',
      [
        { choices: [{ message: { reasoning_content: 'Let me see.', content: '4' } }] },
        { choices: [{ message: { content: '2' }, finish_reason: 'stop' }] },
      ],
    ],
    ['a whole document', [{ object: 'chat.completion', choices: [{ index: 0, message: { content: '<think>Let me see.</think>42' } }] }]],
    [
      'a repeated message',
      [
        chunk({ reasoning: 'Let me see.' }),
        chunk({ content: '42' }),
        { choices: [{ delta: {}, message: { content: '42' }, finish_reason: 'stop' }] },
      ],
    ],
    [
      "Ollama's own chat",
      [
        { message: { role: 'assistant', content: '', thinking: 'Let me see.' }, done: false },
        { message: { content: '42' }, done: true, done_reason: 'stop' },
      ],
    ],
    [
      'a legacy completion',
      [
        { object: 'text_completion', choices: [{ index: 0, text: '<think>Let me see.</think>4' }] },
        { choices: [{ text: '2', finish_reason: 'stop' }] },
      ],
    ],
    [
      'several choices',
      [
        {
          choices: [
            { index: 1, delta: { content: 'No' } },
            { index: 0, delta: { reasoning: 'Let me see.' } },
          ],
        },
        { choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
        chunk({ content: '42' }, 'stop'),
      ],
    ],
    ['a refusal', [chunk({ reasoning: 'Let me see.', content: null, refusal: '4' }), chunk({ refusal: '2' }, 'stop')]],
    ['a part with a refusal', [chunk({ reasoning: 'Let me see.', content: [{ type: 'refusal', refusal: '42' }] }, 'stop')]],
    [
      'tool calls beside it',
      [
        chunk(
          { reasoning: 'Let me see.', content: '42', tool_calls: [{ index: 0, function: { name: 'add', arguments: '{}' } }] },
          'tool_calls',
        ),
      ],
    ],
  ])('is read from %s', async (_name, data) => {
    expect(await readEvents(...data)).toMatchObject({ reasoning: 'Let me see.', text: '42', finish: 'stop', error: undefined })
  })

  test.each([
    { reasoning_content: '', reasoning: '東京です。' },
    { reasoning_content: null, reasoning: '', thinking: '東京です。' },
    { reasoning: '東京です。', reasoning_content: '東京です。', reasoning_details: [{ type: 'reasoning.text', text: '東京です。' }] },
    {
      reasoning_details: [
        { type: 'reasoning.summary', summary: '東京です。' },
        { type: 'reasoning.encrypted', data: 'x' },
      ],
    },
    { reasoning_text: '東京です。' },
    { content: '', thinking_blocks: [{ type: 'thinking', thinking: '東京です。', signature: 'x' }] },
  ])('reasoning is read once from %j', async (delta) => {
    const { reasoning, text, formats } = await readEvents(chunk(delta), chunk({}, 'stop'))
    expect({ reasoning, text, formats }).toEqual({ reasoning: '東京です。', text: '', formats: ['field'] })
  })

  test.each([[42], [[{ kind: 'new', body: 'x' }]], [true], [{ city: '台北' }]])(
    '%j, which cannot be read, is an error that says so',
    async (content) => {
      const { error } = await readEvents(chunk({ content }), chunk({}, 'stop'), '[DONE]')
      expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', cause: { message: expect.stringContaining('without text') } })
    },
  )

  test('without text is an empty reply when only tools are called', async () => {
    const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 'add', arguments: '{}' } }], content: null }
    expect(await readEvents(chunk(call), chunk({}, 'tool_calls'), '[DONE]')).toMatchObject({ text: '', finish: 'stop', error: undefined })
  })
})

describe('where thoughts are', () => {
  const inside = [chunk({ content: 'So: Taipei.</thi' }), chunk({ content: 'nk>\n\n台北。' }, 'stop'), '[DONE]']
  test.each<[ReasoningFormat | undefined, ReasoningFormat[], readonly unknown[]]>([
    [undefined, ['begins_inside'], inside],
    ['begins_inside', [], inside],
    ['field', ['begins_inside'], inside],
    ['auto', ['tags'], [chunk({ content: '[THINK]So: Taipei.[/THINK]台北。' }, 'stop')]],
    ['begins_inside', ['tags'], [chunk({ content: '<think>So: Taipei.</think>台北。' }, 'stop')]],
    ['tags', [], [chunk({ content: '<think>So: Taipei.</think>台北。' }, 'stop')]],
    ['field', [], [chunk({ reasoning: 'So: Taipei.' }), chunk({ content: '台北。' }, 'stop')]],
    ['begins_inside', ['field'], [chunk({ reasoning: 'So: Taipei.' }), chunk({ content: '台北。' }, 'stop')]],
    [
      'auto',
      ['channels'],
      [chunk({ content: '<|channel|>analysis<|message|>So: Taipei.<|end|><|start|>assistant<|channel|>final<|message|>台北。' }, 'stop')],
    ],
  ])('set to %s, is told as %j', async (reasoningFormat, formats, data) => {
    const reply = await readText(encode(...data), reasoningFormat && { reasoningFormat })
    expect(reply).toMatchObject({ reasoning: 'So: Taipei.', text: '台北。', formats, error: undefined })
  })

  test('is no question of a reply without any', async () => {
    expect((await readEvents(chunk({ content: '台北。' }, 'stop'))).formats).toEqual([])
  })
})

describe('an error inside a stream', () => {
  test.each([
    ['FastAPI', 'data: {"detail":"Internal Server Error"}\n\n'],
    ['an event with its name', 'event: error\ndata: {"message":"upstream died"}\n\n'],
    ['an event with its name and text', 'event: error\ndata: upstream died\n\n'],
    ['vLLM before 0.10', 'data: {"object":"error","message":"died","type":"InternalServerError","code":500}\n\n'],
    ['vLLM', 'data: {"error":{"message":"died","type":"Internal Server Error","code":500}}\n\n'],
    ['Ollama', 'data: {"error":"llama runner process has terminated"}\n\n'],
    ['Ollama without data', '{"error":"llama runner process has terminated"}\n'],
    ['DashScope', 'data: {"code":"InternalError","message":"died","request_id":"1"}\n\n'],
    ['Anthropic', 'data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'],
    ['a proxy', 'data: Internal Server Error\n\n'],
    ['a proxy with JSON', 'data: "Internal Server Error"\n\n'],
    ['AWS', 'data: {"message":"The system encountered an unexpected error"}\n\n'],
    ['Cloudflare', 'data: {"success":false,"errors":[{"code":7003,"message":"died"}]}\n\n'],
    ['MiniMax', 'data: {"base_resp":{"status_code":1013,"status_msg":"died"},"choices":null}\n\n'],
    ['Baidu', 'data: {"error_code":336000,"error_msg":"Internal error"}\n\n'],
    ['Gemini', 'data: [{"error":{"code":503,"message":"died","status":"UNAVAILABLE"}}]\n\n'],
    [
      'OpenRouter',
      'data: {"error":{"code":502,"message":"died"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}\n\n',
    ],
    [
      'OpenRouter in a choice',
      'data: {"choices":[{"index":0,"delta":{},"error":{"code":502,"message":"died"},"finish_reason":"error"}]}\n\n',
    ],
    ['SGLang', 'data: {"error":{"object":"error","message":"died","type":"AbortError","code":500}}\n\n'],
    ['llama.cpp', 'error: {"code":500,"message":"died","type":"server_error"}\n\n'],
  ])('of %s fails, wherever it is cut, with the text kept', async (_name, event) => {
    const bytes = Buffer.from(`${encode(chunk({ content: 'half' }))}${event}data: [DONE]\n\n`)
    for (const pieces of [[bytes], [bytes.subarray(0, -30), bytes.subarray(-30)]]) {
      const { text, error, refusals, finish } = await readPieces(pieces)
      expect({ text, error, refusals, finish }).toMatchObject({
        text: 'half',
        error: { name: 'ModelError' },
        refusals: [expect.anything()],
        finish: undefined,
      })
    }
  })

  test('is none when it says nothing', async () => {
    const said = { ...chunk({ content: 'a' }, 'stop'), error: null, base_resp: { status_code: 0 } }
    expect(await readEvents({ ...said, error: {} }, said, '[DONE]')).toMatchObject({ text: 'aa', finish: 'stop', error: undefined })
  })

  test('tells more than the finish reason before it', async () => {
    const { error } = await readEvents(chunk({ content: 'a' }, 'error'), {
      error: { type: 'exceed_context_size_error', n_prompt_tokens: 50, n_ctx: 40 },
    })
    expect(error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED' })
  })
})

describe('an odd but legal stream', () => {
  const text = encode(chunk({ content: 'a' }))
  test.each([
    ['null', `${text}data: null\n\ndata: [DONE]\n\n`],
    ['empty data', `data:\n\n${text}data: \n\ndata: [DONE]\n\n`],
    ['an empty object', `data: {}\n\n${text}data: [DONE]\n\n`],
    ['spaces around the end', `${text}data:  [DONE] \r\n\r\n`],
    ['a quoted end', `${text}data: "[DONE]"\n\n`],
    ['an end in lower case', `${text}data: [done]\n\n`],
    ['no empty line at the end', `${text}data: [DONE]`],
    ['no empty line after the last chunk', `${text}data: ${JSON.stringify(chunk({}, 'stop'))}`],
    ['comments', `: OPENROUTER PROCESSING\n\n${text}: keep-alive\n\ndata: [DONE]\n\n`],
    ['a ping', `event: ping\ndata: {"type": "ping"}\n\n${text}data: ping\n\ndata: [DONE]\n\n`],
    [
      'events of another interface',
      `event: response.created\ndata: {"type":"response.created","message":"begun"}\n\n${text}data: [DONE]\n\n`,
    ],
    ['a doubled field', `data: ${text}data: data: [DONE]\n\n`],
    ['an event that ends it', `${text}event: done\ndata: {}\n\n`],
    ['empty choices', `data: {"choices":[],"prompt_filter_results":[{"prompt_index":0}]}\n\n${text}data: [DONE]\n\n`],
    ['lines of JSON', '{"message":{"content":"a"},"done":false}\n{"message":{"content":""},"done":true,"done_reason":"stop"}\n'],
  ])('with %s is read', async (_name, bytes) => {
    expect(await readText(bytes)).toMatchObject({ text: 'a', finish: 'stop', error: undefined })
    expect(await readPieces(Array.from(bytes, (character) => Buffer.from(character)))).toMatchObject({
      text: 'a',
      finish: 'stop',
      error: undefined,
    })
  })

  test('whose connection stays open after the finish ends two seconds later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const stream = new Readable({ read() {} })
      stream.push(encode(chunk({ content: 'a' }, 'stop'), { choices: [], usage }))
      const clock = { join: () => () => undefined, next: () => Promise.resolve() }
      const events: ModelEvent[] = []
      const ended = (async () => {
        for await (const batch of readCompletionStream(stream, clock)) events.push(...batch)
      })()
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
      await vi.advanceTimersByTimeAsync(1_900)
      expect(stream.destroyed).toBe(false)
      await vi.advanceTimersByTimeAsync(100)
      await ended
      expect(events.map(({ type }) => type)).toEqual(['text', 'usage', 'finish'])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('text from outside', () => {
  test('is well-formed and without NUL, and whole where a character is cut between chunks', async () => {
    const cut = '{"choices":[{"delta":{"content":"a\\u0000\\ud83d"}}]}'
    const other = '{"choices":[{"delta":{"content":"\\ude00b\\udc00"},"finish_reason":"stop"}]}'
    expect((await readEvents(cut, other)).text).toBe('a😀b\ufffd')
    const { events } = await readPieces([Buffer.from(encode(cut)), Buffer.from(encode(other))])
    expect(events.map((event) => ('text' in event ? event.text : ''))).toEqual(['a', '😀b\ufffd', ''])
    expect((await readEvents(cut, chunk({ reasoning: 'c' }, 'stop'))).text).toBe('a\ufffd')
  })
})

describe('a reported usage', () => {
  const words = 'Cotton shrinks when it is washed. '
  const long = words.repeat(200)
  const report = (input: unknown, output: unknown, { prompt = words, text = words } = {}) =>
    readText(
      encode(chunk({ content: text }, 'stop'), { choices: [], usage: { prompt_tokens: input, completion_tokens: output } }, '[DONE]'),
      {
        messages: [{ role: 'user', content: prompt }],
        contextTokens: 32_768,
      },
    )

  test.each([
    [0, 0, {}],
    [8, 0, {}],
    [0, 8, {}],
    // Ollama without the tokens that it had in its cache.
    [11, 8, { prompt: long }],
    [1, 1, { text: long }],
    [900_000, 8, {}],
    [8, 900_000, {}],
    ['8', 8, {}],
    [8.5, 8, {}],
    [null, 8, {}],
    [11, 20, { prompt: '棉布為什麼會縮水？'.repeat(100) }],
  ])('of %j and %j tokens is not believed: %j', async (input, output, texts) => {
    expect(await report(input, output, texts)).toMatchObject({ usages: [], finish: 'stop', error: undefined })
  })

  test.each([
    [16, 8, {}],
    [1_400, 1_400, { prompt: long, text: long }],
    // A gateway's own instructions, and thoughts that are not sent.
    [4_000, 9_000, {}],
    [2_000, 2, { prompt: 'ผ้าฝ้าย'.repeat(300), text: '是' }],
  ])('of %j and %j tokens may be true: %j', async (input, output, texts) => {
    expect((await report(input, output, texts)).usages).toMatchObject([
      { usage: { inputTokens: input, outputTokens: output, estimated: false } },
    ])
  })

  test('is the last of those that come with each chunk', async () => {
    const counted = (tokens: number) => ({ ...chunk({ content: 'a' }), usage: { prompt_tokens: 5, completion_tokens: tokens } })
    const { usages } = await readEvents(counted(1), counted(2), counted(3), { ...chunk({}, 'stop'), usage: null }, '[DONE]')
    expect(usages).toMatchObject([{ usage: { outputTokens: 3 } }])
  })

  test.each([
    ['Ollama', { message: { content: 'a' }, done: true, prompt_eval_count: 5, eval_count: 3 }],
    ['Moonshot', { choices: [{ delta: { content: 'a' }, finish_reason: 'stop', usage: { prompt_tokens: 5, completion_tokens: 3 } }] }],
    ['DashScope', { ...chunk({ content: 'a' }, 'stop'), usage: { input_tokens: 5, output_tokens: 3 } }],
    [
      'xAI',
      {
        ...chunk({ content: 'a' }, 'stop'),
        usage: { prompt_tokens: 5, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 2 } },
      },
    ],
  ])('is read where %s has it', async (_name, last) => {
    expect((await readEvents(last, '[DONE]')).usages).toMatchObject([{ usage: { inputTokens: 5, outputTokens: 3 } }])
  })
})
