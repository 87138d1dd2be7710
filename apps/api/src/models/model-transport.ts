// The HTTP transport of the `openai` package: undici's `request` instead of fetch, which keeps the body a Node stream. Measured in
// docs/decisions/0002-model-transport.md.
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { lookupEndpoint } from './endpoint-address.ts'

/** A response whose body is read from `stream`; its own body is empty. */
export class StreamResponse extends Response {
  readonly stream: Readable

  constructor(stream: Readable, init: ResponseInit) {
    super(null, init)
    this.stream = stream
  }
}

/** Only the type and code of an error response are read, but its body may be endless. */
const maxErrorBytes = 64 * 1024

/** Returns the connections to one endpoint. */
export function createModelTransport() {
  // deadlines.ts limits the time: undici's own limits (5 minutes) would cut off a reasoning model. Each stream has its own connection:
  // HTTP/2 would put all on one, where streams above the server's limit wait.
  const agent = new Agent({
    connect: { lookup: lookupEndpoint },
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: null,
    pipelining: 1,
    allowH2: false,
  })

  return {
    /** A `fetch` for the `openai` package; returns a `StreamResponse` on success. Redirects are not followed. */
    async fetch(url: string | URL | Request, { method, headers, body, signal }: RequestInit = {}): Promise<Response> {
      if (url instanceof Request || (body && typeof body !== 'string')) throw new TypeError('Model requests have a URL and a text as body')
      const response = await request(url, {
        dispatcher: agent,
        method: method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        body: body ?? null,
        signal: signal ?? null,
      })
      const init = { status: response.statusCode, headers: toHeaders(response.headers) }
      if (response.statusCode === 200) return new StreamResponse(response.body, init)
      return new Response(await readBeginning(response.body), init)
    },

    /** Closes the connections as their responses end. */
    close: () => agent.close(),
  }
}

async function readBeginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop closes the connection, which emits an error on the stream.
  body.on('error', () => undefined)
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxErrorBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxErrorBytes).toString()
}

function toHeaders(fields: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  return headers
}
