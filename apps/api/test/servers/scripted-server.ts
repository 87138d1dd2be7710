// A server whose responses are bytes of a script, over raw sockets: what real model servers answer, exact to the byte.
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** What a request is answered with; `endsWith` is what then happens to the connection. */
export type ScriptedResponse = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Each a write of its own. */
  readonly body: string | Uint8Array | readonly (string | Uint8Array)[]
  readonly endsWith?: 'close' | 'reset' | 'silence'
}

export type ScriptedRequest = { readonly path: string; readonly body: Readonly<Record<string, unknown>> }

export type ScriptedServer = {
  /** Ends in `/v1`. */
  readonly url: string
  readonly requests: readonly ScriptedRequest[]
  readonly close: () => Promise<void>
}

const lineEnd = '\r\n'

/** Starts a server on loopback; `respond` is asked for each request, whose number counts from 0. */
export async function startScriptedServer(
  respond: (request: ScriptedRequest, index: number) => ScriptedResponse | Promise<ScriptedResponse>,
): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    let received = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      const request = readRequest(received)
      if (!request) return
      received = Buffer.alloc(0)
      requests.push(request)
      void answer(socket, request, requests.length - 1)
    })
  })

  async function answer(socket: Socket, request: ScriptedRequest, index: number) {
    const { status = 200, headers = { 'content-type': 'text/event-stream' }, body, endsWith = 'close' } = await respond(request, index)
    const fields = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}${lineEnd}`)
    socket.write(`HTTP/1.1 ${status} Scripted${lineEnd}${fields.join('')}${lineEnd}`)
    socket.setNoDelay()
    for (const part of [body].flat()) {
      if (part !== '') await new Promise((resolve) => void socket.write(part, resolve))
      // Two writes in one turn would leave in one packet.
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (endsWith === 'close') socket.end()
    if (endsWith === 'reset') socket.resetAndDestroy()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Returns a request whose body has arrived whole; null before. */
function readRequest(bytes: Buffer): ScriptedRequest | null {
  const end = bytes.indexOf(lineEnd + lineEnd)
  if (end === -1) return null
  const head = bytes.subarray(0, end).toString('latin1')
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  const body = bytes.subarray(end + 4)
  if (body.length < length) return null
  return { path: head.split(' ')[1] ?? '', body: length === 0 ? {} : (JSON.parse(body.toString()) as Readonly<Record<string, unknown>>) }
}

/** Returns the events of a stream as servers write them; what is no text is written as JSON. */
export const toEvents = (...data: readonly unknown[]): string =>
  data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join('')

/** Returns one chunk of a chat completion. */
export const toChunk = (delta: Readonly<Record<string, unknown>>, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
