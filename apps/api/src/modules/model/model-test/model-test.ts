// The calls of a model's test, by the router that replies use.
import type { ModelCheck } from '@heddle/contracts/model/model-test'
import { isEmpty } from '@heddle/workflow/model/call/model-outcome'
import type { ModelMessage } from '@heddle/workflow/model/ports'
import { z } from 'zod'
import type { ModelFinding } from '../../../platform/inference/call/model-client.ts'
import { callChat, type ChatCall } from './chat-call.ts'
import { testPath } from './path-test.ts'
import { toTestFailure, type TestCaller, type Tested } from './tested.ts'

/** Room for a thought process before the answer. */
const maxAnswerTokens = 1_000
/** Enough to see that they are an answer. */
const maxShownCharacters = 200

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
export async function testModel(caller: TestCaller, checks: readonly ModelCheck[]) {
  const startedAt = performance.now()
  const { result, calls } = await (caller.model.kind === 'chat' ? testChat(caller, checks) : testPath(caller))
  return { calls, result: { ...result, elapsed_ms: Math.round(performance.now() - startedAt) } }
}

async function testChat(caller: TestCaller, checks: readonly ModelCheck[]): Promise<Tested> {
  // With the limit that chats send: none of the test's own.
  const plain = await callChat(caller, { messages: plainMessages, temperature: 0.2 })
  const { failure, findings } = plain
  if (failure !== undefined) return { result: { error: toTestFailure(failure, plain.words), chat: null, embedding: null }, calls: [plain] }
  const image = checks.includes('images')
    ? await callChat(caller, { messages: imageMessages, maxOutputTokens: maxAnswerTokens })
    : undefined
  const schema = checks.includes('json_schema')
    ? await callChat(caller, { messages: schemaMessages, maxOutputTokens: maxAnswerTokens, answerSchema })
    : undefined
  const calls = [plain, image, schema].filter((call) => call !== undefined)
  const code = isEmpty(plain.outcome) ? plain.outcome : null
  const refused = new Set(calls.flatMap(({ accepted }) => accepted?.refused ?? []))
  return {
    result: {
      error: code && { code, status: null, message: null },
      chat: {
        first_token_ms: plain.firstTokenMs,
        tokens_per_second: plain.tokensPerSecond,
        usage: plain.isReported ? 'stream' : plain.endedBy === 'cut' ? null : 'none',
        text: showBeginning(plain.text),
        ended_by: plain.endedBy,
        reasoning: plain.reasoning,
        refused_parameters: [...refused],
        context_tokens: findLimit('context_tokens', findings),
        max_output_tokens: findLimit('max_output_tokens', findings) ?? findAcceptedLimit(plain, caller.model),
        server_calls: calls.reduce((sum, { serverCalls }) => sum + serverCalls, 0),
        images: image ? judgeImages(image) : null,
        json_schema: schema ? judgeSchema(schema) : null,
      },
      embedding: null,
    },
    calls,
  }
}

/** Returns the first words of a reply on one line; null when there are none. */
function showBeginning(text: string): string | null {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > maxShownCharacters ? `${line.slice(0, maxShownCharacters - 1).toWellFormed()}…` : line || null
}

/** What was accepted instead of a higher limit. */
const findAcceptedLimit = ({ accepted }: ChatCall, { maxOutputTokens }: TestCaller['model']) =>
  accepted?.maxOutputTokens !== undefined && accepted.maxOutputTokens !== maxOutputTokens ? accepted.maxOutputTokens : null

const findLimit = (limit: 'context_tokens' | 'max_output_tokens', findings: readonly ModelFinding[]) =>
  findings.flatMap(({ setting, value }) => (setting === limit ? [value] : [])).at(-1) ?? null

/** A server that does not know images may refuse them, or leave them out without a word. */
function judgeImages({ text, failure, words: { status } }: ChatCall) {
  if (failure === undefined) return /\bred\b/i.test(text) ? 'yes' : 'unknown'
  return status !== null && status !== 429 && status !== 401 && status !== 403 ? 'no' : 'unknown'
}

function judgeSchema({ text, accepted, failure, endedBy }: ChatCall) {
  if (failure !== undefined || !accepted) return 'unknown'
  if (accepted.refused.includes('response_format')) return 'no'
  try {
    if (Weather.safeParse(JSON.parse(text)).success) return 'yes'
  } catch {
    // Text that is not JSON.
  }
  return endedBy === 'stop' ? 'no' : 'unknown'
}
