// Plays what real model servers have answered (packages/demo-model/corpus) to the client of models, over sockets.
import { type CorpusResponse, readCorpus, type RefusalEntry, type ReplyEntry, toWire } from '@heddle/demo-model/corpus'
import { ModelError, type ModelEvent, type ModelUsage } from '@heddle/workflow/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ScriptedRequest,
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
  toChunk,
  toEvents,
} from '../../testing/servers/scripted-server.ts'
import { createModelClient, type ModelClient } from './model-client.ts'

const { refusals, replies } = readCorpus()
const answer = 'Cotton shrinks when it is washed.'
const goodReply: ScriptedResponse = { body: toEvents(toChunk({ content: answer }), toChunk({}, 'stop'), '[DONE]') }
/** Of a server that names no other. */
const smallLimit = 4_096
const maxCalls = 4
/** One after the other, those that wait for silence would add up. */
const maxPlaying = 12

function toScript(response: CorpusResponse): ScriptedResponse {
  const { writes, ends, ...head } = toWire(response)
  return { ...head, body: writes, endsWith: ends }
}

type Body = { readonly model?: string; readonly max_tokens?: number; readonly max_completion_tokens?: number }
const readLimit = ({ max_tokens: limit, max_completion_tokens: successor }: Body) => limit ?? successor

/** Whether a request has what the server has refused. */
function isRefused({ expected }: RefusalEntry, body: ScriptedRequest['body']): boolean {
  if (expected.parameter) return expected.parameter in body
  if (expected.refusal !== 'token_limit') return true
  return (readLimit(body) ?? 0) > (expected.max_output_tokens ?? smallLimit)
}

type Played = Awaited<ReturnType<typeof play>>

/** Calls the model that is named like the entry. */
async function play({ id, reasoning_format: reasoningFormat, expected }: RefusalEntry | ReplyEntry) {
  const parameter = 'refusal' in expected ? expected.parameter : undefined
  let text = ''
  let reasoning = ''
  let finish: string | undefined
  let usage: ModelUsage | undefined
  let error: unknown
  function take(event: ModelEvent) {
    if (event.type === 'text') text += event.text
    if (event.type === 'reasoning') reasoning += event.text
    if (event.type === 'usage') usage = event.usage
    if (event.type === 'finish') finish = event.reason
    if (event.type !== 'text_was_reasoning') return
    reasoning += text
    text = ''
  }
  const call = {
    model: id,
    messages: [{ role: 'user', content: 'Why does cotton shrink?' }],
    temperature: 0.3,
    maxOutputTokens: 131_072,
    contextTokens: 262_144,
    answerSchema: { name: 'answer', schema: { type: 'object' } },
    accepts: { refused: parameter === 'max_completion_tokens' ? (['max_tokens'] as const) : [] },
    ...(reasoningFormat && { reasoningFormat }),
  } as const
  try {
    for await (const event of client.generate(call, new AbortController().signal)) take(event)
  } catch (thrown) {
    error = thrown
  }
  const bodies = server.requests.map(({ body }) => body as Body).filter(({ model }) => model === id)
  return { text: text.trim(), reasoning: reasoning.trim(), finish, usage, error, bodies }
}

let server: ScriptedServer
let client: ModelClient
let played: ReadonlyMap<string, Promise<Played>>
beforeAll(async () => {
  const refusalsById = new Map(refusals.map((entry) => [entry.id, entry]))
  const repliesById = new Map(replies.map((entry) => [entry.id, entry]))
  server = await startScriptedServer(({ body }) => {
    const { model = '' } = body as Body
    const refusal = refusalsById.get(model)
    if (refusal && !isRefused(refusal, body)) return goodReply
    return toScript((refusal ?? repliesById.get(model))!.response)
  })
  client = createModelClient({
    baseUrl: server.url,
    apiKey: 'key',
    timeouts: { firstTokenMs: 3_000, betweenTokensMs: 3_000 },
    retry: { firstWaitMs: 1 },
  })
  const lanes: Promise<unknown>[] = Array.from({ length: maxPlaying }, () => Promise.resolve())
  played = new Map(
    [...refusals, ...replies].map((entry, index): [string, Promise<Played>] => {
      const playing = lanes[index % maxPlaying]!.then(() => play(entry))
      lanes[index % maxPlaying] = playing
      return [entry.id, playing]
    }),
  )
})
afterAll(async () => {
  await Promise.allSettled(played.values())
  await Promise.all([client.close(), server.close()])
})

const codes: Readonly<Record<RefusalEntry['expected']['refusal'], readonly string[]>> = {
  context: ['MODEL_CONTEXT_EXCEEDED'],
  token_limit: [],
  parameter: [],
  content: ['MODEL_CONTENT_FILTERED'],
  quota: ['MODEL_QUOTA_EXCEEDED'],
  rate: ['MODEL_RATE_LIMITED'],
  key: ['CHAT_AUTH_KEY_MISSING'],
  other: ['MODEL_REFUSED', 'MODEL_NOT_AN_API'],
  unavailable: ['MODEL_UNAVAILABLE'],
}
/** Without a second call: the same would be refused again. */
const finalRefusals: readonly string[] = ['content', 'quota', 'key', 'other']

describe('a refusal', () => {
  test.each(refusals)('of $expected.refusal is understood: $id', async ({ id, expected }) => {
    const { text, error, bodies } = await played.get(id)!
    const right = codes[expected.refusal]
    expect(bodies.length).toBeLessThanOrEqual(finalRefusals.includes(expected.refusal) ? 1 : maxCalls)
    if (right.length === 0) return expect({ text, error }).toEqual({ text: answer, error: undefined })
    expect(error).toBeInstanceOf(ModelError)
    const { code, params } = error as ModelError
    expect(right).toContain(code)
    const { context_tokens: context, prompt_tokens: prompt } = params ?? {}
    if (expected.context_tokens !== undefined) expect(context).toBe(expected.context_tokens)
    if (expected.prompt_tokens !== undefined) expect(prompt ?? null).toBe(expected.prompt_tokens)
  })
})

describe('a reply', () => {
  test.each(replies)('is read as it is meant: $id', async ({ id, expected }) => {
    const { text, reasoning, finish, usage, error } = await played.get(id)!
    const { code, params } = error instanceof ModelError ? error : { code: undefined, params: undefined }
    expect({ text, reasoning: expected.reasoning === undefined ? undefined : reasoning, finish }).toEqual({
      text: expected.text,
      reasoning: expected.reasoning,
      finish: expected.finish,
    })
    expect([expected.error].flat()).toContain(code)
    if (expected.context_tokens !== undefined) expect(params).toMatchObject({ context_tokens: expected.context_tokens })
    if (expected.prompt_tokens !== undefined) expect(params).toMatchObject({ prompt_tokens: expected.prompt_tokens })
    if (expected.usage === 'estimated') expect(usage?.estimated ?? true).toBe(true)
    else if (expected.usage) expect(usage).toMatchObject({ inputTokens: expected.usage.input, outputTokens: expected.usage.output })
  })
})
