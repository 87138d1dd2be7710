// When a caller has gone before the answer. `request.signal` of Fastify fires too early on a POST with a body; the raw response
// knows whether it was written to its end.
import type { FastifyReply } from 'fastify'

export function onDisconnect(reply: FastifyReply, act: () => void) {
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) act()
  })
}

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
export function createDisconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  onDisconnect(reply, () => controller.abort(new Error('The caller has left')))
  return controller.signal
}
