// Requests to addresses that people name: to allowed hosts only, each redirect judged again, within limits of time and size.
import type { LookupAddress } from 'node:dns'
import type { Readable } from 'node:stream'
import { HttpError, type HttpRequest, type HttpResponse } from '@heddle/workflow/model/ports'
import { errors } from 'undici'
import { decodeResponse } from '../files/text-encoding.ts'
import { readBytes } from '../files/read-bytes.ts'
import { isAllowedAddress } from './address-rules.ts'
import { decodeBody } from './decode-body.ts'
import { createGuardedAgent, type HostLookUp, lookUpAll, readLiteral } from './guarded-agent.ts'

export type HostPermission = {
  readonly allowsPrivate: boolean
  /** The header with the host's secret; null without one. */
  readonly secretHeader: { readonly name: string; readonly value: string } | null
}

/** A host, given as `host` or `host:port`, and the name of the header that it is sent with its secret. */
type SentSecret = { readonly host: string; readonly headerName: string }

export type GuardedRequestOptions = {
  /** Returns what is allowed of a host, given as `host` or `host:port`; null for a host that is not allowed. */
  readonly findPermission: (host: string) => HostPermission | null
  /** Called before a host is sent its secret; a failure keeps the request from being sent. */
  readonly onSecret?: ((sent: SentSecret) => Promise<void>) | undefined
  readonly lookUp?: HostLookUp
  /** The maximum time of a request, its redirects included. */
  readonly maxMs?: number
  /** The maximum size of a response, unpacked. */
  readonly maxBytes?: number
  /** Whether 304, the response to an unchanged page, counts as a success. */
  readonly acceptsNotModified?: boolean
}

export type GuardedResponse = {
  /** After the redirects. */
  readonly url: string
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

const maxRedirects = 3
const defaultMaxMs = 60_000
const defaultMaxBytes = 10 * 1024 * 1024

/** Sends a request as `fetchGuarded` does, and returns the text of its response. */
export async function sendGuarded(request: HttpRequest, signal: AbortSignal, options: GuardedRequestOptions): Promise<HttpResponse> {
  const { status, headers, bytes } = await fetchGuarded(request, signal, options)
  return { status, headers, body: decodeResponse(bytes, headers['content-type']) }
}

/**
 * Sends a request and returns its successful response. Throws an `HttpError`, or the signal's reason once it is aborted. A header of
 * the request goes to its own host only, as does the host's secret.
 */
export async function fetchGuarded(request: HttpRequest, signal: AbortSignal, options: GuardedRequestOptions): Promise<GuardedResponse> {
  const timeout = AbortSignal.timeout(options.maxMs ?? defaultMaxMs)
  const either = AbortSignal.any([signal, timeout])
  try {
    return await follow(request, either, options)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof HttpError) throw error
    // A header of another host's rules, such as its secret: nothing was sent.
    if (error instanceof errors.InvalidArgumentError) throw new HttpError('WORKFLOW_HTTP_INVALID', { cause: error })
    throw new HttpError('WORKFLOW_HTTP_UNAVAILABLE', { cause: error })
  }
}

async function follow(first: HttpRequest, signal: AbortSignal, options: GuardedRequestOptions): Promise<GuardedResponse> {
  let request = first
  for (let redirects = 0; ; redirects += 1) {
    const result = await sendOnce(request, signal, options)
    if ('status' in result) return result
    if (redirects === maxRedirects) throw new HttpError('WORKFLOW_HTTP_INVALID')
    request = redirect(request, result)
  }
}

type Redirect = { readonly redirectedBy: number; readonly location: string }

