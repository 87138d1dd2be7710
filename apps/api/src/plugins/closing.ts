// Closing ends idle connections at once, and all the rest in time. Node waits for every connection but those that have had an
// answer and are idle at the moment of closing: one that a browser opened in advance, one whose answer ends a moment later, and
// one whose request never comes to its end would keep the server, and the process with it, for as long as the other side likes.
import plugin from 'fastify-plugin'
import type { Socket } from 'node:net'

type ClosingOptions = {
  readonly stopping: AbortSignal
  /** How long an answer may take that is under way. */
  readonly patienceMs?: number
}

export const closingPlugin = plugin<ClosingOptions>(
  async (app, { stopping, patienceMs = 6_000 }) => {
    const { server } = app
    /** How many answers each connection waits for: more than one when the client does not wait itself. */
    const awaited = new Map<Socket, number>()
    let giveUp: NodeJS.Timeout | undefined

    server.on('connection', (socket) => {
      awaited.set(socket, 0)
      socket.once('close', () => awaited.delete(socket))
    })

    server.on('request', ({ socket }, response) => {
      awaited.set(socket, (awaited.get(socket) ?? 0) + 1)
      response.once('close', () => {
        const others = (awaited.get(socket) ?? 1) - 1
        if (awaited.has(socket)) awaited.set(socket, others)
        if (others === 0 && (stopping.aborted || giveUp)) socket.destroySoon()
      })
    })

    // What `server.close` begins with.
    server.closeIdleConnections = () => {
      for (const [socket, answers] of awaited) if (answers === 0) socket.destroy()
    }

    app.addHook('onRequest', async (_request, reply) => {
      if (stopping.aborted) reply.header('connection', 'close')
    })
    app.addHook('preClose', async () => {
      giveUp = setTimeout(() => server.closeAllConnections(), patienceMs)
    })
    app.addHook('onClose', async () => clearTimeout(giveUp))
  },
  { name: 'closing' },
)
