// One HTTP request to an endpoint, without sessions: the address, the body, the XSRF pair and the rate.
import type { Endpoint } from '@heddle/contracts/endpoint'
import { limits } from '@heddle/contracts/limits'
import { xsrfCookie, xsrfHeader } from '@heddle/contracts/service'
import { isAborted, NetworkError } from './errors.ts'
import { createRateGate } from './rate-gate.ts'

export type LooseRequest = { params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal }

const takeTurn = createRateGate(limits.requestsPerSecond, 1_000)

/** Fills the `:name` parameters of an endpoint's address and adds the query. */
export function endpointUrl(url: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

export async function send(
  endpoint: Endpoint,
  request: LooseRequest,
  options: { accessToken?: string; accept: string },
): Promise<Response> {
  const headers = new Headers({ accept: options.accept })
  if (options.accessToken) headers.set('authorization', `Bearer ${options.accessToken}`)
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  const xsrf = endpoint.method === 'GET' ? undefined : readCookie(xsrfCookie)
  if (xsrf) headers.set(xsrfHeader, xsrf)

  await takeTurn()
  try {
    return await fetch(endpointUrl(endpoint.url, request.params, request.query), {
      method: endpoint.method,
      headers,
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal: request.signal,
    })
  } catch (error) {
    if (isAborted(error)) throw error
    throw new NetworkError('The service did not answer', { cause: error })
  }
}
