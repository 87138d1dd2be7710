// The one way in which events leave the server as `text/event-stream`.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { toErrorBody, logFailure, toAppError } from '../plugins/errors.ts'
import { onDisconnect } from './leaving.ts'

type StreamEvent = { readonly type: string }

type EventStreamOptions = {
  /** A comment line this often keeps proxies from closing a connection that is silent. */
  readonly heartbeatMs?: number
}

const maxPending = 64 * 1024

const formatFrame = (id: number, event: StreamEvent) => `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/**
 * Answers with the events that `open` yields, as they come. `open` gets a signal that is aborted when the reader has disconnected;
 * the iterator's `return` is called then too. What fails before the first event is an ordinary error answer; what fails
 * later is an `error` event, the last.
 */
export async function sendEventStream<E extends StreamEvent>(
  reply: FastifyReply,
  open: (signal: AbortSignal) => AsyncIterable<E>,
  { heartbeatMs = 15_000 }: EventStreamOptions = {},
): Promise<FastifyReply> {
  const disconnected = new AbortController()
  onDisconnect(reply, () => disconnected.abort(new Error('The reader has disconnected')))
  const events = open(disconnected.signal)[Symbol.asyncIterator]()
  const first = await events.next().catch((error: unknown) => {
    // The answer is an ordinary error and ends whole, so its close does not count as leaving.
    disconnected.abort(error)
    throw error
  })

  let pending = ''
  let flushing: NodeJS.Immediate | undefined
  let resume: (() => void) | undefined
  let isFull = false

  const stream = new Readable({
    highWaterMark: maxPending,
    read() {
      isFull = false
      resume?.()
    },
    destroy(error, callback) {
      clearInterval(heartbeat)
      clearImmediate(flushing)
      disconnected.abort(new Error('The event stream has ended'))
      resume?.()
      events.return?.().catch((cause: unknown) => reply.log.error({ err: cause }, 'Event source was not closed cleanly'))
      callback(error)
    },
  })

  const flush = () => {
    flushing = undefined
    if (pending === '' || stream.destroyed) return
    isFull = !stream.push(pending)
    pending = ''
  }

  // Events that are ready in the same turn of the loop share one write.
  const write = (text: string) => {
    pending += text
    // A source that never waits would otherwise keep the loop from ever getting to the flush.
    if (pending.length >= maxPending) flush()
    else flushing ??= setImmediate(flush)
  }

  const heartbeat = setInterval(() => {
    if (!isFull) write(': \n\n')
  }, heartbeatMs)
  heartbeat.unref()

  async function pump() {
    let id = 0
    try {
      for (let next = first; !next.done && !stream.destroyed; next = await events.next()) {
        write(formatFrame(++id, next.value))
        while (isFull && !stream.destroyed) {
          await new Promise<void>((resolve) => {
            resume = resolve
          })
        }
      }
    } catch (error) {
      if (!disconnected.signal.aborted) {
        const failure = toAppError(error, reply.request.id)
        logFailure(reply.request, failure)
        write(formatFrame(++id, { type: 'error', ...toErrorBody(failure) }))
      }
    }
    clearInterval(heartbeat)
    clearImmediate(flushing)
    flush()
    if (!stream.destroyed) stream.push(null)
  }

  void pump()

  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream)
}
