// Reads the event stream of a chat completion: OpenAI's, and what vLLM, Ollama and others make of it.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ModelError, type ModelEvent, type ModelUsage } from '@heddle/workflow/ports'
import { createParser } from 'eventsource-parser'
import { createThinkSplitter } from './think-splitter.ts'

/** What we read of a chunk. It comes from outside: every field may be missing or of another type. */
type CompletionChunk = {
  readonly choices?: readonly { readonly delta?: Readonly<Record<string, unknown>>; readonly finish_reason?: unknown }[]
  readonly usage?: {
    readonly prompt_tokens?: unknown
    readonly completion_tokens?: unknown
    readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null
    readonly completion_tokens_details?: { readonly reasoning_tokens?: unknown } | null
  } | null
  readonly error?: unknown
}

const drainMs = 1_000
/** What a model says in one event is a few hundred characters; an event that does not end would be kept in memory. */
const maxEventCharacters = 1024 * 1024
const maxTokens = 10_000_000

/**
 * Yields what the model sends, a batch for every read of the network; neighbours of a kind are joined to one event.
 * Throws `MODEL_STREAM_BROKEN` when the stream ends, breaks or holds something else before the model has finished.
 */
export async function* readCompletionStream(stream: Readable): AsyncGenerator<readonly ModelEvent[]> {
  const reader = createChunkReader()
  const decoder = new TextDecoder()
  // Closing the connection is an error to the stream only.
  stream.on('error', () => undefined)
  try {
    for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      reader.feed(decoder.decode(bytes, { stream: true }))
      yield reader.takeEvents()
      if (reader.isDone()) break
    }
  } catch (error) {
    // A connection that breaks behind the last token has lost nothing but perhaps the usage.
    if (!reader.isFinished()) {
      reader.end()
      yield reader.takeEvents()
      throw toBrokenStream(error)
    }
  } finally {
    if (reader.isDone()) void drain(stream)
    else stream.destroy()
  }
  reader.end()
  yield reader.takeEvents()
  if (!reader.isFinished()) throw new ModelError('MODEL_STREAM_BROKEN')
}

function parseChunk(data: string): CompletionChunk {
  try {
    return JSON.parse(data) as CompletionChunk
  } catch {
    // Without the cause: its message quotes the text, which is for no log.
    throw new ModelError('MODEL_STREAM_BROKEN')
  }
}

function toBrokenStream(error: unknown): ModelError {
  return error instanceof ModelError ? error : new ModelError('MODEL_STREAM_BROKEN', { cause: error })
}

/** Reads what little follows `[DONE]`, so that the connection can be used again; an endpoint that keeps it open is cut off. */
async function drain(stream: Readable) {
  if (stream.closed) return
  stream.resume()
  try {
    await once(stream, 'close', { signal: AbortSignal.timeout(drainMs) })
  } catch {
    stream.destroy()
  }
}

function createChunkReader() {
  let events: ModelEvent[] = []
  let hasFinishReason = false
  let isDone = false

  const splitter = createThinkSplitter(add)
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: ({ data }) => readEvent(data),
    // Fields that no one knows are skipped, as the standard wants.
    onError: ({ type, message }) => {
      if (type === 'max-buffer-size-exceeded') throw new ModelError('MODEL_STREAM_BROKEN', { cause: new Error(message) })
    },
  })

  function add(type: 'reasoning' | 'text', text: string) {
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
    const { choices, usage, error } = parseChunk(data)
    if (error) throw new ModelError('MODEL_STREAM_BROKEN', { cause: error })
    const choice = choices?.[0]
    if (choice?.delta) readDelta(choice.delta)
    if (choice?.finish_reason) hasFinishReason = true
    // vLLM and OpenAI send usage in a chunk after finish_reason; stopping at finish_reason would lose it.
    if (usage) addUsage(usage)
  }

  function readDelta(delta: Readonly<Record<string, unknown>>) {
    // vLLM has renamed the field, and some versions send both with the same text.
    const reasoning = delta['reasoning_content'] ?? delta['reasoning']
    if (typeof reasoning === 'string' && reasoning !== '') add('reasoning', reasoning)
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
    /** Nothing more will come that matters. */
    isDone: () => isDone,
    /** The model has said all it wanted to, whether or not the endpoint says `[DONE]`. */
    isFinished: () => isDone || hasFinishReason,
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
  // An endpoint that reports nonsense (some say -1) reports nothing.
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

/** What a token count may be, and a column of 32 bits can hold also when the calls of a run are added up. */
function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxTokens
}
