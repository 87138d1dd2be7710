// How the `openai` package reaches an endpoint: undici's own request instead of fetch, with the body left as the Node stream it
// is. Measured in docs/decisions/0002-model-transport.md.
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'

/** A response whose body is read from `stream`; its own body is empty. */
export class StreamResponse extends Response {
  readonly stream: Readable

  constructor(stream: Readable, init: ResponseInit) {
    super(null, init)
    this.stream = stream
  }
}

// Time is kept by deadlines.ts: undici's own limits (5 minutes) would cut a model that thinks. A connection for every stream:
// HTTP/2 would put them all on one, where those above the server's limit wait.
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: null, pipelining: 1, allowH2: false })

/** Of a refusal only its type and code are read; an endpoint may say more, or never stop. */
const maxErrorBytes = 64 * 1024

/** A `fetch` for the `openai` package; it answers success with a `StreamResponse`. */
export async function fetchModel(url: string | URL | Request, { method, headers, body, signal }: RequestInit = {}): Promise<Response> {
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
}

async function readBeginning(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop cuts the connection, which is an error to the stream and to no one else.
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
