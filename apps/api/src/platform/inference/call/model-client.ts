// Calls the models of one OpenAI-compatible endpoint.
import { addAbortListener } from 'node:events'
import type { Readable } from 'node:stream'
import type { ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import type { ModelEvent, ModelMessage, ModelRequest, ModelUsage } from '@heddle/workflow/model/ports'
import OpenAI from 'openai'
import type { AcceptedParameters, SentParameters } from './refusal/accepted-parameters.ts'
import { createCallTries, type LearnedModels, type RetryPolicy } from './call-tries.ts'
import { readCompletionStream } from './stream/completion-stream.ts'
import { defaultTimeouts, startDeadlines, type ModelTimeouts } from './deadlines.ts'
import { toPostError } from './model-errors.ts'
import type { ModelFinding } from './model-finding.ts'
import { createReadClock, type ReadClock } from './read-clock.ts'
import { createRefusedResponse, openEvents, parsePosted } from './reply-form.ts'
import type { MayReachPrivate } from '../endpoint/endpoint-address.ts'
import { createModelTransport, readResponseText, StreamResponse } from '../endpoint/model-transport.ts'

export type { ModelFinding } from './model-finding.ts'

export type ModelClientOptions = {
  readonly mayReachPrivate?: MayReachPrivate | undefined
  /** What the budget of a call is counted by; without it, the address. */
  readonly id?: string
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
  /** Changes with the model's settings, beside which something is learnt; without it, the name of the model. */
  readonly settings?: string
  /** Where the model's thoughts are. */
  readonly reasoningFormat?: ReasoningFormat
  /** For a test: what was learnt before is tried again, and a failed call is not repeated. */
  readonly isTest?: boolean
}

/** Is told of a call beside its reader. */
export type CallObserver = {
  readonly onUsage?: (usage: ModelUsage) => void
  /** Called once the endpoint has accepted the call. */
  readonly onAccepted?: (parameters: AcceptedParameters) => void
  /** Called with each thing that a call has shown of its model. */
  readonly onFinding?: (finding: ModelFinding) => void
  /** What the endpoint has responded instead of a reply; its words may quote the conversation. */
  readonly onRefusal?: (error: unknown) => void
  /** Called once at the end of a call that was begun; with its error, if any. */
  readonly onEnd?: (error?: unknown) => void
}

/** Vectors of a batch take some megabytes. */
const maxResponseBytes = 64 * 1024 * 1024

const defaultRetry: RetryPolicy = { retries: 2, firstWaitMs: 500, maxWaitMs: 10_000 }

/** Puts images before the text that refers to them. Without images the content stays a string: not every endpoint accepts parts. */
function toOpenAiMessage({ role, content, images = [], toolCalls = [] }: ModelMessage): OpenAI.ChatCompletionMessageParam {
  if (role === 'assistant' && toolCalls.length > 0) {
    const calls = toolCalls.map(({ id, ...called }) => ({ id, type: 'function' as const, function: called }))
    return { role, content, tool_calls: calls }
  }
  if (role !== 'user' || images.length === 0) return { role, content }
  const parts = images.map(({ mediaType, base64 }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${mediaType};base64,${base64}` },
  }))
  return { role, content: [...parts, { type: 'text', text: content }] }
}

/** Returns the client of one endpoint. */
export function createModelClient({ baseUrl, apiKey, id: serverId = baseUrl, clock = createReadClock(), ...options }: ModelClientOptions) {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const retry = { ...defaultRetry, ...options.retry }
  const transport = createModelTransport(options.mayReachPrivate)
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

  const learned: LearnedModels = new Map()

  async function openStream(request: ModelCall, sent: SentParameters, signal: AbortSignal): Promise<Readable> {
    const response = await client.chat.completions
      .create({ model: request.model, messages: request.messages.map(toOpenAiMessage), stream: true, ...sent }, { signal })
      .asResponse()
    return openEvents(getStream(response), response)
  }

  /**
   * Calls a model and yields its events as they arrive. A refused call is repeated while it has not begun to reply and its budget lasts.
   * Throws a `ModelError`, or the reason of `stop` once it is aborted; the connection is closed by then.
   */
  async function* generate(request: ModelCall, stop: AbortSignal, observer: CallObserver = {}): AsyncGenerator<ModelEvent, void> {
    const { onUsage, onEnd, onRefusal } = observer
    const deadlines = startDeadlines(timeouts, stop)
    const { signal } = deadlines
    let failure: unknown
    try {
      signal.throwIfAborted()
      const tries = createCallTries(request, observer, { serverId, retry, learned, signal })
      const { messages, contextTokens, reasoningFormat = 'auto' } = request
      const onReasoningFormat = (value: ReasoningFormat) => observer.onFinding?.({ setting: 'reasoning_format', value })
      const reply = { messages, contextTokens, reasoningFormat, onReasoningFormat, onRefusal }
      for (;;) {
        const sent = tries.begin()
        let hasBegun = false
        try {
          const stream = await openStream(request, sent, signal).catch((error: unknown) => {
            onRefusal?.(error)
            throw error
          })
          using _ = addAbortListener(signal, () => stream.destroy())
          for await (const events of readCompletionStream(stream, clock, reply)) {
            for (const event of events) {
              if (!hasBegun) tries.accept()
              hasBegun = true
              if (event.type === 'usage') onUsage?.(event.usage)
              else deadlines.tokenArrived()
              yield event
            }
          }
          stop.throwIfAborted()
          return
        } catch (error) {
          if (hasBegun || signal.aborted) throw error
          await tries.fail(error)
        }
      }
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
    const deadlines = startDeadlines(timeouts, stop)
    const { signal } = deadlines
    try {
      const response = await client.post(path, { body, signal }).asResponse()
      return parsePosted(await readResponseText(getStream(response), maxResponseBytes), response)
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

/** Any other response is an error of the `openai` package. */
function getStream(response: Response): Readable {
  if (!(response instanceof StreamResponse)) throw createRefusedResponse(response, '')
  return response.stream
}
