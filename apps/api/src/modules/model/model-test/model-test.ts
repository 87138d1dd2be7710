// The calls of a model's test, by the router that replies use.
import type { ModelCheck, ModelTestResult } from '@heddle/contracts/model/model-test'
import { countTokens } from '@heddle/text/count-tokens'
import { countPromptTokens, estimateUsage } from '@heddle/workflow/usage-estimate'
import { ModelError, type ModelMessage, type ModelRequest, type ModelUsage } from '@heddle/workflow/ports'
import { z } from 'zod'
import { type AcceptedParameters, findTokenLimitField } from '../../../models/call/accepted-parameters.ts'
import { type EndpointWords, readEndpointWords } from '../../../models/endpoint/endpoint-words.ts'
import type { ModelRouter } from '../../../models/model-router.ts'
import type { RoutedModel } from '../../../models/routed-model.ts'

export type TestedModel = RoutedModel & { readonly kind: 'chat' | 'embedding' | 'rerank' }

/** A call of a test, for its usage event. */
export type TestCall = { readonly usage: ModelUsage; readonly firstTokenMs: number | null; readonly failure: unknown }

type Caller = { readonly router: ModelRouter; readonly model: TestedModel; readonly userId: string; readonly stop: AbortSignal }

type ChatCall = TestCall & {
  readonly text: string
  readonly reasoning: 'field' | 'tags' | 'none'
  readonly isReported: boolean
  /** Whether the reply was ended before its end. */
  readonly isCut: boolean
  readonly tokensPerSecond: number | null
  readonly accepted: AcceptedParameters | null
  readonly words: EndpointWords
}

/** To the first token, the queue included. */
const maxWaitMs = 60_000
/** From the first token on. */
const maxReplyMs = 20_000
/** Enough for a thought process to begin, and for a rate. */
const maxOutputTokens = 200
/** Room for a thought process before the answer. */
const maxAnswerTokens = 1_000
/** A rate of fewer tokens, or of a shorter time, says little: what has come is read about every 30 ms. */
const minRatedTokens = 8
const minRatedSeconds = 0.1

const noWords: EndpointWords = { status: null, message: null }

const plainMessages: ModelMessage[] = [{ role: 'user', content: 'Count from one to forty in words.' }]

/** A red square of 32 × 32 pixels. */
const redSquare = {
  mediaType: 'image/png',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC',
}
const imageMessages: ModelMessage[] = [
  { role: 'user', content: 'Which color is this picture? Answer with the English word for it.', images: [redSquare] },
]

const Weather = z.strictObject({ city: z.string(), degrees: z.number() })
const answerSchema = {
  name: 'weather',
  schema: {
    type: 'object',
    properties: { city: { type: 'string' }, degrees: { type: 'number' } },
    required: ['city', 'degrees'],
    additionalProperties: false,
  },
}
/** Names no JSON: a model that answers in it nevertheless is made to. */
const schemaMessages: ModelMessage[] = [{ role: 'user', content: 'It has 21 degrees in Taipei today.' }]

/** Calls a model as its kind is called. Never throws: a failure is a part of the result, or of a call that was stopped. */
export async function testModel(caller: Caller, checks: readonly ModelCheck[]) {
  const startedAt = performance.now()
  const { result, calls } = caller.model.kind === 'chat' ? await testChat(caller, checks) : await testPath(caller)
  return { calls, result: { ...result, elapsed_ms: Math.round(performance.now() - startedAt) } }
}

type Tested = { readonly result: Omit<ModelTestResult, 'elapsed_ms'>; readonly calls: readonly TestCall[] }

async function testChat(caller: Caller, checks: readonly ModelCheck[]): Promise<Tested> {
  const plain = await callChat(caller, { messages: plainMessages, temperature: 0.2, maxOutputTokens })
  if (plain.failure !== undefined)
    return { result: { error: describeFailure(plain.failure, plain.words), chat: null, embedding: null }, calls: [plain] }
  const image = checks.includes('images')
    ? await callChat(caller, { messages: imageMessages, maxOutputTokens: maxAnswerTokens })
    : undefined
  const schema = checks.includes('json_schema')
    ? await callChat(caller, { messages: schemaMessages, maxOutputTokens: maxAnswerTokens, answerSchema })
    : undefined
  const { firstTokenMs, tokensPerSecond, isReported, isCut, reasoning, accepted } = plain
  return {
    result: {
      error: null,
      chat: {
        first_token_ms: firstTokenMs,
        tokens_per_second: tokensPerSecond,
        usage: isReported ? 'stream' : isCut ? null : 'none',
        reasoning,
        token_limit_field: accepted && findTokenLimitField(accepted),
        accepts_temperature: accepted !== null && !accepted.refused.includes('temperature'),
        images: image ? judgeImages(image) : null,
        json_schema: schema ? judgeSchema(schema) : null,
      },
      embedding: null,
    },
    calls: [plain, image, schema].filter((call) => call !== undefined),
  }
}

/** A server that does not know images may refuse them, or leave them out without a word. */
function judgeImages({ text, failure, words: { status } }: ChatCall) {
  if (failure === undefined) return /\bred\b/i.test(text) ? 'yes' : 'unknown'
  return status !== null && status !== 429 && status !== 401 && status !== 403 ? 'no' : 'unknown'
}

