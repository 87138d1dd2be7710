// Plays what real model servers have answered (packages/demo-model/corpus) to the client of models, over sockets.
import { readDemoCorpus, type RefusalEntry, type ReplyEntry } from '@heddle/demo-model/corpus'
import { ModelError, type ModelEvent, type ModelUsage } from '@heddle/workflow/model/ports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toScripted } from '../../../../test/servers/recorded-response.ts'
import {
  type ScriptedRequest,
  type ScriptedResponse,
  type ScriptedServer,
  startScriptedServer,
  toChunk,
  toEvents,
} from '../../../../test/servers/scripted-server.ts'
import { createModelClient, type ModelClient } from './model-client.ts'

const { refusals, replies } = readDemoCorpus()
const answer = 'Cotton shrinks when it is washed.'
const goodReply: ScriptedResponse = { body: toEvents(toChunk({ content: answer }), toChunk({}, 'stop'), '[DONE]') }
/** Of a server that names no other. */
const smallLimit = 4_096
const maxCalls = 4
/** One after the other, those that wait for silence would add up. */
const maxPlaying = 12

type Body = { readonly model?: string; readonly max_tokens?: number; readonly max_completion_tokens?: number }
const readLimit = ({ max_tokens: limit, max_completion_tokens: successor }: Body) => limit ?? successor

/** Whether a request has what the server has refused. */
function isRefused({ expected }: RefusalEntry, body: ScriptedRequest['body']): boolean {
  if (expected.parameter) return expected.parameter in body
  if (expected.refusal !== 'token_limit') return true
  return (readLimit(body) ?? 0) > (expected.max_output_tokens ?? smallLimit)
}

const isSilent = ({ response }: RefusalEntry | ReplyEntry) => response.ends === 'silence'

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
    return toScripted((refusal ?? repliesById.get(model))!.response)
  })
  client = createModelClient({
    baseUrl: server.url,
    apiKey: 'key',
    timeouts: { firstTokenMs: 6_000, betweenTokensMs: 6_000 },
    retry: { firstWaitMs: 1 },
  })
  const lanes: Promise<unknown>[] = Array.from({ length: maxPlaying }, () => Promise.resolve())
  // Those that wait for silence first: the others are played meanwhile.
  const entries = [...refusals, ...replies].toSorted((one, other) => Number(isSilent(other)) - Number(isSilent(one)))
  played = new Map(
    entries.map((entry, index): [string, Promise<Played>] => {
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
const finalRefusals: ReadonlySet<string> = new Set(['content', 'quota', 'key', 'other'])

type Expected = { readonly context_tokens?: number | undefined; readonly prompt_tokens?: number | null | undefined }

/** The code of an error, with the numbers that are expected of it; a number that must not be there is null. */
function readError(error: unknown, { context_tokens: context, prompt_tokens: prompt }: Expected) {
  const { code, params = {} } = error instanceof ModelError ? error : { code: undefined }
  return {
    code,
    ...(context !== undefined && { context_tokens: params['context_tokens'] }),
    ...(prompt !== undefined && { prompt_tokens: params['prompt_tokens'] ?? null }),
  }
}

const pickCounts = ({ context_tokens: context, prompt_tokens: prompt }: Expected) => ({
  ...(context !== undefined && { context_tokens: context }),
  ...(prompt !== undefined && { prompt_tokens: prompt }),
})

const isOneOf = (values: readonly unknown[]): unknown =>
  values.length === 1 ? values[0] : expect.stringMatching(new RegExp(`^(${values.join('|')})$`))

describe('a refusal', () => {
  test.each(refusals)('of $expected.refusal is understood: $id', async ({ id, expected }) => {
    const { text, error, bodies } = await played.get(id)!
    const right = codes[expected.refusal]
    expect(bodies.length).toBeLessThanOrEqual(finalRefusals.has(expected.refusal) ? 1 : maxCalls)
    const isAnswered = right.length === 0
    expect({ text, ...readError(error, expected) }).toEqual({
      text: isAnswered ? answer : '',
      code: isAnswered ? undefined : isOneOf(right),
      ...pickCounts(expected),
    })
  })
})

describe('a reply', () => {
  test.each(replies)('is read as it is meant: $id', async ({ id, expected }) => {
    const { text, reasoning, finish, usage, error } = await played.get(id)!
    expect({ text, reasoning: expected.reasoning === undefined ? undefined : reasoning, finish, ...readError(error, expected) }).toEqual({
      text: expected.text,
      reasoning: expected.reasoning,
      finish: expected.finish,
      code: isOneOf([expected.error].flat()),
      ...pickCounts(expected),
    })
    expect(readUsage(usage, expected.usage)).toEqual(expected.usage)
  })
})

/** The counts of an event; without one, or with counts that are no server's, the usage is estimated. */
function readUsage(usage: ModelUsage | undefined, expected: ReplyEntry['expected']['usage']) {
  if (expected === undefined) return undefined
  return usage && !usage.estimated ? { input: usage.inputTokens, output: usage.outputTokens } : 'estimated'
}
