// Reads the event stream of a chat completion, in the dialects of OpenAI, vLLM, Ollama and others.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ModelError, type ModelEvent, type ModelUsage } from '@heddle/workflow/ports'
import { createParser } from 'eventsource-parser'
import { toStreamError } from './model-errors.ts'
import type { ReadClock } from './read-clock.ts'
import { createThinkSplitter } from './think-splitter.ts'

/** The fields read from a chunk. They are not validated: each may be missing or of another type. */
type CompletionChunk = {
  readonly choices?: readonly {
    readonly delta?: Readonly<Record<string, unknown>>
    readonly message?: Readonly<Record<string, unknown>>
    readonly finish_reason?: unknown
  }[]
  readonly usage?: {
    readonly prompt_tokens?: unknown
    readonly completion_tokens?: unknown
    readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null
    readonly completion_tokens_details?: { readonly reasoning_tokens?: unknown } | null
  } | null
  readonly error?: unknown
}

/** How a model sends its thought process: as a field of its own, or between tags in the text. */
export type ReasoningForm = 'field' | 'tags'

type StreamObserver = { readonly onReasoning?: (form: ReasoningForm) => void; readonly onRefusal?: (error: unknown) => void }

const drainMs = 1_000
/** An event has a few hundred characters; one that does not end would fill the memory. */
const maxEventCharacters = 1024 * 1024
const maxTokens = 10_000_000

/**
 * Yields the model's events, one batch per read, with adjacent events of one type joined: at once until the first of them, then at the
 * ticks of the clock. Throws `MODEL_STREAM_BROKEN` when the stream ends, breaks or contains an invalid event before the model has
 * finished, and the endpoint's error when it sends one.
 */
export async function* readCompletionStream(
  stream: Readable,
  clock: ReadClock,
  observer: StreamObserver = {},
): AsyncGenerator<readonly ModelEvent[]> {
  const reader = createChunkReader(observer)
  const leaveClock = clock.join()
  const decoder = new TextDecoder()
  // Closing the connection emits an error on the stream, which is handled below.
  stream.on('error', () => undefined)
  try {
    for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      reader.feed(decoder.decode(bytes, { stream: true }))
      const events = reader.takeEvents()
      if (events.length > 0) yield events
      if (reader.isDone()) break
      // The iterator then reads all that has arrived meanwhile at once. A stream that has ended is not waited for.
      if (reader.hasBegun() && !stream.readableEnded) await clock.next()
    }
  } catch (error) {
    // After the last token, a broken connection loses at most the usage.
    if (!reader.isFinished()) {
      reader.end()
      yield reader.takeEvents()
      throw toBrokenStream(error)
    }
  } finally {
    leaveClock()
    if (reader.isDone()) void drain(stream)
    else stream.destroy()
  }
  reader.end()
  yield reader.takeEvents()
  if (!reader.isFinished()) throw new ModelError('MODEL_STREAM_BROKEN')
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    // Without the cause: its message quotes the text, which must not be logged.
    throw new ModelError('MODEL_STREAM_BROKEN')
  }
}

function toBrokenStream(error: unknown): ModelError {
  return error instanceof ModelError ? error : new ModelError('MODEL_STREAM_BROKEN', { cause: error })
}

/** Reads the rest after `[DONE]`, so that the connection can be reused; destroys it when the endpoint keeps it open. */
async function drain(stream: Readable) {
  if (stream.closed) return
  stream.resume()
  try {
    await once(stream, 'close', { signal: AbortSignal.timeout(drainMs) })
  } catch {
    stream.destroy()
  }
}

function createChunkReader({ onReasoning, onRefusal }: StreamObserver) {
  let events: ModelEvent[] = []
  let hasBegun = false
  let hasReasoned = false
  let hasFinishReason = false
  let isDone = false

  const splitter = createThinkSplitter((type, text) => {
    if (type === 'reasoning') reportReasoning('tags')
    add(type, text)
  })
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: ({ data }) => readEvent(data),
    // Other unknown fields are skipped, as the standard requires.
    onError: ({ type, message, field, value = '' }) => {
      if (type === 'max-buffer-size-exceeded') throw new ModelError('MODEL_STREAM_BROKEN', { cause: new Error(message) })
      // Versions of llama.cpp before 2025-09 send an error as a field of the event stream, and then [DONE].
      if (field === 'error') throw toRefusal(parseJson(value))
    },
  })

  function toRefusal(error: unknown): ModelError {
    onRefusal?.(error)
    return toStreamError(error)
  }

  function reportReasoning(form: ReasoningForm) {
    if (!hasReasoned) onReasoning?.(form)
    hasReasoned = true
  }

  function add(type: 'reasoning' | 'text', text: string) {
    hasBegun = true
    const last = events.at(-1)
    if (last?.type === type) events[events.length - 1] = { type, text: last.text + text }
    else events.push({ type, text })
  }

  function readEvent(data: string) {
    if (isDone) return
    if (data === '[DONE]') {
      isDone = true
      return
    }
    const { choices, usage, error } = parseJson(data) as CompletionChunk
    if (error) throw toRefusal(error)
    const choice = choices?.[0]
    // A document that is no stream has the whole message.
    const delta = choice?.delta ?? choice?.message
    if (delta) readDelta(delta)
    if (choice?.finish_reason) hasFinishReason = true
    // vLLM and OpenAI send usage in a chunk after finish_reason; stopping at finish_reason would lose it.
    if (usage) addUsage(usage)
  }

  function readDelta(delta: Readonly<Record<string, unknown>>) {
    // vLLM has renamed the field, and some versions send both with the same text.
    const reasoning = delta['reasoning_content'] ?? delta['reasoning']
    if (typeof reasoning === 'string' && reasoning !== '') {
      reportReasoning('field')
      add('reasoning', reasoning)
    }
    const { content } = delta
    if (typeof content === 'string' && content !== '') splitter.push(content)
  }

  function addUsage(usage: NonNullable<CompletionChunk['usage']>) {
    const reported = toModelUsage(usage)
    if (reported) events.push({ type: 'usage', usage: reported })
  }

  return {
    feed: (text: string) => parser.feed(text),
    end: () => splitter.end(),
    /** Whether anything of the reply has come. */
    hasBegun: () => hasBegun,
    /** Whether `[DONE]` has come. */
    isDone: () => isDone,
    /** Whether the model has finished: it says so, or `[DONE]` follows a reply. */
    isFinished: () => hasFinishReason || (isDone && hasBegun),
    takeEvents(): readonly ModelEvent[] {
      if (events.length === 0) return events
      const taken = events
      events = []
      return taken
    },
  }
}

function toModelUsage(usage: NonNullable<CompletionChunk['usage']>): ModelUsage | undefined {
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage
  // Some endpoints report invalid counts, such as -1; these are ignored.
  if (!isCount(inputTokens) || !isCount(outputTokens)) return undefined
  return {
    inputTokens,
    outputTokens,
    reasoningTokens: toCount(usage.completion_tokens_details?.reasoning_tokens),
    cachedTokens: toCount(usage.prompt_tokens_details?.cached_tokens),
    estimated: false,
  }
}

function toCount(value: unknown): number {
  return isCount(value) ? value : 0
}

/** Whether the value is a token count; the limit lets the sum of a run's calls fit a column of 32 bits. */
function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxTokens
}
