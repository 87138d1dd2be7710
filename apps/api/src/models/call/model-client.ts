// Calls the models of one OpenAI-compatible endpoint.
import { addAbortListener } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type AnswerSchema,
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type ModelUsage,
} from '@heddle/workflow/ports'
import { estimateTokens } from '@heddle/text/count-tokens'
import type { OptionalParameter, ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import { computeAnswerRoom, imageTokens, messageTokens } from '@heddle/workflow/context-room'
import OpenAI, { APIError } from 'openai'
import { type AcceptedParameters, findTokenLimitField, learnFromRefusal, type SentParameters } from './accepted-parameters.ts'
import { isVectorRefusal } from '../batch-limit.ts'
import { type ContextExcess, isInputExcess } from './context-excess.ts'
import { readCompletionStream, type ReasoningForm } from './completion-stream.ts'
import { defaultTimeouts, startDeadlines, type ModelTimeouts } from './deadlines.ts'
import { isRetryable, readRetryAfterMs, toModelError } from './model-errors.ts'
import { createReadClock, type ReadClock } from './read-clock.ts'
import { createModelTransport, readText, StreamResponse } from '../endpoint/model-transport.ts'

export type RetryPolicy = {
  readonly retries: number
  /** Wait before the first retry; it doubles with each. */
  readonly firstWaitMs: number
  /** An endpoint that asks for a longer wait is not called again. */
  readonly maxWaitMs: number
}

export type ModelClientOptions = {
  /** Ends in `/v1`. */
  readonly baseUrl: string
  /** Undefined for an endpoint without keys. */
  readonly apiKey: string | undefined
  readonly timeouts?: Partial<ModelTimeouts>
  readonly retry?: Partial<RetryPolicy>
  /** One for all clients of a process. */
  readonly clock?: ReadClock
}

export type ModelClient = ReturnType<typeof createModelClient>

/** A call by the name that the endpoint has for the model. */
export type ModelCall = ModelRequest & {
  /** What the model is known to accept; refusals teach more. */
  readonly accepts?: AcceptedParameters
  /** For a test: what was learnt before is tried again, and a failed call is not repeated. */
  readonly isTest?: boolean
}

/** Is told of a call beside its reader. */
export type CallObserver = {
  readonly onUsage?: (usage: ModelUsage) => void
  /** Called once the endpoint has accepted the call. */
  readonly onAccepted?: (parameters: AcceptedParameters) => void
  /** Called once, with the first of the thought process. */
  readonly onReasoning?: (form: ReasoningForm) => void
  /** Called with each thing that a call has shown of its model. */
  readonly onFinding?: (finding: ModelFinding) => void
  /** What the endpoint has responded instead of a reply; its words may quote the conversation. */
  readonly onRefusal?: (error: unknown) => void
  /** Called once at the end of a call that was begun; with its error, if any. */
  readonly onEnd?: (error?: unknown) => void
}

/** What a call has shown of its model, beyond what its settings say. */
export type ModelFinding =
  | { readonly setting: 'reasoning_format'; readonly value: ReasoningFormat }
  | { readonly setting: 'refused_parameters'; readonly value: OptionalParameter }
  | { readonly setting: 'context_tokens'; readonly value: number }
  | { readonly setting: 'max_output_tokens'; readonly value: number }

/** Vectors of a batch take some megabytes. */
const maxResponseBytes = 64 * 1024 * 1024

const defaultRetry: RetryPolicy = { retries: 2, firstWaitMs: 500, maxWaitMs: 10_000 }

/** Puts images before the text that refers to them. Without images the content stays a string: not every endpoint accepts parts. */
function toOpenAiMessage({ role, content, images = [] }: ModelMessage): OpenAI.ChatCompletionMessageParam {
  if (role !== 'user' || images.length === 0) return { role, content }
  const parts = images.map(({ mediaType, base64 }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${mediaType};base64,${base64}` },
  }))
  return { role, content: [...parts, { type: 'text', text: content }] }
}

const acceptsAll: AcceptedParameters = { refused: [] }

/**
 * Returns the tokens that the prompt leaves of the context, at least those that are reserved for the answer. Without a limit, a model
 * behind a proxy that does not pass on a disconnect would continue after a stop.
 */
function limitAnswer({ messages, contextTokens }: ModelCall): number | undefined {
  if (contextTokens === undefined) return undefined
  const prompt = messages.reduce(
    (sum, { content, images = [] }) => sum + messageTokens + estimateTokens(content) + images.length * imageTokens,
    0,
  )
  return Math.max(computeAnswerRoom(contextTokens), contextTokens - prompt)
}

/** Returns the limit that fits when only prompt and limit together exceed the context; undefined when the prompt leaves no room. */
function shortenLimit(limit: number | undefined, { code, params }: ModelError): number | undefined {
  if (code !== 'MODEL_CONTEXT_EXCEEDED' || limit === undefined) return undefined
  const { context_tokens: context, prompt_tokens: prompt } = params as ContextExcess
  if (context === undefined || prompt === undefined) return undefined
  const room = context - prompt
  return room < limit && room >= computeAnswerRoom(context) / 2 ? room : undefined
}

function chooseParameters(
  { temperature, answerSchema }: ModelCall,
  limit: number | undefined,
  accepted: AcceptedParameters,
): SentParameters {
  const { refused, maxOutputTokens = Number.POSITIVE_INFINITY } = accepted
  const field = findTokenLimitField(accepted)
  return {
    ...(temperature !== undefined && !refused.includes('temperature') && { temperature }),
    ...(limit !== undefined && field && { [field]: Math.min(limit, maxOutputTokens) }),
    ...(answerSchema && !refused.includes('response_format') && { response_format: toResponseFormat(answerSchema) }),
  }
}

const toResponseFormat = ({ name, schema }: AnswerSchema) => ({
  type: 'json_schema' as const,
  json_schema: { name, schema, strict: true },
})

/** llama.cpp refuses a text that is too long with status 500: it is no failure of the endpoint. */
function toPostError(error: unknown): ModelError {
  // Of one text: the endpoint itself is well.
  if (isVectorRefusal(error)) return new ModelError('MODEL_REFUSED', { params: { status: 500 }, cause: toModelError(error).cause })
  const isExcess = error instanceof APIError && [400, 413, 422, 500].includes(error.status ?? 0) && isInputExcess(error.error)
  return isExcess ? new ModelError('MODEL_CONTEXT_EXCEEDED', { cause: toModelError(error).cause }) : toModelError(error)
}

/** Reads JSON as Python writes it: NaN and Infinity, which JSON does not have, become null. */
function parseNumbers(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse(text.replaceAll(/(?<=[[,:]\s*)(?:NaN|-?Infinity)(?=\s*[\],}])/g, 'null'))
  }
}

/** Returns the client of one endpoint. */
export function createModelClient({ baseUrl, apiKey, clock = createReadClock(), ...options }: ModelClientOptions) {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const retry = { ...defaultRetry, ...options.retry }
  const transport = createModelTransport()
  const client = new OpenAI({
    baseURL: baseUrl,
    // The package requires a key; vLLM and Ollama ignore it.
    apiKey: apiKey ?? 'none',
    // Set explicitly, so that the package does not read the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    fetch: (url, init) => transport.fetch(url, init),
    // Retries and time-outs are done here: the package does not distinguish a first token from a connection.
    maxRetries: 0,
    timeout: timeouts.replyMs * 2,
  })

  /** What each model accepts, as far as it has been learnt. */
  const accepted = new Map<string, AcceptedParameters>()

  async function openStream(request: ModelCall, sent: SentParameters, signal: AbortSignal): Promise<Readable> {
    const response = await client.chat.completions
      .create(
        {
          model: request.model,
          messages: request.messages.map(toOpenAiMessage),
          stream: true,
          stream_options: { include_usage: true },
          ...sent,
        },
        { signal },
      )
      .asResponse()
    if (!(response instanceof StreamResponse)) throw new Error(`The endpoint responded with ${response.status} and no stream`)
    return response.stream
  }

  async function openStreamWithRetries(request: ModelCall, signal: AbortSignal, observer: CallObserver): Promise<Readable> {
    const retries = request.isTest ? 0 : retry.retries
    if (request.isTest) accepted.delete(request.model)
    let limit = request.maxOutputTokens ?? limitAnswer(request)
    for (let attempt = 0; ;) {
      const parameters = accepted.get(request.model) ?? request.accepts ?? acceptsAll
      const sent = chooseParameters(request, limit, parameters)
      try {
        const stream = await openStream(request, sent, signal)
        observer.onAccepted?.(parameters)
        return stream
      } catch (error) {
        observer.onRefusal?.(error)
        const learnt = learnFromRefusal(parameters, sent, error)
        if (learnt) {
          accepted.set(request.model, learnt)
          continue
        }
        const failure = toModelError(error)
        const shorter = shortenLimit(limit, failure)
        if (shorter !== undefined) {
          limit = shorter
          continue
        }
        const backOffMs = retry.firstWaitMs * 2 ** attempt * (0.5 + Math.random() / 2)
        const waitMs = readRetryAfterMs(error) ?? backOffMs
        if (signal.aborted || attempt >= retries || !isRetryable(failure) || waitMs > retry.maxWaitMs) throw failure
        attempt += 1
        await wait(waitMs, undefined, { signal })
      }
    }
  }

  /**
   * Calls a model and yields its events as they arrive. Throws a `ModelError`, or the reason of `stop` once it is aborted; the connection
   * is closed by then.
   */
  async function* generate(request: ModelCall, stop: AbortSignal, observer: CallObserver = {}): AsyncGenerator<ModelEvent, void> {
    const { onUsage, onEnd } = observer
    const deadlines = startDeadlines(timeouts)
    const signal = AbortSignal.any([stop, deadlines.signal])
    let failure: unknown
    try {
      signal.throwIfAborted()
      const stream = await openStreamWithRetries(request, signal, observer)
      using _ = addAbortListener(signal, () => stream.destroy())
      for await (const events of readCompletionStream(stream, clock, observer)) {
        for (const event of events) {
          if (event.type === 'usage') onUsage?.(event.usage)
          else deadlines.tokenArrived()
          yield event
        }
      }
      stop.throwIfAborted()
    } catch (error) {
      // After an abort, its reason is the error, whatever else failed because of it.
      failure = signal.aborted ? signal.reason : error
      throw failure
    } finally {
      deadlines.clear()
      onEnd?.(failure)
    }
  }

  /** Posts to another path of the endpoint and returns the JSON of its response. Throws a `ModelError`, or the reason of `stop`. */
  async function post(path: string, body: object, stop: AbortSignal, onRefusal?: CallObserver['onRefusal']): Promise<unknown> {
    const deadlines = startDeadlines(timeouts)
    const signal = AbortSignal.any([stop, deadlines.signal])
    try {
      const response = await client.post(path, { body, signal }).asResponse()
      if (!(response instanceof StreamResponse)) throw new Error(`The endpoint responded with ${response.status}`)
      return parseNumbers(await readText(response.stream, maxResponseBytes))
    } catch (error) {
      onRefusal?.(error)
      throw signal.aborted ? signal.reason : toPostError(error)
    } finally {
      deadlines.clear()
    }
  }

  return {
    generate,
    post,
    /** Closes the connections; running calls end first. */
    close: transport.close,
  }
}
