import { Readable } from 'node:stream'
import type { ModelEvent } from '@heddle/workflow/model/ports'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readCompletionStream } from './completion-stream.ts'
import { readEvents, readPieces, readText } from '../../../../../test/servers/read-reply.ts'
import { toChunk, toEvents } from '../../../../../test/servers/scripted-server.ts'

const usage = { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 2 } }

describe('a chat completion stream', () => {
  test('ends with its usage and its finish, which are the last of it', async () => {
    const { events } = await readEvents(toChunk({ content: 'a' }, 'length'), { choices: [], usage }, '[DONE]')
    expect(events.map(({ type }) => type)).toEqual(['text', 'usage', 'finish'])
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })

  test('is the same wherever the network cuts it, inside characters too', async () => {
    const bytes = Buffer.from(
      toEvents(toChunk({ role: 'assistant', content: '' }), toChunk({ content: '<think>想' }), toChunk({ content: '想</think>' })) +
        ': keep-alive\r\n\r\n' +
        toEvents(toChunk({ content: '棉布😀' }), toChunk({ content: 'ผ้าฝ้าย' }, 'stop'), { choices: [], usage }, '[DONE]'),
    )
    const somewhere = fc.array(fc.nat(bytes.length), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(somewhere, async (cuts) => {
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
    const { events } = await readText(toEvents(toChunk({ content: 'a' }), toChunk({ content: 'b' }, 'stop'), '[DONE]'))
    expect(events).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'finish', reason: 'stop' },
    ])
  })

  test('takes a thought that is sent under both names once', async () => {
    const { reasoning } = await readText(toEvents(toChunk({ reasoning: 'Hm', reasoning_content: 'Hm' }, 'stop')))
    expect(reasoning).toBe('Hm')
  })

  test.each([
    ['an error of the endpoint', toEvents(toChunk({ content: 'a' }), { error: { message: 'out of memory' } })],
    ['something that is not JSON', toEvents(toChunk({ content: 'a' }), '{"choices":')],
    ['JSON that is no chunk', toEvents(toChunk({ content: 'a' }), 'null')],
    ['an end without a finish', toEvents(toChunk({ content: 'a' }))],
  ])('is broken by %s, with what came before it', async (_name, events) => {
    expect(await readText(events)).toMatchObject({ text: 'a', error: { code: 'MODEL_STREAM_BROKEN' } })
  })

  test('that ends with [DONE] and has neither a text nor a finish_reason is broken', async () => {
    const { error } = await readText(toEvents(toChunk({ role: 'assistant', content: '' }), { choices: [], usage }, '[DONE]'))
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
  })

  test('may have nothing but a finish_reason', async () => {
    expect((await readText(toEvents(toChunk({}, 'stop'), '[DONE]'))).error).toBeUndefined()
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
    expect(await readText(toEvents(toChunk({ content: 'a' }, 'stop'), end))).toMatchObject({ usages: [], error: undefined })
  })

  test('that reports nonsense only of the details reports the rest', async () => {
    const details = { prompt_tokens_details: { cached_tokens: -1 }, completion_tokens_details: { reasoning_tokens: 0.5 } }
    const { usages } = await readText(toEvents(toChunk({ content: 'a' }, 'stop'), { usage: { ...usage, ...details } }))
    expect(usages).toMatchObject([{ usage: { inputTokens: 5, outputTokens: 3, cachedTokens: 0, reasoningTokens: 0 } }])
  })

  test('needs a finish_reason or [DONE], not both', async () => {
    expect((await readText(toEvents(toChunk({ content: 'a' }), '[DONE]'))).error).toBeUndefined()
    expect((await readText(toEvents(toChunk({ content: 'a' }, 'stop')))).error).toBeUndefined()
  })
})

describe('an odd but legal stream', () => {
  const text = toEvents(toChunk({ content: 'a' }))
  test.each([
    ['null', `${text}data: null\n\ndata: [DONE]\n\n`],
    ['empty data', `data:\n\n${text}data: \n\ndata: [DONE]\n\n`],
    ['an empty object', `data: {}\n\n${text}data: [DONE]\n\n`],
    ['spaces around the end', `${text}data:  [DONE] \r\n\r\n`],
    ['a quoted end', `${text}data: "[DONE]"\n\n`],
    ['an end in lower case', `${text}data: [done]\n\n`],
    ['no empty line at the end', `${text}data: [DONE]`],
    ['no empty line after the last chunk', `${text}data: ${JSON.stringify(toChunk({}, 'stop'))}`],
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
      stream.push(toEvents(toChunk({ content: 'a' }, 'stop'), { choices: [], usage }))
      const clock = { join: () => () => undefined, next: () => Promise.resolve() }
      const events: ModelEvent[] = []
      const ended = (async () => {
        for await (const batch of readCompletionStream(stream, clock)) events.push(...batch)
      })()
      // Other files of this worker may have timers too.
      await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 20_000 })
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
    const { events } = await readPieces([Buffer.from(toEvents(cut)), Buffer.from(toEvents(other))])
    expect(events.map((event) => ('text' in event ? event.text : ''))).toEqual(['a', '😀b\ufffd', ''])
    expect((await readEvents(cut, toChunk({ reasoning: 'c' }, 'stop'))).text).toBe('a\ufffd')
  })
})
