// A collector of traces that keeps every body that it is sent.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export async function startTraceCollector() {
  const received: { readonly path: string; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: await text(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    received: received as readonly (typeof received)[number][],
    /** What a process is told of it; all traces are kept. */
    tracing: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, ratio: 1 },
    close: () => void server.close(),
  }
}
