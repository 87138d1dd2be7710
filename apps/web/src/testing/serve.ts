// Replaces the service at the edge of the network: a handler from Request to Response, like a service worker.
import type { ErrorCode } from '@heddle/contracts/errors'
import { onTestFinished, vi } from 'vitest'

type Handler = (request: Request) => Response | Promise<Response>

/** Responds to every request of the test with `handler`; returns the requests in their order. */
export function serve(handler: Handler): Request[] {
  const requests: Request[] = []
  const original = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { signal, ...rest } = init ?? {}
    // As that of a page which another test has left.
    signal?.throwIfAborted()
    const request = new Request(new URL(input, window.location.origin), rest)
    requests.push(request)
    return handler(request.clone())
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', original)
  })
  return requests
}

export const respond = (body: unknown, status = 200): Response => Response.json(body, { status })

export const refuse = (status: number, code: ErrorCode, message = ''): Response => respond({ detail: { code, message } }, status)

/** Fails like `fetch` without a network. */
export const failToFetch = (): never => {
  throw new TypeError('Failed to fetch')
}

export const getPath = (request: Request): string => new URL(request.url).pathname
