// Closing ends idle connections at once, and all the rest in time. Node waits for every connection but those that have had an
// answer and are idle at the moment of closing: one that a browser opened in advance, one whose answer ends a moment later, and
// one whose request never comes to its end would keep the server, and the process with it, for as long as the other side likes.
import plugin from 'fastify-plugin'
import type { Socket } from 'node:net'

type ClosingOptions = {
  readonly stopping: AbortSignal
  /** How long an answer may take that is under way. */
  readonly maxCloseMs?: number
}

export const closingPlugin = plugin<ClosingOptions>(
  async (app, { stopping, maxCloseMs = 6_000 }) => {
    const { server } = app
    /** How many answers each connection waits for: more than one when the client does not wait itself. */
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

    // What `server.close` begins with.
    server.closeIdleConnections = () => {
      for (const [socket, answers] of pendingResponses) if (answers === 0) socket.destroy()
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
