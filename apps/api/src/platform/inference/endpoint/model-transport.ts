// The HTTP transport of the `openai` package: undici's `request` instead of fetch, which keeps the body a Node stream. Measured in
// docs/decisions/0002-model-transport.md.
import type { Readable } from 'node:stream'
import { decodeBody } from '../../fetching/decode-body.ts'
import { createGuardedAgent } from '../../fetching/guarded-agent.ts'
import { readBytes } from '../../files/read-bytes.ts'
import { createEndpointVet, type MayReachPrivate } from './endpoint-address.ts'

/** A response whose body is read from `stream`; its own body is empty. */
export class StreamResponse extends Response {
  readonly stream: Readable

  constructor(stream: Readable, init: ResponseInit) {
    super(null, init)
    this.stream = stream
  }
}

/** An error is short, but its body may be endless. */
const maxErrorBytes = 64 * 1024

/** The endpoint of the environment may be anywhere. */
const mayReachAll: MayReachPrivate = () => Promise.resolve(true)

/** Returns the connections to one endpoint. */
export function createModelTransport(mayReachPrivate: MayReachPrivate = mayReachAll) {
  // deadlines.ts limits the time: undici's own limits (5 minutes) would cut off a reasoning model. Each stream has its own connection:
  // HTTP/2 would put all on one, where streams above the server's limit wait.
  const agent = createGuardedAgent(createEndpointVet(mayReachPrivate), {
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: null,
    pipelining: 1,
  })

  return {
    /** A `fetch` for the `openai` package; returns a `StreamResponse` on success. Redirects are not followed. */
    async fetch(url: string | URL | Request, { method, headers, body, signal }: RequestInit = {}): Promise<Response> {
      if (url instanceof Request || (body && typeof body !== 'string')) throw new TypeError('Model requests have a URL and a text as body')
      const response = await agent.request(new URL(url), {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(headers)),
        body: body ?? null,
        signal: signal ?? null,
      })
      const init = { status: response.statusCode, headers: toHeaders(response.headers) }
      // We ask for no encoding, but some proxies encode nevertheless.
      const stream = decodeBody(response.body, init.headers.get('content-encoding') ?? '') ?? response.body
      if (response.statusCode === 200) return new StreamResponse(stream, init)
      // The `openai` package keeps of an error only what is in its `error`.
      return new Response(JSON.stringify({ error: { body: await readBeginning(stream) } }), init)
    },

    /** Closes the connections as their responses end. */
    close: () => agent.close(),
  }
}

/** Returns a response's text. Throws when it has more than `maxBytes`, and closes the connection. */
export async function readResponseText(stream: Readable, maxBytes: number): Promise<string> {
  const bytes = await readBytes(stream, maxBytes, () => new Error('The response of the endpoint is too large'))
  return bytes.toString('utf8')
}

async function readBeginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop closes the connection, which emits an error on the stream.
  body.on('error', () => undefined)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxErrorBytes) break
    }
  } catch {
    // The status says enough, and so does what has come.
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
