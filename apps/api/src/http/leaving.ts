// When a caller has gone before the answer. `request.signal` of Fastify fires too early on a POST with a body; the raw response
// knows whether it was written to its end.
import type { FastifyReply } from 'fastify'

export function onDisconnect(reply: FastifyReply, act: () => void) {
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) act()
  })
}

export function whenLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  onDisconnect(reply, () => left.abort(new Error('The caller has left')))
  return left.signal
}
