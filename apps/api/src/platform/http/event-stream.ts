// Sends every `text/event-stream` response.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { logFailure, toErrorBody } from './failure.ts'
import { onDisconnect } from './leaving.ts'

type StreamEvent = { readonly type: string }

type EventStreamOptions = {
  /** Interval of the comment lines that keep proxies from closing a silent connection. */
  readonly heartbeatMs?: number
}

const maxPending = 64 * 1024

const formatFrame = (id: number, event: StreamEvent) => `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`

/**
 * Sends the events that `open` yields, as they come. When the reader disconnects, the signal is aborted and the iterator's `return`
 * is called. A failure before the first event becomes an ordinary error response, a later one the last event, of type `error`.
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
    // The error response is sent completely, so its close does not count as a disconnection.
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

  // Events of the same turn of the event loop share one write.
  const write = (text: string) => {
    pending += text
    // A source that never waits would otherwise keep the event loop from flushing.
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
        write(formatFrame(++id, { type: 'error', ...toErrorBody(logFailure(reply.request, error)) }))
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
