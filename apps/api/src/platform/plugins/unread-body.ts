// Reads on when a request is refused in the middle of its body, and only then sends the response. Most clients, browsers among them, read
// no response before they have sent everything; and a connection that is closed with unread bytes is reset, which loses the response.
import plugin from 'fastify-plugin'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

type UnreadBodyOptions = {
  /** Bytes that are read and dropped; a client that sends more has the response first, and is then disconnected. */
  readonly maxBytes?: number
  /** A client that sends nothing for so long may be waiting for the response. */
  readonly maxSilenceMs?: number
  /** How long a client that was sent everything may go on sending. */
  readonly lingerMs?: number
}

export const unreadBodyPlugin = plugin<UnreadBodyOptions>(
  async (app, { maxBytes = 256 * 1024 * 1024, maxSilenceMs = 1_000, lingerMs = 5_000 }) => {
    app.addHook('onSend', async ({ raw }, reply) => {
      if (raw.complete || raw.readableEnded || raw.destroyed) return
      const { isComplete, isTooLarge } = await readOn(raw, maxBytes, maxSilenceMs)
      if (isComplete) return
      if (isTooLarge) reply.header('connection', 'close')
      linger(raw.socket, lingerMs)
    })
  },
  { name: 'unread-body' },
)

/** Drops the rest of a body, up to its end, a limit or a silence. */
async function readOn(raw: IncomingMessage, maxBytes: number, maxSilenceMs: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const timer = setTimeout(resolve, maxSilenceMs)
  const handleData = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) resolve()
    else timer.refresh()
  }
  raw.unpipe()
  raw.on('data', handleData).once('end', resolve).once('close', resolve).once('error', resolve)
  raw.resume()
  await promise
  clearTimeout(timer)
  // Flows on: `off` alone would leave a stream that waits for its next reader.
  raw.off('data', handleData).resume()
  return { isComplete: raw.complete || raw.destroyed, isTooLarge: bytes > maxBytes }
}

/** Makes Node.js close the connection as RFC 9112 (9.6) says: first for writing, and for reading only when the client has had its time. */
function linger(socket: Socket, lingerMs: number) {
  socket.destroySoon = () => {
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}
