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
  return new Response(await response.body.text(), init)
}

function toHeaders(fields: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  return headers
}
