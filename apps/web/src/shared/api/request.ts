// One HTTP request to an endpoint, without the session: URL, body, XSRF header and rate.
import type { Endpoint } from '@heddle/contracts/endpoint'
import { limits } from '@heddle/contracts/limits'
import { xsrfCookie, xsrfHeader } from '@heddle/contracts/system/system'
import { isAborted, NetworkError, readRequestId } from './errors.ts'
import { createRateGate } from './rate-gate.ts'

/**
 * Options beside the contract's: `form` for an endpoint that takes files, `onSent` for the progress of its upload, from 0 to 1, and
 * headers of HTTP itself.
 */
export type RequestOptions = {
  signal?: AbortSignal
  form?: FormData
  onSent?: (share: number) => void
  headers?: Readonly<Record<string, string>>
  /** Sent also when the page is being left. */
  keepalive?: boolean
}
export type LooseRequest = RequestOptions & { params?: unknown; query?: unknown; body?: unknown }

/** The default rate, until the configuration says that of the site. */
export const requestGate = createRateGate(limits.requestsPerSecond, 1_000)

/** Fills the `:name` parameters of an endpoint's address and adds the query. */
function createEndpointUrl(url: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

let lastRequestId: string | null = null

/** Returns the id of the last request that the service answered. */
export const readLastRequestId = (): string | null => lastRequestId

/** Returns what an unsafe call repeats of the XSRF cookie in its header. */
export const readXsrfToken = (): string | undefined => readCookie(xsrfCookie)

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

export async function send(
  endpoint: Endpoint,
  request: LooseRequest,
  options: { accessToken?: string; accept: string },
): Promise<Response> {
  await requestGate.takeTurn()
  if (request.onSent) await import('./send-with-progress.ts')
  // Read only now: the first response of the service sets the cookie, and may arrive while this call waits.
  const xsrf = readXsrfToken()
  const response = await fetchOnce(endpoint, request, { ...options, xsrf })
  lastRequestId = readRequestId(response)
  // It may even arrive while this call is in flight: then the browser sent a cookie that the header does not repeat.
  const isOutrun = response.status === 403 && readXsrfToken() !== xsrf
  if (!isOutrun) return response
  await response.body?.cancel()
  return fetchOnce(endpoint, request, { ...options, xsrf: readXsrfToken() })
}

type Identity = { accessToken?: string; accept: string; xsrf: string | undefined }

async function fetchOnce(endpoint: Endpoint, request: LooseRequest, { accessToken, accept, xsrf }: Identity): Promise<Response> {
  const headers = new Headers({ ...request.headers, accept })
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (xsrf && endpoint.method !== 'GET') headers.set(xsrfHeader, xsrf)
  const url = createEndpointUrl(endpoint.url, request.params, request.query)
  const { method } = endpoint
  const { form, keepalive, onSent, signal } = request
  try {
    if (form && onSent) {
      const { sendWithProgress } = await import('./send-with-progress.ts')
      return await sendWithProgress(url, { method, headers, body: form, signal, onSent })
    }
    return await fetch(url, {
      method,
      headers,
      body: form ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
      signal,
      keepalive,
    })
  } catch (error) {
    if (isAborted(error)) throw error
    throw new NetworkError('The service did not answer', { cause: error })
  }
}