async function sendOnce(
  { method, url, headers, body }: HttpRequest,
  signal: AbortSignal,
  { findPermission, onSecret, lookUp = lookUpAll, maxBytes = defaultMaxBytes, acceptsNotModified = false }: GuardedRequestOptions,
): Promise<GuardedResponse | Redirect> {
  const target = parseUrl(url)
  const permission = findPermission(target.host)
  if (!permission) throw new HttpError('WORKFLOW_HTTP_FORBIDDEN')
  const { allowsPrivate, secretHeader } = permission
  // One address that is not allowed forbids the host: its name server chooses which one is first.
  async function vet(addresses: readonly LookupAddress[]) {
    if (addresses.length === 0) throw new HttpError('WORKFLOW_HTTP_UNAVAILABLE')
    if (!addresses.every(({ address }) => isAllowedAddress(address, allowsPrivate))) throw new HttpError('WORKFLOW_HTTP_FORBIDDEN')
    signal.throwIfAborted()
    if (secretHeader) await onSecret?.({ host: target.host, headerName: secretHeader.name })
    return [...addresses]
  }
  // Of its own: a connection that is kept would be used again without a look-up.
  await using agent = createGuardedAgent(vet, { lookUp, pipelining: 0 })
  const response = await agent.request(target, {
    method,
    headers: {
      'user-agent': 'Heddle',
      'accept-encoding': 'gzip, deflate, br',
      ...headers,
      ...(secretHeader && { [secretHeader.name.toLowerCase()]: secretHeader.value }),
    },
    body,
    signal,
  })
  const { statusCode: status } = response
  const location = response.headers.location
  if (isRedirect(status) && typeof location === 'string') return { redirectedBy: status, location: resolve(location, target) }
  const isSuccess = (status >= 200 && status <= 299) || (acceptsNotModified && status === 304)
  if (!isSuccess) throw toHttpError(status, response.headers['retry-after'])
  const bytes = await readBody(response.body, response.headers['content-encoding'], maxBytes)
  const fields = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  )
  return { url: target.href, status, headers: Object.fromEntries(fields) as Record<string, string>, bytes }
}

/** Throws an `HttpError` for an address that is no web address, or names an IP address that is not allowed, before any look-up. */
export function assertAllowedUrl(url: string, findPermission: GuardedRequestOptions['findPermission']) {
  const { host, hostname } = parseUrl(url)
  const permission = findPermission(host)
  const literal = readLiteral(hostname)
  if (!permission || (literal && !isAllowedAddress(literal.address, permission.allowsPrivate)))
    throw new HttpError('WORKFLOW_HTTP_FORBIDDEN')
}

function parseUrl(url: string): URL {
  if (!URL.canParse(url)) throw new HttpError('WORKFLOW_HTTP_INVALID')
  const parsed = new URL(url)
  const isWeb = parsed.protocol === 'http:' || parsed.protocol === 'https:'
  if (!isWeb || parsed.username !== '' || parsed.password !== '') throw new HttpError('WORKFLOW_HTTP_FORBIDDEN')
  return parsed
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

function resolve(location: string, base: URL): string {
  if (!URL.canParse(location, base.href)) throw new HttpError('WORKFLOW_HTTP_INVALID')
  return new URL(location, base).href
}

function redirect({ method, url, headers, body }: HttpRequest, { redirectedBy, location }: Redirect): HttpRequest {
  const isSameOrigin = new URL(location).origin === new URL(url).origin
  // As browsers do (Fetch Standard, HTTP-redirect fetch).
  const becomesGet = redirectedBy === 303 || (redirectedBy < 303 && method === 'POST')
  const kept = Object.entries(headers).filter(
    ([name]) => (isSameOrigin || name === 'content-type') && !(becomesGet && name === 'content-type'),
  )
  return { method: becomesGet ? 'GET' : method, url: location, headers: Object.fromEntries(kept), body: becomesGet ? null : body }
}

function toHttpError(status: number, retryAfter: string | string[] | undefined): HttpError {
  const seconds = Number(retryAfter)
  const params = { status, ...(Number.isFinite(seconds) && seconds >= 0 && { retry_after: seconds }) }
  const mayPass = status === 408 || status === 425 || status === 429 || status >= 500
  return new HttpError(mayPass ? 'WORKFLOW_HTTP_UNAVAILABLE' : 'WORKFLOW_HTTP_REFUSED', { params })
}

async function readBody(body: Readable, encoding: string | string[] | undefined, maxBytes: number): Promise<Buffer> {
  const unpacked = decodeBody(body, [encoding ?? ''].flat().join(','))
  if (!unpacked) throw new HttpError('WORKFLOW_HTTP_INVALID')
  return readBytes(unpacked as AsyncIterable<Buffer>, maxBytes, () => new HttpError('WORKFLOW_HTTP_TOO_LARGE'))
}
