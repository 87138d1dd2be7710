import { Readable } from 'node:stream'
import type { ModelEvent } from '@heddle/workflow/ports'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCompletionStream } from './completion-stream.ts'
import { createReadClock } from './read-clock.ts'

const chunk = (delta: object, finish: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason: finish }] })
const usage = { prompt_tokens: 5, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 2 } }
const encode = (...data: unknown[]) => data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join('')

async function read(pieces: readonly Uint8Array[]) {
  const events: ModelEvent[] = []
  let error: unknown
  try {
    for await (const batch of readCompletionStream(Readable.from(pieces), createReadClock({ intervalMs: 0 }))) events.push(...batch)
  } catch (thrown) {
    error = thrown
  }
  const joined = (type: 'reasoning' | 'text') => events.flatMap((event) => (event.type === type ? [event.text] : [])).join('')
  return { events, reasoning: joined('reasoning'), text: joined('text'), usages: events.filter(({ type }) => type === 'usage'), error }
}

describe('a chat completion stream', () => {
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
        const { reasoning, text, usages, error } = await read(pieces.filter(({ length }) => length > 0))
        expect({ reasoning, text, error }).toEqual({ reasoning: '想想', text: '棉布😀ผ้าฝ้าย', error: undefined })
        expect(usages).toEqual([
          { type: 'usage', usage: { inputTokens: 5, outputTokens: 3, reasoningTokens: 0, cachedTokens: 2, estimated: false } },
        ])
      }),
    )
  })

  test('joins what one read brings', async () => {
    const { events } = await read([Buffer.from(encode(chunk({ content: 'a' }), chunk({ content: 'b' }, 'stop'), '[DONE]'))])
    expect(events).toEqual([{ type: 'text', text: 'ab' }])
  })

  test('takes a thought that is sent under both names once', async () => {
    const { reasoning } = await read([Buffer.from(encode(chunk({ reasoning: 'Hm', reasoning_content: 'Hm' }, 'stop')))])
    expect(reasoning).toBe('Hm')
  })

  test.each([
    ['an error of the endpoint', encode(chunk({ content: 'a' }), { error: { message: 'out of memory' } })],
    ['something that is not JSON', encode(chunk({ content: 'a' }), '{"choices":')],
    ['JSON that is no chunk', encode(chunk({ content: 'a' }), 'null')],
    ['an end without a finish', encode(chunk({ content: 'a' }))],
  ])('is broken by %s, with what came before it', async (_name, events) => {
    expect(await read([Buffer.from(events)])).toMatchObject({ text: 'a', error: { code: 'MODEL_STREAM_BROKEN' } })
  })

  test('that ends with [DONE] and has neither a text nor a finish_reason is broken', async () => {
    const { error } = await read([Buffer.from(encode(chunk({ role: 'assistant', content: '' }), { choices: [], usage }, '[DONE]'))])
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
  })

  test('may have nothing but a finish_reason', async () => {
    expect((await read([Buffer.from(encode(chunk({}, 'stop'), '[DONE]'))])).error).toBeUndefined()
  })

  test('has an error as a field of an event, before [DONE]', async () => {
    const { error } = await read([Buffer.from('error: {"code":500,"message":"out of memory","type":"server_error"}\n\ndata: [DONE]\n\n')])
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', cause: { message: expect.stringContaining('server_error') } })
  })

  test.each([
    ['a field', (error: string) => `error: ${error}\n\ndata: [DONE]\n\n`],
    ['an event', (error: string) => `data: {"error":${error}}\n\n`],
  ])('says in %s that the prompt is too long', async (_name, toEvent) => {
    const refusal = { code: 400, message: 'too long', type: 'exceed_context_size_error', n_prompt_tokens: 5_000, n_ctx: 4_096 }
    const { error } = await read([Buffer.from(toEvent(JSON.stringify(refusal)))])
    expect(error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED', params: { context_tokens: 4_096, prompt_tokens: 5_000 } })
  })

  test('that is no JSON is not quoted in the error, which is logged', async () => {
    const { error } = await read([Buffer.from('data: {"delta":{"content":"a secret"\n\n')])
    expect(error).toMatchObject({ code: 'MODEL_STREAM_BROKEN', cause: undefined })
  })

  test.each([-1, 1.5, 3_000_000_000, '7', null])('that reports %j tokens reports nothing', async (tokens) => {
    const end = { choices: [], usage: { prompt_tokens: 5, completion_tokens: tokens } }
    expect(await read([Buffer.from(encode(chunk({ content: 'a' }, 'stop'), end))])).toMatchObject({ usages: [], error: undefined })
  })

  test('that reports nonsense only of the details reports the rest', async () => {
    const details = { prompt_tokens_details: { cached_tokens: -1 }, completion_tokens_details: { reasoning_tokens: 0.5 } }
    const { usages } = await read([Buffer.from(encode(chunk({ content: 'a' }, 'stop'), { usage: { ...usage, ...details } }))])
    expect(usages).toMatchObject([{ usage: { inputTokens: 5, outputTokens: 3, cachedTokens: 0, reasoningTokens: 0 } }])
  })

  test('needs a finish_reason or [DONE], not both', async () => {
    expect((await read([Buffer.from(encode(chunk({ content: 'a' }), '[DONE]'))])).error).toBeUndefined()
    expect((await read([Buffer.from(encode(chunk({ content: 'a' }, 'stop')))])).error).toBeUndefined()
  })
})
