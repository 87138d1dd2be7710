import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findResponse, readDemoCorpus, toWire } from '../corpus.ts'
import { excessStyles } from './excess-wordings.ts'
import { refuseStyles } from './parameter-wordings.ts'
import { createDemoModel, type DemoModel } from '../server.ts'

let demo: DemoModel
beforeAll(async () => {
  demo = await createDemoModel({ tps: 0 })
})
afterAll(() => demo.close())

async function complete(switches: string, { content = 'Why?', ...rest }: { content?: string } & Record<string, unknown> = {}) {
  const body = JSON.stringify({ model: `demo:reasoning=none,tokens=2,${switches}`, messages: [{ role: 'user', content }], ...rest })
  const response = await fetch(`${demo.url}/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return { status: response.status, text: await response.text() }
}

const isAnswered = ({ status, text }: { status: number; text: string }) => status === 200 && text.includes('chat.completion')

describe('a context', () => {
  const content = 'cotton '.repeat(200)

  test.each(excessStyles)('that is exceeded is refused in the words of %s, and a shorter prompt is accepted', async (style) => {
    const switches = `context=100,context_error=${style}`
    expect(isAnswered(await complete(switches, { content }))).toBe(false)
    expect(isAnswered(await complete(switches, { max_tokens: 20 }))).toBe(true)
  })

  test('is exceeded by prompt and limit together where the server counts both', async () => {
    expect(isAnswered(await complete('context=100,context_error=vllm_at_least', { max_tokens: 98 }))).toBe(false)
    expect(isAnswered(await complete('context=100,context_error=llama_cpp', { max_tokens: 98 }))).toBe(true)
  })
})

describe('a parameter', () => {
  test.each(refuseStyles)('is refused in the words of %s, as is a higher limit', async (style) => {
    const sent = { stream: true, stream_options: { include_usage: true } }
    const refused = await complete(`refuse_stream_options,refuse_style=${style}`, sent)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.text).toContain('stream_options')
    expect((await complete(`refuse_stream_options,refuse_style=${style}`, { stream: true })).status).toBe(200)
    expect((await complete(`max_output=10,refuse_style=${style}`, { max_tokens: 11 })).text).toContain('10')
    expect((await complete(`max_output=10,refuse_style=${style}`, { max_tokens: 10 })).status).toBe(200)
  })
})

describe('an answer of the corpus', () => {
  test('is sent as it was recorded, to the first so many requests', async () => {
    const { status, writes } = toWire(findResponse('vllm-context-at-least')!)
    const answers = [await complete('respond=vllm-context-at-least,times=1'), await complete('respond=vllm-context-at-least,times=1')]
    expect(answers[0]).toEqual({ status, text: writes.join('') })
    expect(isAnswered(answers[1]!)).toBe(true)
  })

  test('is refused when there is none of the name', async () => {
    expect(await complete('respond=no-such-answer')).toMatchObject({ status: 400, text: expect.stringContaining('corpus') })
  })

  test.each([
    ['close', 'read', 20_000],
    ['reset', 'broken', 20_000],
    ['silence', 'broken', 200],
  ] as const)('ends with %s', async (ends, end, limitMs) => {
    const { id } = readDemoCorpus().replies.find(({ response }) => response.ends === ends)!
    const reading = fetch(`${demo.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: `demo:respond=${id}`, messages: [{ role: 'user', content: 'Why?' }] }),
      signal: AbortSignal.timeout(limitMs),
    })
      .then((response) => response.text())
      .then(
        () => 'read',
        () => 'broken',
      )
    expect(await reading).toBe(end)
  })
})

describe('a usage', () => {
  test.each([
    ['zero', '"prompt_tokens":0,"completion_tokens":0'],
    ['tiny', '"prompt_tokens":1,"completion_tokens":1'],
    ['negative', '"prompt_tokens":-1'],
    ['strings', '"completion_tokens":"2"'],
  ])('that is %s is reported in a stream and in a document', async (problem, words) => {
    expect((await complete(`usage=${problem}`, { stream: true, stream_options: { include_usage: true } })).text).toContain(words)
    expect((await complete(`usage=${problem}`)).text).toContain(words)
  })
})
