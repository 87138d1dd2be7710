// Closes idle connections at once, and all others after a time-out. Node's `close` ends only connections that have had a response and
// are idle at that moment: a connection that a browser opened in advance, one whose response ends a moment later and one whose request
// never ends would keep the process alive for as long as the client wants.
import plugin from 'fastify-plugin'
import type { Socket } from 'node:net'

type ClosingOptions = {
  readonly stopping: AbortSignal
  /** How long pending responses may take. */
  readonly maxCloseMs?: number
}

export const closingPlugin = plugin<ClosingOptions>(
  async (app, { stopping, maxCloseMs = 6_000 }) => {
    const { server } = app
    /** The number of pending responses of each connection: more than one with pipelining. */
    const pendingResponses = new Map<Socket, number>()
    let forcedClose: NodeJS.Timeout | undefined

    server.on('connection', (socket) => {
      pendingResponses.set(socket, 0)
      socket.once('close', () => pendingResponses.delete(socket))
    })

    server.on('request', ({ socket }, response) => {
      pendingResponses.set(socket, (pendingResponses.get(socket) ?? 0) + 1)
      response.once('close', () => {
        const others = (pendingResponses.get(socket) ?? 1) - 1
        if (pendingResponses.has(socket)) pendingResponses.set(socket, others)
        if (others === 0 && (stopping.aborted || forcedClose)) socket.destroySoon()
      })
    })

    // `server.close` calls this first.
    server.closeIdleConnections = () => {
      for (const [socket, count] of pendingResponses) if (count === 0) socket.destroy()
    }

    app.addHook('onRequest', async (_request, reply) => {
      if (stopping.aborted) reply.header('connection', 'close')
    })
    app.addHook('preClose', async () => {
      forcedClose = setTimeout(() => server.closeAllConnections(), maxCloseMs)
    })
    app.addHook('onClose', async () => clearTimeout(forcedClose))
  },
  { name: 'closing' },
)
