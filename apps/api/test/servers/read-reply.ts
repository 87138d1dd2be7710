// Reads the bytes of a reply as the model client does, for tests of what servers send.
import { Readable } from 'node:stream'
import type { ReasoningFormat } from '@heddle/contracts/model/model-endpoint'
import type { ModelEvent } from '@heddle/workflow/model/ports'
import type { ReplyOptions } from '../../src/platform/inference/call/stream/chunk-reader.ts'
import { readCompletionStream } from '../../src/platform/inference/call/stream/completion-stream.ts'
import { createReadClock } from '../../src/platform/inference/call/read-clock.ts'
import { toEvents } from './scripted-server.ts'

/** Returns what a stream of these pieces is read as, with all that the reader tells of it. */
export async function readPieces(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, options: ReplyOptions = {}) {
  const events: ModelEvent[] = []
  const refusals: unknown[] = []
  const formats: ReasoningFormat[] = []
  let error: unknown
  const observed = {
    ...options,
    onRefusal: (refusal: unknown) => refusals.push(refusal),
    onReasoningFormat: (format: ReasoningFormat) => formats.push(format),
  }
  try {
    for await (const batch of readCompletionStream(Readable.from(pieces), createReadClock({ intervalMs: 0 }), observed))
      events.push(...batch)
  } catch (thrown) {
    error = thrown
  }
  const reply = { reasoning: '', text: '' }
  for (const event of events) {
    if (event.type === 'text' || event.type === 'reasoning') reply[event.type] += event.text
    if (event.type === 'text_was_reasoning') Object.assign(reply, { reasoning: reply.reasoning + reply.text, text: '' })
  }
  const finish = events.find((event) => event.type === 'finish')?.reason
  return { events, ...reply, finish, usages: events.filter(({ type }) => type === 'usage'), refusals, formats, error }
}

/** Reads a stream that comes in one piece. */
export const readText = (text: string, options?: ReplyOptions) => readPieces([Buffer.from(text)], options)
/** Reads the stream of these events. */
export const readEvents = (...data: readonly unknown[]) => readText(toEvents(...data))
