// A chat whose model call is refused, by the router, the client and the node of a workflow: whatever real servers have said, and in which order,
// it costs few calls, has one outcome, and goes on where it can.
import { readDemoCorpus, toWire } from '@heddle/demo-model/corpus'
import { excessStyles } from '@heddle/demo-model/refusal/excess-wordings'
import { createDemoModel, type DemoModel } from '@heddle/demo-model/server'
import { ModelError, type ModelMessage } from '@heddle/workflow/model/ports'
import { createLlmNode } from '@heddle/workflow/model/nodes/llm'
import { plainInput } from '@heddle/workflow/testing/input'
import { createTestPorts } from '@heddle/workflow/testing/test-ports'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
  toChunk,
  toEvents,
} from '../../../test/servers/scripted-server.ts'
import { defaultTimeouts } from './call/deadlines.ts'
import { createModelRouter } from './model-router.ts'
import type { RoutedModel } from './routed-model.ts'

const { refusals } = readDemoCorpus()
const refusalsById = new Map(refusals.map((entry) => [entry.id, entry]))
/** By their names, which are what a counterexample shows. */
const ids = refusals.map(({ id }) => id)
const contextIds = refusals.filter(({ expected }) => expected.refusal === 'context').map(({ id }) => id)
const maxCalls = 4
const goodReply: ScriptedResponse = { body: toEvents(toChunk({ content: 'It shrinks.' }), toChunk({}, 'stop'), '[DONE]') }
const seed = 26

function toScript(id: string): ScriptedResponse {
  const { writes, ends, ...head } = toWire(refusalsById.get(id)!.response)
  return { ...head, body: writes, endsWith: ends }
}

type Sent = { readonly messages: readonly ModelMessage[]; readonly max_tokens?: number; readonly max_completion_tokens?: number }
const countCharacters = ({ messages }: Sent) => messages.reduce((sum, { content }) => sum + content.length, 0)
const readLimit = ({ max_tokens: limit, max_completion_tokens: successor }: Sent) => limit ?? successor ?? Number.POSITIVE_INFINITY

/** Questions and answers of about 60 tokens each. */
const createHistory = (length: number) =>
  Array.from({ length: 2 * length }, (_, index): ModelMessage => {
    return { role: index % 2 === 0 ? 'user' : 'assistant', content: `${index}: ${'cotton shrinks in the wash '.repeat(10)}` }
  })

const node = {
  id: 'llm',
  type: 'llm',
  title: 'LLM',
  config: { model: null, prompt: 'Answer.', question: 'Why?', temperature: 0.3, history_messages: 100 },
} as const

/** Asks as a chat does, and returns its one outcome: the text, or the error. */
async function ask(baseUrl: string, upstreamName: string, history: readonly ModelMessage[], contextTokens = 16_384) {
  const endpoint = { id: baseUrl, revision: 0, baseUrl, apiKey: 'key', timeouts: defaultTimeouts, maxConcurrent: 4 }
  const model: RoutedModel = {
    id: upstreamName,
    revision: 0,
    name: upstreamName,
    upstreamName,
    contextTokens,
    maxOutputTokens: null,
    capabilities: { images: 'no', jsonSchema: 'no' },
    reasoningFormat: 'auto',
    refusedParameters: [],
    endpoint,
  }
  const router = createModelRouter({ find: () => Promise.resolve([model]), retry: { firstWaitMs: 1 } })
  try {
    const run = createLlmNode(() => null).run(node, {
      input: { ...plainInput, model: upstreamName, history, contextTokens },
      ports: createTestPorts({ model: router.open({ tenantId: 'tenant', userId: 'user' }) }),
      signal: new AbortController().signal,
      searchedCollections: [],
      isShown: false,
      soFar: '',
      render: (template) => template,
      read: () => null,
      numberPassage: () => 1,
      translate: (key) => key,
    })
    let result = await run.next()
    while (!result.done) result = await run.next()
    return { text: result.value.output['text'] }
  } catch (error) {
    return { error }
  } finally {
    await router.close()
  }
}

describe('a chat that is refused', () => {
  /** What the server answers to the calls of each model, in order; the last one to all further calls. */
  const scripts = new Map<string, readonly ScriptedResponse[]>()
  let server: ScriptedServer
  beforeAll(async () => {
    const calls = new Map<string, number>()
    server = await startScriptedServer(({ body }) => {
      const model = String(body['model'])
      const call = calls.get(model) ?? 0
      calls.set(model, call + 1)
      const script = scripts.get(model) ?? [goodReply]
      return script[Math.min(call, script.length - 1)] ?? goodReply
    })
  })
  afterAll(() => server.close())

  async function askScripted(script: readonly ScriptedResponse[], history: readonly ModelMessage[]) {
    const model = `model ${scripts.size}`
    scripts.set(model, script)
    const outcome = await ask(server.url, model, history)
    return { ...outcome, sent: server.requests.filter(({ body }) => body['model'] === model).map(({ body }) => body as unknown as Sent) }
  }

  test('in any way and order makes at most four calls, and has one outcome', async () => {
    const sequences = fc.array(fc.constantFrom(...ids), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(sequences, fc.boolean(), fc.nat(20), async (sequence, isAnswered, length) => {
        const script = [...sequence.map(toScript), ...(isAnswered ? [goodReply] : [])]
        const { text, error, sent } = await askScripted(script, createHistory(length))
        expect(sent.length).toBeGreaterThan(0)
        expect(sent.length).toBeLessThanOrEqual(maxCalls)
        expect(text === undefined).toBe(error instanceof ModelError)
      }),
      { seed, numRuns: 40 },
    )
  })

  test('for its length is answered at the next try, which is shorter', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...contextIds), fc.integer({ min: 8, max: 40 }), async (id, length) => {
        const { text, error, sent } = await askScripted([toScript(id), goodReply], createHistory(length))
        expect({ text, error }).toEqual({ text: 'It shrinks.', error: undefined })
        const [first, second] = sent as [Sent, Sent]
        expect(sent).toHaveLength(2)
        expect(countCharacters(second) < countCharacters(first) || readLimit(second) < readLimit(first)).toBe(true)
      }),
      { seed, numRuns: 40 },
    )
  })

  test('for the length of its question alone says so', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...contextIds), async (id) => {
        const { error, sent } = await askScripted([toScript(id)], [])
        expect(error).toMatchObject({ code: 'MODEL_CONTEXT_EXCEEDED' })
        expect(sent.length).toBeLessThanOrEqual(maxCalls)
      }),
      { seed, numRuns: 30 },
    )
  })
})

describe('a chat beyond the context of a server', () => {
  let demo: DemoModel
  beforeAll(async () => {
    demo = await createDemoModel({ tps: 0 })
  })
  afterAll(() => demo.close())

  test.each(excessStyles)('that says so as %s is answered without its oldest messages', async (style) => {
    const model = `demo:context=2400,context_error=${style},tokens=3,reasoning=none`
    const { text, error } = await ask(demo.url, model, createHistory(25), 4_096)
    const calls = demo.requests.filter(({ body }) => (body as { model?: string }).model === model)
    expect({ error, isAnswered: Boolean(text) }).toEqual({ error: undefined, isAnswered: true })
    expect(calls.length).toBeLessThanOrEqual(maxCalls)
  })
})
