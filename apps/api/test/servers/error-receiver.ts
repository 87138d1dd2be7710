// A Sentry-compatible service that keeps every byte that it is sent.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Item = { readonly type: string; readonly payload: Record<string, unknown> }

export type ErrorReceiver = Awaited<ReturnType<typeof startErrorReceiver>>

/** Returns the items of an envelope, each after a line of its own header: so many bytes as that says, else one line. */
function parseItems(envelope: Buffer): Item[] {
  const items: Item[] = []
  let at = envelope.indexOf('\n') + 1
  const takeTo = (end: number) => {
    const part = envelope.subarray(at, end)
    at = end + 1
    return part.toString()
  }
  const findLineEnd = () => (envelope.indexOf('\n', at) === -1 ? envelope.length : envelope.indexOf('\n', at))
  while (at < envelope.length) {
    const { type, length } = JSON.parse(takeTo(findLineEnd())) as { type: string; length?: number }
    const end = length === undefined ? findLineEnd() : at + length
    if (end !== envelope.length && envelope[end] !== 10) throw new Error(`The length of an item of type ${type} is wrong.`)
    const payload = takeTo(end)
    // A recording has a header of its own.
    items.push({ type, payload: type === 'replay_recording' ? { events: JSON.parse(payload.split('\n')[1] ?? '') } : JSON.parse(payload) })
  }
  return items
}

export async function startErrorReceiver() {
  const received: string[] = []
  const envelopes: Buffer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      envelopes.push(body)
      received.push([request.url, JSON.stringify(request.headers), body.toString()].join('\n'))
      response.end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://0123456789abcdef@127.0.0.1:${port}/7`,
    /** Each request: its URL, its headers and its body. */
    received,
    /** Forgets what it was sent. */
    clear() {
      received.length = 0
      envelopes.length = 0
    },
    /** The items of a type that it was sent; throws where an envelope is malformed. */
    items: (type: string) => envelopes.flatMap(parseItems).flatMap((item) => (item.type === type ? [item.payload] : [])),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
