// Reads the event stream of a chat completion, in the dialects of OpenAI, vLLM, Ollama and others.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { ModelError, ModelEvent } from '@heddle/workflow/model/ports'
import { createChunkReader, type ReplyOptions } from './chunk-reader.ts'
import type { ReadClock } from '../read-clock.ts'

const drainMs = 1_000
/** After its finish reason, a server sends the usage and the end at once; some then keep the connection open. */
const finishedMs = 2_000

/**
 * Yields the model's events, one batch per read, with adjacent events of one type joined: at once until the first of them, then at the
 * ticks of the clock. The last are the usage, as far as the server has reported one that may be true, and the finish. Throws
 * `MODEL_STREAM_BROKEN` when the stream ends, breaks or contains an invalid event before the model has finished, or when the server
 * has given the reply up, `MODEL_CONTENT_FILTERED` when a filter has, and the endpoint's error when it sends one: after what came
 * before.
 */
export async function* readCompletionStream(
  stream: Readable,
  clock: ReadClock,
  options: ReplyOptions = {},
): AsyncGenerator<readonly ModelEvent[]> {
  const reader = createChunkReader(options)
  const leaveClock = clock.join()
  const decoder = new TextDecoder()
  let failure: ModelError | undefined
  let finished: NodeJS.Timeout | undefined
  // Closing the connection emits an error on the stream, which is handled below.
  stream.on('error', () => undefined)
  try {
    for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      reader.feed(decoder.decode(bytes, { stream: true }))
      const events = reader.takeEvents()
      if (events.length > 0) yield events
      if (reader.isDone()) break
      if (reader.hasFinish()) {
        if (!finished) finished = setTimeout(() => stream.destroy(), finishedMs)
        else if (events.length > 0) finished.refresh()
      }
      // The iterator then reads all that has arrived meanwhile at once. A stream that has ended is not waited for.
      if (reader.hasBegun() && !stream.readableEnded) await clock.next()
    }
    reader.feedEnd()
  } catch (error) {
    failure = reader.explain(error)
  } finally {
    clearTimeout(finished)
    leaveClock()
    if (reader.isDone()) void drain(stream)
    else stream.destroy()
  }
  const end = reader.end(failure)
  yield end.events
  if (end.error) throw end.error
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