function judgeSchema({ text, accepted, failure, isCut }: ChatCall) {
  if (failure !== undefined || !accepted) return 'unknown'
  if (accepted.refused.includes('response_format')) return 'no'
  try {
    if (Weather.safeParse(JSON.parse(text)).success) return 'yes'
  } catch {
    // Text that is not JSON.
  }
  return isCut ? 'unknown' : 'no'
}

async function callChat({ router, model, userId, stop }: Caller, request: Omit<ModelRequest, 'model'>): Promise<ChatCall> {
  const ended = new AbortController()
  let timer = setTimeout(() => ended.abort(new ModelError('MODEL_FIRST_TOKEN_TIMEOUT')), maxWaitMs)
  let startedAt = performance.now()
  let firstTokenMs: number | null = null
  let lastTokenMs = 0
  let reported: ModelUsage | undefined
  let accepted: AcceptedParameters | null = null
  let reasoning: ChatCall['reasoning'] = 'none'
  let refusal: unknown
  let text = ''
  let thought = ''
  let isCut = false
  let failure: unknown
  try {
    const events = router.testModel(model, request, {
      userId,
      stop: AbortSignal.any([stop, ended.signal]),
      onAccepted: (parameters) => (accepted = parameters),
      onFinding: (finding) => {
        if (finding.setting === 'reasoning_format') reasoning = finding.value === 'field' ? 'field' : 'tags'
      },
      onRefusal: (error) => (refusal = error),
    })
    for await (const event of events) {
      if (event.type === 'usage') reported = event.usage
      // Its turn has come.
      if (event.type === 'waiting') startedAt = performance.now()
      if (event.type !== 'text' && event.type !== 'reasoning') continue
      if (event.type === 'text') text += event.text
      else thought += event.text
      lastTokenMs = performance.now() - startedAt
      if (firstTokenMs !== null) continue
      firstTokenMs = Math.round(lastTokenMs)
      clearTimeout(timer)
      timer = setTimeout(() => ended.abort(), maxReplyMs)
    }
  } catch (error) {
    // What has come of a slow reply is enough.
    isCut = firstTokenMs !== null && ended.signal.aborted && !stop.aborted
    if (!isCut) failure = error
  } finally {
    clearTimeout(timer)
  }
  const promptTokens = countPromptTokens(request.messages, countTokens)
  const usage = reported ?? estimateUsage({ promptTokens, text, reasoning: thought }, countTokens)
  const seconds = (lastTokenMs - (firstTokenMs ?? 0)) / 1_000
  const isRated = seconds >= minRatedSeconds && usage.outputTokens >= minRatedTokens
  return {
    usage,
    firstTokenMs,
    failure,
    text,
    reasoning,
    isReported: reported !== undefined,
    isCut,
    tokensPerSecond: isRated ? Math.round((usage.outputTokens / seconds) * 10) / 10 : null,
    accepted,
    words: failure === undefined || refusal === undefined ? noWords : readEndpointWords(refusal, model.endpoint),
  }
}

const count = z.int().min(0).max(10_000_000).catch(0)
const Usage = z.object({ prompt_tokens: count, total_tokens: count }).partial().catch({})
const paths = {
  embedding: {
    path: '/embeddings',
    body: { input: ['How much does cotton shrink?'], encoding_format: 'float' },
    Response: z
      .object({ data: z.array(z.object({ embedding: z.array(z.number()).min(1) })).length(1), usage: Usage })
      .transform(({ data, usage }) => ({ embedding: { dimension: data[0]?.embedding.length ?? 0 }, usage })),
  },
  rerank: {
    path: '/rerank',
    body: { query: 'How much does cotton shrink?', documents: ['Cotton shrinks by three percent.', 'The loom is older.'] },
    Response: z
      .object({ results: z.array(z.object({ index: z.int(), relevance_score: z.number() })).min(1), usage: Usage.optional() })
      .transform(({ usage = {} }) => ({ embedding: null, usage })),
  },
} as const

async function testPath({ router, model, userId, stop }: Caller): Promise<Tested> {
  const { path, body, Response } = model.kind === 'embedding' ? paths.embedding : paths.rerank
  let refusal: unknown
  let failure: unknown
  let embedding: { readonly dimension: number } | null = null
  let inputTokens = 0
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(maxWaitMs)])
    const response = await router.testPath(model, path, body, { userId, stop: signal, onRefusal: (error) => (refusal = error) })
    const read = Response.safeParse(response)
    if (!read.success) throw new ModelError('MODEL_STREAM_BROKEN')
    embedding = read.data.embedding
    inputTokens = read.data.usage.prompt_tokens ?? read.data.usage.total_tokens ?? 0
  } catch (error) {
    failure = error
  }
  const words = refusal === undefined ? noWords : readEndpointWords(refusal, model.endpoint)
  const usage = { inputTokens, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, estimated: false }
  return {
    result: { error: failure === undefined ? null : describeFailure(failure, words), chat: null, embedding },
    calls: [{ usage, firstTokenMs: null, failure }],
  }
}

/** What is no failure of the endpoint's is one of the time. */
const describeFailure = (failure: unknown, words: EndpointWords) => ({
  code: failure instanceof ModelError ? failure.code : 'MODEL_FIRST_TOKEN_TIMEOUT',
  ...words,
})
