// The service at the edge of the network: a handler from Request to Response, as a service worker would have it.
import type { ErrorCode } from '@heddle/contracts/errors'
import { onTestFinished, vi } from 'vitest'

type Handler = (request: Request) => Response | Promise<Response>

/** Answers every request of the test with `handler`; returns the requests in their order. */
export function serve(handler: Handler): Request[] {
  const requests: Request[] = []
  const original = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { signal, ...rest } = init ?? {}
    const request = new Request(new URL(input, window.location.origin), rest)
    requests.push(request)
    signal?.throwIfAborted()
    return handler(request.clone())
  })
  onTestFinished(() => {
    vi.stubGlobal('fetch', original)
  })
  return requests
}

export const answer = (body: unknown, status = 200): Response => Response.json(body, { status })

export const refuse = (status: number, code: ErrorCode, message = ''): Response => answer({ detail: { code, message } }, status)

/** The network itself is gone. */
export const noAnswer = (): never => {
  throw new TypeError('Failed to fetch')
}

export const getPath = (request: Request): string => new URL(request.url).pathname
